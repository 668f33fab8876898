"""The command line: its JSON keys, its exit codes, and what it leaves on stdout and stderr."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import main
from game.export.frame_bench import Screen
from learner.bench.timing import Findings, Measurement
from levels.files.terminal import size_of
from levels.random.codes import LARGEST_SEED, Code, code_of
from levels.text.reader import builtin_levels, find_level, read_level

ROOT = Path(main.__file__).parent
CHECKED = {
    *("file", "ok", "problems", "name", "rows", "columns", "cells", "period", "states", "reachable"),
    *("viable", "doomed", "doomed_reachable", "shortest", "goal_reachable_from_all", "certified"),
}
BAD = "format: 1\nname: x\nmap: |\n  S.#\n  ..x\nfoo: 1\n"


def test_check_prints_one_object_a_line_with_exactly_the_contracts_keys(cli, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD, encoding="utf-8")
    code, out, err = cli("check", "grid_4", bad, "nowhere", "a" * 300, "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert err == ""
    assert [set(record) for record in records] == [CHECKED] * 4
    assert [record["ok"] for record in records] == [True, False, False, False]
    assert [record["certified"] for record in records] == [True, False, False, False]
    assert set(records[1]["problems"][0]) == {"line", "column", "message", "hint"}
    assert (records[0]["file"], records[0]["shortest"]) == ("grid_4", 6)
    assert records[1]["cells"] is None


def test_check_for_people(cli, tmp_path):
    assert cli("check", "grid_4", "dead_end")[0] == 0
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD, encoding="utf-8")
    code, out, err = cli("check", bad)
    assert (code, out) == (2, "")
    assert f"{bad}:6:1: unknown key" in err
    assert "^" in err


def test_check_refuses_a_level_without_a_way_and_says_why(cli, tmp_path):
    shut = tmp_path / "shut.yaml"
    shut.write_text("format: 1\nname: Shut\nmap: |\n  S#.\n  ##G\n", encoding="utf-8")
    code, out, _ = cli("check", shut, "--json")
    record = json.loads(out)
    assert code == 2
    assert not record["certified"]
    assert "cannot be reached" in record["problems"][0]["message"]
    assert record["shortest"] is None
    code, _, err = cli("train", shut)
    assert code == 2
    assert "cannot be reached" in err


def test_two_obstacles_on_one_cell_are_a_problem_not_a_traceback(cli, tmp_path):
    level = tmp_path / "crash.yaml"
    level.write_text(
        "format: 1\nname: x\nmap: |\n  S..\n  ===\n  ..G\nobstacles:\n"
        "  - {kind: lane, look: car, row: 1, direction: left, at: [0]}\n"
        "  - {kind: lane, look: car, row: 1, direction: right, at: [1]}\n",
        encoding="utf-8",
    )
    code, _, err = cli("check", level)
    assert code == 2
    assert "crash.yaml" in err


@pytest.mark.slow
def test_a_stream_that_lacks_our_characters_gets_a_sentence_all_the_same():
    for args in (["check", "grid_4"], ["check", "grid_4", "--json"], ["check", "nowhere"]):
        done = subprocess.run(
            [sys.executable, "main.py", *args],
            cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (2 if "nowhere" in args else 0)
        assert "Traceback" not in done.stderr
        assert done.stdout or "no such file" in done.stderr
        if "--json" in args:
            assert json.loads(done.stdout)["name"] == "Grid 4×4"


@pytest.mark.slow
def test_bench_prints_a_table_for_people_and_one_object_alone_for_scripts(cli, monkeypatch):
    monkeypatch.setattr("game.export.frame_bench.SCREENS", (Screen("menu", None),))
    monkeypatch.setattr("game.export.frame_bench.FRAMES", 4)
    found = Findings(
        (Measurement("a case", "a rival", "s", ours=0.001, theirs=2.0, ratio=2000.0, rounds=5),),
        ("Something is left out.",),
    )
    monkeypatch.setattr("game.export.bench.BENCHMARKS", {"quick": lambda _: found})
    code, out, err = cli("bench", "--json")
    record = json.loads(out)
    assert (code, err, len(out.splitlines())) == (0, "", 1)
    assert set(record) == {"benchmarks", "left_out", "run_with", "seconds"}
    (line,) = record["benchmarks"]["quick"]
    assert set(line) == {"case", "rival", "unit", "ours", "theirs", "ratio", "rounds"}
    code, out, err = cli("bench")
    assert (code, err) == (0, "")
    assert all(words in out for words in ("a case", "a rival", "1 ms", "2,000", "Something is left out."))


def test_an_unknown_name_is_told_with_a_suggestion(cli):
    code, _, err = cli("grid_44")
    assert code == 2
    assert "did you mean grid_4" in err


@pytest.mark.parametrize(
    ("args", "meant"), [(("chek", "grid_4"), "check"), (("trian",), "train"), (("Train", "grid_4"), "train")]
)
def test_a_misspelt_command_is_told_with_the_one_that_is_meant(cli, args, meant):
    code, out, err = cli(*args)
    assert (code, out) == (2, "")
    assert err == f"There is no command “{args[0]}”, and no level of that name; did you mean {meant}?\n"


def test_a_file_or_a_level_named_almost_like_a_command_is_meant_itself(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("chek").write_text("format: 1\nname: Mine\nmap: |\n  S.G\n", encoding="utf-8")
    assert cli("chek", "--frames", 1)[0] == 0
    assert "did you mean trains?" in cli("trainss")[2]


def test_a_level_in_a_commands_place_means_the_window(cli, tmp_path):
    picture = tmp_path / "last.png"
    code, out, _ = cli("grid_4", "--frames", 5, "--screenshot", picture, "--json")
    assert code == 0
    assert set(json.loads(out)) == {"frame_ms", "first_picture_s", "transitions_per_second", "violations"}
    assert picture.exists()
    code, out, _ = cli("--frames", 3)
    assert (code, out) == (0, "")


def test_a_bad_level_opens_a_window_that_tells_and_gives_exit_code_2(cli, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD, encoding="utf-8")
    code, _, err = cli(bad, "--frames", 30)
    assert code == 2
    assert "unknown key" in err


def test_usage_errors_have_exit_code_2(cli):
    assert cli("check")[0] == 2
    assert cli("grid_4", "--frames", "many")[0] == 2
    assert cli("grid_4", "--screenshot", "x.png")[0] == 2
    assert cli("grid_4", "--overlays", "valuse")[0] == 2


@pytest.mark.parametrize(
    "args",
    [
        ("train", "grid_4", "--learner", "x"),
        ("surprise", "out", "--kind", "x"),
        ("export", "a", "b", "--to", "x"),
    ],
)
def test_a_wrong_choice_is_told_without_a_name_of_pythons(cli, args):
    code, out, err = cli(*args)
    said = " ".join(err.replace("│", " ").split())
    assert (code, out) == (2, "")
    assert f"Invalid value for '{args[-2]}': 'x' is not one of '" in said


@pytest.mark.parametrize("name", ["", " "])
@pytest.mark.parametrize(
    ("args", "option", "says"),
    [
        ("train grid_4 --export", "--export", "folder"),
        ("figures --out", "--out", "folder"),
        ("study svm --out", "--out", "folder"),
        ("sweep grid_4 --out", "--out", "folder"),
        ("bundle --out", "--out", "folder"),
        ("grid_4 --frames 2 --screenshot", "--screenshot", "file"),
        ("train grid_4 --save", "--save", "file"),
        ("train grid_4 --resume", "--resume", "file"),
        ("export grid_4 --to drn", "OUT", "file"),
        ("convert grid_4", "OUT", "file"),
        ("surprise", "OUT", "file"),
        ("record grid_4", "OUT", "file"),
    ],
)
def test_a_path_without_a_name_is_refused(cli, tmp_path, monkeypatch, args, option, says, name):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*args.split(), name)
    said = " ".join(err.replace("│", " ").split())
    assert (code, out) == (2, "")
    assert f"Invalid value for '{option}': the {says} has no name; write one" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("args", ["convert grid_4", "convert grid_4 --force", "surprise", "surprise --force"])
def test_a_folder_is_no_file_to_write(cli, tmp_path, args):
    assert cli(*args.split(), tmp_path) == (2, "", f"{tmp_path} is a folder: name a file.\n")


def test_a_picture_that_cannot_be_saved_is_a_sentence(cli, tmp_path):
    code, _, err = cli("grid_4", "--frames", 2, "--screenshot", tmp_path / "nowhere" / "x.png")
    assert code == 2
    assert "can't be written there" in err


def test_help_lists_the_commands_that_exist(cli):
    code, out, _ = cli("--help")
    assert code == 0
    assert all(name in out for name in ("window", "check", "train"))


@pytest.mark.slow
def test_help_points_at_no_file_that_an_installation_lacks(cli):
    for name in (command.name or command.callback.__name__ for command in main.app.registered_commands):
        code, told, _ = cli(name, "--help")
        assert code == 0
        assert not re.search(r"docs/|tests/|\.md\b|\.py\b", told.replace("python3 run.py", "")), name


def test_help_is_that_of_run_py_with_what_only_run_py_does(cli):
    told = " ".join(cli("--help")[1].split())
    assert "Usage: python3 run.py" in told
    assert "python3 run.py test runs the tests" in told
    assert "python3 run.py pip install NAME" in told
    assert "Usage: python3 run.py check" in cli("check")[2]


def test_what_has_been_written_is_told_on_stdout(cli, tmp_path):
    drn, film = tmp_path / "grid.drn", tmp_path / "grid.gif"
    assert cli("export", "grid_4", drn, "--to", "drn") == (0, f"{drn}: written, {size_of(drn)}\n", "")
    code, out, err = cli("record", "grid_4", film, "--width", 64, "--speed", 32)
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"{re.escape(str(film))}: written, \d\.\d s, \d+ kB\n", out)


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0 kB"), (9, "1 kB"), (84_400, "85 kB"), (1_250_000, "1.2 MB")]
)
def test_a_size_in_words(tmp_path, size, words):
    file = tmp_path / "file"
    file.write_bytes(bytes(size))
    assert size_of(file) == words


@pytest.mark.slow
def test_a_built_in_level_goes_by_its_title_as_well(cli):
    for name, path in builtin_levels().items():
        assert find_level(read_level(path).name) == path, name
    for meant in ("maze_15×15", "Maze 15x15", "MAZE_15", " maze  15 "):
        assert find_level(meant) == builtin_levels()["maze_15"]
    assert cli("Goods Yard", "--frames", 1)[0] == 0
    assert json.loads(cli("check", "goods yard", "--json")[1])["name"] == "Goods Yard"
    assert "did you mean trains?" in cli("check", "Good Yard")[2]


@pytest.mark.slow
def test_check_loads_no_pygame_and_prints_json_alone():
    lines = (
        "import sys, main",
        "assert 'numba' not in sys.modules",
        "main.main(['check', 'grid_4', '--json'])",
        "assert 'pygame' not in sys.modules",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["certified"]


def test_surprise_refuses_a_seed_that_its_code_could_not_have(cli, tmp_path):
    code, _, err = cli("surprise", tmp_path / "new.yaml", "--seed", LARGEST_SEED + 1)
    assert code == 2
    assert "999999999" in err
    assert code_of(str(Code(LARGEST_SEED + 1, 1))) is None
    assert code_of(str(Code(LARGEST_SEED, 1, "river"))) == (LARGEST_SEED, 1, "river")


def test_surprise_writes_the_level_of_a_seed_and_a_difficulty_once(cli, tmp_path):
    out = tmp_path / "new.yaml"
    line = ("surprise", out, "--seed", 4711, "--difficulty", 1)
    code, told, _ = cli(*line)
    assert code == 0
    assert "Surprise 4711-1" in told
    text = out.read_bytes()
    assert cli("check", out)[0] == 0
    code, _, told = cli(*line)
    assert (code, out.read_bytes()) == (2, text)
    assert "--force" in told
    assert cli(*line, "--force")[0] == 0
    assert out.read_bytes() == text
    assert cli("surprise", out, "--difficulty", 6)[0] == 2


def test_surprise_writes_a_river(cli, tmp_path):
    code, told, _ = cli("surprise", tmp_path / "new.yaml", "--seed", 11, "--difficulty", 1, "--kind", "river")
    assert code == 0
    assert "Surprise river 11-1" in told
