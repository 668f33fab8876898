"""What the command line writes: no level is lost to it, nothing half-written is called saved."""

import ast
import json
import os
import re
from contextlib import contextmanager
from pathlib import Path

import pytest

import main
from game.export import film
from game.services.films import recorder
from game.shell import loop
from learner.runs import checkpoint, train
from levels.files import saving
from levels.files.saving import UnwritableError
from levels.text.reader import BUILTIN, builtin_levels, holds_level

try:
    import resource
except ImportError:
    resource = None

ROOT = Path(main.__file__).parent
TEXT = "format: 1\nname: x\nmap: |\n  S..\n  ..G\n"
COMMANDS = {
    "train": ("train", "grid_4", "--save"),
    "export": ("export", "grid_4", "--to", "drn"),
    "certificate": ("export", "grid_4", "--to", "certificate"),
    "record": ("record", "grid_4", "--width", "64", "--speed", "32"),
    "screenshot": ("grid_4", "--frames", "2", "--screenshot"),
}
"""Commands that write what is no level, OUT left out."""
LEVELS = {
    "ours.yaml": TEXT,
    "typo.yaml": TEXT.replace("..G", ".xG"),
    "sokoban.xsb": "#####\n#@  #\n#  .#\n#####\n",
    "moving.map": "type octile\nheight 2\nwidth 3\nmap\n...\n...\n",
}


def asked(name, out):
    return [*COMMANDS[name], out] if name != "record" else [*COMMANDS[name][:2], out, *COMMANDS[name][2:]]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_level_is_no_place_for_anything_else(cli, tmp_path, name):
    out = tmp_path / ("ours.gif" if name == "record" else "typo.yaml")
    text = TEXT if name == "record" else LEVELS["typo.yaml"]
    out.write_text(text, encoding="utf-8")
    code, told, err = cli(*asked(name, out))
    assert (code, told) == (2, "")
    assert "is a level file and would be overwritten" in err
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == [text]


@pytest.mark.parametrize("name", ["train", "export", "certificate"])
def test_a_built_in_level_is_none_either_and_force_is_obeyed(cli, tmp_path, name):
    before = builtin_levels()["grid_5"].read_bytes()
    code, _, err = cli(*asked(name, BUILTIN / "grid_5.yaml"))
    assert code == 2
    assert "would be overwritten" in err
    assert builtin_levels()["grid_5"].read_bytes() == before
    out = tmp_path / "own.yaml"
    out.write_text(TEXT, encoding="utf-8")
    assert cli(*asked(name, out), "--force")[0] == 0
    assert TEXT.encode() != out.read_bytes()


@pytest.mark.parametrize("name", LEVELS)
def test_what_holds_a_level(tmp_path, name):
    (tmp_path / name).write_text(LEVELS[name], encoding="utf-8")
    assert holds_level(tmp_path / name) == (name != "moving.map")  # that one has no start to be read with


def test_what_holds_none(cli, tmp_path):
    for name, data in (
        ("empty.yaml", b""),
        ("save.yaml", b"PK\x03\x04\0\0"),
        ("notes.txt", b"to do: everything"),
    ):
        (tmp_path / name).write_bytes(data)
        assert not holds_level(tmp_path / name)
    assert not holds_level(tmp_path / "nowhere.yaml")
    assert not holds_level(tmp_path)
    saved = tmp_path / "run.npz"
    for _ in range(2):  # an older save is replaced as ever
        assert cli("train", "grid_4", "--save", saved)[0] == 0


@pytest.fixture
def elsewhere(monkeypatch, tmp_path_factory):
    """The user's data folder and the temporary one, both empty."""
    data, temporary = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(checkpoint.platformdirs, "user_data_dir", lambda *_, **__: str(data))
    monkeypatch.setattr(checkpoint.tempfile, "gettempdir", lambda: str(temporary))
    return data, temporary


@pytest.fixture
def full(monkeypatch, elsewhere):
    """The disk is full from the moment on when something is to be made sure of on it."""

    def fail(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving.os, "fsync", fail)


def test_a_save_that_fails_loses_no_result(cli, tmp_path, full):
    (tmp_path / "run").write_bytes(b"old")
    code, out, err = cli("train", "grid_4", "--save", tmp_path / "run", "--json")
    record = json.loads(out)
    assert code == 2
    assert record["converged"]
    assert "the training can't be saved there (No space left on device)" in err
    code, out, err = cli("train", "grid_4", "--save", tmp_path / "run")
    assert code == 2
    assert "converged at episode" in out
    assert "No space left" in err
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("run", b"old")]


def learned_but(monkeypatch, happens):
    """Something happens while it learns; a test then sees what becomes of the save."""
    learn = train.learn

    def learn_and(trainer, cap, optimal):
        happens()
        return learn(trainer, cap, optimal)

    monkeypatch.setattr(train, "learn", learn_and)


def test_a_save_whose_folder_vanishes_goes_elsewhere_and_says_where(cli, tmp_path, elsewhere, monkeypatch):
    data, temporary = elsewhere
    folder = tmp_path / "runs"
    for number, place in enumerate((data / "saves" / "x.npz", data / "saves" / "x_2.npz")):
        folder.mkdir()
        learned_but(monkeypatch, lambda: folder.rmdir() if folder.exists() else None)
        code, out, err = cli("train", "grid_4", "--seed", number, "--save", folder / "x.npz", "--json")
        record = json.loads(out)
        assert (code, record["converged"], record["saved_to"]) == (2, True, str(place))
        assert f"It was saved as {place} instead." in err
        assert not folder.exists()
        resumed = json.loads(cli("train", "grid_4", "--resume", place, "--json")[1])
        assert resumed["episodes"] == record["episodes"]
    assert list(temporary.iterdir()) == []


def test_without_a_data_folder_it_goes_into_the_temporary_one(cli, tmp_path, elsewhere, monkeypatch):
    data, temporary = elsewhere
    (data / "saves").write_text("a file, where a folder would have to be", encoding="utf-8")
    (tmp_path / "x").mkdir()
    learned_but(monkeypatch, (tmp_path / "x").rmdir)
    code, out, err = cli("train", "grid_4", "--save", tmp_path / "x" / "run")
    assert code == 2
    assert "converged at episode" in out
    assert f"It was saved as {temporary / 'run'} instead." in err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_save_whose_folder_becomes_read_only_goes_elsewhere(cli, tmp_path, elsewhere, monkeypatch):
    folder = tmp_path / "runs"
    folder.mkdir()
    learned_but(monkeypatch, lambda: folder.chmod(0o500))
    code, _, err = cli("train", "grid_4", "--save", folder / "x")
    folder.chmod(0o700)
    assert code == 2
    assert f"It was saved as {elsewhere[0] / 'saves' / 'x'} instead." in err


def test_a_save_over_a_file_that_becomes_protected_goes_elsewhere(cli, tmp_path, elsewhere, monkeypatch):
    """As a read-only place is to everybody but root."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    may = os.access
    learned_but(
        monkeypatch,
        lambda: monkeypatch.setattr(saving.os, "access", lambda file, how: file != path and may(file, how)),
    )
    code, _, err = cli("train", "grid_4", "--save", path)
    assert (code, path.read_bytes()) == (2, b"old")
    assert "write-protected" in err
    assert f"It was saved as {elsewhere[0] / 'saves' / 'x'} instead." in err


def test_an_interrupted_run_saved_elsewhere_says_how_to_continue(cli, tmp_path, elsewhere, monkeypatch):
    folder = tmp_path / "runs"
    folder.mkdir()

    def interrupted(trainer, _cap, _optimal):
        trainer.advance(100)
        folder.rmdir()
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "learn", interrupted)
    code, out, err = cli("train", "grid_4", "--save", folder / "x")
    assert (code, out) == (130, "")
    assert f"Continue with --resume {elsewhere[0] / 'saves' / 'x'}." in err


def test_a_dead_end_is_told_though_its_save_fails(cli, tmp_path, full):
    code, out, err = cli("train", "dead_end", "--safety", "one_step", "--save", tmp_path / "run", "--json")
    assert code == 2
    assert json.loads(out)["dead_end"]
    assert "dead end at row" in err
    assert "No space left" in err


def test_ctrl_c_with_a_save_that_fails_promises_no_save(cli, tmp_path, full, monkeypatch):
    def interrupted(trainer, _cap, _optimal):
        trainer.advance(100)
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "learn", interrupted)
    (tmp_path / "run").write_bytes(b"old")
    code, out, err = cli("train", "grid_4", "--save", tmp_path / "run")
    assert (code, out) == (130, "")
    assert "No space left" in err
    assert "--resume" not in err


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "train"])
def test_what_cannot_be_written_whole_is_not_called_written(cli, tmp_path, full, name):
    out = tmp_path / "film.gif"
    out.write_bytes(b"old")
    code, told, err = cli(*asked(name, out))
    assert (code, told) == (2, "")
    assert "No space left on device" in err
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("film.gif", b"old")]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_noticed_before_the_work(cli, tmp_path, monkeypatch, name):
    if name in ("export", "certificate"):
        pytest.skip("takes no time")

    def fail(path):
        raise UnwritableError(path, "No space left on device")

    for place, called in (
        (recorder, "refuse_unwritable"),
        (loop, "refuse_unwritable"),
        (checkpoint, "refuse_place"),
    ):
        monkeypatch.setattr(place, called, fail)
    for place in (train, film):
        monkeypatch.setattr(place, "learn", lambda *_: pytest.fail("it worked first"))
    code, told, err = cli(*asked(name, tmp_path / "film.gif"))
    assert (code, told) == (2, "")
    assert "No space left" in err


@contextmanager
def files_of_at_most(n_bytes):
    """The system lets no file become larger meanwhile."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


WRITERS = COMMANDS | {"convert": ("convert", "grid_4", "--force"), "surprise": ("surprise", "--force")}


@pytest.mark.skipif(resource is None, reason="no such limit there")
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_cut_anywhere_is_not_called_written_and_replaces_none(cli, tmp_path, name):
    out = tmp_path / "film.gif"
    run = [*WRITERS[name], out] if name != "record" else asked(name, out)
    assert cli(*run)[0] == 0  # and all is compiled
    size = out.stat().st_size
    out.write_bytes(b"old")
    last = 5000 if name == "screenshot" else size - 1  # no two frames are alike while a level is opened
    for most in (0, 1, size // 2, last):
        with files_of_at_most(most):
            code, told, err = cli(*run)
        assert code == 2, most
        assert "File too large" in err
        assert "written" not in told
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("film.gif", b"old")], most


NASTY = "\x1b]0;owned\x07\x1b[31m[red]a\u202eb\nc\r"
STEERING = ("\x1b", "\x07", "\u202e", "\r")


def is_clean(*texts):
    for text in texts:
        assert not any(sign in text for sign in STEERING), repr(text)
    return True


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_no_name_steers_the_terminal(cli, tmp_path, monkeypatch):
    folder = tmp_path / NASTY
    folder.mkdir()
    (folder / f"{NASTY}.xsb").write_text(LEVELS["sokoban.xsb"], encoding="utf-8")
    (folder / f"{NASTY}.yaml").write_text(LEVELS["typo.yaml"], encoding="utf-8")
    good, bad = folder / f"{NASTY}.xsb", folder / f"{NASTY}.yaml"
    runs = [
        ("check", good),
        ("check", bad, folder / "nowhere", NASTY),
        ("train", good, "--save", folder / NASTY),
        ("train", good, "--save", folder / NASTY / "x"),
        ("train", good, "--resume", bad),
        ("train", bad),
        ("convert", good, folder / "out\x1b[31m.yaml"),
        ("convert", good, bad),
        ("convert", good, folder / "nowhere\x1b" / "x"),
        ("export", good, folder / "drn\x1b[31m", "--to", "drn"),
        ("export", good, bad, "--to", "drn"),
        ("record", good, folder / "film\x1b[31m"),
        ("surprise", bad),
        ("surprise", folder / "made\x1b[31m.yaml"),
        ("study", NASTY),
        (NASTY,),
        (f"--{NASTY}",),
        ("check", f"--{NASTY}"),
        ("train", good, NASTY),
        ("train", good, "--seed", NASTY),
        ("grid_4", "--overlays", NASTY),
    ]
    for run in runs:
        _, out, err = cli(*run)
        assert is_clean(out, err), run
        if run[0] in ("check", "convert", "export", "surprise") and not str(run[1]).startswith("--"):
            for line in (out + err).splitlines():
                assert not line.startswith("c"), run  # what follows the line feed in the name
    _, out, _ = cli("check", good, bad, "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert is_clean(out)
    assert records[0]["file"] == str(good)


SOURCES = [path for folder in ("levels", "learner", "game") for path in ROOT.glob(f"{folder}/**/*.py")]


def calls(wanted):
    """Where functions are called that are wanted by the last part of their name: file → how it is written."""
    found = {}
    for path in (*SOURCES, ROOT / "main.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                word = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if wanted(word, node):
                    found.setdefault(path.relative_to(ROOT).as_posix(), []).append(ast.unparse(node.func))
    return found


def test_every_line_for_the_terminal_goes_through_one_door():
    """Nobody prints past it but JSON, which has escapes of its own."""

    def prints(word, call):
        stream = word in ("write", "writelines") and ast.unparse(call.func).startswith("sys.std")
        json_alone = bool(call.args) and ast.unparse(call.args[0]).startswith("json.dumps(")
        return stream or (word in ("print", "echo", "secho") and not json_alone)

    assert calls(prints) == {"levels/files/terminal.py": ["print"]}


def test_every_writer_goes_through_one_door():
    """Nobody opens a file for writing past `levels/files/saving.py`, but for files nobody will look for."""

    def writes(word, call):
        if word == "open":
            return any(re.fullmatch(r"'[rb]*[wax+][bt+]*'", ast.unparse(arg)) for arg in call.args)
        return word in ("write_text", "write_bytes", "rename", "mkstemp", "NamedTemporaryFile", "fdopen")

    assert calls(writes) == {
        "levels/files/saving.py": ["path.open", "open", "os.fdopen"],
        "game/export/bundle.py": ["icon.write_bytes"],  # in a folder that goes once the bundle is built
        "game/export/frame_bench.py": [
            "levels[LARGE].write_text"
        ],  # in a folder of its own that goes with it
        "learner/runs/export.py": ["npz.open"],  # within a file that came through the door
        "game/screens/menu/menu.py": ["rename"],  # asks for another name; own_levels writes it
        "game/userdata/best_results.py": ["self.path.rename"],  # puts a damaged file aside
        "game/userdata/trash.py": ["path.rename", "kept.rename"],  # moves a level there and back
    }
