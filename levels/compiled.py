"""The one way to numba: a writable cache folder first, then `njit` with the options this program needs.

Importing this module imports numba, which takes a quarter of a second: only modules that compile something
import it.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import platformdirs

CACHE_VARIABLE = "NUMBA_CACHE_DIR"
Function = TypeVar("Function", bound=Callable[..., Any])


def choose_cache_folder(wanted: Path) -> Path:
    """Give `wanted` if it can be written to, else a temporary folder that goes when the program ends."""
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="safe-crossing-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder


def _point_numba_at_a_writable_folder() -> None:
    # numba reads the variable once, when it is imported; a user's own choice stands if it works.
    default = Path(platformdirs.user_cache_dir("safe-crossing")) / "numba"
    os.environ[CACHE_VARIABLE] = str(choose_cache_folder(Path(os.environ.get(CACHE_VARIABLE) or default)))


_point_numba_at_a_writable_folder()

from llvmlite.binding import ffi  # noqa: E402  the cache folder has to be known first

_LOCK = getattr(ffi.lib, "_lock", None)
"""What every call into LLVM holds; private to llvmlite, which has no other way to keep threads out."""
_PROCESS = os.getpid()


def _close_compiler() -> None:
    """Wait until no other thread is in LLVM, as long as its call takes, and never let one in again.

    LLVM takes itself down as the process ends, while a daemon thread compiles on: a call that is under way
    then crashes, as six of ten ends did in the long calls of the first compilation ever. A forked process
    has no such thread, but may have a copy of the lock that nobody will ever let go.
    """
    if _LOCK is not None and os.getpid() == _PROCESS:
        _LOCK.__enter__()


atexit.register(_close_compiler)

import numba  # noqa: E402  likewise


def njit(function: Function) -> Function:
    """Compile a function to machine code that runs outside the GIL.

    Options: nogil; IEEE arithmetic without fastmath, since −∞ marks actions that are not allowed;
    division as numpy does it; compiled code is kept in the cache folder where that is possible.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # numba found no place for its cache: compile afresh at each start
        compiled = numba.njit(nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)
