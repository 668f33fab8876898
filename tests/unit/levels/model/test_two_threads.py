"""What two threads lay is what one lays."""

import dataclasses

import numpy as np
import pytest

from levels.model import mdp as tables
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file


@pytest.mark.parametrize("name", ["crossy_road", "grid_4"])
def test_two_threads_lay_the_same_tables(monkeypatch, name):
    file = read_file(builtin_levels()[name])
    one = prove(file)
    monkeypatch.setattr(tables, "MANY", 0)
    monkeypatch.setattr(tables, "BLOCK", 100)
    two = prove(file)
    for part in ("mdp", "safe"):
        for field in dataclasses.fields(getattr(one, part)):
            values = (getattr(getattr(proof, part), field.name) for proof in (one, two))
            np.testing.assert_array_equal(*values)
    assert one.certificate == two.certificate


def test_two_threads_end_when_the_work_is_cancelled(monkeypatch):
    monkeypatch.setattr(tables, "MANY", 0)
    done = []
    results = tables.on_both_cores(done.append, range(20_000), 1)
    next(results)
    results.close()
    assert len(done) < 20_000
