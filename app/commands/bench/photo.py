"""Reading the photograph that was given."""

from __future__ import annotations

from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row, timed_ms
from app.errors import BadInput
from vision.errors import PhotoUnreadable
from vision.photo import load
from vision.reader import read

READS = 3


def measure(order: Order) -> Iterator[Row]:
    """One row. Raises `BadInput` when the file is no photograph."""
    assert order.photo is not None
    try:
        image = load(order.photo)
    except PhotoUnreadable as error:
        raise BadInput(f"photo: {error}") from error
    yield Row("vision: read one photo", [timed_ms(read, image)[0] for _ in range(order.at_most(READS))])
