"""Work that Ctrl-C ends at once, even while it is in compiled code, which looks at no signal."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

log = logging.getLogger(__name__)


def interruptible(work: Callable[[], Result]) -> Result:
    """Do the work in a thread of its own and wait for it here, where signals are heard.

    After KeyboardInterrupt the thread is left to end with the process. Raises what the work raises.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            log.debug("handed over to who waits", exc_info=error)
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
