"""The networks: `CellNet` reads the flattened board, `SpotNet` finds the board and counts heaps.

PyTorch, for training only; the app runs their ONNX exports through `cv2.dnn`. Inputs are BGR in 0..1.
"""

import torch
from torch import Tensor, nn

from vision.cells import MAPS, WHO


def _conv(inside: int, outside: int, stride: int = 1, size: int = 3, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _Light(nn.Module):
    """Scales every channel by what the whole board shows: the room's light is the same for all cells."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.weigh = nn.Sequential(
            nn.Conv2d(channels, channels // 4, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels // 4, channels, 1),
            nn.Sigmoid(),
        )

    def forward(self, x: Tensor) -> Tensor:
        scale: Tensor = self.weigh(self.pool(x))
        return x * scale


class _Again(nn.Module):
    """A convolution added to what goes past it."""

    def __init__(self, channels: int, wide: bool = False) -> None:
        super().__init__()
        if wide:
            self.body = nn.Sequential(
                _conv(channels, channels, 1, 5, channels), _conv(channels, channels, 1, 1)
            )
        else:
            self.body = _conv(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        added: Tensor = self.body(x)
        return x + added


class CellNet(nn.Module):
    """(n, 3, VIEW_PX, VIEW_PX) view and (n, 2, GRID, GRID) lean -> who (n, WHO, GRID * GRID + 1) and maps.

    `who`: logits over the cells and "not on the board", for each meeple, each disc and the token. `maps`
    (n, len(MAPS), GRID, GRID): logits of what else each cell shows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            _conv(3, 16, 2),
            _conv(16, 32, 2),
            _Again(32),
            _Light(32),
            _conv(32, 64, 2),
            _Again(64),
            _Light(64),
            _conv(64, 80, 2),
            _Again(80),
            _Light(80),
            _conv(80, 110, 2),
        )
        self.far = nn.Sequential(_conv(112, 112), _Again(112, True), _Light(112), _Again(112, True))
        self.cells = nn.Conv2d(112, WHO + len(MAPS), 1)
        self.nobody = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(112, WHO, 1))

    def forward(self, view: Tensor, lean: Tensor) -> tuple[Tensor, Tensor]:
        features = self.far(torch.cat([self.near(view - 0.5), lean * 2], 1))
        cells = self.cells(features)
        who = torch.cat([cells[:, :WHO].flatten(2), self.nobody(features).flatten(2)], 2)
        return who, cells[:, WHO:]


class SpotNet(nn.Module):
    """(n, 3, h, w) photograph, sides divisible by 32 -> (n, outputs, h / 4, w / 4) logits, spot by spot.

    One output finds the board: does this spot lie on it? Six count a heap: is here the middle of a piece of
    this colour?
    """

    def __init__(self, outputs: int, width: int = 16) -> None:
        super().__init__()
        sizes = [width, int(width * 1.5), width * 2, width * 3, width * 4]
        self.down = nn.ModuleList([_conv(a, b, 2) for a, b in zip([3, *sizes[:-1]], sizes, strict=True)])
        self.wide = nn.Sequential(_Again(sizes[4], True), _Again(sizes[4], True), _Light(sizes[4]))
        steps = [
            (sizes[4] + sizes[3], sizes[3]),
            (sizes[3] + sizes[2], sizes[2]),
            (sizes[2] + sizes[1], sizes[1]),
        ]
        self.up = nn.ModuleList([_conv(a, b) for a, b in steps])
        self.out = nn.Conv2d(sizes[1], outputs, 1)

    def forward(self, photo: Tensor) -> Tensor:
        x = photo - 0.5
        kept = []
        for step in self.down:
            x = step(x)
            kept.append(x)
        x = self.wide(x)
        for step, skip in zip(self.up, (kept[3], kept[2], kept[1]), strict=True):
            x = step(torch.cat([nn.functional.interpolate(x, scale_factor=2, mode="nearest"), skip], 1))
        logits: Tensor = self.out(x)
        return logits
