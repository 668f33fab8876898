"""Starts Safe Crossing on a machine that has only Python.

``python3 run.py [ARGS]``              starts ``main.py ARGS``; without ARGS the window opens
``python3 run.py test [PYTEST ARGS]``  runs the tests
``python3 run.py bundle``              builds a folder for machines without Python
``python3 run.py pip install NAME``    adds a package for an optional feature
``python3 run.py -v [ARGS]``           does the same and shows what pip and other tools print in a set-up

The first start makes a private environment in ``.venv`` next to this file from the hashed lock file, and
imports its packages once. Later starts only compare a stamp and the sizes of what that check loaded; a
damaged environment is rebuilt. Of the user's settings for pip and uv, only index, certificates and proxy
apply. Nothing else on the machine changes. Where the project folder is read-only, the environment goes into
the user's cache folder or, failing that, a temporary folder of the user's own.

Standard library only, and no syntax newer than Python 3.8, so that an older Python still gets a sentence.
Progress goes to stderr: stdout belongs to ``main.py``, whose exit code is passed on. Exit code 3 means that
the set-up failed, 130 that it was interrupted, 143 or 129 that SIGTERM or SIGHUP ended it.
"""

# ruff: noqa: PLC0415  what only a set-up needs is imported there, so that an ordinary start is short

from __future__ import annotations

import signal

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the system ends the start, with no traceback

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any, Callable, Iterator, Mapping

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PROJECT = Path(__file__).resolve().parent
PYTHON = "{}.{}".format(*sys.version_info)
STAMP, LOCK, FORMER = "ready", "setup.lock", "former"
"""Inside the environment: what is completely installed, who is installing now, and the former environment."""
EXAMINE = "--examine"
"""The argument by which the environment's own Python is asked to examine it."""
PACKAGES = {
    "requirements.lock": (
        *("numpy", "numba", "pygame", "yaml", "pydantic.main", "PIL.Image"),
        *("platformdirs", "typer", "rich.progress", "wcwidth"),
    ),
    "requirements-test.lock": (
        *("gymnasium", "hatchling.build", "hypothesis", "matplotlib", "networkx", "pytest", "pytest_timeout"),
        *("Xlib", "sklearn"),
    ),
    "requirements-bundle.lock": ("PyInstaller",),
}
"""The modules of each lock file that are imported once before the stamp is written."""
PINNED = re.compile(r"^([\w.-]+)==[^\s;]+( ;)?", re.MULTILINE)
"""A package in a lock file, and the sign of one that is for some systems or Pythons only."""
FETCHED = r"\s*(?:Collecting |Requirement already satisfied: |Downloaded |Processing .*[/\\])([\w.-]+)"
"""A line of pip or uv on a package that is there or being fetched."""
EXTRA_LOCKS = {"test": "requirements-test.lock", "bundle": "requirements-bundle.lock"}
"""The lock file, which contains the program's own, of each first argument that needs more packages."""
CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables by which a machine's owner names a bundle of certificates."""
PIP_SETTINGS = tuple(
    name.replace("_", "-")
    for name in (
        *("index_url", "extra_index_url", "no_index", "find_links", "trusted_host", "keyring_provider"),
        *("cert", "client_cert", "proxy", "timeout", "retries"),
    )
)
"""The user's settings for pip that apply here; pip has each as an option, a variable and a line in a file."""
PIP_ALIASES = {"pypi-url": PIP_SETTINGS[0], "default-timeout": "timeout"}
UV_SETTINGS = (
    *("index", "default-index", PIP_SETTINGS[1], "no-index", "find-links", "offline"),
    *("keyring-provider", "credentials-dir", "native-tls", "system-certs", "insecure-host"),
    *("allow-insecure-host", "http", "no-proxy", "request-timeout"),
)
"""The same for uv, as beginnings of names: `index-strategy` and `http-timeout` apply as well."""
MISLEADING = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "PYTHONEXECUTABLE", "PYTHONOPTIMIZE"),
    *("PYTHONWARNINGS", "PYTHONINSPECT"),
)
"""Variables by which Python finds other modules, leaves out the tests' checks, or stays on at the end."""


ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end the program: Ctrl+C, from another program, and the closing of the terminal."""


class SetupError(Exception):
    """Set-up cannot continue; the text is a sentence for the user: what, where, what to do."""


# ---- what the user sees of it, on stderr ----


class Progress:
    """How far a set-up is: one bar on a terminal, elsewhere and with -v a line for each stage.

    Attributes:
        verbose: whether pip's and other tools' lines are shown too.
    """

    WIDTH = 24

    def __init__(self) -> None:
        self.verbose = False
        self._stage = ""
        self._drawn = 0

    def show(self, stage: str, part: float, detail: str = "") -> None:
        """Show what is being done; `part` says how far everything is, from 0 to 1."""
        if self.verbose or not sys.stderr.isatty():
            if stage != self._stage:
                say(f"{stage}.")
        else:
            bar = ("#" * round(part * self.WIDTH)).ljust(self.WIDTH, ".")
            line = f"[{bar}] {stage}{detail}"[: shutil.get_terminal_size().columns - 1]
            print("\r" + line.ljust(self._drawn), end="", file=sys.stderr, flush=True)
            self._drawn = len(line)
        self._stage = stage

    def clear(self) -> None:
        """Remove the bar, to print a line or because all is done."""
        if self._drawn:
            print("\r" + " " * self._drawn + "\r", end="", file=sys.stderr, flush=True)
        self._drawn = 0


progress = Progress()


def say(text: str) -> None:
    """Print a sentence."""
    progress.clear()
    print(text, file=sys.stderr, flush=True)


# ---- where the environment lives, and whether it is finished ----


def possible_places(project: Path, environ: Mapping[str, str]) -> list[Path]:
    """Give the folders that may hold the environment, best first; none of them is created here."""
    name = "safe-crossing-" + hashlib.sha256(str(project).encode()).hexdigest()[:12]
    user = "user" if sys.platform == "win32" else str(os.getuid())
    home = Path(environ.get("HOME", "~")).expanduser()
    cache = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA")
    if not cache and home.is_dir():  # root could create a missing home, and should not
        cache = str(home / ".cache")
    temporary = environ.get("TMPDIR") or environ.get("TEMP") or "/tmp"  # noqa: S108  `trusted` guards it
    places = [project / ".venv", Path(cache, name)] if cache else [project / ".venv"]
    return [*places, Path(temporary, f"{name}-{user}")]


def trusted(place: Path, project: Path) -> bool:
    """Tell whether code in `place` may be run: it is in the project, or a folder of this very user."""
    if place.parent == project or sys.platform == "win32":
        return True
    with contextlib.suppress(OSError):
        return place.lstat().st_uid == os.getuid()  # lstat: somebody else's link in /tmp is not ours
    return False


def python_of(place: Path) -> Path:
    """Give the environment's interpreter."""
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def keys_of(locks: list[Path], place: Path) -> list[str]:
    """Give one key for each lock file; it changes with the lock, with Python and with the place."""
    python = f"{sys.implementation.cache_tag} {sys.platform} {sys.base_prefix} {place}"
    return [hashlib.sha256(lock.read_bytes() + python.encode()).hexdigest() for lock in locks]


def installed(place: Path) -> list[str]:
    """Read the stamp: a key for each lock file installed completely; none while set-up is under way."""
    with contextlib.suppress(OSError):
        return (place / STAMP).read_text(encoding="ascii").split()
    return []


def unready(place: Path, project: Path, locks: list[Path]) -> str:
    """Say in a sentence why `place` has to be set up for `locks`; nothing where it has not."""
    if not trusted(place, project) or not set(keys_of(locks, place)) <= set(installed(place)):
        return f"Setting up Safe Crossing in {place}. This happens once and takes a minute or two."
    fault = "" if whole(place, locks) else fault_of(place, locks)
    return fault and (
        f"The private environment in {place} is damaged: {fault}. It is rebuilt now, which takes a minute or "
        "two; packages added with “python3 run.py pip install” have to be added again."
    )


# ---- whether the environment is undamaged ----


def list_of(place: Path, locks: list[Path]) -> Path:
    """Give the file that lists what the packages of `locks` load: on each line a size [bytes] and a path."""
    return place / f"{locks[-1].stem}.files"


def whole(place: Path, locks: list[Path]) -> bool:
    """Tell whether each listed file has its size: some 500 files, two or three thousandths of a second."""
    with contextlib.suppress(OSError, ValueError):
        lines = list_of(place, locks).read_text(encoding="utf-8").splitlines()
        for size, path in (line.split(" ", 1) for line in lines):
            if os.stat(f"{place}/{path}").st_size != int(size):  # noqa: PTH116  half the time of Path.stat
                return False
        return bool(lines) and os.access(python_of(place), os.X_OK)
    return False


def fault_of(place: Path, locks: list[Path]) -> str:
    """Let the environment's own Python examine it; return the fault, without a full stop, or ""."""
    words = [python_of(place), "-I", Path(__file__).resolve(), EXAMINE, place, *locks]
    try:
        ended = subprocess.run(
            [str(word) for word in words],
            env=private_environ(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        return f"its Python cannot be started ({error.strerror})"
    if not ended.returncode:
        return ""
    return (ended.stderr.strip().splitlines() or [f"its Python ended with exit code {ended.returncode}"])[-1]


def examine(place: Path, locks: list[Path]) -> None:
    """Check all modules and libraries of `locks` in `place`, import the packages, and list what was loaded.

    The environment's own Python runs this.

    Raises:
        SystemExit: something is wrong; the text says what, in one line.
    """
    import csv
    import importlib
    from importlib import metadata

    if not Path(sys.prefix).samefile(place):
        sys.exit("its file pyvenv.cfg is missing")
    files = [place / "pyvenv.cfg"]
    for name, marker in PINNED.findall(locks[-1].read_text(encoding="utf-8")):
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if marker:
                continue  # for another system or another Python
            sys.exit(f"the package {name} is missing")
        for path, _, size in csv.reader((package.read_text("RECORD") or "").splitlines()):
            kind = re.search(r"\.(py$|so\b|pyd$|dll$|dylib$)", path)
            if not kind:
                continue
            file = Path(str(package.locate_file(path)))
            if not file.is_file() or size not in ("", str(file.stat().st_size)):
                sys.exit(f"{path} is {'damaged' if file.is_file() else 'missing'}")
            files += [file] if kind[1] != "py" else []
    for name in (name for lock in locks for name in PACKAGES[lock.name]):
        try:
            importlib.import_module(name)
        except Exception as error:  # noqa: BLE001  an import can fail in any way
            reason: BaseException = error
            while reason.__cause__:  # numpy hides it behind a page of advice
                reason = reason.__cause__
            sys.exit(f"{name} cannot be loaded ({' '.join(f'{type(reason).__name__}: {reason}'.split())})")
    loaded = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    files += [path for path in (Path(name) for name in loaded if name) if place in path.parents]
    lines = [f"{file.stat().st_size} {os.path.relpath(file, place)}\n" for file in dict.fromkeys(files)]
    with contextlib.suppress(OSError):  # where it cannot be written, the next start examines again
        replace_text(list_of(place, locks), "".join(lines))


def replace_text(file: Path, text: str) -> None:
    """Write a file such that it has its former text or the new one, never a part."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(file)


# ---- one set-up at a time ----


def open_lock(place: Path, project: Path) -> IO[str] | None:
    """Create `place` if need be and open its lock file; None where that is not allowed."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.mkdir(mode=0o777 if place.parent == project else 0o700, exist_ok=True)
        if trusted(place, project):
            return (place / LOCK).open("a", encoding="ascii")
    return None


def try_lock(handle: IO[str]) -> bool:
    """Take the lock unless another start holds it; the system frees it however its holder ends."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def environment(project: Path, locks: list[Path], environ: Mapping[str, str]) -> Path:
    """Give the interpreter of a finished environment, making it first if there is none.

    Raises:
        SetupError: no folder can be written, or the packages cannot be installed.
    """
    places = possible_places(project, environ)
    for place in places:
        if not unready(place, project, locks):
            return python_of(place)
    for place in places:
        handle = open_lock(place, project)
        if handle is None:
            continue
        with handle:
            if not try_lock(handle):
                say("Another process is setting up Safe Crossing; waiting for it.")
                while not try_lock(handle):
                    time.sleep(0.2)
            # Children hold the lock as well: if this process is killed, the next start waits for them too.
            os.set_inheritable(handle.fileno(), True)
            reason = unready(place, project, locks)
            if reason:
                if place != places[0]:
                    say(f"The folder {project} cannot be written; the environment is created elsewhere.")
                say(reason)
                install(place, project, locks)
        return python_of(place)
    raise SetupError(
        f"No folder for the private environment can be written (tried {', '.join(map(str, places))}). "
        "Set XDG_CACHE_HOME to a folder of yours and start again."
    )


# ---- the user's settings: index, certificates and proxy apply, nothing else ----


def private_environ() -> dict[str, str]:
    """Give the variables for the tools of the set-up: none that leads Python, pip or uv elsewhere."""
    missing = [name for name in CERTIFICATES if not Path(os.environ.get(name, os.curdir)).exists()]
    foreign = ("PYTHON", "__PYVENV", "PIP_", "UV_")
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(foreign) and name not in missing
    }


def settings_files(tool: str, environ: Mapping[str, str]) -> list[Path]:
    """Give the files from which pip or uv would read its settings, the decisive one last."""
    windows = sys.platform == "win32"
    name = "uv.toml" if tool == "uv" else "pip.ini" if windows else "pip.conf"
    home = Path(environ.get("HOME", "~")).expanduser()
    machine = [
        *(environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":"),
        "/etc",
        "/Library/Application Support",
    ]
    user = [home / "Library/Application Support", Path(environ.get("XDG_CONFIG_HOME") or home / ".config")]
    if windows:
        machine, user = [environ.get("PROGRAMDATA", str(home))], [Path(environ.get("APPDATA", home))]
    files = [Path(folder, tool, name) for folder in machine]
    own = [folder / tool / name for folder in user]
    if tool == "pip":
        files.append(Path("/etc", name))
        own.insert(0, home / ("pip" if windows else ".pip") / name)
    named = environ.get(f"{tool.upper()}_CONFIG_FILE")
    if not named:
        return [*files, *own]
    if tool == "uv" or named == os.devnull:
        return [Path(named)]
    return [Path(named), *files, *([] if Path(named).exists() else own)]


def pip_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """Gather the user's pip settings of index, certificates and proxy as environment variables."""
    import configparser
    import locale

    sections: dict[str, dict[str, str]] = {"global": {}, "install": {}}
    for file in settings_files("pip", environ):
        parser = configparser.RawConfigParser()
        try:
            parser.read(file, encoding=locale.getpreferredencoding(False))
        except (configparser.Error, UnicodeDecodeError):
            say(f"The pip settings in {file} cannot be read; set-up ignores them.")
            continue
        for section in set(sections) & set(parser.sections()):
            sections[section].update(parser.items(section))
    variables = {name[4:]: value for name, value in environ.items() if name.startswith("PIP_")}
    found = {}
    for given in (*sections.values(), variables):
        for name, value in given.items():
            option = name.lower().replace("_", "-").lstrip("-")
            option = PIP_ALIASES.get(option, option)
            if value and option in PIP_SETTINGS:
                found["PIP_" + option.upper().replace("-", "_")] = value
    return found


def uv_settings(environ: Mapping[str, str]) -> str:
    """Gather the user's uv settings of index, certificates and proxy as the text of one uv.toml."""
    import json
    import tomllib

    found: dict[str, Any] = {}
    for file in settings_files("uv", environ) if not environ.get("UV_NO_CONFIG") else []:
        with contextlib.suppress(OSError):
            try:
                table = tomllib.loads(file.read_text(encoding="utf-8"))
            except ValueError:
                say(f"The uv settings in {file} cannot be read; set-up ignores them.")
                continue
            found.update(table)
            found.update(table.get("pip", {}))

    def toml(value: object) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(toml, value)) + "]"
        return json.dumps(value, ensure_ascii=False, default=str)

    return "".join(
        f"{name} = {toml(value)}\n" for name, value in found.items() if name.startswith(UV_SETTINGS)
    )


# ---- installing ----


def failure_of(
    *command: str | Path,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    read: Callable[[str], None] = lambda _: None,
) -> str:
    """Run a tool of the set-up; return "" if it succeeds, or else the reason in its own lines.

    `read` is given each line that the tool prints.
    """
    lines = []
    try:
        with subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            env=private_environ() if environ is None else environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            close_fds=False,
        ) as tool:
            try:
                for line in tool.stdout or ():
                    lines.append(line.rstrip())
                    if progress.verbose:
                        say(lines[-1])
                    read(lines[-1])
            except BaseException:
                tool.kill()
                raise
    except OSError as error:
        return f"    {command[0]} cannot be started ({error.strerror})"
    return reason_in(lines) if tool.returncode else ""


def reason_in(lines: list[str]) -> str:
    """Give what a tool that failed printed from its first error on, after the last connection that broke."""
    errors = [number for number, line in enumerate(lines) if re.match(r"error\b|E:", line, re.IGNORECASE)]
    first = errors[0] if errors else max(0, len(lines) - 3)
    broken = [line for line in lines[:first] if "connection broken" in line][-1:]
    return "\n".join(f"    {line}" for line in [*broken, *lines[first : first + 8]] if line)


def show_packages(lock: Path) -> Callable[[str], None]:
    """Give a function that reads the lines of pip or uv and shows how many of the lock's packages it has."""
    pins = PINNED.findall(lock.read_text(encoding="utf-8"))  # twice where Pythons need different versions
    total = len({name for name, marker in pins if not marker or pins.count((name, marker)) > 1})
    seen = set()
    progress.show(f"Downloading {total} packages", 0.05)

    def read(line: str) -> None:
        package = re.match(FETCHED, line)
        if package:
            seen.add(package[1])
            part = min(1.0, len(seen) / max(total, 1))
            progress.show(f"Downloading {total} packages", 0.05 + 0.7 * part, f": {package[1]}")
        elif line.startswith(("Installing collected packages", "Prepared ")):
            progress.show(f"Installing {total} packages", 0.75)

    return read


def install(place: Path, project: Path, locks: list[Path]) -> None:
    """Install the last of `locks`, which contains those before it; the stamp comes as the very last thing.

    Raises:
        SetupError: the packages cannot be installed, or not be used.
    """
    import venv

    keys = keys_of(locks, place)
    try:
        added = False
        if len(locks) > 1 and not unready(place, project, locks[:1]):
            present = [lock for lock in map(project.joinpath, PACKAGES) if lock.exists()]
            others = set(keys_of(present, place)) & set(installed(place))
            replace_text(place / STAMP, keys[0])  # the program's own packages stay, whatever happens to these
            added = not install_packages(place, locks)
            keys = [*dict.fromkeys([*keys, *sorted(others)])] if added else keys
        with contextlib.nullcontext() if added else emptied(place):
            if not added:
                progress.show("Making a private environment", 0.02)
                venv.EnvBuilder(symlinks=os.name != "nt").create(place)
                fault = install_packages(place, locks)
                if fault:
                    raise SetupError(
                        f"The packages are installed but cannot be used: {fault}. Start again; if that does "
                        f"not help, this system lacks what they need, or runs no code from {place}."
                    )
            replace_text(place / STAMP, "\n".join(keys))
    except OSError as error:
        raise SetupError(
            f"Set-up stopped: {error}. Close Safe Crossing if it is running, make room if the disk is full, "
            f"and start again; {place} may be deleted at any time."
        ) from error
    say("Set-up is done.")


@contextlib.contextmanager
def emptied(place: Path) -> Iterator[None]:
    """Move the content of `place` aside: deleted when the body succeeds, restored if it fails."""

    def remove(entry: Path) -> None:
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink(missing_ok=True)

    former = place / FORMER
    if (place / STAMP).exists():
        shutil.rmtree(former, ignore_errors=True)  # of a set-up that was killed while it cleared away
    killed = former.exists()  # in the midst of a set-up: then the rest is half-made
    former.mkdir(exist_ok=True)
    try:
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name != STAMP):
            if entry.name not in (LOCK, FORMER):
                if killed:
                    remove(entry)
                else:
                    entry.rename(former / entry.name)
        yield
    except BaseException:
        for entry in sorted(former.iterdir(), key=lambda entry: entry.name == STAMP):
            remove(place / entry.name)
            entry.rename(place / entry.name)
        former.rmdir()
        raise
    shutil.rmtree(former, ignore_errors=True)


def install_packages(place: Path, locks: list[Path]) -> str:
    """Install exactly what the last of `locks` lists, hashes enforced: with uv if there is one, or with pip.

    Returns:
        What keeps the packages from being used; nothing if they all can.

    Raises:
        SetupError: neither succeeds.
    """
    import tempfile

    show = show_packages(locks[-1])
    exactly = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", locks[-1])
    uv = shutil.which("uv")
    if uv:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("UV_") and name[3:].lower().replace("_", "-").startswith(UV_SETTINGS)
        }
        with tempfile.TemporaryDirectory(dir=place) as folder:
            config = Path(folder, "uv.toml")
            config.write_text(uv_settings(os.environ), encoding="utf-8")
            command = (uv, "pip", "install", "--config-file", config, "--python", python_of(place), *exactly)
            environ = {**private_environ(), **kept}
            if not failure_of(*command, environ=environ, read=show) and not checked(place, locks):
                return ""
    plainly = ("--disable-pip-version-check", "--no-input", "--no-cache-dir")
    over = ("--ignore-installed",) if uv else ()  # whatever uv left unfinished
    pip, environ = find_pip(place)
    reason = failure_of(*pip, "install", *plainly, *over, *exactly, environ=environ, read=show)
    shutil.rmtree(place / "debian", ignore_errors=True)
    if reason:
        raise SetupError(
            f"The packages could not be installed. pip says:\n{reason}\n"
            f"They exist for Python 3.11 to 3.15; this is {PYTHON}. Check the network and start again: "
            "a half-made environment is never used."
        )
    return checked(place, locks)


def checked(place: Path, locks: list[Path]) -> str:
    """Give the fault of what was just installed, or ""."""
    progress.show("Checking the packages", 0.9)
    return fault_of(place, locks)


def find_pip(place: Path) -> tuple[list[str | Path], dict[str, str]]:
    """Give a command that runs pip in the environment, and the variables it runs with.

    The pip is Python's own, the system's, or fetched from Debian.

    Raises:
        SetupError: there is no pip and no way to fetch one.
    """
    wheels = [*Path(os.__file__).parent.glob("ensurepip/_bundled/pip-*.whl")]  # pip runs from its wheel
    wheels += Path("/usr/share/python-wheels").glob("pip-*.whl")
    settings = pip_settings(os.environ)
    named = [settings.pop("PIP_CERT", ""), *(os.environ.get(name, "") for name in CERTIFICATES)]
    bundles = [Path(name) for name in named if name and Path(name).exists()]
    if shutil.which("apt-get") and shutil.which("dpkg-deb"):
        lacking = [] if wheels else ["python3-pip-whl"]
        if not bundles and not Path("/etc/ssl/certs/ca-certificates.crt").exists():
            lacking.append("ca-certificates")
        if lacking:
            files = fetch_from_debian(place / "debian", lacking)
            wheels += files.glob("usr/share/python-wheels/pip-*.whl")
            bundles += [gather_certificates(files)] if "ca-certificates" in lacking else []
    if not wheels:
        raise SetupError(
            f"The Python at {sys.executable} has no pip. Install uv, or your system's package of "
            "Python's venv module (on Debian and Ubuntu: apt-get install python3-venv, as root); start again."
        )
    if bundles:
        settings["PIP_CERT"] = str(bundles[0])
    environ = {**private_environ(), **settings, "PIP_CONFIG_FILE": os.devnull}
    return [python_of(place), wheels[0] / "pip"], environ


def fetch_from_debian(work: Path, packages: list[str]) -> Path:
    """Download and unpack Debian packages below `work`; needs no root and leaves the system's apt untouched.

    Raises:
        SetupError: apt-get cannot fetch them.
    """
    say(f"Fetching {' and '.join(packages)} from this system's package archive, for this environment only.")
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    settings = [f"Dir::State={work}/state", f"Dir::Cache={work}/cache", "Acquire::Languages=none"]
    settings += ["Dir::State::status=/var/lib/dpkg/status"]  # of the system, only read
    settings += ["APT::Sandbox::User=root"]  # apt's own download user may not enter our folder
    apt = ["apt-get", "-q", *(f"-o{setting}" for setting in settings)]
    files = work / "files"
    reason = failure_of(*apt, "update") or failure_of(*apt, "download", *packages, cwd=work)
    for archive in work.glob("*.deb"):
        reason = reason or failure_of("dpkg-deb", "-x", archive, files)
    if reason:
        raise SetupError(
            f"This system has no pip, and apt-get could not fetch it. It says:\n{reason}\nCheck the network "
            "and start again, or install it once, as root: apt-get install python3-venv ca-certificates"
        )
    return files


def gather_certificates(files: Path) -> Path:
    """Write the unpacked certificates, and those the machine's owner added, into one bundle."""
    folders = (files / "usr/share/ca-certificates", Path("/usr/local/share/ca-certificates"))
    found = [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("*.crt"))]
    bundle = files / "bundle.crt"
    bundle.write_text("\n".join(found), encoding="utf-8")
    return bundle


# ---- starting ----


def interrupt(number: int, _frame: object) -> None:
    """End the set-up and the tool it is waiting for."""
    raise KeyboardInterrupt(number)


def on_signals(handler: Any) -> None:
    """Install a handler for signals that end the program; an ignored one, as by nohup, stays ignored."""
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def hand_over(command: list[str], environ: Mapping[str, str]) -> int:
    """Become `command`, or on Windows, where a process cannot be replaced, run it and give its exit code."""
    if sys.platform != "win32":
        on_signals(signal.SIG_DFL)
        if command[1] == str(PROJECT / "main.py"):  # it lets them in; Python would say so before
            signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
        os.execve(command[0], command, environ)  # noqa: S606  no shell is meant
    with subprocess.Popen(command, env=environ) as process:
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C reaches the program too, which decides
                return process.wait()


def main(arguments: list[str]) -> int:
    """Set up if need be, then start the program or its tests; give the exit code."""
    if sys.version_info < (3, 11):
        say(f"Safe Crossing needs Python 3.11 or newer; {sys.executable} is {PYTHON}. Use a newer one.")
        return 3
    if arguments[:1] == [EXAMINE]:
        examine(Path(arguments[1]), [Path(lock) for lock in arguments[2:]])
        return 0
    if arguments[:1] == ["-v"]:
        progress.verbose = True
        del arguments[0]
    extra = EXTRA_LOCKS.get(arguments[0]) if arguments else None
    locks = [PROJECT / name for name in ("requirements.lock", extra) if name]
    try:
        python = str(environment(PROJECT, locks, os.environ))
        if arguments[:1] == ["pip"]:  # the environment itself has no pip; extras go in through this door
            place = Path(python).parents[1]
            pip, environ = find_pip(place)
            handle = open_lock(place, PROJECT)
            if handle is not None and try_lock(handle):  # starts that find packages changing wait for pip
                os.set_inheritable(handle.fileno(), True)
            return hand_over([*map(str, pip), *arguments[1:]], environ)
    except SetupError as error:
        say(str(error))
        return 3
    except KeyboardInterrupt as end:
        say("Set-up was interrupted; the next start runs it again.")
        return 128 + (end.args[0] if end.args else signal.SIGINT)
    environ = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    if arguments[:1] == ["test"]:
        os.chdir(PROJECT)
        wanted = arguments[1:] or ["-n", "auto", "--dist", "worksteal"]  # all of them: on every core
        return hand_over([python, "-m", "pytest", "--rootdir", str(PROJECT), *wanted], environ)
    return hand_over([python, str(PROJECT / "main.py"), *arguments], environ)


if __name__ == "__main__":
    on_signals(interrupt)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt as end:  # not during a set-up
        sys.exit(128 + end.args[0])
