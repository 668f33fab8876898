"""docs/sweeps.md: its tables are those that a sweep writes, its links lead somewhere."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from learner.sweeps.plan import plan
from learner.sweeps.results import CURVE
from learner.sweeps.run import CURVE_GROWTH, make
from learner.sweeps.summary import ALL_LEVELS, MEASURES, RESAMPLES, Line

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")


def first_column(heading):
    """The names in the first column of the table under a heading."""
    (table,) = re.findall(rf"(?ms)^#+ {heading}\n.*?^\|---\|---\|\n((?:\|[^\n]*\n)+)", PAGE)
    return [name for row in table.splitlines() for name in re.findall(r"`([\w.]+)`", row.split("|")[1])]


def test_the_columns_of_curves_and_summary_are_explained_in_their_order():
    assert first_column("A point of a curve") == ["run", *CURVE]
    assert first_column("A line of the summary") == [field.name for field in fields(Line)]
    assert ", ".join(f"`{name}`" for name in MEASURES[:-1]) + f" or `{MEASURES[-1]}`" in PAGE
    assert f"`{ALL_LEVELS}`" in PAGE
    assert f"{RESAMPLES:,} samples" in PAGE


@pytest.mark.slow
def test_the_columns_and_points_of_a_run_are_explained_in_their_order():
    (run,) = plan(["grid_4"], [0], ["ours"], [], 15)
    result = make(run)
    assert first_column("A row of results") == list(result.row)
    points = re.findall(r"after ([\d, ]+) … episodes, a quarter more", PAGE)
    assert CURVE_GROWTH == 1.25
    assert [", ".join(str(point[0]) for point in result.curve[1:])] == points


def test_the_page_is_listed_and_its_links_lead_somewhere():
    assert "[docs/sweeps.md](docs/sweeps.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)", PAGE)
    assert targets
    assert [target for target in targets if not (ROOT / "docs" / target).exists()] == []
