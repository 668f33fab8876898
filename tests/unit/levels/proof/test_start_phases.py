"""Episodes that begin at every phase: certificate, sets and learner speak of the same states."""

import numpy as np
import pytest

from learner.core.trainer import Trainer
from levels.proof.optimal_values import solve, steps_to_goal
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, parse_file
from tests.oracle import World
from tests.unit.learner.reference import world_of

LEFT_OUT = "learning: {start_phases: all}\n"
TRAP = """format: 1
name: Safe at tick 0 alone
map: |
  H.S..H
  o,o,#o
  H-,.G.
  #..,#.
  .GS..=
legend: {x: {look: crate}, o: {look: flower, blocks: false}}
safety: one_step
obstacles:
  - {kind: patrol, look: robot, path: [[2, 2], [2, 3], [1, 3], [1, 2]], closed: true, at: [2], every: 2,
     hop: 2}
  - {kind: lane, look: truck, row: 4, direction: right, length: 3, loop: 12, at: [11, 7], every: 2, hop: 2}
"""
LONG = "format: 1\nname: Long\nmap: |\n  S.......G\n"


def from_every_phase(name):
    text = builtin_levels()[name].read_text("utf-8")
    assert "learning:" not in text
    return prove(parse_file(text + LEFT_OUT, f"{name}.yaml"))


def test_an_episode_begins_only_where_it_can_end():
    proof = from_every_phase("river")
    mdp, safe = proof.mdp, proof.safe
    ways = steps_to_goal(mdp, safe)
    (begun,) = safe.starts
    every = mdp.states_of(mdp.cell(mdp.starts[0]))
    assert begun.tolist() == every[ways[every] >= 0].tolist()
    assert 1 < len(begun) < len(every)
    figures = World(proof.level).figures()
    assert {(mdp.cell(x), mdp.phase(x)) for x in begun.tolist()} == figures.begun
    assert proof.certificate.reachable == figures.reachable
    assert proof.certificate.goal_reachable_from_all
    trainer = Trainer(mdp, safe, proof.level.learning, seed=0)
    optimal, seen = solve(mdp, safe, 1.0), set()
    for _ in range(300):
        seen.add(trainer.snapshot(optimal).state)
        trainer.advance(n_episodes=1)
    assert seen == set(begun.tolist())


def test_a_phase_from_which_one_runs_into_a_dead_end_is_no_longer_certified_away():
    at_first, at_all = (prove(parse_file(TRAP + rest, "trap.yaml")) for rest in ("", LEFT_OUT))
    assert at_first.certificate.certified
    assert not at_all.certificate.certified
    assert at_all.certificate.doomed_reachable > 0
    assert "one-step safe set" in str(at_all.objection)
    kept = prove(parse_file(TRAP.replace("one_step", "viable") + LEFT_OUT, "trap.yaml"))
    assert kept.certificate.certified
    Trainer(kept.mdp, kept.safe, kept.level.learning, seed=0).advance(200_000)  # meets no dead end


def test_a_start_that_is_occupied_at_some_phases_is_left_out_there():
    text = "format: 1\nname: On the road\nmap: |\n  S....\n  S====\n  S...G\n"
    text += "obstacles:\n  - {kind: lane, look: car, row: 1, direction: right, at: [2]}\n" + LEFT_OUT
    proof = prove(parse_file(text, "road.yaml"))
    assert proof.objection is None
    on_road = next(x for x in proof.safe.starts if proof.mdp.cell(int(x[0])) == (1, 0))
    assert 1 <= len(on_road) < proof.mdp.period
    assert not proof.mdp.violation[np.concatenate(proof.safe.starts)].any()
    assert proof.safe.allowed[np.concatenate(proof.safe.starts)].any(axis=1).all()


@pytest.mark.parametrize(("limit", "refused"), [(7, True), (8, False)])
def test_a_level_whose_episodes_are_cut_before_the_goal_is_refused(limit, refused):
    proof = prove(parse_file(LONG + f"learning: {{episode_limit: {limit}}}\n", "long.yaml"))
    assert proof.refused is refused
    assert proof.certificate.certified
    if refused:
        (problem,) = proof.objection.problems
        assert (problem.line, problem.column) == (5, 27)
        assert "has 8" in problem.message
        assert "at least 8" in problem.hint
    else:
        assert proof.objection is None


def test_the_phase_with_the_longest_way_decides_about_the_limit():
    proof = from_every_phase("river")
    ways = steps_to_goal(proof.mdp, proof.safe)[proof.safe.starts[0]]
    assert ways.max() > ways[0]
    text = builtin_levels()["river"].read_text("utf-8")
    cut = LEFT_OUT.replace("all", f"all, episode_limit: {ways[0]}")
    objection = prove(parse_file(text + cut, "river.yaml")).objection
    assert f"at phase {proof.mdp.phase(int(proof.safe.starts[0][ways.argmax()]))}" in str(objection)
    assert world_of(proof.level).safe.starts[0].tolist() == proof.safe.starts[0].tolist()
