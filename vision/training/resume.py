"""Start training from an exported network instead of from nothing.

The export has folded every batch normalisation into the convolution before it. Unfolding needs the mean and
variance of what each convolution gives, so some samples are run through: the network then says the same as
the export did, and learns on.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

_FOLDED = "onnx::Conv_"
_BATCHES = 60


def _pairs(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Each convolution with the normalisation behind it, in the order they run in."""
    before: nn.Module = net
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d) and isinstance(before, nn.Conv2d):
            yield before, module
        before = module


def _numbers(path: Path) -> dict[str, Tensor]:
    stored = onnx.load(str(path)).graph.initializer
    return {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in stored}


def start_from(net: nn.Module, path: Path, inputs: Iterable[tuple[Tensor, ...]]) -> None:
    """Fill `net` with the export at `path`; `inputs`: what the network is given in training, by batches.

    Raises ValueError when the export is of another network.
    """
    numbers = _numbers(path)
    folded = sorted((n for n in numbers if n.startswith(_FOLDED)), key=lambda n: int(n.removeprefix(_FOLDED)))
    pairs = list(_pairs(net))
    if len(folded) != 2 * len(pairs):
        message = f"{path}: found {len(folded) // 2} convolutions, expected {len(pairs)}"
        raise ValueError(message)
    state = net.state_dict()
    net.load_state_dict({**state, **{n: v for n, v in numbers.items() if n in state}})
    sums = [torch.zeros(2, norm.num_features, dtype=torch.float64) for _, norm in pairs]
    hooks = []
    for (conv, norm), weight, bias, total in zip(pairs, folded[::2], folded[1::2], sums, strict=True):
        conv.weight.data.copy_(numbers[weight])
        norm.bias.data.copy_(numbers[bias])
        norm.weight.data.fill_((1 + norm.eps) ** 0.5)
        norm.running_mean, norm.running_var = torch.zeros(norm.num_features), torch.ones(norm.num_features)

        def count(_conv: nn.Module, _given: Any, out: Tensor, total: Tensor = total) -> None:
            out = out.double()
            total += torch.stack([out.mean((0, 2, 3)), (out**2).mean((0, 2, 3))])

        hooks.append(conv.register_forward_hook(count))
    net.eval()
    batches = 0
    with torch.no_grad():
        for given in islice(inputs, _BATCHES):
            net(*given)
            batches += 1
    for hook in hooks:
        hook.remove()
    for (_conv, norm), total in zip(pairs, sums, strict=True):
        mean, square = (total / batches).float()
        variance = (square - mean**2).clamp(min=1e-8)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data.copy_((variance + norm.eps).sqrt())
        norm.bias.data.add_(mean)
