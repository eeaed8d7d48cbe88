"""Make the sounds: `python -m hardware.sound FOLDER` writes one WAV file a cue."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.sound.tones import write_all

USAGE = "usage: python -m hardware.sound FOLDER\n"


def main(arguments: list[str]) -> int:
    """Write all sounds into the one folder named; 2 when none or more are."""
    if len(arguments) != 1:
        sys.stderr.write(USAGE)
        return 2
    for path in write_all(Path(arguments[0])):
        sys.stdout.write(f"{path} {path.stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
