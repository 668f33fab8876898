"""Every figure of a certificate equals the oracle's, and every witness of a refusal is true."""

import dataclasses
import random

import pytest

from levels.model.board import Action
from levels.model.level import Level
from levels.model.mdp import compile_mdp
from levels.model.traffic import LevelConflict
from levels.proof.certificate import certify
from levels.proof.safety import safe_actions
from levels.text.reader import LevelError, builtin_levels, parse_level, read_level
from tests.conftest import BUILTINS, tiny
from tests.oracle import STEP_OF, World, collides, distances
from tests.random_levels import random_document, random_level, to_text

SEEDS = [*range(25), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(25, 325))]


def certificate_of(level):
    mdp = compile_mdp(level)
    return certify(level, mdp, safe_actions(mdp, level.safety, level.learning))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["viable", "one_step"])
def test_figures_of_random_levels(seed, mode):
    same_figures(random_level(seed).model_copy(update={"safety": mode}))


@pytest.mark.parametrize("name", BUILTINS)
def test_figures_of_builtin_levels(name):
    level = read_level(builtin_levels()[name])
    same_figures(level)
    assert certificate_of(level).certified


def same_figures(level):
    """All of `check --json`'s figures, and the verdict that follows from them."""
    world, certificate = World(level), certificate_of(level)
    figures = world.figures()
    expected = {
        "rows": world.n_rows,
        "columns": world.n_cols,
        "cells": len(world.passable),
        "period": world.period,
        "states": figures.states,
        "reachable": figures.reachable,
        "viable": figures.viable,
        "doomed": figures.doomed,
        "doomed_reachable": figures.doomed_reachable,
        "shortest": figures.shortest,
        "goal_reachable_from_all": figures.goal_reachable_from_all,
    }
    told = dataclasses.asdict(certificate)
    assert {key: told[key] for key in expected} == expected
    starts = [(cell, 0) for cell in world.starts]
    each_has_a_way = all(state in figures.to_goal for state in starts)
    published_set_fails = level.safety == "one_step" and figures.doomed_reachable > 0
    assert certificate.certified == (figures.starts_viable and each_has_a_way and not published_set_fails)
    if certificate.refusal:
        true_witness(level, world, figures, certificate.refusal)


def true_witness(level, world, figures, refusal):
    """The way told is a legal way; a trap ends where no action is safe, and no other way lasts longer."""
    ticks, cells = zip(*refusal.trace, strict=True)
    start = cells[0]
    assert ticks[0] == 0
    assert start in world.starts
    if "walls" in refusal.message:
        assert not any(cell in world.goals for cell in connected(world, start))
        return
    assert any(cell in world.goals for cell in connected(world, start))
    if (start, 0) in figures.kernel:  # safe for ever, but no way to a goal
        reached = distances(figures.allowed, [(start, 0)])
        assert not any(cell in world.goals for cell, _ in reached)
        assert all((cell, tick % world.period) in reached for tick, cell in refusal.trace)
        return
    assert ticks == tuple(range(len(ticks)))
    assert collides(level, cells) == ""
    assert all(world.move(cells[-1], ticks[-1], action) is None for action in level.actions)
    assert longest_life(figures, (start, 0)) == len(ticks) - 1
    blockers = {
        index
        for index, rides in enumerate(world.obstacles)
        for action in level.actions
        if breaks_alone(world, rides, cells[-1], ticks[-1], action)
    }
    assert set(refusal.obstacles) <= blockers


def connected(world, start):
    """Cells that the level's actions join to the start when nothing moves."""
    found, waiting = {start}, [start]
    while waiting:
        row, col = waiting.pop()
        for action in world.level.actions:
            cell = (row + STEP_OF[action.name][0], col + STEP_OF[action.name][1])
            if not world.outside(cell) and not world.blocked(cell) and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


def longest_life(figures, state):
    """Transitions until the last way from a doomed state is at its dead end."""
    ways = {state}
    for life in range(len(figures.next) + 1):
        ways = {after for place in ways for after in figures.next[place].values()}
        if not ways:
            return life
    raise AssertionError("the state was not doomed")


def breaks_alone(world, rides, cell, tick, action):
    """Whether the action would be refused if the vehicles of one obstacle were the only traffic."""
    alone = World(world.level)
    alone.rides = rides
    return bool(alone.verdict(cell, tick, action)[1])


@pytest.mark.parametrize("seed", range(150))
def test_traffic_is_refused_exactly_when_the_geometry_breaks_a_rule(seed):
    """Reader and tables together accept what the oracle accepts."""
    rng = random.Random(1000 + seed)
    while True:
        document = random_document(rng)
        world = World(Level.model_validate(document))
        if world.period < 10_000:  # what is too large is refused for that
            break
    try:
        compile_mdp(parse_level(to_text(document), "drawn.yaml"))
    except (LevelError, LevelConflict):
        refused = True
    else:
        refused = False
    assert refused == bool(world.fault())


def test_a_start_in_a_trap_is_refused_with_its_last_way():
    """A car comes along the only corridor: waiting at its end lasts three ticks, going to meet it two."""
    car = {"kind": "lane", "look": "car", "row": 0, "direction": "left", "at": [4]}
    level = tiny(["S....", "####G"], actions=["right", "down", "wait"], obstacles=[car])
    same_figures(level)
    refusal = certificate_of(level).refusal
    assert [tick for tick, _ in refusal.trace] == [0, 1, 2, 3]
    assert refusal.obstacles == (0,)


def test_the_published_set_is_not_certified_where_it_runs_into_a_dead_end():
    """The pocket below the road is safe to enter, and then the car stands before it."""
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "loop": 5, "at": [0]}
    level = tiny(["S..G", "....", "#.##"], obstacles=[car])
    verdicts = {}
    for mode in ("viable", "one_step"):
        same_figures(level.model_copy(update={"safety": mode}))
        verdicts[mode] = certificate_of(level.model_copy(update={"safety": mode})).certified
    assert verdicts == {"viable": True, "one_step": False}


def test_the_oracle_sees_a_collision():
    car = {"kind": "lane", "look": "car", "row": 0, "direction": "left", "at": [3]}
    level = tiny(["S...", "...G"], obstacles=[car])
    assert collides(level, [(0, 0), (1, 0), (1, 1)]) == ""
    assert "tick 1" in collides(level, [(0, 0), (0, 1), (0, 2)])
    assert "no free cell" in collides(level, [(0, 3)])
    assert "tick 0" in collides(level, [(0, 0), (0, 0)]), "there is no wait on this level"
    assert World(level).move((0, 0), 0, Action.UP) is None
