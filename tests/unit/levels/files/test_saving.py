"""Files that are written whole: what comes in their way, whose permissions they have, what is left over."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from levels.files import saving
from levels.files.saving import (
    PART,
    UnwritableError,
    appending,
    clear_leftovers,
    make_folder,
    refuse_unwritable,
    replacing,
    replacing_bytes,
)

ROOT = Path(__file__).parents[4]
KILLED = """
import sys, time
from pathlib import Path
from levels.files.saving import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write("half")
    print("there", flush=True)
    time.sleep(60)
"""
LEFT = ".safe-crossing-0123456789abcdef.part"
posix = pytest.mark.skipif(os.name == "nt", reason="permissions, links and locks as POSIX has them")


def write(path, text="new"):
    with replacing(path) as file:
        file.write(text)


def held(folder):
    return {file.name: file.read_text() for file in folder.iterdir()}


@pytest.fixture
def writing(tmp_path):
    """A process that is in the middle of writing tmp_path / "a"; its file, and the process."""
    command = [sys.executable, "-c", KILLED, str(tmp_path / "a")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout.readline() == "there\n"
        (left,) = tmp_path.iterdir()
        assert PART.fullmatch(left.name)
        yield left, program
        program.kill()


def test_two_files_at_a_time_in_one_folder_do_not_meet(tmp_path):
    with replacing_bytes(tmp_path / "film") as film:
        film.write(b"the beginning")
        write(tmp_path / "level")
    assert held(tmp_path) == {"film": "the beginning", "level": "new"}


def _fail_while_writing(path, error):
    with replacing(path) as file:
        file.write("half")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, SystemExit, ValueError])
def test_a_block_that_ends_badly_leaves_the_old_file_alone(tmp_path, error):
    write(tmp_path / "a", "old")
    with pytest.raises(error):
        _fail_while_writing(tmp_path / "a", error)
    assert held(tmp_path) == {"a": "old"}


@posix
def test_what_a_killed_process_left_is_cleared_away_by_the_next_save_and_no_living_ones(tmp_path, writing):
    left, program = writing
    write(tmp_path / "b")
    assert left.exists()
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert left.exists()
    write(tmp_path / "b")
    assert held(tmp_path) == {"b": "new"}


@posix
def test_ctrl_c_leaves_nothing(tmp_path, writing):
    _, program = writing
    program.send_signal(signal.SIGINT)
    program.wait()
    assert not list(tmp_path.iterdir())


@posix
def test_a_thread_that_ends_with_its_process_leaves_nothing(tmp_path):
    code = KILLED.replace("with replacing", "def work():\n  with replacing").replace("\n    ", "\n      ")
    code += "import threading\nthreading.Thread(target=work, daemon=True).start()\ntime.sleep(0.5)\n"
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")], cwd=ROOT, check=True)
    assert not list(tmp_path.iterdir())


@posix
def test_only_our_own_leftovers_are_cleared_away(tmp_path):
    """Neither other names, nor links or folders or pipes of such a name, nor another user's."""
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.write_text("precious")
    folder.mkdir()
    others = ["level.part", ".safe-crossing-x.part", ".safe-crossing-123-4.part", f"x{LEFT}", LEFT.upper()]
    for name in others:
        (folder / name).write_text("")
    (folder / LEFT.replace("0", "1")).symlink_to(outside)
    (folder / LEFT.replace("0", "2")).mkdir()
    os.mkfifo(folder / LEFT.replace("0", "3"))
    (folder / LEFT).write_text("left over")
    clear_leftovers([folder, tmp_path / "nowhere", outside])
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        [*others, *(LEFT.replace("0", digit) for digit in "123")]
    )
    assert outside.read_text() == "precious"


@posix
def test_another_users_file_stays(tmp_path, monkeypatch):
    (tmp_path / LEFT).write_text("")
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    clear_leftovers([tmp_path])
    assert (tmp_path / LEFT).exists()


@posix
def test_a_name_that_somebody_planted_is_not_written_to(tmp_path, monkeypatch):
    """The names cannot be guessed; even a guessed one is created anew or not at all."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(saving.secrets, "token_hex", lambda _: "0123456789abcdef")
    (tmp_path / LEFT).symlink_to(victim)
    with pytest.raises(UnwritableError, match="File exists"):
        write(tmp_path / "a")
    assert held(tmp_path) == {"victim": "precious", LEFT: "precious"}
    assert (tmp_path / LEFT).is_symlink()


def _swap_while_writing(path):
    with replacing(path) as file:
        (part,) = (there for there in path.parent.iterdir() if PART.fullmatch(there.name))
        part.unlink()
        part.write_text("forged")
        file.write("new")


@posix
def test_a_file_that_somebody_puts_in_the_place_of_the_unfinished_one_is_not_taken(tmp_path):
    write(tmp_path / "a", "old")
    with pytest.raises(UnwritableError, match="another program"):
        _swap_while_writing(tmp_path / "a")
    assert (tmp_path / "a").read_text() == "old"


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755, 0o222])
def test_a_file_keeps_its_permissions(tmp_path, mode):
    write(tmp_path / "a", "old")
    (tmp_path / "a").chmod(mode)
    with replacing(tmp_path / "a") as file:
        (part,) = (path for path in tmp_path.iterdir() if PART.fullmatch(path.name))
        assert part.stat().st_mode & 0o777 == 0o600  # nobody reads beforehand what nobody may read after
        file.write("new")
    assert (tmp_path / "a").stat().st_mode & 0o7777 == mode
    assert (tmp_path / "a").read_text() == "new"


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path, umask, mode):
    before = os.umask(umask)
    try:
        write(tmp_path / "a")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == mode


@posix
def test_the_owner_stays_where_that_is_allowed(tmp_path):
    if os.geteuid():
        pytest.skip("only root may give files away")
    write(tmp_path / "a", "old")
    os.chown(tmp_path / "a", 1234, 5678)
    write(tmp_path / "a")
    about = (tmp_path / "a").stat()
    assert (about.st_uid, about.st_gid) == (1234, 5678)


@posix
def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    write(tmp_path / "there" / "a", "old")
    (tmp_path / "link").symlink_to("there/a")
    (tmp_path / "chain").symlink_to("link")
    (tmp_path / "to nothing").symlink_to("there/new")
    write(tmp_path / "chain")
    write(tmp_path / "to nothing")
    assert all((tmp_path / name).is_symlink() for name in ("link", "chain", "to nothing"))
    assert held(tmp_path / "there") == {"a": "new", "new": "new"}


@posix
@pytest.mark.parametrize("act", [write, refuse_unwritable, make_folder])
def test_a_circle_of_links_is_a_sentence(tmp_path, act):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for path in (tmp_path / "a" / "x", *([tmp_path / "a"] if act is not make_folder else [])):
        with pytest.raises(UnwritableError, match="its links form a loop"):
            act(path)


@posix
def test_folders_devices_and_pipes_are_never_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null"), Path("/dev/full")):
        for act in (write, refuse_unwritable):
            with pytest.raises(UnwritableError, match="not an ordinary file"):
                act(path)
    assert not Path("/dev/null").is_file()


def test_a_write_protected_file_stays(tmp_path, monkeypatch):
    write(tmp_path / "a", "old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(UnwritableError, match="write-protected"):
        write(tmp_path / "a")
    assert held(tmp_path) == {"a": "old"}


def _remove_folder_while_writing(path):
    with replacing(path) as file:
        for there in path.parent.iterdir():
            there.unlink()
        path.parent.rmdir()
        file.write("new")


def test_a_folder_that_vanishes_meanwhile_is_told(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnwritableError, match="can't be written"):
        _remove_folder_while_writing(tmp_path / "folder" / "a")
    assert not list(tmp_path.iterdir())


def test_trying_whether_a_file_can_be_written_changes_nothing(tmp_path):
    write(tmp_path / "a", "old")
    refuse_unwritable(tmp_path / "a")
    refuse_unwritable(tmp_path / "b")
    assert held(tmp_path) == {"a": "old"}


def test_a_name_that_would_steer_the_terminal_is_not_told_as_it_stands(tmp_path):
    with pytest.raises(UnwritableError) as caught:
        write(tmp_path / "\x1b[31mred\n\u202e" / "x")
    assert "\x1b" not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "\u202e" not in str(caught.value)


def test_lines_are_appended_and_none_continues_one_that_was_cut(tmp_path):
    path = tmp_path / "log"
    with appending(path) as add:
        add("é")
        assert path.read_text("utf-8") == "é\n"  # at once, whatever ends the process next
        add("two")
    path.write_text("é\ntw", "utf-8")
    with appending(path) as add:
        add("three")
    assert path.read_text("utf-8") == "é\ntw\nthree\n"


@posix
def test_a_line_that_fits_in_part_gets_a_sentence(tmp_path):
    from resource import RLIMIT_FSIZE, getrlimit, setrlimit

    soft, hard = getrlimit(RLIMIT_FSIZE)
    with appending(tmp_path / "log") as add:
        setrlimit(RLIMIT_FSIZE, (10, hard))
        try:
            with pytest.raises(UnwritableError, match="the file can't be written there"):
                add("twenty characters in a line")
        finally:
            setrlimit(RLIMIT_FSIZE, (soft, hard))


def test_what_cannot_be_appended_to_gets_a_sentence(tmp_path):
    with pytest.raises(UnwritableError, match="the file can't be written there"), appending(tmp_path):
        pass
