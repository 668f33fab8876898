"""Exploring starts: which states an episode can begin in, and that all parts mean the same ones."""

import numpy as np
import pytest

from learner.core.algorithm_1 import Algorithm1
from learner.core.trainer import Trainer
from levels.files.problems import LevelError
from levels.proof.prove import prove
from levels.text.reader import parse_file
from levels.text.writer import to_yaml
from tests.conftest import tiny
from tests.oracle import World
from tests.random_levels import random_level
from tests.unit.learner.reference import assert_same, world_of

CAR = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0]}


def with_starts(level, **settings):
    return level.model_copy(update={"learning": level.learning.model_copy(update=settings)})


def test_without_traffic_every_cell_with_a_path_is_a_start_and_the_goal_is_none():
    world = world_of(tiny(["S..#.", "..G#."], learning={"start_cells": "all"}))
    (starts,) = world.safe.starts
    assert [world.mdp.cell(state) for state in starts] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


def test_at_phase_zero_a_cell_under_a_car_is_no_start_and_at_others_it_is():
    road = tiny(["S..", "===", "..G"], obstacles=[CAR], learning={"start_cells": "all"})
    (first,) = world_of(road).safe.starts
    world = world_of(with_starts(road, start_phases="all"))
    (every,) = world.safe.starts
    mdp = world.mdp
    assert {mdp.phase(state) for state in first} == {0}
    assert (1, 0) not in {mdp.cell(state) for state in first}
    assert {mdp.phase(state) for state in every} == {0, 1, 2}
    assert (1, 0) in {mdp.cell(state) for state in every}
    assert set(first) == {state for state in every if mdp.phase(state) == 0}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("phases", ["zero", "all"])
def test_starts_and_certificate_are_the_oracles_and_starts_with_a_path_are_viable(seed, phases):
    mode = "one_step" if seed % 2 else "viable"
    level = with_starts(random_level(seed), start_cells="all", start_phases=phases)
    proof = prove(parse_file(to_yaml(level.model_copy(update={"safety": mode})), "random.yaml"))
    figures, mdp, (starts,) = World(proof.level).figures(mode), proof.mdp, proof.safe.starts
    assert {(mdp.cell(x), mdp.phase(x)) for x in starts.tolist()} == figures.begun
    certificate = proof.certificate
    assert certificate.reachable == figures.reachable
    assert certificate.doomed_reachable == figures.doomed_reachable
    assert certificate.goal_reachable_from_all == figures.goal_reachable_from_all
    assert proof.safe.viable[np.setdiff1d(starts, mdp.starts)].all()


def test_the_kernel_and_its_readable_twin_draw_the_same_starts():
    level = with_starts(random_level(3), start_cells="all", start_phases="all", learning_rate=0.5)
    world = world_of(level.model_copy(update={"safety": "viable"}))
    trainer = Trainer(world.mdp, world.safe, level.learning, seed=2)
    reference = Algorithm1(world.mdp, world.safe, level.learning, seed=2)
    for _ in range(1500):
        reference.step()
    trainer.advance(reference.transitions)
    assert_same(trainer, reference, world.optimal)


def test_episodes_begin_in_all_of_them_and_nowhere_else():
    world = world_of(tiny(["S...", ".##.", "...G"], learning={"start_cells": "all"}))
    trainer, seen = Trainer(world.mdp, world.safe, world.level.learning, seed=0), set()
    for _ in range(200):
        seen.add(trainer.snapshot(world.optimal).state)
        trainer.advance(n_episodes=1)
    assert seen == set(world.safe.starts[0].tolist())


def test_the_longest_path_of_all_decides_about_the_limit():
    text = "format: 1\nname: Long\nmap: |\n  ......SG\nlearning: {start_cells: all, episode_limit: 6}\n"
    proof = prove(parse_file(text, "long.yaml"))
    assert proof.refused
    assert "start at row 0, column 0 has 7" in str(proof.objection)
    assert not prove(parse_file(text.replace("6", "7"), "long.yaml")).refused


def test_another_word_is_an_error_with_its_place_and_the_file_keeps_the_setting():
    text = "format: 1\nname: Row\nmap: |\n  S.G\nlearning: {start_cells: any}\n"
    with pytest.raises(LevelError) as refused:
        parse_file(text, "row.yaml")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (5, 25)
    assert problem.hint == "write level or all"
    right = text.replace("any", "all")
    assert to_yaml(parse_file(right, "row.yaml").level) == right
