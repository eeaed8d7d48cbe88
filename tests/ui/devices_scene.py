"""The hardware screen in a window: simulated pins driven edge by edge, parts that say what they are told."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.uix.screenmanager import Screen

from app.table.devices import DeviceRow, Owner, Sources, alone, rows
from app.ui.presenters.devices import DevicesPresenter
from app.ui.presenters.devices_trial import Hands
from app.ui.screens.devices import DevicesScreen
from hardware.buttons import ButtonPanel, ButtonStatus
from hardware.buttons_config import ButtonsConfig, PlayerButtons
from hardware.camera.status import CameraState, CameraStatus
from hardware.errors import ConfigFault
from hardware.lights import Beep, Lights
from hardware.pins import PinBackend, open_pin_factory
from hardware.pods.buttons import NOT_GIVEN, PodButtonStatus
from hardware.pods.link import PodsStatus
from hardware.pods.register import PodStatus
from hardware.pods.session import Trouble
from hardware.sound.speaker import SoundState, SoundStatus
from tests.ui.scene import Scene

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Maximilian")
PADS = ButtonsConfig(
    players=(
        PlayerButtons(1, 17, 5, 6, led=2),
        PlayerButtons(2, 27, 12, 13, led=3),
        PlayerButtons(3, 22, 16, 19, led=14),
        PlayerButtons(4, 23, 20, 21, led=15),
        PlayerButtons(5, 24, 26, 7),
        PlayerButtons(6, 25, 8, 9),
    ),
    pause=4,
    buzzer=10,
)
"""As many as there can be; the display does not mind here."""
CAMERA = CameraStatus("picamera2", "Pi camera imx708", CameraState.READY, 12, 0, 0, "", (), {})
SOUND = SoundStatus(SoundState.PLAYING, "alsa: the default loudspeaker", played=3)


class Says:
    """A part that tells what it is told, and counts how often it is asked."""

    def __init__(self, told: Any) -> None:
        self.told = told
        self.asked = 0

    def status(self) -> Any:
        """What stands in `told`."""
        self.asked += 1
        return self.told


class Counted:
    """The real panel, and how often it is asked."""

    def __init__(self, panel: ButtonPanel) -> None:
        self._panel = panel
        self.asked = 0

    def status(self) -> Sequence[ButtonStatus]:
        """As the panel."""
        self.asked += 1
        return self._panel.status()


def pod(name: str, player: int | None, *, trouble: Trouble | None = None) -> PodStatus:
    """A pod with three buttons, or with three of nobody."""
    buttons = tuple(
        PodButtonStatus(n, player, role if player else "", False, False, 0, None, "" if player else NOT_GIVEN)
        for n, role in ((1, "claim"), (2, "up"), (3, "down"))
    )
    port = "" if trouble not in (None, Trouble.UNKNOWN) else f"usb-Pico_{name}"
    return PodStatus(name, port, trouble, "" if trouble is None else trouble.value, buttons)


class DevicesScene(Scene):
    """Six players with three buttons each, three pods of which one belongs to nobody, a camera and sound."""

    config: ButtonsConfig | None = PADS
    pods: tuple[PodStatus, ...] = (pod("red", 1), pod("blue", 2), pod("old", None, trouble=Trouble.UNKNOWN))
    camera: CameraStatus | None = CAMERA
    sound: SoundStatus | None = SOUND
    faults: tuple[ConfigFault, ...] = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.lights: Lights | None = None
        self.panel: Counted | None = None
        if self.config is not None:
            self._open_pins(self.config)
        self.pod_says = Says(PodsStatus(self.pods, ()))
        self.camera_says, self.sound_says = Says(self.camera), Says(self.sound)
        self.sources = Sources(
            panel=self.panel,
            lights=self.lights,
            pods=self.pod_says if self.pods else None,
            camera=self.camera_says if self.camera else None,
            sound=self.sound_says if self.sound else None,
            faults=self.faults,
            no_camera="" if self.camera else "no camera on this machine",
        )
        hands = Hands(self._shine, self._beep, lambda: self.heard.append("sound"))
        self.presenter = DevicesPresenter(self._rows, time.monotonic_ns, hands)
        self.screen = DevicesScreen(
            self.presenter,
            lambda: self.heard.append("back"),
            (lambda: self.heard.append("camera")) if self.camera else None,
            lambda: self.heard.append("assign"),
        )
        self.stage.add_screen(self.screen)
        self.stage.add_screen(Screen(name="elsewhere"))
        self._closing.callback(self.screen.on_leave)

    def _open_pins(self, config: ButtonsConfig) -> None:
        pins = open_pin_factory(PinBackend.SIMULATED)
        self._closing.callback(pins.close)
        self.factory = pins.factory
        panel = ButtonPanel(config, self.factory, lambda _: None, time.monotonic_ns)
        self._closing.callback(panel.close)
        self.panel = Counted(panel)
        self.lights = lights = Lights(config, self.factory, time.monotonic_ns)
        self._closing.callback(lights.close)
        self.every_tick(lambda: panel.poll(time.monotonic_ns()))
        self.every_tick(lambda: lights.poll(time.monotonic_ns()))

    def _rows(self) -> tuple[DeviceRow, ...]:
        return rows(self.sources, self._whose, time.monotonic_ns())

    def _whose(self, device: str, number: int) -> Owner | None:
        del device
        return Owner(number - 1, NAMES[number - 1]) if number <= len(NAMES) else None

    def _shine(self, lamp: DeviceRow | None) -> None:
        self.heard.append({"shine": None if lamp is None else lamp.device})
        assert self.lights is not None
        self.lights.show(alone(lamp, "gpio"))

    def _beep(self) -> None:
        self.heard.append("beep")
        assert self.lights is not None
        self.lights.beep(Beep.TEST)

    def call(self, name: str) -> Any:
        """ "down PIN", "up PIN": drive a pin; "shines": which lamps' pins are on; "asked"; "go NAME": another
        screen; "unplug POD", "fail camera"."""
        what, _, rest = name.partition(" ")
        match what:
            case "down":
                self.factory.pin(int(rest)).drive_low()
            case "up":
                self.factory.pin(int(rest)).drive_high()
            case "shines":
                assert self.lights is not None
                return [lamp.pin for lamp in self.lights.status() if lamp.on]
            case "asked":
                return (self.panel.asked if self.panel else 0) + self.pod_says.asked
            case "go":
                self.stage.go(rest)
            case "unplug":
                told = self.pod_says.told
                gone = tuple(
                    replace(one, port="", trouble=Trouble.UNPLUGGED, fault="unplugged")
                    if one.pod == rest
                    else one
                    for one in told.pods
                )
                self.pod_says.told = replace(told, pods=gone)
            case "fail":
                fault = "/dev/video0 is in use by motion (812)"
                self.camera_says.told = replace(CAMERA, state=CameraState.FAILED, fault=fault)
            case _:
                raise AssertionError(name)
        return None


class NoDevicesScene(DevicesScene):
    """Nothing at all."""

    config = None
    pods = ()
    camera = None
    sound = None


class ClaimButtonsScene(DevicesScene):
    """The default wiring: a claim button and a lamp for each, pause and buzzer; the settings have faults."""

    config = ButtonsConfig()
    pods = ()
    faults = (
        ConfigFault("buttons.players[1].claim", "17", "a pin not yet at buttons.players[0].claim"),
        ConfigFault("buttons.bounce_msec", "an unknown name", "one of pull … players", "bounce_ms"),
        ConfigFault("buttons.pull", '"sideways"', 'one of "up", "down"'),
    )


DEVICES_SCENES = {
    "devices": DevicesScene,
    "devices none": NoDevicesScene,
    "devices claims": ClaimButtonsScene,
}
