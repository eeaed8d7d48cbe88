"""Load the .kv file that lies beside a module, once."""

from __future__ import annotations

from pathlib import Path


def load_beside(module_file: str) -> None:
    """Load `<module>.kv`. Main thread; a second call for the same file does nothing."""
    from kivy.lang import Builder

    path = str(Path(module_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
