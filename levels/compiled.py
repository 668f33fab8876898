"""The only import of numba: where compiled code is kept, then decorators with the options this program needs.

Importing this module imports numba, which takes a quarter of a second: only modules that compile something
import it.
"""

import atexit
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from levels.cache_folder import CACHE_VARIABLE

# isort: split

from llvmlite.binding import ffi

__all__ = ["CACHE_VARIABLE", "njit"]

Function = TypeVar("Function", bound=Callable[..., Any])
_LOCK = getattr(ffi.lib, "_lock", None)
"""What every call into LLVM holds; private to llvmlite, which has no other way to keep threads out."""
_PROCESS = os.getpid()


def _close_compiler() -> None:
    """Wait until no other thread is in LLVM, as long as its call takes, and keep all out from then on.

    LLVM shuts down as the process ends, while a daemon thread still compiles: a call in progress
    then crashes, as six of ten ends did in the long calls of the first compilation ever. A forked process
    has no such thread, but may have a copy of the lock that is never released.
    """
    if _LOCK is not None and os.getpid() == _PROCESS:
        _LOCK.__enter__()


atexit.register(_close_compiler)

import numba  # noqa: E402  likewise
from numba.extending import is_jitted  # noqa: E402

from levels.code_cache import CheckedCache  # noqa: E402


def njit(function: Function) -> Function:
    """Compile a function to machine code that runs outside the GIL.

    Options: nogil; IEEE arithmetic without fastmath, since −∞ marks actions that are not allowed;
    division as numpy does it; compiled code is kept in the cache folder where that is possible.
    """
    return _compiled(function, counts_references=True)


def njit_inner(function: Function) -> Function:
    """Compile a function as `njit` does, without counting references to arrays.

    For functions that are called at every transition with a tuple of arrays: counting each array in and out
    of each call took ten times as long as the work. Such a function makes no array, and keeps and returns
    none; one that makes some, compiled by `njit`, may be called from it.
    """
    return _compiled(function, counts_references=False)


def _compiled(function: Function, *, counts_references: bool) -> Function:
    options: Any = {"nogil": True, "error_model": "numpy"}
    options["_nrt"] = counts_references  # private to numba; left out, it comes from the first caller
    compiled = numba.njit(**options)(function)
    if is_jitted(compiled):  # else numba is switched off, by its variable NUMBA_DISABLE_JIT
        cast("Any", compiled)._cache = CheckedCache(function)  # noqa: SLF001  what `cache=True` does with numba's own
    return cast("Function", compiled)
