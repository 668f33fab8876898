"""The study of finite kernel widths: its counts, its bisection, its mask, its files."""

import csv
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from learner.core.trainer import Trainer
from learner.studies.svm_study import (
    BOXES,
    GRID,
    WIDTHS,
    StudyRow,
    WidthRow,
    collect_labels,
    count_wrong,
    fit,
    smallest_width,
    study,
    write_csv,
)
from learner.studies.svm_tables import shares_table, tables, widths_table
from levels.text.reader import builtin_levels, read_level
from tests.oracle import World
from tests.unit.learner.svm.test_svm import solves

ROOT = Path(__file__).resolve().parents[4]
GRIDS = [name for name in builtin_levels() if name.startswith("grid")]


@pytest.fixture(scope="module")
def learned():
    """Levels by name, trained once for all tests here."""
    trained = {}

    def give(name):
        if name not in trained:
            trained[name] = collect_labels(read_level(builtin_levels()[name]), seed=0)
        return trained[name]

    return give


def test_a_training_for_the_study_can_be_broken_off_between_slices(monkeypatch):
    """Python hears Ctrl+C only between two calls of the compiled loop."""
    monkeypatch.setattr("learner.runs.training.SLICE", 100)
    advance, slices = Trainer.advance, []

    def counted(trainer, *args, **budget):
        before = trainer.transitions
        advance(trainer, *args, **budget)
        slices.append(trainer.transitions - before)

    monkeypatch.setattr(Trainer, "advance", counted)
    collect_labels(read_level(builtin_levels()["grid_4"]), seed=0)
    assert len(slices) > 10
    assert max(slices) == 100


def test_every_labelled_state_is_in_the_study(learned):
    patience = learned("patience")
    free = patience.safe.viable & ~patience.mdp.goal
    assert patience.states.tolist() == np.flatnonzero(free).tolist()
    assert patience.safe.allowed[patience.states, patience.labels].all()


def test_shares_are_those_counted_by_hand(learned):
    """Row by row in plain loops, the closed form at a width where it errs."""
    patience = learned("patience")
    row = count_wrong("patience", patience, 0.25, None)
    svm = fit(patience, 0.25, None)
    wrong = unsafe = 0
    for place, state in enumerate(patience.states):
        best = max(np.flatnonzero(svm.present), key=lambda k: svm.decision_values[place, k])
        wrong += best != patience.labels[place]
        unsafe += not patience.safe.allowed[state, best]
    assert wrong > unsafe > 0
    assert row == StudyRow("patience", 315, None, 0.25, wrong / 315, unsafe / 315, unsafe, 0, True)


@pytest.mark.parametrize("name", ["grid_9", "maze_15", "patience", "dead_end"])
@pytest.mark.parametrize("kernel_width", [0.0625, 0.5])
def test_the_mask_catches_every_choice_that_is_not_allowed(learned, name, kernel_width):
    """The oracle, which knows no tables, makes each masked move and asks whether one can live on."""
    trained = learned(name)
    mdp, svm = trained.mdp, fit(trained, kernel_width, None)
    allowed = trained.safe.allowed[trained.states]
    assert count_wrong(name, trained, kernel_width, None).unsafe_after_mask == 0
    world = World(read_level(builtin_levels()[name]))
    kernel = world.figures().kernel
    for state, choice in zip(trained.states, svm.masked(allowed), strict=True):
        cell, phase = mdp.cell(state), mdp.phase(state)
        target = world.move(cell, phase, mdp.actions[choice])
        assert (target, (phase + 1) % world.period) in kernel
    assert not allowed[np.arange(len(allowed)), svm.predicted].all()


def test_a_mask_that_lets_unsafe_actions_pass_is_found_out(learned):
    """The count comes from the tables and the kernel, not from the mask itself."""
    patience = learned("patience")
    everything = np.ones_like(patience.safe.allowed)
    blind = replace(patience, safe=replace(patience.safe, allowed=everything))
    assert count_wrong("patience", blind, 0.25, None).unsafe_after_mask > 0


@pytest.mark.parametrize("name", GRIDS)
def test_bisection_finds_the_smallest_of_all_widths(learned, name):
    """Everything from the width it gives upwards copies all labels, and the one below does not."""
    trained = learned(name)
    copies = [count_wrong(name, trained, width, None).mislabelled == 0.0 for width in GRID]
    first = max(place for place, good in enumerate(copies) if not good) + 1
    found = smallest_width(name, trained, None)
    assert found == WidthRow(name, len(trained.labels), None, GRID[first], exact=True)


def test_the_ends_of_the_grid_are_told(learned):
    trained = learned("grid_4")
    none = smallest_width("grid_4", trained, None, (0.01, 0.02))
    assert (none.smallest_width, none.exact) == (None, True)
    enough = smallest_width("grid_4", trained, None, (4.0, 8.0, 16.0))
    assert (enough.smallest_width, enough.exact) == (4.0, False)
    assert smallest_width("grid_4", trained, None, (0.01, 4.0)).exact


@solves
def test_a_width_whose_neighbour_was_not_solved_is_an_upper_bound(learned, monkeypatch):
    monkeypatch.setattr("learner.studies.svm_study.ITERATIONS", 100)
    found = smallest_width("maze_15", learned("maze_15"), 1000.0)
    assert found.smallest_width > 0.2
    assert not found.exact


def test_the_grid_is_eight_widths_to_a_doubling():
    assert (GRID[0], GRID[-1]) == (1 / 64, 16.0)
    assert all(high / low == pytest.approx(2 ** (1 / 8)) for low, high in pairwise(GRID))


@solves
@pytest.mark.parametrize("name", ["maze_15", pytest.param("patience", marks=pytest.mark.slow)])
def test_a_solution_copies_more_than_the_limits_multipliers_and_a_larger_box_more_still(learned, name):
    shares = [count_wrong(name, learned(name), 0.25, box).mislabelled for box in (None, 2.0, 1000.0)]
    assert shares[0] > shares[1] > shares[2]
    widths = [smallest_width(name, learned(name), box).smallest_width for box in (None, 2.0, 1000.0)]
    assert widths[0] > widths[1] > widths[2]


@solves
def test_rows_come_in_order_and_the_same_each_time(tmp_path):
    levels = {name: read_level(builtin_levels()[name]) for name in ("grid_4", "grid_5")}
    rows = list(study(levels, widths=(0.25, 2.0), boxes=(None, 2.0)))
    assert [(row.level, row.box) for row in rows if isinstance(row, WidthRow)] == [
        ("grid_4", None),
        ("grid_4", 2.0),
        ("grid_5", None),
        ("grid_5", 2.0),
    ]
    assert rows == list(study(levels, widths=(0.25, 2.0), boxes=(None, 2.0)))
    some = [row for row in rows if isinstance(row, StudyRow)]
    write_csv(some, tmp_path / "study.csv")
    with (tmp_path / "study.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert len(read) == 8
    assert read[0]["box"] == ""
    assert read[2] | {"mislabelled": ""} == {
        "level": "grid_4",
        "n_states": "13",
        "box": "2.0",
        "kernel_width": "0.25",
        "mislabelled": "",
        "not_allowed": str(some[2].not_allowed),
        "overruled": str(some[2].overruled),
        "unsafe_after_mask": "0",
        "converged": "True",
    }
    assert float(read[2]["mislabelled"]) == some[2].mislabelled


def share(width, box=2.0, **changes):
    row = StudyRow("patience", 1234, box, width, 0.25, 0.125, 30, 0, converged=True)
    return replace(row, **changes)


def test_tables_say_what_was_found_and_how_sure_it_is():
    shares = [share(width, box) for box in BOXES for width in WIDTHS]
    shares[0] = share(WIDTHS[0], None, mislabelled=0.5, converged=False)
    found = [0.5, 1.0, None, 2.0]
    widths = [WidthRow("patience", 1234, box, width, True) for box, width in zip(BOXES, found, strict=True)]
    widths[3] = replace(widths[3], exact=False)
    heading, _, line = (split(row) for row in widths_table(widths).splitlines())
    assert heading == ["level", "N", "limit's α", "U_b = 2", "U_b = 10", "U_b = 1,000"]
    assert line == ["`patience`", "1,234", "0.500", "1.000", "none", "≤ 2.000"]
    heading, _, line = (split(row) for row in shares_table(shares, None).splitlines())
    assert heading == ["level", *(f"η = {width}" for width in ("1/16", "1/8", "1/4", "1/2", "1", "2", "4"))]
    assert line == ["`patience`", "50.0 / 12.5 ¹", *["25.0 / 12.5"] * 6]
    text = tables(shares, widths)
    assert "¹ The solver stopped" in text
    assert "in 840 states, over 28 fits" in text
    assert all(shares_table(shares, box) in text for box in BOXES)


def split(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


PAGE = (ROOT / "docs" / "svm.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", [*GRIDS, "maze_15", "patience"])
@pytest.mark.parametrize("box", [None, pytest.param(2.0, marks=solves)])
def test_the_page_tells_the_same_figures(learned, name, box):
    """Columns as the page has them; shares of the route that needs no solver are its first table of them."""
    lines = [split(line) for line in PAGE if line.startswith(f"| `{name}` ")]
    found = smallest_width(name, learned(name), box)
    assert lines[0][1] == f"{found.n_states:,}"
    assert lines[0][2 + BOXES.index(box)] == f"{found.smallest_width:.3f}"
    rows = [count_wrong(name, learned(name), width, box) for width in WIDTHS]
    expected = [f"{100 * row.mislabelled:.1f} / {100 * row.not_allowed:.1f}" for row in rows]
    assert lines[1 + BOXES.index(box)][1:] == expected
