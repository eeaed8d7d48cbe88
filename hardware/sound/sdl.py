"""A loudspeaker by SDL 2, the library Kivy brings along: PulseAudio or PipeWire, else ALSA.

SDL is called directly, not through Kivy's sound classes: those hold Python's lock while a driver opens, know
only the default loudspeaker, and cannot tell that it was unplugged. The device is opened once and plays
silence between the cues, because an HDMI screen swallows the first half second after each opening.
In: the RATE_HZ 16-bit mono samples of `cues`. SDL plays them in a thread of its own.
Belongs into a process of its own (`speaker`): opening may hang, and a driver may take the process with it.
"""

from __future__ import annotations

import ctypes
import importlib.util
from pathlib import Path

from hardware.sound.base import SoundUnavailable
from hardware.sound.cues import RATE_HZ

INIT_AUDIO = 0x10
SIGNED_16_BIT = 0x8010
"""AUDIO_S16LSB; every machine we run on is little-endian."""
STOPPED = 0
"""SDL_AUDIO_STOPPED: what a device that gave up says of itself."""
FULL_VOLUME = 128
BLOCK_SAMPLES = 512
"""23 ms at RATE_HZ; ALSA keeps two such blocks. Shorter ones would break up on a busy Pi."""


class _Spec(ctypes.Structure):
    """SDL_AudioSpec."""

    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


def libraries() -> list[str]:
    """Where SDL 2 may be, best first: the one in Kivy's wheel, then the system's. Kivy is not imported."""
    found = importlib.util.find_spec("kivy")
    wheel = [] if found is None or found.origin is None else [Path(found.origin).parent.parent / "Kivy.libs"]
    bundled = [str(path) for folder in wheel for path in sorted(folder.glob("libSDL2-2*.so*"))]
    return [*bundled, "libSDL2-2.0.so.0"]


def _load() -> ctypes.CDLL:
    for path in libraries():
        try:
            sdl = ctypes.CDLL(path)
        except OSError:
            continue
        sdl.SDL_GetError.restype = ctypes.c_char_p
        sdl.SDL_GetCurrentAudioDriver.restype = ctypes.c_char_p
        sdl.SDL_GetAudioDeviceName.restype = ctypes.c_char_p
        sdl.SDL_OpenAudioDevice.argtypes = (
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.POINTER(_Spec),
            ctypes.POINTER(_Spec),
            ctypes.c_int,
        )
        sdl.SDL_OpenAudioDevice.restype = ctypes.c_uint32
        sdl.SDL_GetQueuedAudioSize.restype = ctypes.c_uint32
        sdl.SDL_MixAudioFormat.argtypes = (
            ctypes.c_char_p,
            ctypes.c_char_p,
            ctypes.c_uint16,
            ctypes.c_uint32,
            ctypes.c_int,
        )
        sdl.SDL_QueueAudio.argtypes = (ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32)
        return sdl
    raise SoundUnavailable("the SDL 2 library is missing")


class SdlOutput:
    """One open device, the first whose name holds `device` (any case); "" is the system's choice.

    Raises `SoundUnavailable`: no library, no driver, no loudspeaker, or none of that name.
    """

    def __init__(self, device: str = "") -> None:
        self._sdl = _load()
        self._sdl.SDL_SetHint(b"SDL_NO_SIGNAL_HANDLERS", b"1")  # or SIGTERM would no longer end the process
        if self._sdl.SDL_Init(INIT_AUDIO) < 0:
            raise SoundUnavailable(f"no sound system: {self._error()}")
        name = self._named(device) if device else None
        wanted = _Spec(freq=RATE_HZ, format=SIGNED_16_BIT, channels=1, samples=BLOCK_SAMPLES)
        self._device = self._sdl.SDL_OpenAudioDevice(name, 0, ctypes.byref(wanted), None, 0)
        if self._device == 0:
            raise SoundUnavailable(f"no loudspeaker: {self._error()}")
        self._sdl.SDL_PauseAudioDevice(self._device, 0)
        self._queued = b""
        driver = (self._sdl.SDL_GetCurrentAudioDriver() or b"").decode()
        self.name = f"{driver}: {name.decode() if name else 'the default loudspeaker'}"

    def _error(self) -> str:
        return str((self._sdl.SDL_GetError() or b"").decode(errors="replace")) or "SDL gives no reason"

    def _named(self, device: str) -> bytes:
        count = self._sdl.SDL_GetNumAudioDevices(0)
        names = [self._sdl.SDL_GetAudioDeviceName(number, 0) or b"" for number in range(count)]
        for name in names:
            if device.casefold() in name.decode(errors="replace").casefold():
                return bytes(name)
        listed = ", ".join(name.decode(errors="replace") for name in names) or "none"
        raise SoundUnavailable(f"no loudspeaker is called {device!r}; there are: {listed}")

    @property
    def lost(self) -> bool:
        """Whether SDL has given the device up."""
        return int(self._sdl.SDL_GetAudioDeviceStatus(self._device)) == STOPPED

    def play(self, samples: bytes, volume: int) -> None:
        """As `Output.play`: what is still queued is taken back, mixed with the new, and queued again."""
        sdl, device = self._sdl, self._device
        sdl.SDL_LockAudioDevice(device)
        try:
            left = sdl.SDL_GetQueuedAudioSize(device)
            sounding = self._queued[len(self._queued) - left :]
            mixed = ctypes.create_string_buffer(sounding, max(left, len(samples)))
            share = round(FULL_VOLUME * volume / 100)
            sdl.SDL_MixAudioFormat(mixed, samples, SIGNED_16_BIT, len(samples), share)
            sdl.SDL_ClearQueuedAudio(device)
            self._queued = mixed.raw
            if sdl.SDL_QueueAudio(device, self._queued, len(self._queued)) < 0:
                raise SoundUnavailable(self._error())
        finally:
            sdl.SDL_UnlockAudioDevice(device)
