"""Late traffic and rivers: the figures of their description, the rules by hand, what is refused."""

import random
from collections import Counter

import pytest

from levels.files.problems import LevelError
from levels.model.board import MOVES, Action
from levels.model.delays import Delays, vehicle_met
from levels.model.level import Level
from levels.model.mdp import compile_mdp
from levels.model.refusals import LevelConflict
from levels.proof.certificate import certify
from levels.proof.prove import prove
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, parse_file, parse_level, read_level
from levels.text.writer import to_yaml
from tests.conftest import tiny
from tests.oracle import World
from tests.random_worlds import late_level, river_level

FIVE = ["right", "up", "left", "down", "wait"]
LOGS = (
    "row: 1, direction: right, every: 2, length: 3, loop: 12, at: [3, 9]",
    "row: 2, direction: left, length: 3, loop: 12, at: [2, 7]",
    "row: 3, direction: right, every: 3, length: 2, loop: 12, at: [1, 5, 9]",
)
RAFT = (
    "path: [[1, 1], [1, 5]], closed: false, every: 2, at: [0]",
    "row: 3, direction: right, hop: 2, every: 2, length: 2, loop: 10, at: [1, 6]",
)
SEAM = ("row: 1, direction: right, at: [1]",)
RIVERS = [
    (["....G....", *["~" * 9] * 3, "....S...."], LOGS, (45, 12, 378, 362, 376, 2, 2, 6)),
    (["...G...", "~" * 7, ".......", "~" * 7, "S......"], RAFT, (33, 80, 1984, 1952, 1984, 0, 0, 5)),
    (["G..", "~~~", "..S"], SEAM, (9, 3, 21, 20, 21, 0, 0, 5)),
]


def river(rows, obstacles):
    drawing = "\n".join(f"  {row}" for row in rows)
    kinds = ["patrol" if "path" in keys else "lane" for keys in obstacles]
    lines = "\n".join(
        f"  - {{kind: {kind}, look: log, carries: true, {keys}}}"
        for kind, keys in zip(kinds, obstacles, strict=True)
    )
    text = f"format: 1\nname: River\nmap: |\n{drawing}\nactions: [{', '.join(FIVE)}]\nobstacles:\n{lines}\n"
    return parse_file(text, "river.yaml")


def checked(rows, obstacles):
    """A tiny level, read as a file is."""
    return parse_level(to_yaml(tiny(rows, obstacles=obstacles)), "tiny.yaml")


def late(level, ticks):
    """The level with all of its traffic late."""
    obstacles = [obstacle.model_dump() | {"late": ticks} for obstacle in level.obstacles]
    return Level.model_validate(level.model_dump() | {"obstacles": obstacles})


def figures(level):
    mdp = compile_mdp(level)
    proved = certify(level, mdp, safe_actions(mdp, level.safety))
    return (
        *(proved.cells, proved.period, proved.states, proved.reachable, proved.viable),
        *(proved.doomed, proved.doomed_reachable, proved.shortest),
    )


@pytest.mark.parametrize(
    ("ticks", "expected"),
    [
        (0, (149, 24, 2962, 1409, 2917, 45, 18, 15)),
        (1, (149, 24, 2723, 1220, 2616, 107, 34, 17)),
        (2, (149, 24, 2484, 1016, 2248, 236, 28, 17)),
        (3, (149, 24, 2245, 875, 1966, 279, 34, 45)),
    ],
)
def test_the_figures_of_a_late_crossy_road(ticks, expected):
    assert figures(late(read_level(builtin_levels()["crossy_road"]), ticks)) == expected


@pytest.mark.parametrize(("rows", "obstacles", "expected"), RIVERS)
def test_the_figures_of_rivers(rows, obstacles, expected):
    assert figures(river(rows, obstacles).level) == expected


@pytest.mark.parametrize("draw", [late_level, river_level])
def test_the_writer_keeps_the_new_keys(draw):
    for seed in range(3):
        level = draw(seed)
        assert parse_level(to_yaml(level), "again.yaml") == level


def test_a_patrol_that_turns_round_takes_the_agent_back():
    level = river(["G..", "~~~", "..S"], [
        "path: [[1, 0], [1, 2]], closed: false, hop: 3, at: [0]"
    ]).level  # fmt: skip
    mdp = compile_mdp(level)
    wait = mdp.actions.index(Action.WAIT)
    assert mdp.cell(int(mdp.next_state[mdp.state((1, 0), 0), wait])) == (1, 1)  # 0, 1, 2, and back to 1


def test_reasons_of_late_traffic_and_rivers_are_sentences():
    level = tiny(["G....", ".....", "S...."], obstacles=[
        {"kind": "lane", "look": "train", "row": 1, "direction": "right", "loop": 12, "at": [3], "late": 2},
    ])  # fmt: skip
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    assert explain(level, mdp, safe, mdp.state((0, 2), 0), Action.DOWN).text == (
        "the train in row 1 may be here: it can be up to 2 steps late"
    )
    level = river(*RIVERS[2][:2]).level
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    assert explain(level, mdp, safe, mdp.state((2, 0), 0), Action.UP).text == "there is no log here"
    off = explain(level, mdp, safe, mdp.state((2, 2), 1), Action.UP)
    assert (off.kind, off.text) == ("carried_off", "the log in row 1 carries it off the board")
    assert explain(level, mdp, safe, mdp.state((1, 0), 0), Action.WAIT).text == "there is no log here"


def test_a_trap_on_water_names_what_the_agent_rides():
    """It is carried off in row 2, whose turtles come second in the file, between the logs."""
    level = river(*RIVERS[0][:2]).level
    obstacles = [obstacle.model_dump() for obstacle in level.obstacles]
    obstacles[1]["look"] = "turtle"
    level = Level.model_validate(level.model_dump() | {"obstacles": obstacles})
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    trap = explain(level, mdp, safe, mdp.state((2, 1), 2), Action.WAIT)
    assert (mdp.cell(trap.trace[-1]), trap.obstacle) == ((2, 0), 1)
    assert trap.text == "a trap: in 2 steps the turtle leaves, and no bank can be reached before"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"late": 1}, "so it can't be late"),
        ({"row": 0}, "but leaves the water: “.”"),
    ],
)
def test_a_carrier_that_is_late_or_leaves_the_water_is_refused(change, said):
    document = {"kind": "lane", "look": "log", "row": 1, "direction": "right", "at": [1], "carries": True}
    with pytest.raises(LevelError, match=said):
        checked(["..G", "~~~", "S.."], [document | change])


LOG = {"kind": "lane", "look": "log", "row": 1, "direction": "right", "at": [1], "carries": True}


@pytest.mark.parametrize("car_first", [False, True])
def test_what_crosses_a_carriers_path_is_told_whose_it_is(car_first):
    """To clear the cell would break the log."""
    car = {"kind": "lane", "look": "car", "column": 1, "direction": "up", "at": [0]}
    with pytest.raises(LevelError) as refused:
        checked(["..G", "~~~", "S.."], [car, LOG] if car_first else [LOG, car])
    (problem,) = refused.value.problems
    assert problem.message == "the car crosses the path of the log: “~” at [1, 1], counted from 0"
    assert problem.hint == "nothing else comes where a carrier floats: move one of the two"


def test_a_start_on_a_carriers_path_is_one_problem():
    with pytest.raises(LevelError) as refused:
        checked(["..G", "~S~"], [LOG])
    (problem,) = refused.value.problems
    assert problem.message == "the log carries, but leaves the water: “S” at [1, 1], counted from 0"


@pytest.mark.parametrize(("late", "hinted"), [(0, False), (3, True)])
def test_late_vehicles_that_can_meet_are_refused_with_what_to_do(late, hinted):
    lane = {"kind": "lane", "look": "car", "direction": "right", "row": 1, "at": [3]}
    column = {"kind": "lane", "look": "bus", "direction": "up", "column": 2, "at": [0], "late": late}
    with pytest.raises(LevelError) as refused:
        prove(parse_file(to_yaml(tiny(["....G", ".....", "S...."], obstacles=[lane, column])), "meet.yaml"))
    (problem,) = refused.value.problems
    assert ("lower “late”, or move one of the two" in problem.hint) == hinted


def test_a_start_that_a_late_vehicle_can_stand_on_is_refused():
    document = {"kind": "lane", "look": "car", "row": 0, "direction": "right", "at": [4], "loop": 9}
    assert checked([".S..G"], [document | {"late": 2}])
    with pytest.raises(LevelError, match="can be occupied at tick 0 by the late car"):
        checked([".S..G"], [document | {"late": 3}])


def test_obstacles_are_refused_exactly_when_the_oracle_sees_them_meet_at_some_delays():
    """Also when only their delays let them."""
    rng, found = random.Random(0), Counter()
    rows = [".....", ".....", "....G", "S...."]
    for _ in range(60):
        row = {"row": 1, "direction": rng.choice(["left", "right"]), "at": [rng.randrange(9)]}
        column = {"column": 2, "direction": rng.choice(["up", "down"]), "at": [rng.randrange(9)]}
        base = {"kind": "lane", "look": "car", "loop": 9}
        lanes = [
            base
            | lane
            | {"late": rng.choice([0, 1, 2]), "hop": rng.choice([1, 3]), "every": rng.choice([1, 2])}
            for lane in (row, column)
        ]
        level = Level.model_validate(
            {"format": 1, "name": "Late", "map": "\n".join(rows), "obstacles": lanes}
        )
        fault = World(level).fault()
        try:
            compile_mdp(level)
        except LevelConflict as conflict:
            found["can both be" in str(conflict)] += 1
            assert fault in ("shared", "meeting")
        else:
            found["fine"] += 1
            assert fault not in ("shared", "meeting")
    assert min(found[True], found["fine"]) > 3


def test_delays_keep_their_law_and_their_seed():
    level = late(read_level(builtin_levels()["crossy_road"]), 2)
    delays, again = Delays(level, 7), Delays(level, 7)
    assert delays.at(0) == (0,) * len(level.obstacles)
    assert [again.at(tick) for tick in (50, 3)] == [delays.at(tick) for tick in (50, 3)]
    changes: Counter = Counter()
    for tick in range(4000):
        for before, after in zip(delays.at(tick), delays.at(tick + 1), strict=True):
            changes[before, after] += 1
    assert set(changes) == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)}
    ones = sum(count for (before, _), count in changes.items() if before == 1)
    assert abs(changes[1, 2] / ones - 0.25) < 0.02
    assert abs(changes[1, 0] / ones - 0.25) < 0.02
    begun = Counter(Delays(level, seed, 5).at(0)[0] for seed in range(900))
    assert min(begun[0], begun[1], begun[2]) > 240


def test_no_delay_hits_who_keeps_to_what_is_allowed():
    """Allowed moves at random, delays at random: no vehicle is ever met, but by others."""
    level = late(read_level(builtin_levels()["crossy_road"]), 2)
    file = parse_file(to_yaml(level), "late.yaml")
    proof = prove(file)
    met = 0
    for seed in range(6):
        delays, dice = Delays(level, seed), random.Random(seed)
        state = proof.mdp.starts[0]
        for tick in range(400):
            here, before, after = proof.mdp.cell(state), delays.at(tick), delays.at(tick + 1)
            for column, action in enumerate(proof.mdp.actions):
                if proof.safe.allowed[state, column]:
                    there = proof.mdp.cell(int(proof.mdp.next_state[state, column]))
                    assert vehicle_met(level, here, there, tick, before, after) is None
                else:
                    there = (here[0] + MOVES[action][0], here[1] + MOVES[action][1])
                    met += vehicle_met(level, here, there, tick, before, after) is not None
            choices = [c for c in range(proof.mdp.n_actions) if proof.safe.allowed[state, c]]
            if not choices:
                break
            state = int(proof.mdp.next_state[state, dice.choice(choices)])
    assert met > 50
