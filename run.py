"""Starts Safe Crossing on a machine that has only Python.

``python3 run.py [ARGS]``              starts ``main.py ARGS``; without ARGS the window opens
``python3 run.py test [PYTEST ARGS]``  runs the tests
``python3 run.py pip install NAME``    adds what an optional part of the program asks for

The first start makes a private environment in ``.venv`` beside this file from the hashed lock file; later
starts only compare a stamp. Nothing else on the machine changes. Where the project folder is read-only, the
environment goes into the user's cache folder or, failing that, a temporary folder of the user's own.

Standard library only, and no syntax newer than Python 3.8, so that an older Python still gets a sentence.
Progress goes to stderr: stdout belongs to ``main.py``, whose exit code is passed on. Exit code 3 means that
the set-up failed, 130 that it was interrupted.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import IO, Mapping

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PROJECT = Path(__file__).resolve().parent
PYTHON = "{}.{}".format(*sys.version_info)
STAMP, LOCK = "ready", "setup.lock"
"""Files inside the environment: what is completely installed, and who is installing now."""
CERTIFICATES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables by which a machine's owner names a bundle of certificates."""


class SetupError(Exception):
    """Set-up cannot go on; the text is a sentence for the user: what, where, what to do."""


def say(text: str) -> None:
    """Tell the user on stderr."""
    print(text, file=sys.stderr, flush=True)


# ---- where the environment lives, and whether it is finished ----


def possible_places(project: Path, environ: Mapping[str, str]) -> list[Path]:
    """Give the folders that may hold the environment, best first; none is created here."""
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
    """Read the stamp: the key of each lock file installed completely; none while set-up is under way."""
    with contextlib.suppress(OSError):
        if python_of(place).exists():  # a link to a Python that was since removed does not exist
            return (place / STAMP).read_text(encoding="ascii").split()
    return []


def ready(place: Path, project: Path, locks: list[Path]) -> bool:
    """Tell whether every one of `locks` is completely installed in `place`."""
    return trusted(place, project) and installed(place)[: len(locks)] == keys_of(locks, place)


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
        if ready(place, project, locks):
            return python_of(place)
    for place in places:
        handle = open_lock(place, project)
        if handle is None:
            continue
        with handle:
            if not try_lock(handle):
                say("Another start is setting up Safe Crossing; waiting for it.")
                while not try_lock(handle):
                    time.sleep(0.2)
            # Children hold the lock as well: if this process is killed, the next start waits for them too.
            os.set_inheritable(handle.fileno(), True)
            if not ready(place, project, locks):
                if place != places[0]:
                    say(f"The folder {project} cannot be written; the private environment goes elsewhere.")
                install(place, locks)
        return python_of(place)
    raise SetupError(
        f"No folder for the private environment can be written (tried {', '.join(map(str, places))}). "
        "Set XDG_CACHE_HOME to a folder of yours and start again."
    )


# ---- installing ----


def succeeds(*command: str | Path, cwd: Path | None = None) -> bool:
    """Run a tool of the set-up with all its output on stderr; tell whether it succeeded."""
    environ = dict(os.environ, PIP_USER="0")  # a setting "install into my home" must not reach in here
    missing = [name for name in CERTIFICATES if name in environ and not Path(environ[name]).exists()]
    for name in ("PYTHONPATH", "PYTHONHOME", *missing):
        environ.pop(name, None)
    words = [str(word) for word in command]
    with contextlib.suppress(OSError):
        return not subprocess.call(
            words, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, stdout=sys.stderr, close_fds=False
        )
    return False


def install(place: Path, locks: list[Path]) -> None:
    """Install the last of `locks`, which contains those before it; the stamp comes as the very last thing.

    Raises:
        SetupError: the packages cannot be installed.
    """
    keys = keys_of(locks, place)
    afresh = installed(place)[:1] != keys[:1]
    say(f"Setting up Safe Crossing in {place}. This happens once and takes a minute or two.")
    try:
        (place / STAMP).unlink(missing_ok=True)
        if afresh:
            for leftover in place.iterdir():
                if leftover.is_dir() and not leftover.is_symlink():
                    shutil.rmtree(leftover)
                elif leftover.name != LOCK:
                    leftover.unlink()
            venv.EnvBuilder(symlinks=os.name != "nt").create(place)
        install_packages(place, locks[-1])
        shutil.rmtree(place / "debian", ignore_errors=True)
        (place / "stamp.new").write_text("\n".join(keys), encoding="ascii")
        (place / "stamp.new").replace(place / STAMP)
    except OSError as error:
        raise SetupError(
            f"Set-up stopped: {error}. Close Safe Crossing if it is running, make room if the disk is full, "
            f"and start again; {place} may be deleted at any time."
        ) from error
    say("Set-up is done.")


def install_packages(place: Path, lock: Path) -> None:
    """Install exactly what `lock` lists, hashes enforced, with uv if there is one, else with pip.

    Raises:
        SetupError: neither succeeds.
    """
    exactly = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock)
    uv = shutil.which("uv")
    if uv and succeeds(uv, "pip", "install", "--python", python_of(place), *exactly):
        return
    plainly = ("--disable-pip-version-check", "--no-input", "--no-cache-dir")
    if not succeeds(*find_pip(place), "install", *plainly, *exactly):
        raise SetupError(
            "The packages could not be installed; pip says why above. They exist for Python 3.11 to 3.15; "
            f"this is {PYTHON}. Check the network and start again: a half-made environment is never used."
        )


def find_pip(place: Path) -> list[str | Path]:
    """Give a command that runs pip in the environment: from Python, from the system, or fetched from Debian.

    Raises:
        SetupError: there is no pip and no way to fetch one.
    """
    wheels = [*Path(os.__file__).parent.glob("ensurepip/_bundled/pip-*.whl")]  # pip runs from its wheel
    wheels += Path("/usr/share/python-wheels").glob("pip-*.whl")
    named = [Path(os.environ[name]) for name in CERTIFICATES if os.environ.get(name)]
    bundles = [path for path in named if path.exists()]
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
            f"The Python at {sys.executable} comes without pip. Install uv, or your system's package of "
            "Python's venv module (on Debian and Ubuntu: apt-get install python3-venv, as root); start again."
        )
    command: list[str | Path] = [python_of(place), wheels[0] / "pip"]
    return [*command, "--cert", bundles[0]] if bundles else command


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
    fetched = succeeds(*apt, "update") and succeeds(*apt, "download", *packages, cwd=work)
    files = work / "files"
    if not (fetched and all(succeeds("dpkg-deb", "-x", deb, files) for deb in work.glob("*.deb"))):
        raise SetupError(
            "This system has no pip, and apt-get could not fetch it (it says why above). Check the network "
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


def hand_over(command: list[str]) -> int:
    """Become `command`, or on Windows, where a process cannot be replaced, run it and give its exit code."""
    for name in ("PYTHONPATH", "PYTHONHOME"):  # the environment is private: other packages stay out
        os.environ.pop(name, None)
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606  no shell is meant
    with subprocess.Popen(command) as process:
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C reaches the program too, which decides
                return process.wait()


def main(arguments: list[str]) -> int:
    """Set up if need be, then start the program or its tests; give the exit code."""
    if sys.version_info < (3, 11):
        say(f"Safe Crossing needs Python 3.11 or newer; {sys.executable} is {PYTHON}. Use a newer one.")
        return 3
    testing = arguments[:1] == ["test"]
    locks = [PROJECT / name for name in ("requirements.lock", "requirements-test.lock")[: 1 + testing]]
    try:
        python = str(environment(PROJECT, locks, os.environ))
        if arguments[:1] == ["pip"]:  # the environment itself has no pip; extras go in through this door
            return hand_over([*map(str, find_pip(Path(python).parents[1])), *arguments[1:]])
    except SetupError as error:
        say(str(error))
        return 3
    except KeyboardInterrupt:
        say("Set-up was interrupted; the next start begins it afresh.")
        return 130
    if testing:
        os.chdir(PROJECT)
        return hand_over([python, "-m", "pytest", "--rootdir", str(PROJECT), *arguments[1:]])
    return hand_over([python, str(PROJECT / "main.py"), *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
