"""The command `study`: its files, its table, the same bytes each time, and what is missing."""

import csv
import sys
from contextlib import contextmanager
from functools import cache

import pytest

import main
from game.export.figures.studies import STUDIES, FiguresError, SolverMissingError, run_study
from game.ui.drawing.draw import ASSETS
from levels.text.reader import studied_levels
from tests.unit.learner.svm.test_svm import solves

PAGE = (ASSETS.parent / "docs" / "paper.md").read_text("utf-8")
SMALL = ("grid_4", "patience")


def run(name, out, capsys):
    assert main.main(["study", name, "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@contextmanager
def few():
    """Studies of little: five random crossings, two levels."""
    levels = {name: studied_levels()[name] for name in SMALL}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("levels.random.dead_ends.SEEDS", 5)
        patch.setattr("game.export.figures.studies.studied_levels", lambda: levels)
        patch.setattr("learner.studies.everywhere.BOARDS", ("grid_4", "maze_15"))
        patch.setattr("learner.studies.everywhere.SEEDS", 2)
        patch.setattr("learner.studies.svm_acting.BOARDS", ("grid_4",))
        patch.setattr("learner.studies.baselines.BOARDS", ("grid_4", "dead_end"))
        patch.setattr("learner.studies.baselines.SEEDS", 2)
        patch.setattr("learner.studies.baselines.TRANSITIONS", 3_000)
        yield


@pytest.fixture(scope="module")
def studied(tmp_path_factory):
    """Makes each study of little once: its folder, its table, and what it told on the way."""
    pytest.importorskip("matplotlib", reason="the figures' extra, matplotlib, is not installed")

    @cache
    def made(name):
        out, told = tmp_path_factory.mktemp(name) / "new", []
        with few():
            return out, run_study(name, out, lambda **step: told.append(step)), told

    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", ["baselines", "dead-ends", "everywhere", pytest.param("svm", marks=solves)])
def test_a_study_prints_its_table_and_writes_its_files_the_same_each_time(name, studied, tmp_path, capsys):
    out, table, _ = studied(name)
    with few():
        assert run(name, tmp_path / "again" / "new", capsys) == f"{table}\n"
    assert table.splitlines()[2 if name == "svm" else 0].startswith("| ")
    once, again = (sorted(folder.iterdir()) for folder in (out, tmp_path / "again" / "new"))
    assert [path.name for path in once] == sorted(STUDIES[name].files)
    for a, b in zip(once, again, strict=True):
        assert a.read_bytes() == b.read_bytes()
        if a.suffix == ".png":
            assert a.read_bytes().startswith(b"\x89PNG")
            assert not any(chunk in a.read_bytes() for chunk in (b"tEXt", b"iTXt", b"zTXt", b"tIME"))


@pytest.mark.slow
def test_the_dead_end_study_has_a_line_a_level_and_tells_how_far_it_is(studied):
    out, table, told = studied("dead-ends")
    assert told[0] == {"completed": 1, "total": 5, "description": "crossing 0"}
    assert [step["completed"] for step in told] == [1, 2, 3, 4, 5]
    rows = list(csv.DictReader((out / "dead_ends.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 10
    assert [line.split("|")[2].strip() for line in table.splitlines()[2:]] == ["5", "5"]


@pytest.mark.slow
def test_the_study_of_all_states_has_a_row_a_run_and_a_line_a_level(studied):
    out, table, told = studied("everywhere")
    assert [step["completed"] for step in told] == [1, 2, 3, 4]
    rows = list(csv.DictReader((out / "everywhere.csv").read_text("utf-8").splitlines()))
    assert [(row["level"], row["seed"], row["states"]) for row in rows] == [
        *(("grid_4", "0", "13"), ("grid_4", "1", "13"), ("maze_15", "0", "102"), ("maze_15", "1", "102"))
    ]
    for row in rows:
        assert int(row["first"]) <= int(row["lasting"]) <= int(row["converged"])
    middle = sum(int(row["converged"]) for row in rows[:2]) / 2
    assert [cell.strip() for cell in table.splitlines()[2].split("|")][-2] == f"{middle:,.0f}"


@pytest.mark.slow
def test_the_study_of_baselines_has_a_row_a_run_and_a_line_for_each_learner_on_a_level(studied):
    out, table, told = studied("baselines")
    assert told[-1] == {"completed": 28, "total": 28, "description": "dead_end, double_q"}
    rows = list(csv.DictReader((out / "baselines.csv").read_text("utf-8").splitlines()))
    assert [(row["level"], row["seed"]) for row in rows[:2]] == [("grid_4", "0"), ("grid_4", "1")]
    assert {row["transitions"] for row in rows} == {"3000"}
    assert {row["shortest"] for row in rows if row["level"] == "dead_end"} == {"14"}
    crashed = {row["learner"] for row in rows if row["crashes"] != "0"}
    stuck = {row["learner"] for row in rows if row["dead_ends"] != "0"}
    assert (crashed, stuck) == ({"plain", "lagrangian"}, {"one_step"})
    (line,) = (line for line in table.splitlines() if "`dead_end`" in line and "`one_step`" in line)
    cells = [cell.strip() for cell in line.split("|")][1:-1]
    both = [
        int(row["dead_ends"]) for row in rows if row["level"] == "dead_end" and row["learner"] == "one_step"
    ]
    assert (cells[2], cells[3]) == ("0", f"{sum(both) / 2:,.1f}")


@pytest.mark.slow
@solves
def test_the_svm_study_has_a_line_a_fit_and_one_a_bisection(studied):
    out, table, told = studied("svm")
    assert {"completed": 64, "total": 204, "description": "patience"} in told
    assert told[-1] == {"completed": 204, "total": 204, "description": "grid_4 acts"}
    fits, widths = (
        list(csv.DictReader((out / file).read_text("utf-8").splitlines()))
        for file in ("svm_study.csv", "svm_widths.csv")
    )
    assert (len(fits), len(widths)) == (56, 8)
    acting = list(csv.DictReader((out / "svm_acting.csv").read_text("utf-8").splitlines()))
    assert len(acting) == 2 * 140
    assert {row["crashes"] for row in acting if row["masked"] == "True"} == {"0.0"}
    assert {row["unsafe_after_mask"] for row in fits} == {"0"}
    overruled = sum(int(row["overruled"]) for row in fits)
    assert f"The mask overruled the SVM in {overruled:,} states, over 56 fits." in table


@pytest.mark.parametrize(
    ("package", "name", "error"),
    [
        ("matplotlib", "dead-ends", FiguresError),
        ("matplotlib", "svm", FiguresError),
        ("sklearn.svm", "svm", SolverMissingError),
    ],
)
def test_what_is_missing_is_a_sentence_and_nothing_is_made(
    package, name, error, tmp_path, monkeypatch, capsys
):
    if package != "matplotlib":
        pytest.importorskip("matplotlib", reason="the figures' extra, matplotlib, is not installed")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(error):
        run_study(name, tmp_path / "out")
    assert main.main(["study", name, "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "python3 run.py pip install " in printed.err
    assert not (tmp_path / "out").exists()


def test_an_unknown_study_is_told_with_those_that_there_are(capsys):
    assert main.main(["study", "svn"]) == 2
    assert "the studies are baselines, dead-ends, everywhere, svm" in capsys.readouterr().err


def test_the_help_names_every_study(capsys):
    assert main.main(["study", "--help"]) == 0
    assert "|".join(STUDIES) in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib", reason="the figures' extra, matplotlib, is not installed")
    monkeypatch.setattr("levels.random.dead_ends.study", lambda *_, **__: pytest.fail("it worked first"))
    (tmp_path / "dead_ends.png").mkdir()
    assert main.main(["study", "dead-ends", "--out", str(tmp_path)]) == 2
    assert "dead_ends.png" in capsys.readouterr().err


def test_every_study_and_its_files_are_named_in_the_page_about_the_paper():
    for name, study in STUDIES.items():
        assert f"python3 run.py study {name}" in PAGE
        assert [file for file in study.files if f"`{file}`" not in PAGE] == []
