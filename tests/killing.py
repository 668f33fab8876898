"""Every command that writes, killed at random moments: what lies on the disk then, and after the next start.

Run as `python -m tests.killing FOLDER SEED KILLS [NAME…]` it loads everything once and forks a process
for each run, so that none costs an interpreter's start. It prints a Tally for each command as JSON.
"""

import contextlib
import io
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

from PIL import Image

import main
from game.export.figures import make_figures
from game.presenters.editing import Editing, Source
from game.shell import loop
from game.shell.options import Options
from game.userdata import settings as user_settings
from game.userdata.best_results import Best
from learner.runs import checkpoint
from levels.files.problems import LevelError
from levels.files.saving import PART
from levels.model.level import Level
from levels.proof.prove import prove
from levels.text.reader import find_level, parse_level, read_file

TEXTS = tuple(f"format: 1\nname: x\nmap: |\n  S{'.' * n}\n  {'.' * n}G\n" for n in range(1, 30))

Work = Callable[[Path, int], object]


@dataclass(frozen=True)
class Case:
    """A command that writes.

    Attributes:
        run: does it in a folder; of its two ways, 0 and 1, no file of one is like the other's.
        whole: whether a file of it is one that it could have written.
        start: how the program starts the next time; None for the command itself.
    """

    run: Work
    whole: Callable[[Path], bool]
    start: Work | None = None


@dataclass
class Tally:
    """What came of a command's kills.

    Attributes:
        kills: how often it was killed before its end.
        writing: of these, while a file was being written.
        old, new: how often the files were the old ones, and new ones.
        faults: what ought not to have been.
    """

    kills: int = 0
    writing: int = 0
    old: int = 0
    new: int = 0
    faults: list[str] = field(default_factory=list)


def command(words: str, ways: tuple[str, str]) -> Work:
    """A command line; OUT stands for the file, WAY for what differs between its two ways."""

    def run(folder: Path, way: int) -> int:
        line = [word.replace("WAY", ways[way]) for word in words.split()]
        return main.main([word.replace("OUT", str(folder / "out")) for word in line])

    return run


def picture(path: Path) -> bool:
    """Whether a picture can be read up to its end."""
    with Image.open(path) as image:
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            image.load()
    return path.read_bytes().endswith((b"IEND\xaeB`\x82", b";"))


def level(path: Path) -> bool:
    """Whether a level can be read."""
    try:
        return isinstance(parse_level(path.read_bytes(), "x"), Level)
    except LevelError:
        return False


def save(path: Path) -> bool:
    """Whether a training can be resumed."""
    proof = prove(read_file(find_level("grid_5")))
    return checkpoint.resume(path, proof.level, proof.mdp, proof.safe).episodes > 0


def tables(path: Path) -> bool:
    """Whether tables are there to their last choice."""
    text = path.read_text(encoding="utf-8")
    n_states = int(text.split("@nr_states\n")[1].split("\n")[0])
    return (
        text.count("\nstate ") == n_states
        and text.endswith(" : 1\n")
        and text.count("\taction ") == 4 * n_states
    )


def certificate(path: Path) -> bool:
    """Whether a certificate is whole."""
    return bool(json.loads(path.read_text(encoding="utf-8"))["viable_states"])


def change_settings(folder: Path, way: int) -> None:
    """Choose one thing after the other."""
    for volume in (*range(11), *range(11)):
        user_settings.save(user_settings.Settings(volume=volume, muted=bool(way)), folder / "settings.json")


def settings(path: Path) -> bool:
    """Whether settings are whole."""
    return user_settings.load(path)[1] == ""


def win(folder: Path, _way: int) -> None:
    """Arrive in ever fewer steps, in all windows together."""
    best, level_ = Best(folder / "best.json"), parse_level(TEXTS[0], "x")
    known = best.steps(level_, shield=True) or 10**6
    for steps in range(known - 1, known - 20, -1):
        best.arrived(level_, steps, shield=True)


def best_results(path: Path) -> bool:
    """Whether best results are whole."""
    return Best(path).notice == ""


def draw(folder: Path, way: int) -> None:
    """Edit a level, whose drafts follow, and save it now and then."""
    path = folder / "level.yaml"
    if not path.exists():
        path.write_text(TEXTS[0], encoding="utf-8")
    editing = Editing(Source(path.read_text(encoding="utf-8"), path), folder / "safe-crossing")
    for number, drawn in enumerate(TEXTS[way::2]):
        editing.change(drawn)
        end = time.perf_counter() + 2
        while not editing.up_to_date and time.perf_counter() < end:
            time.sleep(0.0005)
        if number % 7 == 6:
            editing.save()
    editing.close(2)


def text(path: Path) -> bool:
    """Whether a file holds one of the editor's texts."""
    return path.read_text(encoding="utf-8") in TEXTS


def open_window(folder: Path, _way: int) -> None:
    """Start the window on a level, up to its settings."""
    os.environ |= {
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_PICTURES_DIR": str(folder),
    }
    loop.best_path = lambda: folder / "best.json"
    loop.settings_path = lambda: folder / "settings.json"
    services = loop.services_of(Options(folder / "level.yaml"))
    assert services.messages.message is None, services.messages.message


def draw_figures(folder: Path, way: int) -> None:
    """Make some of the figures, from one seed."""
    make_figures(folder, (way,), names=("policy_grid_4.png", "policy_maze_15.png"))


LEVELS = ("courtyard", "crossroads")
CASES = {
    "train": Case(command("train grid_5 --episodes 6WAY --save OUT", ("0", "1")), save),
    "convert": Case(command("convert WAY OUT --force", LEVELS), level),
    "export drn": Case(command("export WAY --to drn OUT", LEVELS), tables),
    "export certificate": Case(command("export WAY --to certificate OUT", LEVELS), certificate),
    "surprise": Case(command("surprise OUT --force --difficulty 1 --seed WAY", ("3", "4")), level),
    "record": Case(
        command("record grid_4 OUT.gif --width 128 --speed 32 --overlays WAY", ("values", "safety")), picture
    ),
    "figures": Case(draw_figures, picture),
    "screenshot": Case(command("WAY --frames 2 --screenshot OUT.png", LEVELS), picture),
    "settings": Case(change_settings, settings, open_window),
    "best results": Case(win, best_results, open_window),
    "drafts": Case(draw, text, open_window),
}
"""Every command that writes, and what the window writes by itself."""


def careless(folder: Path, way: int) -> None:
    """Write a file in its place, bit by bit."""
    with (folder / "level.yaml").open("w", encoding="utf-8") as file:
        for char in TEXTS[way]:
            file.write(char)
            file.flush()
            time.sleep(0.001)


CONTROL = {"careless": Case(careless, text)}
"""What the judge has to find faults in."""


def forked(work: Work, folder: Path, way: int) -> int:
    """Begin some work in a process of its own, which says nothing; give its number."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
        with contextlib.suppress(SystemExit):
            work(folder, way)
        code = 0
    finally:
        os._exit(code)


def parts(folder: Path) -> list[Path]:
    """Files in and below a folder that are being written, or were."""
    return [path for path in folder.rglob(".safe-crossing-*") if PART.fullmatch(path.name)]


def held(folder: Path) -> dict[str, bytes]:
    """The other files there, but for locks: empty, and free once their program has ended."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not PART.fullmatch(path.name) and path.suffix != ".lock"
    ]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def watched(pid: int, folder: Path) -> tuple[float, float]:
    """Wait for a process; how long it took [s], and for how long a file was being written on average [s]."""
    begun = last = time.perf_counter()
    writing, files, was = 0.0, 0, False
    while os.waitpid(pid, os.WNOHANG) == (0, 0):
        now, here = time.perf_counter(), bool(parts(folder))
        writing += (now - last) * here
        files += here and not was
        last, was = now, here
    return time.perf_counter() - begun, writing / max(files, 1)


def wait_for_a_part(pid: int, folder: Path) -> None:
    """Wait until a process writes a file, or has ended."""
    while not parts(folder) and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        pass


def kill_often(name: str, folder: Path, kills: int, rng: random.Random) -> Tally:
    """Kill a command so many times: one half at any moment, one half while a file is being written."""
    case, tally = (CASES | CONTROL)[name], Tally()
    folder.mkdir(parents=True)
    os.waitpid(forked(case.run, folder, 0), 0)
    lasts, writing = watched(forked(case.run, folder, 1), folder)
    if not held(folder):
        tally.faults.append("it writes nothing")
    for number in range(6 * kills):
        if tally.kills == kills:
            break
        old, way = held(folder), number % 2
        pid = forked(case.run, folder, way)
        if number // 2 % 2:
            wait_for_a_part(pid, folder)
            time.sleep(rng.uniform(0, writing))
        else:
            time.sleep(rng.uniform(0, lasts))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSIGNALED(status):
            continue  # it had ended before
        tally.kills += 1
        tally.writing += bool(parts(folder))
        tally.faults += [f"{number}: {fault}" for fault in faults_in(case, folder, old)]
        now = held(folder)
        tally.old += now == old
        tally.new += now != old
        _, status = os.waitpid(forked(case.start or case.run, folder, way), 0)
        if status:
            tally.faults.append(f"{number}: the next start ends with {status}")
        if parts(folder):
            tally.faults.append(
                f"{number}: {[path.name for path in parts(folder)]} stays after the next start"
            )
    return tally


def faults_in(case: Case, folder: Path, old: dict[str, bytes]) -> list[str]:
    """What is wrong with the files after a kill; drafts alone may go, once they are saved."""
    faults = []
    now = held(folder)
    gone = [file for file in old if file not in now and "/drafts/" not in file]
    if gone:
        faults.append(f"{gone} is gone")
    for file in now:
        try:
            if not case.whole(folder / file):
                faults.append(f"{file} is not whole")
        except Exception as error:  # noqa: BLE001  any at all
            faults.append(f"{file}: {error!r}")
    return faults


def warm(names: list[str], folder: Path) -> None:
    """Load and compile what the runs need, but for what leaves threads behind."""
    folder.mkdir(parents=True)
    silent = io.StringIO()
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        for name in names:
            if name in CASES and name not in ("screenshot", "drafts"):
                CASES[name].run(folder, 0)


if __name__ == "__main__":
    place, seed, wanted = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    chosen = sys.argv[4:] or list(CASES)
    warm(chosen, place / "warm")
    for index, case_name in enumerate(chosen):
        begun = time.perf_counter()
        counted = kill_often(case_name, place / f"case {index}", wanted, random.Random(f"{seed} {case_name}"))
        seconds = round(time.perf_counter() - begun, 1)
        print(json.dumps({"name": case_name, "seconds": seconds} | asdict(counted)), flush=True)
