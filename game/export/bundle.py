"""The command `bundle`: a folder with the program and all it needs, for machines without Python."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from game.shell.icon import icon_file
from game.shell.menu_entry.entry import IDENTIFIER, PROJECT
from levels.files.bundled import COMMAND, how_to_add, installed
from levels.files.problems import UserError
from levels.files.saving import make_folder
from levels.files.terminal import named, tell

DATA = {"assets": ("*",), "levels": ("*.yaml", "*.json")}
"""Files that the program reads, by their folder."""
LEFT_OUT = (
    *("matplotlib", "scipy", "sklearn", "gymnasium", "imageio_ffmpeg", "stormpy"),
    *("PyInstaller", "setuptools", "pip", "IPython", "pytest", "hypothesis"),
    *("tkinter", "_tkinter", "curses", "sqlite3", "ssl", "_ssl", "lib2to3", "pydoc_data"),
    *("numba.cuda", "numba.tests", "numba.np.ufunc.tbbpool", "numba.np.ufunc.omppool", "numpy.f2py"),
    *("PIL._avif", "PIL._imagingft", "PIL._imagingcms", "PIL._imagingtk", "PIL.ImageQt"),
    *("pygame.examples", "pygame.tests", "pygame.docs"),
)
"""Modules that the bundle's commands never need, and that others would draw in."""
STRIPPED = ("llvmlite/binding/*.so", "libpython*.so*", "python3*/lib-dynload/*.so")
"""Libraries that work without their symbols, a tenth of the folder; numpy's and pygame's would not load."""


def bundle(out: Path) -> None:
    """Build the folder safe-crossing in `out`, in place of one that is there.

    Raises:
        UserError: PyInstaller is missing or fails, or something else has the folder's place.
        OSError: a file can't be written.
    """
    try:
        from PyInstaller.__main__ import run  # noqa: PLC0415  an extra
    except ImportError as error:
        raise UserError(
            "PyInstaller is missing: "
            + (f"{how_to_add('pyinstaller')}." if installed() else "build with “python3 run.py bundle”.")
        ) from error
    place = out / IDENTIFIER
    if place.exists() and not (place / "_internal").is_dir():
        raise UserError(f"{named(place)} is there and is no bundle; name another folder with --out.")
    make_folder(out)
    tell(f"Building {named(place)}: this takes a minute or two.", error=True)
    with tempfile.TemporaryDirectory() as work:
        icon = Path(work, "icon.icns" if sys.platform == "darwin" else "icon.ico")
        icon.write_bytes(icon_file(icon.suffix[1:].upper()))
        try:
            run(_words(out, Path(work), icon))
        except SystemExit as end:
            raise UserError(f"PyInstaller could not build it; the reason is above ({end}).") from end
    _strip(place / "_internal")
    size = sum(file.lstat().st_size for file in place.rglob("*") if file.is_file())
    tell(f"Built {named(place)}: {size / 1e6:.0f} MB. Start “{IDENTIFIER}” in it.")


def _strip(internal: Path) -> None:
    """Leave out the symbols of the libraries that work without, where the system has the tool for it."""
    strip = shutil.which("strip")
    if strip and sys.platform == "linux":
        libraries = [file for pattern in STRIPPED for file in internal.glob(pattern)]
        subprocess.run([strip, *libraries], check=False)  # noqa: S603  none of them needs it


def _words(out: Path, work: Path, icon: Path) -> list[str]:
    """PyInstaller's arguments."""
    options = {
        "--name": IDENTIFIER,
        "--icon": icon,
        "--distpath": out,
        "--workpath": work,
        "--specpath": work,
        "--paths": PROJECT,
        "--runtime-hook": PROJECT / "game" / "export" / "bundle_environment.py",
        "--hidden-import": "numba._devicearray",  # the compiled parts of numba import it
        "--log-level": "ERROR",
    }
    if sys.platform == "win32":
        options["--hide-console"] = "hide-early"  # one that was opened for this program alone
    words = ["--noconfirm", "--onedir", *(str(word) for option in options.items() for word in option)]
    for module in LEFT_OUT:
        words += ["--exclude-module", module]
    for folder, patterns in DATA.items():
        files = {file for pattern in patterns for file in (PROJECT / folder).rglob(pattern) if file.is_file()}
        for file in sorted(files):
            words += ["--add-data", f"{file}{os.pathsep}{file.parent.relative_to(PROJECT)}"]
    return [*words, str(PROJECT / (f"{COMMAND}.py" if installed() else "main.py"))]
