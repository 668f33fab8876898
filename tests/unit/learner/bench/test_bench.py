"""The benchmarks measure what they say: every route gives the same policy, every rival learns."""

import importlib
import multiprocessing
import re

import numpy as np
import pytest

from learner import bench
from learner.bench import copies, learning, updates
from learner.bench.copies import Way
from learner.bench.learning import N_TRANSITIONS
from learner.bench.timing import Findings, Measurement, alternate, compare, quantity
from learner.bench.tutorials import FROZEN_LAKE, LEARNERS, NUMBA, OURS, World
from learner.bench.updates import Labelled
from learner.core.actor import multipliers
from levels.text.reader import builtin_levels, read_level

INSTALL = "python3 run.py pip install scikit-learn gymnasium"


def world_of(name):
    return World.of(read_level(builtin_levels()[name]))


@pytest.fixture
def nothing_installed(monkeypatch):
    """Neither scikit-learn nor Gymnasium can be imported."""
    real = importlib.import_module

    def missing(name, package=None):
        if name.split(".")[0] in {"sklearn", "gymnasium"}:
            raise ImportError(name)
        return real(name, package)

    for module in (
        "learner.svm.svm",
        "learner.bench.learning",
        "learner.bench.tutorials",
        "learner.bench.copies",
    ):
        monkeypatch.setattr(f"{module}.import_module", missing)


@pytest.fixture
def quick(monkeypatch):
    """The benchmarks themselves, on next to nothing."""
    monkeypatch.setattr(updates, "SVC_ROUNDS", {16: 3, 64: 1})
    monkeypatch.setattr(updates, "ROUNDS", 3)
    monkeypatch.setattr(updates, "COUNTED", 1600)
    monkeypatch.setattr(learning, "ROUNDS", 2)
    monkeypatch.setattr(learning, "N_TRANSITIONS", 300)
    monkeypatch.setattr(learning, "N_STEADY", 300)
    few = {name: Way(way.mode, 2, 3) for name, way in copies.WAYS.items() if way.mode != "async"}
    monkeypatch.setattr(copies, "WAYS", few)
    monkeypatch.setattr(copies, "ROUNDS", 2)


# ---- timing ----


def test_contestants_take_turns_and_some_leave_early():
    turns = []

    def entry(name):
        return lambda number: turns.append(name) or 10.0 + number

    figures = alternate({"a": (entry("a"), 3), "b": (entry("b"), 1)}, lambda: turns.append("done"))
    assert turns == ["a", "done", "b", "done", "a", "done", "a", "done"]
    assert figures == {"a": [10.0, 11.0, 12.0], "b": [10.0]}


@pytest.mark.parametrize(("unit", "ratio"), [("s", 4.0), ("/s", 0.25)])
def test_the_ratio_is_the_median_of_the_rounds_ratios_over_the_rounds_of_both(unit, ratio):
    figures = {"ours": [1.0, 2.0, 5.0, 99.0], "theirs": [4.0, 2.0, 100.0]}
    (line,) = compare("x", unit, "ours", figures)
    assert line == Measurement("x", "theirs", unit, ours=2.0, theirs=4.0, ratio=ratio, rounds=3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.5333e-9, "1.53 ns"),
        (0.0207, "20.7 ms"),
        (6.3, "6.3 s"),
        (999.9e-6, "1 ms"),
        (2e-12, "0.002 ns"),
        (0.0, "0 ns"),
    ],
)
def test_quantities_read_with_a_prefix(value, text):
    assert quantity(value, "s") == text


# ---- policy update ----


@pytest.mark.parametrize("n", [16, 225])
def test_after_the_same_changes_all_routes_have_the_same_counts(n):
    some = Labelled(n)
    for state, label in zip(some.states[:300], some.news, strict=False):
        some.labels[state] = label
    expected = np.bincount(some.labels, minlength=4)
    assert (expected != Labelled(n).class_counts).any()
    for route in ("update", "recount", "rebuild"):
        assert (getattr(Labelled(n), route)(300) == expected).all(), route


def test_the_refit_svm_copies_every_label_and_has_the_multipliers_of_the_counts():
    pytest.importorskip("sklearn")
    refit, ours = Labelled(64), Labelled(64)
    svm = refit.refit(3)
    positive, negative = multipliers(ours.update(3))
    assert (svm.predicted == refit.labels).all()
    own = refit.labels[:, None] == np.arange(4)
    assert np.abs(svm.multipliers - np.where(own, positive, negative)).max() < 10 * updates.TOLERANCE


# ---- learners ----


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_finds_the_six_steps_of_grid_4(name):
    if name == FROZEN_LAKE:
        pytest.importorskip("gymnasium")
    world = world_of("grid_4")
    learner = LEARNERS[name](world, 0)
    assert learner.way() != 6
    for _ in range(4):  # in slices, as the benchmark calls it
        learner.learn(2500)
    assert learner.way() == 6


@pytest.mark.parametrize("name", [OURS, "pure Python", NUMBA])
def test_the_learners_have_learned_the_maze_when_that_is_measured(name):
    learner = LEARNERS[name](world_of("maze_15"), 0)
    learner.learn(N_TRANSITIONS)
    assert learner.way() == 40


def test_frozen_lake_is_the_level_with_holes_where_it_blocks():
    pytest.importorskip("gymnasium")
    lake = LEARNERS[FROZEN_LAKE](world_of("grid_4"), 0)
    assert ["".join(row) for row in lake.env.unwrapped.desc.astype(str)] == ["FFFG", "FHFF", "FFHF", "SFFF"]


# ---- the whole ----


def test_a_run_reports_every_pair_in_its_place(quick):
    pytest.importorskip("sklearn")
    bars = []
    report = bench.run_benchmarks(bench.BENCHMARKS, lambda **bar: bars.append(bar))
    record = report.to_json()
    assert list(record) == ["benchmarks", "left_out", "run_with", "seconds"]
    lines = record["benchmarks"]["policy_update"]
    assert [(line["case"][-6:], line["rival"], line["rounds"]) for line in lines] == [
        ("N = 16", updates.RECOUNTED, 3),
        ("N = 16", updates.REBUILT, 3),
        ("N = 16", updates.REFIT, 3),
        ("N = 64", updates.RECOUNTED, 3),
        ("N = 64", updates.REBUILT, 3),
        ("N = 64", updates.REFIT, 1),
    ]
    assert all(line["ratio"] > 0 for line in lines)
    learners = record["benchmarks"]["learner"]
    there = [name for name in LEARNERS if name != OURS and (name != FROZEN_LAKE or not record["left_out"])]
    assert [line["rival"] for line in learners] == 2 * there
    assert {line["unit"] for line in learners} == {"/s"}
    assert [line["rival"] for line in record["benchmarks"]["copies"]] == ["SyncVectorEnv, 64 copies"]
    ends = [bar for bar in bars if bar["completed"] == bar["total"]]
    assert len(ends) == 3
    n_lines = 1 + len(lines) + len(learners) + len(record["left_out"])
    assert len(report.describe().splitlines()) == 2 + n_lines


def test_what_is_not_installed_is_left_out_with_a_sentence_and_the_rest_runs(quick, nothing_installed):
    report = bench.run_benchmarks(bench.BENCHMARKS)
    record = report.to_json()
    baselines = {line["rival"] for lines in record["benchmarks"].values() for line in lines}
    assert baselines == {updates.RECOUNTED, updates.REBUILT, *LEARNERS} - {OURS, FROZEN_LAKE}
    assert len(record["left_out"]) == 3
    assert all(INSTALL in sentence for sentence in record["left_out"])
    assert len(re.findall(re.escape(INSTALL), report.describe())) == 3


@pytest.mark.slow
def test_copies_in_processes_of_their_own_are_measured_and_closed(monkeypatch):
    pytest.importorskip("gymnasium")
    monkeypatch.setattr(copies, "WAYS", {name: Way(way.mode, 2, 3) for name, way in copies.WAYS.items()})
    lines = copies.copied_steps(lambda **_: None).comparisons
    assert [line.rounds for line in lines] == [5, 5]
    assert all(line.ratio > 1 for line in lines)
    assert not multiprocessing.active_children()


def test_another_benchmark_joins_the_table():
    line = Measurement("frame, p99", "budget", "s", 0.008, 0.0167, 2.09123, 1)
    report = bench.run_benchmarks({"frames": lambda _: Findings((line,))})
    assert report.to_json()["benchmarks"]["frames"][0]["ratio"] == 2.091
    assert re.search(r"frame, p99 \| +budget \| +8 ms \| +16.7 ms \| +2.09 \| +1 \|", report.describe())
