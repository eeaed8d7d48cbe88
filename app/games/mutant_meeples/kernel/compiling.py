"""How the loops run: compiled by numba without holding Python's lock, or, where numba fails, as they stand.

Every function of the loops stays an ordinary Python function (`loop`), so that both ways run the very same
source; `entry` makes the compiled twin of one that Python calls. numba keeps the machine code beside the
source (`__pycache__`) or where NUMBA_CACHE_DIR says; it notices only changes of the file an entry stands in,
so `loops` looks after the others. Import late: this loads numba, where there is one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])
Thing = TypeVar("Thing")

log = logging.getLogger(__name__)

missing = ""
"""Why there is no numba, or an empty text."""

try:
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic, overload, register_jitable
except Exception as error:
    missing = f"{type(error).__name__}: {error}"
    log.info("numba cannot be loaded", exc_info=error)
else:
    if getattr(numba.config, "DISABLE_JIT", False):
        missing = "NUMBA_DISABLE_JIT is set"


def loop(function: Function) -> Function:
    """The function itself; compiled entries can call it."""
    return function if missing else register_jitable(function)


def entry(function: Function, keep: bool = True) -> Function:
    """The compiled twin: compiled on first use and kept on disk, if wanted and where that can be written."""
    try:
        return cast(Function, numba.njit(cache=keep, nogil=True)(function))
    except RuntimeError as error:  # numba: "no locator available"
        log.info("compiled code cannot be kept: %s", error)
        return cast(Function, numba.njit(nogil=True)(function))


def unowned(array: Thing) -> Thing:
    """The same array; compiled code does without counting who uses it, which the caller must go on doing."""
    return array


def lowest(word: int) -> int:
    """The number of the lowest bit set; `word` is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


def highest(word: int) -> int:
    """The number of the highest bit set; `word` is not 0."""
    return int(word).bit_length() - 1


def _teach_numba() -> None:
    """Machine instructions for the three functions above, which cost more than they need otherwise."""

    machine = cast(Callable[[Callable[..., Any]], Callable[..., Any]], intrinsic)

    @machine
    def trailing_zeros(typing: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return word(word), code

    @machine
    def leading_zeros(typing: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return word(word), code

    @machine
    def without_owner(typing: Any, array: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bare = context.make_array(array)(context, builder, arguments[0])
            bare.meminfo = ir.Constant(bare.meminfo.type, None)
            bare.parent = ir.Constant(bare.parent.type, None)
            return bare._getvalue()

        return array(array), code

    overload(lowest)(lambda word: lambda word: trailing_zeros(numba.int64(word)))
    overload(highest)(lambda word: lambda word: 63 - leading_zeros(numba.int64(word)))
    overload(unowned)(lambda array: lambda array: without_owner(array))


if not missing:
    _teach_numba()
