"""What is allowed is safe, what is refused is not: play and learning before a second reading of the page.

Random levels, the built-ins and mutants of them are played with random allowed actions, learned, and played
with what was learned. `tests.judge` reads each level from its text and judges every transition. In the end
permissions are forged, and it has to see that.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pytest
import yaml

from learner.core import packed
from learner.core.exploration import EpsilonGreedy
from learner.core.rng import XorShift64Star
from learner.core.trainer import DeadEndError, Trainer
from levels.files.problems import LevelError
from levels.model.board import Action
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, parse_file
from tests.judge import CARRIED_OFF, DROWNED, FINE, HEAD_ON, OCCUPIED, WALL, Judge
from tests.judging import (
    LATE,
    RULES,
    Case,
    builtin_case,
    damaged_case,
    late_or_river_case,
    random_case,
    rebuilt_case,
)
from tests.random_levels import random_document, to_text

AGENTS = 200
"""How many play a level side by side."""
LAPS = 40
"""Turns of the traffic after which an episode may begin: the period that the program states has to hold."""


# ---- what is judged -------------------------------------------------------------------------------------


@dataclass
class Log:
    """Transitions as they were made: ticks, cells before and after (-1 for a crash), actions (-1 unknown)."""

    ticks: list = field(default_factory=list)
    heres: list = field(default_factory=list)
    actions: list = field(default_factory=list)
    theres: list = field(default_factory=list)

    def add(self, ticks, heres, actions, theres):
        for column, new in zip(
            (self.ticks, self.heres, self.actions, self.theres), (ticks, heres, actions, theres), strict=True
        ):
            column.append(np.atleast_1d(new))

    def columns(self):
        parts = (self.ticks, self.heres, self.actions, self.theres)
        return [np.concatenate([np.empty(0, dtype=np.int64), *column]) for column in parts]


@dataclass
class Tally:
    """What was judged, and what came of it.

    Attributes:
        kinds: levels by how they were made.
        features: levels by what there is in them.
        transitions: judged, by who made them.
        crashes: transitions that were allowed and break a rule.
        dead_ends: met in mode one_step, each confirmed.
        refusals: actions not allowed that were asked about, by what the judge says of them.
        forged: transitions by forged permissions, by what the judge saw.
        missed: of these, the ones that it took for sound.
    """

    kinds: Counter = field(default_factory=Counter)
    features: Counter = field(default_factory=Counter)
    transitions: Counter = field(default_factory=Counter)
    crashes: int = 0
    dead_ends: int = 0
    refusals: Counter = field(default_factory=Counter)
    forged: Counter = field(default_factory=Counter)
    missed: int = 0


def play(case, allowed, labels, epsilon, n_transitions, rng, more_starts=()):
    """Many agents side by side: a log, its states, and where no action was allowed: (state, tick) pairs.

    With ε = 1 each takes any allowed action; else that of its label but for a share of ε.
    """
    mdp, limit = case.mdp, min(case.level.learning.episode_limit, 600)
    groups = (*case.safe.starts, *more_starts)
    log, states_log, stuck = Log(), [], []
    n = min(AGENTS, n_transitions)
    states, ticks, lasted = (np.zeros(n, dtype=np.int64) for _ in range(3))
    begins = np.ones(n, dtype=bool)
    made = 0
    while made < n_transitions:
        for agent in np.flatnonzero(begins):
            group = groups[rng.integers(len(groups))]
            states[agent] = group[rng.integers(len(group))]
            ticks[agent] = mdp.phase(int(states[agent])) + mdp.period * rng.integers(LAPS)
            lasted[agent] = 0
        chances = np.where(allowed[states], rng.random((n, mdp.n_actions)), -1.0)
        actions = chances.argmax(axis=1)
        if epsilon < 1:
            actions = np.where(rng.random(n) < epsilon, actions, labels[states])
        shut = ~allowed[states].any(axis=1)
        stuck += zip(states[shut].tolist(), ticks[shut].tolist(), strict=True)
        assert allowed[states, actions][~shut].all()
        after = np.where(shut, mdp.crash, mdp.next_state[states, actions])
        moved = ~shut
        log.add(ticks[moved], case.cell(states[moved]), actions[moved], case.cell(after[moved]))
        states_log.append(states[moved].copy())
        made += int(moved.sum())
        ticks += 1
        lasted += 1
        crashed = after == mdp.crash
        home = ~crashed & mdp.goal[np.where(crashed, 0, after)]
        assert set(case.cell(after[home]).tolist()) <= case.judge.goals
        on = ~crashed
        assert (after[on] // mdp.n_cells == ticks[on] % mdp.period).all()
        begins = crashed | home | (lasted >= limit)
        states = np.where(crashed, 0, after)
    return log, np.concatenate(states_log), stuck


def learn(case, seed, n_transitions):
    """A trainer's own transitions, and the trainer; a dead end that it met, or None.

    It runs in short slices, and its trace tells where it has been. How an episode ended the trace does not
    tell: a second trainer, the same but a slice behind, is stopped before that transition, and the readable
    twin of the exploration draws the action.
    """
    mdp, safe = case.mdp, case.safe
    ahead, behind = (Trainer(mdp, safe, case.level.learning, seed) for _ in range(2))
    log = Log()
    counters = ahead.memory.counters
    tick = mdp.phase(int(counters[packed.STATE]))
    while ahead.transitions < n_transitions:
        done, episodes, steps = ahead.transitions, ahead.episodes, int(counters[packed.EPISODE_STEPS])
        met = None
        try:
            ahead.advance(packed.TRACE_LENGTH, stop="episode")
        except DeadEndError as error:
            met = error
        n = ahead.transitions - done
        ended = ahead.episodes > episodes
        visited = ahead.memory.trace[np.arange(steps, steps + n) % packed.TRACE_LENGTH].astype(np.int64)
        ticks = np.arange(tick, tick + n)
        assert (visited // mdp.n_cells == ticks % mdp.period).all()
        arrived = int(counters[packed.STATE])
        actions = np.full(n, -1)
        if ended:
            behind.advance(n - 1)
            actions[-1] = drawn(behind, safe)
            arrived = int(mdp.next_state[visited[-1], actions[-1]])
            behind.advance(1)
            tick = mdp.phase(int(counters[packed.STATE]))
        elif met is None:
            behind.advance(n)
            tick += n
        log.add(ticks, case.cell(visited), actions, case.cell(np.append(visited[1:], arrived)))
        if met is not None:
            return log, ahead, (met, int(ticks[-1]) + 1 if n else tick)
    assert [part.tobytes() for part in ahead.memory] == [part.tobytes() for part in behind.memory]
    return log, ahead, None


def drawn(trainer, safe):
    """The action that the trainer takes next."""
    state = int(trainer.memory.counters[packed.STATE])
    label = int(trainer.memory.state_flags[state * int(packed.FLAG_BYTES) + int(packed.LABEL)])
    rng = XorShift64Star(0)
    rng.state = int(trainer.memory.rng[0])
    action, _ = EpsilonGreedy(trainer.epsilon, 1.0, 0.0).choose(label, safe.allowed[state], rng)
    return action


# ---- one level ------------------------------------------------------------------------------------------


def judge_level(case, tally, n_transitions, seed):
    """Play, learn, play what was learned, ask why the rest is refused, and forge permissions."""
    rng = np.random.default_rng(seed)
    assert case.judge.meetings(60) is None
    assert all(case.judge.free(start, 0) for start in case.judge.starts)
    share = n_transitions // 8
    log, _, stuck = play(case, case.safe.allowed, None, 1.0, 3 * share, rng)
    count(case, tally, "random", log)
    dead_ends(case, tally, stuck)
    log, trainer, met = learn(case, seed, 3 * share)
    count(case, tally, "learning", log)
    if met is not None:
        named_dead_end(case, tally, *met)
    else:
        labels = trainer.snapshot(case_optimal(case)).labels
        for epsilon in (0.0, 0.1):
            log, _, stuck = play(case, case.safe.allowed, labels, epsilon, share, rng)
            count(case, tally, "learned", log)
            dead_ends(case, tally, stuck)
    if case.level.safety == "viable":
        ask_about_refusals(case, tally, rng)
        forge(case, tally, rng, share)


def case_optimal(case):
    return solve(case.mdp, case.safe, case.level.learning.discount)


def count(case, tally, who, log):
    rules = case.rules(log)
    tally.transitions[who] += len(rules)
    tally.crashes += int((rules != FINE).sum())


def dead_ends(case, tally, stuck):
    """In mode viable there are none; in mode one_step the judge sees that all ways are shut."""
    for state, tick in set(stuck):
        assert case.level.safety == "one_step", (case.level.name, case.mdp.cell(state), tick)
        assert case.judge.lives(case.cell(state), tick, 1) == 0
        tally.dead_ends += 1


def named_dead_end(case, tally, error, tick):
    """The error names the cell and the phase, and a sentence for each action."""
    dead_ends(case, tally, [(error.state, tick)])
    named = error.named(case.level, case.mdp, case.safe)
    assert named.cell == case.mdp.cell(error.state)
    assert named.phase == tick % case.mdp.period
    assert len(named.sentences) == case.mdp.n_actions


def ask_about_refusals(case, tally, rng, most=150):
    """Each action that is not allowed crashes now, or leads where nobody lives for ever."""
    mdp, safe = case.mdp, case.safe
    shut = np.argwhere(~safe.allowed & (safe.reachable & ~mdp.goal)[:, None])
    shut = shut[rng.permutation(len(shut))[:most]]
    ticks = shut[:, 0] // mdp.n_cells + mdp.period * rng.integers(LAPS, size=len(shut))
    _, broken = case.judge.judge(ticks, case.cell(shut[:, 0]), case.column_of[shut[:, 1]])
    for rule, name in RULES.items():
        tally.refusals[name] += int((broken == rule).sum())
    for (state, action), tick in zip(shut[broken == FINE], ticks[broken == FINE], strict=True):
        after = int(mdp.next_state[state, action])
        assert not case.survives(after, int(tick) + 1), (case.level.name, state, action)
        tally.refusals["doomed"] += 1


def forge(case, tally, rng, n_transitions):
    """Permissions that are none, some of which crash at once and some later: the judge sees those taken."""
    mdp, safe = case.mdp, case.safe
    shut = np.argwhere(~safe.allowed & (safe.reachable & ~mdp.goal)[:, None])
    shut = rng.permutation(shut)
    _, broken = case.judge.judge(shut[:, 0] // mdp.n_cells, case.cell(shut[:, 0]), case.column_of[shut[:, 1]])
    picked = np.concatenate(
        [part[: 5 + len(part) // 20] for rule in (FINE, *RULES) for part in [shut[broken == rule]]]
    )
    forged = np.zeros_like(safe.allowed)
    forged[picked[:, 0], picked[:, 1]] = True
    log, states, stuck = play(
        case, safe.allowed | forged, None, 1.0, n_transitions, rng, [picked[:, 0]] if len(picked) else ()
    )
    actions = log.columns()[2]
    taken = forged[states, actions]
    rules = case.rules(log)
    tally.crashes += int(((rules != FINE) & ~taken & safe.viable[states]).sum())  # the rest stays sound
    crashes_now = mdp.next_state[states, actions] == mdp.crash
    tally.missed += int((crashes_now & (rules == FINE)).sum())
    assert crashes_now[rules != FINE].all()
    for rule, name in RULES.items():
        tally.forged[name] += int((taken & (rules == rule)).sum())
    for state, tick in set(stuck):  # let in where no way goes on: the judge knows none either
        tally.missed += case.survives(state, tick)
        tally.forged["doomed"] += 1


def note(tally, kind, case):
    """Count what there is in the level."""
    level, width = case.level, case.judge.n_cols
    tally.kinds[kind] += 1
    obstacles = level.obstacles
    tally.features.update(
        name
        for name, holds in {
            "wait": Action.WAIT in level.actions,
            "walls stay": level.walls == "stay",
            "one_step": level.safety == "one_step",
            "several starts": len(case.judge.starts) > 1,
            "all phases": level.learning.start_phases == "all",
            "patrol": any(obstacle.kind == "patrol" for obstacle in obstacles),
            "fast": any(obstacle.hop > 1 for obstacle in obstacles),
            "slow": any(obstacle.every > 1 for obstacle in obstacles),
            "late": any(obstacle.late for obstacle in obstacles),
            "river": any(obstacle.carries for obstacle in obstacles),
            "longer than the board": any(obstacle.size > width for obstacle in obstacles),
        }.items()
        if holds
    )


def judge_all(sources, n_transitions, tally=None):
    """Judge every level that the sources give: (kind, how to make it) pairs."""
    tally = tally or Tally()
    for number, (kind, make) in enumerate(sources):
        case = make()
        if case is not None:
            note(tally, kind, case)
            judge_level(case, tally, n_transitions, number)
    print(f"\n{tally}")
    return tally


def nothing_crashed(tally):
    assert tally.crashes == 0
    assert tally.missed == 0
    for kind in (*RULES.values(), "doomed"):
        assert tally.refusals[kind] > 0
        assert tally.forged[kind] > 0


# ---- the tests ------------------------------------------------------------------------------------------

ROAD = """format: 1
name: A road
map: |
  S....
  =====
  ....G
actions: [up, down, left, right, wait]
obstacles:
  - {kind: lane, look: truck, row: 1, direction: left, length: 2, hop: 2, loop: 9, at: [3]}
"""


def moves(document, tick, cell, name):
    judge = Judge(yaml.safe_load(document))
    row, col = cell
    led, broken = judge.judge([tick], [row * judge.n_cols + col], [judge.actions.index(name)])
    return divmod(int(led[0]), judge.n_cols), int(broken[0])


def test_the_judge_reads_the_rules_as_one_does_by_hand():
    """The truck stands on columns 3 and 4; in the tick it comes to 2 and 3, then to 1 and 2."""
    assert moves(ROAD, 0, (0, 0), "up") == ((0, 0), WALL)
    assert moves(ROAD.replace("actions", "walls: stay\nactions"), 0, (0, 0), "up") == ((0, 0), FINE)
    assert moves(ROAD, 0, (0, 0), "down") == ((1, 0), FINE)
    assert [moves(ROAD, 0, (0, col), "down")[1] for col in range(5)] == [
        FINE,
        OCCUPIED,
        OCCUPIED,
        OCCUPIED,
        FINE,
    ]
    assert moves(ROAD, 0, (1, 0), "wait") == ((1, 0), FINE)
    assert moves(ROAD, 1, (1, 0), "wait") == ((1, 0), OCCUPIED)
    single = ROAD.replace("length: 2", "length: 1")
    assert moves(single, 0, (1, 2), "right") == ((1, 3), HEAD_ON)
    assert moves(single, 0, (1, 4), "left") == ((1, 3), FINE), "following is no crash"
    assert moves(single, 9 * 7, (1, 2), "right") == ((1, 3), HEAD_ON), "nine turns of the loop later"
    slow = single.replace("hop: 2", "every: 2")
    assert [moves(slow, tick, (0, 3), "down")[1] for tick in range(4)] == [OCCUPIED, FINE, FINE, FINE]


def test_the_judge_sees_tables_that_are_another_levels():
    """The traffic is one cell on: what was allowed crashes."""
    file = parse_file(ROAD, "road.yaml")
    document = yaml.safe_load(ROAD)
    rng = np.random.default_rng(0)
    sound, shifted = Case(file, document), Case(file, document | {"obstacles": [
        document["obstacles"][0] | {"at": [4]}
    ]})  # fmt: skip
    for case, crashes in ((sound, False), (shifted, True)):
        played, _, _ = play(case, case.safe.allowed, None, 1.0, 2000, rng)
        learned, _, met = learn(case, 0, 2000)
        assert met is None
        assert (case.rules(played) != FINE).any() == crashes
        assert (case.rules(learned) != FINE).any() == crashes


@pytest.mark.parametrize("n_levels", [100, pytest.param(3000, marks=pytest.mark.soak)])
def test_judge_and_program_agree_on_who_meets(n_levels):
    """Random traffic is refused for a meeting exactly if the judge sees one, within a tick the very same."""
    met = Counter()
    for seed in range(n_levels):
        document = random_document(random.Random(5000 + seed))
        try:
            prove(parse_file(to_text(document), "drawn.yaml"))
        except LevelError as error:
            said = error.problems[0].message
            if "are both at" not in said and "pass through" not in said:
                continue
        else:
            said = ""
        judge = Judge(document)
        turns = [vehicle.every * len(vehicle.cells) for vehicle in judge.vehicles]
        first = judge.meetings(min(3000, int(np.lcm.reduce([1, *turns], dtype=object))))
        assert bool(first) == bool(said), (seed, said, first)
        if "pass through" in said or "sub-step" in said:
            tick, k, found = first
            assert said.endswith((f"at tick {tick}", f"at sub-step {k} of tick {tick}"))
            words = [
                ["row {}, column {}".format(*divmod(cell, judge.n_cols)) for cell in cells] for cells in found
            ]
            assert any(all(word in said for word in cells) for cells in words), (seed, said, found)
            met["between" in said] += 1
    assert min(met[False], met[True]) > 0


def random_traffic(number):
    """Late obstacles whose ways cross on open ground; the start is walled off from them."""
    rng = random.Random(f"late traffic {number}")
    document = random_document(rng)
    n_cols = 2 + document["map"].index("\n")
    rows = ["." * n_cols for _ in range(2 + document["map"].count("\n"))] + ["SG" + "#" * (n_cols - 2)]
    document["obstacles"] = document["obstacles"][:2]
    for obstacle in document["obstacles"]:
        obstacle |= {"late": rng.choice([0, 1, 2, 3]), "hop": min(3, obstacle["hop"])}
        if obstacle["kind"] == "lane":
            obstacle["loop"] = obstacle.get("loop", max(len(rows), n_cols)) + 4
    return document | {"map": "\n".join(rows)}


@pytest.mark.parametrize("n_levels", [12, pytest.param(2000, marks=pytest.mark.soak)])
def test_judge_and_program_agree_on_who_can_meet_at_some_delays(n_levels):
    found = Counter()
    for number in range(n_levels):
        document = random_traffic(number)
        try:
            prove(parse_file(to_text(document), "late.yaml"))
            said = ""
        except LevelError as error:
            said = error.problems[0].message
            if " both " not in said and "pass through" not in said:
                continue
        judge = Judge(document)
        turns = [vehicle.every * len(vehicle.cells) for vehicle in judge.vehicles]
        first = judge.meetings(min(200, int(np.lcm.reduce([1, *turns], dtype=object))))
        assert bool(first) == bool(said), (number, said, first)
        found["can " in said if said else "none"] += 1
    assert min(found[True], found["none"]) > 0


def test_what_is_allowed_is_safe_before_a_second_reading_of_the_page():
    sources = [("random", partial(random_case, number)) for number in range(12)]
    sources += [("built-in", partial(builtin_case, name)) for name in ("dead_end", "patrol_15x9")]
    sources += [("rebuilt", partial(rebuilt_case, number)) for number in range(8)]
    sources += [("late or river", partial(late_or_river_case, number)) for number in range(16)]
    tally = judge_all(sources, 4000)
    nothing_crashed(tally)
    assert sum(tally.transitions.values()) > 50_000
    assert min(tally.features[what] for what in ("patrol", "late", "river")) > 0


def test_the_judge_reads_late_traffic_as_one_does_by_hand():
    """The car comes to column 4 in tick 1, to 5 in tick 3; two ticks late it is where it was."""
    judge = Judge(yaml.safe_load(LATE))

    def down(tick, col, before, after, name="down", row=0):
        paces = np.array([[before]]), np.array([[after]])
        action = judge.actions.index(name)
        return int(judge.judge([tick], [row * 7 + col], [action], paces)[1][0])

    assert [down(1, col, 0, 0) for col in range(2, 7)] == [FINE, FINE, OCCUPIED, FINE, FINE]
    assert [down(1, col, 0, 1) for col in range(2, 7)] == [FINE, OCCUPIED, FINE, FINE, FINE], "stands still"
    assert [down(3, col, 2, 2) for col in range(2, 7)] == [FINE, FINE, OCCUPIED, FINE, FINE]
    assert [down(3, col, 2, 1) for col in range(2, 7)] == [FINE, FINE, OCCUPIED, FINE, FINE], "two at once"
    assert [down(2, col, 1, 0) for col in range(2, 7)] == [FINE, FINE, OCCUPIED, FINE, FINE]
    assert down(2, 4, 1, 0, "left", row=1) == HEAD_ON, "in the first of two ticks"
    assert [down(3, col, 1, 0) for col in range(2, 7)] == [FINE, FINE, OCCUPIED, OCCUPIED, FINE], "both"
    assert [moves(LATE, 3, (0, col), "down")[1] for col in range(2, 7)] == [
        FINE,
        FINE,
        OCCUPIED,
        OCCUPIED,
        FINE,
    ], "at any pace"


RIVER = """format: 1
name: A log
map: |
  S....
  ~~~~~
  ....G
actions: [up, down, left, right, wait]
obstacles:
  - {kind: lane, look: log, row: 1, direction: right, carries: true, hop: 2, length: 2, at: [2]}
"""


def test_the_judge_reads_rivers_as_one_does_by_hand():
    """The log lies on columns 1 and 2, then on 3 and 4; over the seam it carries off."""
    assert [moves(RIVER, 0, (0, col), "down") for col in range(4)] == [
        ((1, 0), DROWNED),
        ((1, 3), FINE),
        ((1, 4), FINE),
        ((1, 3), DROWNED),
    ]
    assert moves(RIVER, 1, (1, 3), "wait")[1] == CARRIED_OFF
    assert moves(RIVER, 1, (1, 3), "down") == ((2, 3), FINE)
    assert moves(RIVER, 1, (1, 3), "right")[1] == CARRIED_OFF
    ferry = RIVER.replace(
        "kind: lane, look: log, row: 1, direction: right, carries: true, hop: 2, length: 2, at: [2]",
        "kind: patrol, look: ferry, path: [[1, 1], [1, 3]], closed: false, carries: true, hop: 3, at: [1]",
    ).replace("~~~~~", ".~~~.")
    assert moves(ferry, 0, (0, 2), "down") == ((1, 1), FINE), "to the end and back, two cells"


@pytest.mark.parametrize(("most", "found"), [(2, {FINE}), (3, {FINE, OCCUPIED})])
def test_delays_that_were_promised_are_safe_and_one_tick_more_is_seen_to_crash(most, found):
    """20,000 allowed moves, at any delay up to the level's two ticks, and at any up to three."""
    case, rng = Case(parse_file(LATE, "late.yaml"), yaml.safe_load(LATE)), np.random.default_rng(7)
    states, columns = np.nonzero(case.safe.allowed)
    drawn = rng.integers(len(states), size=20_000)
    states, columns = states[drawn], columns[drawn]
    ticks = states // case.mdp.n_cells + case.mdp.period * rng.integers(LAPS, size=len(states))
    before = rng.integers(most + 1, size=(len(states), 1))
    after = np.clip(before + rng.integers(-1, 2, size=before.shape), 0, most)
    _, broken = case.judge.judge(ticks, case.cell(states), case.column_of[columns], (before, after))
    assert set(broken.tolist()) == found


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_million_transitions_on_some_hundred_levels_are_safe():
    sources = [("random", partial(random_case, number)) for number in range(100, 450)]
    sources += [("built-in", partial(builtin_case, name)) for name in builtin_levels()]
    sources += [("rebuilt", partial(rebuilt_case, number)) for number in range(100, 500)]
    sources += [("damaged", partial(damaged_case, number)) for number in range(1500)]
    sources += [("late or river", partial(late_or_river_case, number)) for number in range(100, 300)]
    tally = judge_all(sources, 20_000)
    nothing_crashed(tally)
    assert sum(tally.transitions.values()) > 10_000_000
    assert min(tally.kinds.values()) > 20
    assert min(tally.features.values()) > 10
    assert tally.dead_ends > 0
