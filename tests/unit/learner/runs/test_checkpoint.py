"""A save goes on bit for bit, and everything else is refused in a sentence."""

import json
import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

from learner.core import packed
from learner.core.commands import SetLearning
from learner.core.trainer import DeadEndError, Trainer
from learner.runs import checkpoint
from learner.runs.checkpoint import CheckpointError, refuse_unwritable, resume, save
from levels.model.level import Learning
from levels.proof.safety import safe_actions
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


def trainer_of(world, n_transitions, seed=4):
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    trainer.advance(n_transitions)
    return trainer


def resumed(path, world):
    return resume(path, world.level, world.mdp, world.safe)


@pytest.mark.parametrize("name", ["a road, from every phase", "decaying", "three starts, two goals"])
def test_a_thousand_and_a_thousand_more_are_two_thousand(name, tmp_path):
    world = world_of(LEVELS[name])
    save(tmp_path / "half", world.level, trainer_of(world, 1000))
    trainer = resumed(tmp_path / "half", world)
    trainer.advance(1000)
    whole = trainer_of(world, 2000)
    for a, b in zip(trainer.memory, whole.memory, strict=True):
        assert a.tobytes() == b.tobytes()
    visits = trainer.snapshot(world.optimal).visits
    assert np.array_equal(visits, whole.snapshot(world.optimal).visits)
    assert visits.sum() == 2000
    assert [path.name for path in tmp_path.iterdir()] == ["half"]


def test_the_saved_settings_come_back(tmp_path):
    world = world_of(LEVELS["a road"])
    learning = world.level.learning.model_copy(update={"learning_rate": 0.3})
    save(tmp_path / "x", world.level, Trainer(world.mdp, world.safe, learning, seed=0))
    assert resumed(tmp_path / "x", world).learning == learning


def test_only_a_run_from_all_cells_is_written_in_the_newer_version(tmp_path):
    """So every other save is the same file as ever, and older programs read it."""
    for cells, version in (("level", 3), ("all", 4)):
        world = world_of(tiny(["S..", "..G"], learning={"start_cells": cells}))
        save(tmp_path / cells, world.level, trainer_of(world, 100))
        header = json.loads(str(np.load(tmp_path / cells)["header"]))
        assert header["version"] == version
        assert ("start_cells" in header["learning"]) is (version == 4)
        assert resumed(tmp_path / cells, world).learning == world.level.learning


def changed_run(world):
    trainer = trainer_of(world, 600)
    trainer.change(SetLearning(epsilon=0.3, discount=0.9))
    trainer.advance(400)
    return trainer


def test_a_run_whose_settings_changed_names_them_in_its_save_and_continues_with_them(tmp_path):
    world = world_of(LEVELS["a road"])
    half, whole = changed_run(world), changed_run(world)
    save(tmp_path / "x", world.level, half)
    header = json.loads(str(np.load(tmp_path / "x")["header"]))
    assert header["version"] == 5
    again = resumed(tmp_path / "x", world)
    assert again.changes == ((600, SetLearning(epsilon=0.3, discount=0.9)),)
    assert (again.began_with, again.learning) == (world.level.learning, half.learning)
    for trainer in (again, whole):
        trainer.advance(1000)
    for a, b in zip(again.memory, whole.memory, strict=True):
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize(
    "changes",
    [((1001, SetLearning(epsilon=0.3)),), ((0, SetLearning(epsilon=0.3)),), ((600, SetLearning()),)],
)
def test_changes_that_cannot_have_been_are_refused(tmp_path, changes):
    world = world_of(LEVELS["a road"])
    trainer = changed_run(world)
    trainer.changes = changes
    save(tmp_path / "x", world.level, trainer)
    with pytest.raises(CheckpointError, match="settings"):
        resumed(tmp_path / "x", world)


@pytest.mark.parametrize("given", [{"start_cells": "all"}, {"start_phases": "all"}])
def test_a_run_begins_where_its_own_settings_say_not_where_the_levels_do(given, tmp_path):
    level = LEVELS["a road"]
    world = world_of(level)
    learning = level.learning.model_copy(update=given)
    trainer = Trainer(world.mdp, safe_actions(world.mdp, level.safety, learning), learning, seed=0)
    trainer.advance(1000)
    save(tmp_path / "x", level, trainer)
    again = resumed(tmp_path / "x", world)
    assert again.tables.starts.tolist() == trainer.tables.starts.tolist()
    assert len(again.tables.starts) > 1


def test_a_dead_end_met_on_the_last_permitted_transition_is_saved_and_resumed(tmp_path):
    """It ends the episode before the limit can."""
    level = tiny(["S..#G"], actions=["right"], safety="one_step", learning={"episode_limit": 2})
    world = world_of(level)
    trainer = trainer_of(world, 0)
    with pytest.raises(DeadEndError) as met:
        trainer.advance(10)
    assert met.value.tick == level.learning.episode_limit
    save(tmp_path / "x", level, trainer)
    with pytest.raises(DeadEndError) as again:
        resumed(tmp_path / "x", world).advance(10)
    assert (again.value.tick, again.value.trace) == (met.value.tick, met.value.trace)


def test_another_level_is_refused_with_both_names_and_sizes(tmp_path):
    """Case D03."""
    small, large = world_of(tiny(["S...", "...G"], name="small")), world_of(tiny(["S.."] * 1 + ["..G"] * 1))
    save(tmp_path / "x", small.level, trainer_of(small, 10))
    with pytest.raises(CheckpointError, match=r"“small” \(2×4\), but this is level “tiny” \(2×3\)"):
        resumed(tmp_path / "x", large)


def test_other_walls_of_the_same_size_are_refused(tmp_path):
    """Case D03."""
    world, other = world_of(tiny(["S..", "..G"])), world_of(tiny(["S.#", "..G"]))
    save(tmp_path / "x", world.level, trainer_of(world, 10))
    with pytest.raises(CheckpointError, match="look alike, but walls, traffic or rules differ"):
        resumed(tmp_path / "x", other)


class Bomb:
    def __reduce__(self):
        return (pytest.fail, ("a pickle was opened",))


def test_a_pickle_is_refused_unopened(tmp_path):
    """Case D05."""
    world = world_of(tiny(["SG"]))
    (tmp_path / "x").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(CheckpointError, match="a pickle"):
        resumed(tmp_path / "x", world)
    np.savez(tmp_path / "y.npz", header=np.array([Bomb()], dtype=object))
    with pytest.raises(CheckpointError):
        resumed(tmp_path / "y.npz", world)


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 but no more"])
def test_other_files_are_refused_in_a_sentence(content, tmp_path):
    world = world_of(tiny(["SG"]))
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(CheckpointError, match=r"not a save of this program|damaged"):
        resumed(tmp_path / "x", world)


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(CheckpointError, match="can't be read"):
        resumed(tmp_path / "x", world_of(tiny(["SG"])))


def test_a_save_cut_short_is_damaged(tmp_path):
    world = world_of(LEVELS["a road"])
    save(tmp_path / "x", world.level, trainer_of(world, 10))
    whole = (tmp_path / "x").read_bytes()
    (tmp_path / "x").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CheckpointError, match="damaged"):
        resumed(tmp_path / "x", world)


def test_another_version_is_refused(tmp_path, monkeypatch):
    world = world_of(tiny(["SG"]))
    monkeypatch.setattr(checkpoint, "VERSIONS", (1, 2))
    save(tmp_path / "x", world.level, trainer_of(world, 1))
    monkeypatch.undo()
    with pytest.raises(CheckpointError, match="version 1, but this program reads versions 3 to 5"):
        resumed(tmp_path / "x", world)


@pytest.mark.parametrize(
    ("name", "place", "value"),
    [
        ("state_flags", int(packed.LABEL), 1),  # “up”, out of the board
        ("state_flags", int(packed.KIND), packed.GOAL),
        ("q", 0, -np.inf),
        ("q", 1, 0.0),
        ("q", 0, np.nan),
        ("q", 0, np.inf),
        ("q", 5 * 4, 7.0),  # the goal's
        ("q", 3, -99.0),  # below its rival, which then ought to be the label
        ("state_flags", int(packed.TRIED), 0b0010),  # “up”, out of the board
        ("state_flags", int(packed.TRIED), 0b10001),  # an action of which there is none
        ("state_flags", 6 * int(packed.FLAG_BYTES) + int(packed.TRIED), 1),  # by who has crashed
        ("trace", 7, 6),  # the crash, from which no one goes on
        ("trace", 0, 4_000_000_000),
        ("state_flags", int(packed.N_CHOICES) + 1, 77),  # visits beyond the transitions made
        ("visits", 0, -5),
        ("visits", 1, 1),
        ("counters", packed.TRANSITIONS, 10**10),
        ("counters", packed.STATE, 10**9),
        ("counters", packed.EPISODE_STEPS, 10**9),
        ("counters", packed.EPISODE_STEPS, Learning().episode_limit),
        ("counters", packed.BUCKETS_USED, 10**9),
        ("scalars", packed.EPSILON, 2.0),
        ("scalars", packed.EPISODE_CHANGE, np.nan),
        ("chart", 0, np.nan),
        ("rng", 0, 0),
    ],
)
def test_tables_that_contradict_the_level_are_refused(name, place, value, tmp_path):
    """Labels are what safety rests on: a save with an unsafe one is not resumed."""
    world = world_of(tiny(["S..", "..G"]))
    trainer = trainer_of(world, 5)
    getattr(trainer.memory, name)[place] = value
    save(tmp_path / "x", world.level, trainer)
    with pytest.raises(CheckpointError, match="contradict the level"):
        resumed(tmp_path / "x", world)


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path):
    world = world_of(tiny(["SG"]))
    with pytest.raises(CheckpointError, match="can't be saved there"):
        save(tmp_path / "no folder" / "x", world.level, trainer_of(world, 1))


def test_only_an_ordinary_file_is_ever_replaced(tmp_path):
    """A device that a save took the place of would be gone for everybody."""
    world = world_of(tiny(["SG"]))
    with pytest.raises(CheckpointError, match="not an ordinary file"):
        save(tmp_path, world.level, trainer_of(world, 1))
    with pytest.raises(CheckpointError, match="not an ordinary file"):
        refuse_unwritable(Path(os.devnull))
    (tmp_path / "old").write_bytes(b"old")
    (tmp_path / "link").symlink_to("old")
    refuse_unwritable(tmp_path / "link")
    assert (tmp_path / "old").read_bytes() == b"old"
    save(tmp_path / "link", world.level, trainer_of(world, 1))
    assert (tmp_path / "link").is_symlink()
    assert resumed(tmp_path / "old", world).transitions == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "old"]


def test_a_save_altered_anywhere_is_refused_in_a_sentence_or_means_the_same(tmp_path):
    world = world_of(tiny(["S..", "..G"]))
    save(tmp_path / "x", world.level, trainer_of(world, 5))
    whole = (tmp_path / "x").read_bytes()
    rng = random.Random(0)
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.choice([1, 1, 4])):
            data[rng.randrange(4, len(data))] = rng.randrange(256)
        (tmp_path / "x").write_bytes(data)
        try:
            assert resumed(tmp_path / "x", world).transitions == 5
        except CheckpointError as error:
            refused += "\n" not in str(error)
    assert refused > 200


@pytest.mark.parametrize("header", ["5", "[]", '{"program": "safe-crossing"}', "[" * 100_000, "{"])
def test_a_made_up_header_is_refused_in_a_sentence(header, tmp_path):
    with (tmp_path / "x").open("wb") as file:
        np.savez(file, header=np.array(header))
    with pytest.raises(CheckpointError):
        resumed(tmp_path / "x", world_of(tiny(["SG"])))


def test_an_archive_that_would_fill_the_memory_is_not_unpacked(tmp_path):
    world = world_of(tiny(["SG"]))
    save(tmp_path / "x", world.level, trainer_of(world, 1))
    with np.load(tmp_path / "x") as archive:
        parts = dict(archive) | {"q": np.zeros(20_000_000)}
    with (tmp_path / "x").open("wb") as file:
        np.savez_compressed(file, **parts)
    with pytest.raises(CheckpointError, match="“q” is too large"):
        resumed(tmp_path / "x", world)
