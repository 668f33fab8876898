"""Signals: they end the program from any moment, with no traceback, and lose nothing that is to be kept."""

import errno
import os
import pty
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from learner.runs.checkpoint import resume
from learner.runs.training import with_settings
from levels.files.ending import SIGNALS, held, raised
from levels.files.saving import replacing
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file

ROOT = Path(__file__).parents[2]
PYTHON = [sys.executable]
LONG = ("train", "crossy_road", "--threshold", "1e-300", "--episodes", "1000000000")
"""A training that would take hours."""
OWN = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Becomes a command whose terminal hangs it up when it is closed."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signals")


@pytest.fixture(autouse=True)
def as_in_the_program():
    """Signals as `main.py` sets them; afterwards as they were."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    yield
    assert all(signal.getsignal(number) is signal.SIG_DFL for number in SIGNALS)
    for number, handler in before.items():
        signal.signal(number, handler)


def code_of(work):
    """The exit code that some work asks for."""
    with pytest.raises(SystemExit) as end:
        work()
    return end.value.code


@pytest.mark.parametrize("number", SIGNALS)
def test_a_held_signal_is_noted_and_obeyed_at_the_end(number):
    looked = []

    def work():
        with held() as wish:
            looked.append(bool(wish))
            signal.raise_signal(number)
            looked.append(bool(wish))

    assert code_of(work) == 128 + number
    assert looked == [False, True]


def test_without_a_signal_nothing_happens():
    with held() as wish, raised():
        wish.obey()


def test_a_signal_while_a_file_is_written_leaves_the_old_one_and_nothing_beside_it(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")

    def work():
        with replacing(file) as text:
            text.write("half")
            signal.raise_signal(signal.SIGTERM)
            pytest.fail("it went on")

    assert code_of(work) == 143
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_an_exception_that_gets_lost_is_raised_again():
    def work():
        with raised(), suppress(SystemExit):
            signal.raise_signal(signal.SIGINT)

    assert code_of(work) == 130


@pytest.mark.parametrize("block", [held, raised])
def test_an_error_of_a_closed_terminal_is_none_once_the_end_is_asked_for(block):
    def work(ended):
        with block():
            with suppress(SystemExit):
                if ended:
                    signal.raise_signal(signal.SIGHUP)
            raise OSError(errno.EIO, "no terminal")

    assert code_of(lambda: work(ended=True)) == 129
    with pytest.raises(OSError, match="no terminal"):
        work(ended=False)


def test_what_is_written_while_signals_are_held_is_written_whole(tmp_path):
    def work():
        with held(), replacing(tmp_path / "file") as text:
            signal.raise_signal(signal.SIGTERM)
            text.write("whole")

    assert code_of(work) == 143
    assert (tmp_path / "file").read_text() == "whole"


def test_another_thread_leaves_signals_as_they_are():
    seen = []

    def work():
        with held(), raised():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]


def test_a_handler_that_is_there_stays():
    heard = []
    signal.signal(signal.SIGTERM, lambda *_: heard.append(1))
    with held() as wish:
        signal.raise_signal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert (heard, bool(wish)) == ([1], False)


def test_a_third_signal_ends_what_hangs():
    code = (
        "import signal, time\n"
        "from levels.files.ending import held\n"
        "with held():\n"
        "    for _ in range(3):\n"
        "        signal.raise_signal(signal.SIGTERM)\n"
        "    time.sleep(60)"
    )
    done = subprocess.run([*PYTHON, "-c", code], cwd=ROOT, timeout=30, check=False)
    assert done.returncode == -signal.SIGTERM


def wait_for(stream, text):
    """Reads lines until one holds a text."""
    for line in stream:
        if text in line:
            return
    pytest.fail(f"“{text}” never came")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "module", "args"),
    [
        (signal.SIGINT, "typer.core", ("check", "grid_4")),
        (signal.SIGTERM, "pydantic_core._pydantic_core", ("check", "grid_4")),
        (signal.SIGINT, "numpy._core._multiarray_umath", ("check", "grid_4")),
        (signal.SIGINT, "numba.core.types", ("train", "grid_4")),
        (signal.SIGINT, "levels.proof.graph", ("train", "grid_4")),
        (signal.SIGTERM, "learner.core.kernel", ("train", "grid_4")),
        (signal.SIGINT, "pygame.base", ("grid_4",)),
        (signal.SIGHUP, "game.shell.navigation", ("grid_4",)),
    ],
)
def test_a_signal_while_modules_load_ends_the_start_without_a_word(number, module, args):
    command = [*PYTHON, "-X", "importtime", "main.py", *args]
    words = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    with subprocess.Popen(command, **words) as program:
        wait_for(program.stderr, f" {module}\n")
        program.send_signal(number)
        out, err = program.communicate(timeout=10)
    assert program.returncode == -number
    assert out == ""
    assert [line for line in err.splitlines() if not line.startswith("import time:")] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_training_ended_by_a_signal_is_saved_and_goes_on(number, tmp_path):
    """A terminal of its own shows the bar of progress; its cursor is back in the end."""
    saved = tmp_path / "run"
    ours, theirs = pty.openpty()
    command = [*PYTHON, "main.py", *LONG, "--save", str(saved)]
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs, env=environ(tmp_path)) as program:
        os.close(theirs)
        shown = read_until(ours, b"learning")
        program.send_signal(number)
        shown += read_until(ours, b"")
        os.close(ours)
        assert program.wait(10) == 128 + number
    text = shown.decode(errors="replace")
    assert "Traceback" not in text
    assert f"Continue with --resume {saved}." in text.replace("\r\n", "\n")
    assert "Interrupted." in text
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") >= 1  # one more where proving was slow
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["run"]
    file = read_file(builtin_levels()["crossy_road"])
    proof = prove(replace(file, level=with_settings(file.level, None, {"threshold": 1e-300})))
    assert resume(saved, proof.level, proof.mdp, proof.safe).transitions > 0


@pytest.mark.slow
def test_a_training_whose_terminal_is_closed_is_saved(tmp_path):
    saved = tmp_path / "run"
    ours, theirs = pty.openpty()
    command = [*PYTHON, "main.py", *LONG, "--save", str(saved)]
    words = {"cwd": ROOT, "stdin": theirs, "stdout": theirs, "stderr": theirs, "env": environ(tmp_path)}
    with subprocess.Popen([*PYTHON, "-c", OWN, *command], start_new_session=True, **words) as program:
        os.close(theirs)
        read_until(ours, b"learning")
        os.close(ours)
        assert program.wait(10) == 128 + signal.SIGHUP
    assert saved.exists()


def start_with(lines):
    """What becomes of `run.py check grid_4` with some of its parts replaced."""
    code = f"""
import os, signal, sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
import run
{lines}
run.on_signals(run.interrupt)
sys.exit(run.main(["check", "grid_4"]))
"""
    return subprocess.run([*PYTHON, "-c", code], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_the_start_hands_over_waits_for_the_program_and_ends_it(number):
    """Python, which starts in between, would tell of Ctrl+C with a traceback."""
    done = start_with(f"""
run.environment = lambda *_: Path(sys.executable)
become = os.execve
os.execve = lambda *args: (os.kill(os.getpid(), {int(number)}), become(*args))
""")
    assert (done.returncode, done.stdout, done.stderr) == (-number, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_during_the_set_up_ends_it_and_its_tool(number, tmp_path):
    done = start_with(f"""
def environment(*_):
    signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), {int(number)}))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    run.subprocess.call(["sh", "-c", "echo $$ > {tmp_path}/tool; exec sleep 60"])
run.environment = environment
""")
    assert done.returncode == 128 + number
    assert done.stderr == "Set-up was interrupted; the next start runs it again.\n"
    tool = Path(f"/proc/{(tmp_path / 'tool').read_text().strip()}/cmdline")
    assert not tool.exists() or tool.read_bytes() == b""  # ended, perhaps with nobody there to hear of it


def environ(folder):
    """The environment of a program that shows bars of progress and keeps its own files in a folder."""
    return os.environ | {"TERM": "xterm", "XDG_DATA_HOME": str(folder / "data")}


def read_until(terminal, text):
    """What a program writes to a terminal until a text comes, or until the program ends."""
    shown = b""
    while not text or text not in shown:
        try:
            piece = os.read(terminal, 10_000)
        except OSError:  # nobody has the other end any more
            break
        if not piece:
            break
        shown += piece
    return shown
