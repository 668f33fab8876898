"""Files that are written whole: two at a time do not meet, and what a killed process left is cleared away."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from levels.files import STALE, replacing, unfinished

ROOT = Path(__file__).parents[3]
KILLED = """
import sys, time
from pathlib import Path
from levels.files import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write("half")
    print("there", flush=True)
    time.sleep(60)
"""


def aged(path):
    old = time.time() - 2 * STALE
    os.utime(path, (old, old))


def test_two_files_at_a_time_in_one_folder_do_not_meet(tmp_path):
    with unfinished(tmp_path / "film") as film:
        film.write_bytes(b"the beginning")
        with replacing(tmp_path / "level") as level:
            level.write("format: 1\n")
        film.replace(tmp_path / "film")
    held = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert held == {"film": b"the beginning", "level": b"format: 1\n"}


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_what_a_killed_process_left_is_cleared_away_by_the_next_save(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path / "a")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout.readline() == "there\n"
        (left,) = tmp_path.iterdir()
        aged(left)
        with replacing(tmp_path / "b") as file:
            file.write("b")
        assert left.exists()  # its process is there still
        program.send_signal(signal.SIGKILL)
    with replacing(tmp_path / "b") as file:
        file.write("c")
    assert [file.name for file in tmp_path.iterdir()] == ["b"]


def test_what_was_written_just_now_or_has_another_name_stays(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    fresh = tmp_path / f".safe-crossing-{gone.pid}-1.part"  # perhaps of another computer on the same disk
    others = [tmp_path / name for name in ("level.part", ".safe-crossing-x.part", f"{gone.pid}.part")]
    for file in (fresh, *others):
        file.write_text("")
    for file in others:
        aged(file)
    with replacing(tmp_path / "a") as file:
        file.write("a")
    assert {file.name for file in tmp_path.iterdir()} == {"a", fresh.name, *(file.name for file in others)}
