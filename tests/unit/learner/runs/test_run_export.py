"""An exported run: its files hold what was learned, are read without our code, and replace nobody else's."""

import csv
import json

import numpy as np
import pytest

from learner.core.actor import decision_values, multipliers
from learner.core.commands import SetLearning
from learner.core.trainer import Trainer
from learner.runs.export import ExportedRun, export_run, refuse_foreign
from levels.files.problems import UserError
from levels.proof.optimal_values import solve
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture(scope="module")
def run():
    """A run on a road whose discount changed on the way."""
    world = world_of(LEVELS["a road"])
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=3)
    trainer.advance(700)
    trainer.snapshot(world.optimal)
    trainer.change(SetLearning(discount=0.9))
    trainer.advance(700)
    snapshot = trainer.snapshot(solve(world.mdp, world.safe, 0.9))
    return ExportedRun(world.level, world.mdp, world.safe, snapshot, 3)


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports") / "new" / "run"

    def draw(_run, path):
        path.write_bytes(path.suffix.encode())

    assert export_run(folder, run, draw) == ""
    return folder


def test_the_folder_has_these_files_and_nothing_half_written(folder):
    names = {path.name for path in folder.iterdir()}
    assert names == {"curves.csv", "chart.png", "chart.svg", "run.npz", "run.json"}


def test_the_arrays_are_read_by_numpy_alone_and_name_every_state(run, folder):
    mdp, snapshot = run.mdp, run.snapshot
    with np.load(folder / "run.npz", allow_pickle=False) as npz:
        arrays = dict(npz)
    assert arrays["actions"].tolist() == [action.name.lower() for action in mdp.actions]
    for state in range(mdp.n_states):
        assert (tuple(arrays["cells"][state]), arrays["phases"][state]) == (mdp.cell(state), mdp.phase(state))
        label = int(snapshot.labels[state])
        if label < 0:
            assert np.isnan(arrays["h"][state]).all()
            assert np.isnan(arrays["alpha"][state]).all()
            continue
        plus, minus = multipliers(snapshot.class_counts)
        assert arrays["h"][state].tolist() == decision_values(label, snapshot.class_counts).tolist()
        expected = [plus[k] if k == label else minus[k] for k in range(mdp.n_actions)]
        assert arrays["alpha"][state].tolist() == expected
    assert np.array_equal(arrays["q"], snapshot.q, equal_nan=True)
    assert np.array_equal(arrays["q_star"], solve(mdp, run.safe, 0.9).q_star, equal_nan=True)
    for name, expected in (("labels", snapshot.labels), ("visits", snapshot.visits), ("goal", mdp.goal)):
        assert np.array_equal(arrays[name], expected)
    assert np.array_equal(arrays["allowed"], run.safe.allowed)
    assert arrays["starts"].tolist() == list(mdp.starts)


def test_the_curves_are_those_of_the_chart_with_gaps_where_nothing_was_measured(run, folder):
    with (folder / "curves.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    history = run.snapshot.history
    assert [int(row["last_episode"]) for row in rows] == history.episodes.tolist()
    assert [int(row["first_episode"]) for row in rows] == [1, *(history.episodes[:-1] + 1).tolist()]
    assert [float(row["change_mean"]) for row in rows] == history.change_mean.tolist()
    measured = [float(row["q_error"] or "nan") for row in rows]
    assert np.array_equal(measured, history.q_error, equal_nan=True)
    assert "nan" not in (folder / "curves.csv").read_text(encoding="utf-8")


def test_the_description_names_settings_and_the_transition_at_which_they_changed(run, folder):
    found = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert (found["program"], found["level"], found["seed"]) == ("safe-crossing", run.level.name, 3)
    assert found["settings"]["discount"] == 1.0
    assert found["changes"] == [{"transition": 700, "discount": 0.9}]
    assert (found["transitions"], found["violations"]) == (1400, 0)
    assert found["largest_q_error"] == run.snapshot.largest_q_error


def test_the_same_run_gives_the_same_bytes(run, folder, tmp_path):
    export_run(tmp_path, run, None)
    for name in ("curves.csv", "run.npz", "run.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_without_a_chart_the_rest_is_written_and_the_reason_is_given(run, tmp_path):
    def missing(_run, _path):
        raise UserError("matplotlib is not installed")

    assert export_run(tmp_path, run, missing) == "matplotlib is not installed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curves.csv", "run.json", "run.npz"]


@pytest.mark.parametrize("description", [None, "", "[]", '{"program": "other"}'])
def test_files_that_are_no_export_are_not_replaced(tmp_path, description):
    refuse_foreign(tmp_path / "new")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    refuse_foreign(tmp_path)
    (tmp_path / "curves.csv").write_text("mine", encoding="utf-8")
    if description is not None:
        (tmp_path / "run.json").write_text(description, encoding="utf-8")
    with pytest.raises(UserError, match="are no export of a run"):
        refuse_foreign(tmp_path)


def test_an_older_export_may_be_replaced(folder):
    refuse_foreign(folder)
