"""The study of the SVM that acts: its rows, its yardstick, its tables; the page's figures of the grid."""

from dataclasses import replace
from pathlib import Path

import pytest

from learner.studies.svm_acting import (
    FITS,
    ActingRow,
    Yardstick,
    parts_table,
    study,
    tables,
    whole_table,
)
from levels.text.reader import builtin_levels, read_level

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "svm.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows():
    """The rows of the page's grid by the closed form, which needs no solver."""
    return list(study({"grid_9": read_level(builtin_levels()["grid_9"])}, boxes=(None,)))


def test_each_fit_has_a_row_with_the_mask_and_one_without(rows):
    first, *acted = rows
    assert isinstance(first, Yardstick)
    assert len(acted) == FITS // 2 * 2
    for kept, bare in zip(acted[::2], acted[1::2], strict=True):
        assert (kept.masked, bare.masked) == (True, False)
        settings = ("box", "kernel_width", "share", "draw", "n_fitted", "n_left_out")
        assert [getattr(kept, name) for name in settings] == [getattr(bare, name) for name in settings]
        assert kept.n_fitted + kept.n_left_out == first.n_states == 59
        assert kept.crashes == kept.left_crashes == 0.0
        assert kept.start != "crash"
        assert bare.arrives <= kept.arrives + 1e-9 or bare.kernel_width >= 0.5
    assert any(row.crashes > 0.5 for row in acted)


def test_a_sharp_svm_of_all_states_acts_as_the_labels_do(rows):
    kept, bare = (row for row in rows[1:] if (row.share, row.kernel_width) == (1.0, 4.0))
    assert (kept.start, kept.start_steps, kept.start_interventions) == ("goal", 16, 0)
    assert replace(bare, masked=True) == kept


def test_the_yardstick_of_all_labels_lies_between_chance_and_one(rows):
    assert 0.0 < rows[0].chance < rows[0].labels < 1.0


def test_the_page_tells_the_same_figures(rows):
    assert tables(rows) in PAGE


ROW = ActingRow(
    *("patience", None, 0.25, 1.0, 0, True, 9, 0, "goal", 14, 3),
    *(0.75, 0.0, 1.26, 0.0, 0.0, 0.0, 0.0, True),
)


def cells(text):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]


def test_the_table_of_all_states_tells_the_start_and_the_shares():
    bare = replace(ROW, masked=False, start="crash", start_steps=4, arrives=0.1, crashes=0.9)
    heading, _, line = cells(whole_table([ROW, bare]))
    assert heading == ["η", "mask: start", "arrive", "interventions", "no mask: start", "arrive", "crash"]
    assert line == ["1/4", "14 steps, 3", "75", "1.3", "crash at 4", "10", "90"]
    unsolved = [replace(ROW, converged=False, start="loop"), replace(bare, start="dead_end")]
    assert cells(whole_table(unsolved))[2][:2] == ["1/4 ¹", "circles"]
    assert cells(whole_table(unsolved))[2][4] == "stuck"


def test_the_table_of_parts_has_means_over_the_draws():
    part = replace(ROW, share=0.5, left_optimal=0.8, left_arrives=0.6)
    bare = replace(part, masked=False, left_crashes=0.2, converged=False)
    heading, _, line = cells(parts_table([part, bare, replace(part, draw=1, left_optimal=0.4)]))
    assert heading == ["η", "50%, mask", "50%, no mask"]
    assert line == ["1/4", "60 / 60", "80 / 60 / 20 ¹"]
