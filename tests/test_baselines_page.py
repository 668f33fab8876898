"""docs/baselines.md: every learner is explained, its numbers are the study's, its links lead somewhere."""

import re
from itertools import product
from pathlib import Path

import pytest

from learner.baselines.table import BASELINES
from learner.studies import baselines

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "baselines.md").read_text(encoding="utf-8")


def test_every_learner_is_explained_and_has_a_line_on_every_level():
    assert re.findall(r"(?m)^\*\*`(\w+)`\*\*: ", PAGE) == list(BASELINES)
    lines = re.findall(r"(?m)^\| `(\w+)` +\| +`(\w+)` \|", PAGE)
    assert lines == list(product(baselines.BOARDS, BASELINES))


@pytest.mark.slow
def test_the_numbers_of_the_safe_sets_on_a_level_are_what_the_study_gives(monkeypatch):
    """Two learners of the seven: a million transitions from each of 100 seeds take all of them a minute."""
    safe = {name: BASELINES[name] for name in ("ours", "one_step")}
    monkeypatch.setattr(baselines, "BASELINES", safe)
    runs = list(baselines.study(["dead_end"], baselines.SEEDS, baselines.TRANSITIONS))
    found, expected = (
        [
            re.sub(" +", " ", line)
            for line in text.splitlines()
            if re.match(r"\| `dead_end` +\| +`(ours|one_step)`", line)
        ]
        for text in (PAGE, baselines.table(runs))
    )
    assert len(found) == len(safe)
    assert found == expected


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)", PAGE)
    assert len(targets) > 2
    assert [target for target in targets if not (ROOT / "docs" / target).exists()] == []
