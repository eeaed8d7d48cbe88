"""How the solver's inner loops are compiled: by numba, on first use, without holding Python's lock.

numba keeps the machine code beside the source (`__pycache__`) or where NUMBA_CACHE_DIR says, and notices only
changes of the file a function stands in. Compiled functions therefore call only functions of their own file,
and whoever changes `arrays` or `encode` clears that `__pycache__`. Import late: this loads numba.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile on first use and keep the machine code beside the source, or where NUMBA_CACHE_DIR says.

    Where nothing can be written the code is compiled anew in every process.
    """
    try:
        return cast(Function, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError as error:  # numba: "no locator available"
        logging.getLogger(__name__).warning("compiled code cannot be kept: %s", error)
        return cast(Function, numba.njit(nogil=True)(function))
