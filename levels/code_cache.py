"""The compiler's cache, whose files are checked before they are used.

numba's own unpickles what it finds and runs the machine code in it: a file that was cut or garbled stops the
program or crashes the interpreter, and one that somebody else wrote runs their code. Here a file counts only
if it belongs to this user alone, and its checksum fits; otherwise the code is compiled again, with a notice.
"""

# mypy: allow-untyped-calls

import hashlib
import os
import pickle
import re
from functools import cache
from pathlib import Path
from typing import Any

from levels.cache_folder import CACHE_VARIABLE

# isort: split

import llvmlite
import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.serialize import dumps

from levels.files.reading import open_ordinary
from levels.files.saving import make_folder, replacing_bytes
from levels.files.terminal import tell

__all__ = ["CACHE_VARIABLE", "CheckedCache", "sources_stamp"]

DIGEST = hashlib.sha256().digest_size
LARGEST_FILE = 50_000_000
"""A file larger than this is not ours [bytes]."""
IMPORTED = re.compile(rb"^from ((?:levels|learner)[\w.]*) import", re.MULTILINE)
_told: set[str] = set()


class UnusableError(Exception):
    """A cache file that can't be used; the text says why."""


class CodeFiles(IndexDataCacheFile):
    """One function's compiled code, a file for each signature, instead of numba's index and data files.

    A file is a checksum of all that follows, the stamp of what it was compiled from, and a pickle of the
    signature's key and the code.
    """

    def __init__(self, folder: Path, name: str, stamp: bytes) -> None:
        self._folder, self._name, self._stamp = folder, name, stamp

    def load(self, key: object) -> Any:
        """Give what was saved under a key; None if nothing was, or from other sources or another compiler.

        Raises:
            UnusableError: the file is damaged, or others could have written it.
            Exception: whatever unpickling raises where the checksum fits all the same.
        """
        content = self._content(self._path(key))
        if content is None or content[:DIGEST] != self._stamp:
            return None
        kept_key, data = pickle.loads(content[DIGEST:])  # noqa: S301  this user's own, and undamaged
        return data if kept_key == key else None

    def save(self, key: object, data: object) -> None:
        """Keep data under a key, whole or not at all.

        Raises:
            UnwritableError: it can't be written.
        """
        path, content = self._path(key), self._stamp + dumps((key, data))
        make_folder(path.parent)
        with replacing_bytes(path) as file:
            if os.name != "nt":
                os.fchmod(file.fileno(), 0o600)
            file.write(hashlib.sha256(content).digest() + content)

    def flush(self) -> None:
        """Nothing: numba asks for this only before it compiles again by order."""

    def _path(self, key: object) -> Path:
        return self._folder / f"{self._name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"

    @staticmethod
    def _content(path: Path) -> bytes | None:
        """What follows a file's checksum; None if there is no such file."""
        try:
            with open_ordinary(path) as file:
                found = os.fstat(file.fileno())
                if os.name != "nt" and (found.st_uid != os.geteuid() or found.st_mode & 0o022):
                    raise UnusableError("could have been written by others")
                content = file.read(LARGEST_FILE)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise UnusableError(f"can't be read ({error.strerror})") from error
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            raise UnusableError("is damaged")
        return content[DIGEST:]


class _Locator(UserProvidedCacheLocator):
    """Names the folder only: it is made with the first file, and one that can't be written may be read.

    In the bundle a function's file is relative to it, and not there: numba stamps the executable instead.
    """

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        return cls(py_func, str(Path(__file__).parents[1] / py_file))

    def ensure_cache_path(self) -> None:
        pass


class _Compiled(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012  as numba declares it


class CheckedCache(FunctionCache):
    """numba's cache of one function on top of `CodeFiles`; it may cost time, but never raises."""

    _impl_class = _Compiled

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        own = repr(self._impl.locator.get_source_stamp()).encode()
        stamp = hashlib.sha256(own + sources_stamp()).digest()
        folder = Path(self.cache_path)
        self._root = folder.parent
        self._cache_file = CodeFiles(folder, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Give the code kept for a signature, None where it has to be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001  unpickling and LLVM raise what they like
            why = (
                str(error) if isinstance(error, UnusableError) else f"can't be used ({type(error).__name__})"
            )
            _tell(f"A file of compiled code in {self._root} {why}; the code is compiled again.")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if that is possible."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            reason = getattr(error, "reason", None) or error
            _tell(f"Compiled code can't be kept in {self._root} ({reason}): every start compiles again.")


@cache
def sources_stamp() -> bytes:
    """Give a checksum of the compiler's version, of all modules that compile, and of what these import.

    Compiled code holds copies of other modules' constants and functions; numba looks at its own file alone.
    """
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__}".encode())
    root = Path(__file__).parents[1]
    sources = {
        ".".join(file.relative_to(root).with_suffix("").parts): file.read_bytes()
        for package in ("levels", "learner")
        for file in (root / package).rglob("*.py")
    }
    used = {name for name, source in sources.items() if b"import njit" in source}
    for source in [sources[name] for name in used]:
        used.update(module.decode() for module in IMPORTED.findall(source))
    for name in sorted(used & sources.keys()):
        digest.update(sources[name])
    return digest.digest()


def _tell(sentence: str) -> None:
    """Say a sentence on stderr, once."""
    if sentence not in _told:
        _told.add(sentence)
        tell(sentence, error=True)
