"""What went wrong is told to people in sentences; what only a programmer understands goes to the log."""

from __future__ import annotations

import pytest

from app.errors import as_sentence


@pytest.mark.parametrize(
    "error", [AssertionError(), KeyError("seat"), RuntimeError("'NoneType' has no cells")]
)
def test_an_unforeseen_fault_is_told_with_what_to_do(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """No class, no key, no trace on the screen; the log keeps them."""
    said = as_sentence(error)
    assert "Try again" in said
    assert "Error" not in said
    assert "seat" not in said
    assert "NoneType" not in said
    assert type(error).__name__ in caplog.text
