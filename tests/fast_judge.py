"""The judge's reading of docs/levels.md once more, compiled: it plays, drives all vehicles itself and judges.

From the program come only the permissions and the policy that is played, by (cell, phase), and where it says
that each action leads, which is compared. Vehicles have a place on their cycle and a clock: they are driven
tick by tick, never looked up. A late one has its delay, drawn anew in each tick as the page says, or, in
every second episode, chosen so that it hits the agent if it can.
"""

from typing import NamedTuple

import numpy as np

from levels.compiled import njit
from tests.judge import CARRIED_OFF, DROWNED, FINE, HEAD_ON, OCCUPIED, STEPS, WALL

N_RULES = 6
TRANSITIONS, LATE, MADE_UP, CARRIED, EPISODES, GOALS, DEAD_ENDS, UNSEEN = range(N_RULES, N_RULES + 8)
N_COUNTS = N_RULES + 8
"""Places in the counts: first what was broken, by rule.

LATE: the vehicles whose way the agent's new cell is on are late; MADE_UP: they make up a tick; CARRIED: the
agent is taken to another cell. UNSEEN: broken, or ending elsewhere, against what the program's table says.
"""
LAPS = 40
"""Turns of the traffic after which an episode may begin."""
EPISODE = 600
"""Transitions after which it is cut off."""


class World(NamedTuple):
    """The judge's level. Obstacles have numbers; a cycle's cells lie in the order of driving.

    Attributes:
        n_cols, blocked, water, goal: of the board, by cell.
        stay: whether walls stop.
        every, hop, length, late, loop, carries: (obstacles,).
        seam: (obstacles,) the place after which the loop begins anew elsewhere, -1 for none.
        cells, first_cell: cells of the cycles, -1 off the board; where each obstacle's begin.
        fronts, first_front: places at tick 0; where each obstacle's begin.
        who, place, first_at: what comes to each cell: the obstacle, and where on its cycle the cell lies.
    """

    n_rows: int
    n_cols: int
    blocked: np.ndarray
    water: np.ndarray
    goal: np.ndarray
    stay: bool
    every: np.ndarray
    hop: np.ndarray
    length: np.ndarray
    late: np.ndarray
    loop: np.ndarray
    carries: np.ndarray
    seam: np.ndarray
    cells: np.ndarray
    first_cell: np.ndarray
    fronts: np.ndarray
    first_front: np.ndarray
    who: np.ndarray
    place: np.ndarray
    first_at: np.ndarray


class Player(NamedTuple):
    """What the program says. A state is phase · n_cells + number of its cell.

    Attributes:
        numbers: (cells of the board,) number of each passable cell.
        cells: (n_cells,) the cells of the board with these numbers.
        moves: (n_actions, 2) steps in rows and columns.
        choices, n_choices: (n_states, n_actions), (n_states,) the permitted actions, packed to the left.
        leads: (n_states, n_actions) cell of the board that the table leads to, -1 for a crash.
        starts: states that episodes begin in: all viable ones, since each is promised to be safe for ever.
        labels: (n_states,) action of the policy.
    """

    period: int
    n_cells: int
    numbers: np.ndarray
    cells: np.ndarray
    moves: np.ndarray
    choices: np.ndarray
    n_choices: np.ndarray
    leads: np.ndarray
    starts: np.ndarray
    labels: np.ndarray


class Log(NamedTuple):
    """The first transitions as they were made: tick, cell, action, cell after it, broken rule; delays."""

    rows: np.ndarray
    before: np.ndarray
    after: np.ndarray


def empty_log(n, world):
    """Room for n transitions."""
    return Log(np.zeros((n, 5), np.int64), *(np.zeros((n, len(world.late)), np.int64) for _ in range(2)))


def world_of(judge):
    """The arrays of a judge's level."""
    groups = {}
    for vehicle in judge.vehicles:
        groups.setdefault(vehicle.obstacle, []).append(vehicle)
    assert list(groups) == list(range(len(groups)))
    firsts = [group[0] for group in groups.values()]
    tracks = [one.cells[(one.onwards * np.arange(len(one.cells))) % len(one.cells)] for one in firsts]
    fronts = [[v.onwards * v.begin % len(v.cells) for v in group] for group in groups.values()]
    visits = sorted(
        (int(cell), number, place)
        for number, track in enumerate(tracks)
        for place, cell in enumerate(track)
        if cell >= 0
    )
    by_cell = np.array(visits, np.int64).reshape(-1, 3)

    def column(values):
        return np.array(list(values), np.int64)

    def offsets(parts):
        return np.cumsum([0, *map(len, parts)])

    goal = np.zeros(len(judge.blocked), dtype=bool)
    goal[list(judge.goals)] = True
    return World(
        judge.n_rows,
        judge.n_cols,
        judge.blocked,
        judge.water,
        goal,
        judge.stay,
        column(one.every for one in firsts),
        column(one.hop for one in firsts),
        column(one.length for one in firsts),
        column(one.late for one in firsts),
        column(map(len, tracks)),
        np.array([one.carries for one in firsts], dtype=bool),
        column(-1 if not one.open else len(one.cells) - 1 if one.onwards == 1 else 0 for one in firsts),
        np.concatenate([*tracks, np.zeros(0, np.int64)]),
        offsets(tracks),
        column(front for group in fronts for front in group),
        offsets(fronts),
        by_cell[:, 1].copy(),
        by_cell[:, 2].copy(),
        np.searchsorted(by_cell[:, 0], np.arange(len(judge.blocked) + 1)),
    )


def player_of(case, permitted, labels):
    """What the program permits, and plays by labels, in a `tests.judging.Case`."""
    mdp = case.mdp
    numbers = np.full(len(case.judge.blocked), -1)
    numbers[case.cells] = np.arange(mdp.n_cells)
    return Player(
        mdp.period,
        mdp.n_cells,
        numbers,
        case.cells.astype(np.int64),
        np.array([STEPS[action.name.lower()] for action in mdp.actions]),
        np.argsort(~permitted, axis=1, kind="stable").astype(np.int8),
        permitted.sum(axis=1).astype(np.int8),
        case.cell(mdp.next_state).astype(np.int32),
        np.flatnonzero(case.safe.viable & ~mdp.goal),
        labels.astype(np.int8),
    )


@njit
def drive(world, visit, shift, clock, here, there):
    """Rules 2 and 3 in one tick of the timetable, for the obstacle of a visit to the agent's new cell."""
    who, place = world.who[visit], world.place[visit]
    loop, length = world.loop[who], world.length[who]
    steps = world.hop[who] if clock + 1 == world.every[who] else 0
    head_on = False
    for vehicle in range(world.first_front[who], world.first_front[who + 1]):
        front = world.fronts[vehicle] + shift
        behind = front - place
        if behind < 0:
            behind += loop
        elif behind >= loop:
            behind -= loop
        stood = behind < length
        if steps == 0 and stood:
            return OCCUPIED
        for _ in range(steps):
            behind += 1
            if behind == loop:
                behind = 0
            if behind < length:
                return OCCUPIED
        if stood and here != there:
            for step in range(1, steps + 1):
                head_on |= world.cells[world.first_cell[who] + (front + step) % loop] == here
    return HEAD_ON if head_on else FINE


@njit
def driven(world, who, shift, clock):
    """Cells moved and clock of an obstacle a tick of its timetable later."""
    clock += 1
    if clock == world.every[who]:
        return (shift + world.hop[who]) % world.loop[who], 0
    return shift, clock


@njit
def hit(world, visit, shift, clock, ticks, here, there):
    """What an obstacle breaks that drives no, one or two ticks of its timetable."""
    who = world.who[visit]
    if ticks == 0:
        for vehicle in range(world.first_front[who], world.first_front[who + 1]):
            if (world.fronts[vehicle] + shift - world.place[visit]) % world.loop[who] < world.length[who]:
                return OCCUPIED
        return FINE
    broken = drive(world, visit, shift, clock, here, there)
    if broken == FINE and ticks == 2:
        shift, clock = driven(world, who, shift, clock)
        broken = drive(world, visit, shift, clock, there, there)
    return broken


@njit
def ride(world, there, shifts, clocks):
    """Where the water takes the agent, and what breaks."""
    for visit in range(world.first_at[there], world.first_at[there + 1]):
        who, place = world.who[visit], world.place[visit]
        loop = world.loop[who]
        for vehicle in range(world.first_front[who], world.first_front[who + 1]):
            if (
                world.carries[who]
                and (world.fronts[vehicle] + shifts[who] - place) % loop < world.length[who]
            ):
                if clocks[who] + 1 == world.every[who]:
                    for _ in range(world.hop[who]):
                        if place == world.seam[who]:
                            return there, CARRIED_OFF
                        place = (place + 1) % loop
                        if world.cells[world.first_cell[who] + place] < 0:
                            return there, CARRIED_OFF
                return world.cells[world.first_cell[who] + place], FINE
    return there, DROWNED


@njit
def scramble(x):
    """The next number of a xorshift generator."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    return x ^ (x << np.uint64(17))


@njit
def run(world, player, share, n_transitions, seed, log):
    """Play so many transitions and judge each: the counts.

    Args:
        world: the judge's level.
        player: the program's permissions and policy.
        share: of random permitted actions, in 256ths; the rest are the policy's.
        n_transitions: how many.
        seed: of all draws, not 0.
        log: filled with the first transitions.
    """
    counts = np.zeros(N_COUNTS, np.int64)
    n = len(world.every)
    shifts, clocks, delays, ticks = (
        np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n, np.int64)
    )  # fmt: skip
    some_late = np.flatnonzero(world.late > 0)
    x = np.uint64(seed)
    tick, here, lasted, over, worst = 0, 0, 0, True, False
    for _ in range(n_transitions):
        if over:
            x = scramble(x)
            state = player.starts[np.int64((x >> np.uint64(32)) % np.uint64(len(player.starts)))]
            here = player.cells[state % player.n_cells]
            phase = state // player.n_cells
            tick = phase + player.period * np.int64((x >> np.uint64(8)) % np.uint64(LAPS))
            worst = np.int64(x) & 1 == 1
            for who in range(n):
                delays[who] = 0
                if phase > 0 and world.late[who] > 0:
                    x = scramble(x)
                    delays[who] = np.int64((x >> np.uint64(32)) % np.uint64(world.late[who] + 1))
                since = tick - delays[who]
                clocks[who] = since % world.every[who]
                shifts[who] = world.hop[who] * (since // world.every[who]) % world.loop[who]
            lasted, over = 0, False
            counts[EPISODES] += 1
        state = tick % player.period * player.n_cells + player.numbers[here]
        if player.n_choices[state] == 0:
            counts[DEAD_ENDS] += 1
            over = True
            continue
        x = scramble(x)
        action = player.labels[state]
        if np.int64((x >> np.uint64(16)) & np.uint64(255)) < share:
            action = player.choices[
                state, np.int64((x >> np.uint64(32)) % np.uint64(player.n_choices[state]))
            ]
        row = here // world.n_cols + player.moves[action, 0]
        col = here % world.n_cols + player.moves[action, 1]
        there = row * world.n_cols + col
        broken = FINE
        if row < 0 or col < 0 or row >= world.n_rows or col >= world.n_cols or world.blocked[there]:
            there = here
            broken = FINE if world.stay else WALL
        bits = np.uint64(0)
        for place, who in enumerate(some_late):
            if place % 16 == 0:
                x = scramble(x)
                bits = x >> np.uint64(20)
            draw = bits & np.uint64(3)
            bits >>= np.uint64(2)
            ticks[who] = 1
            if draw == np.uint64(0) and delays[who] < world.late[who]:
                ticks[who] = 0
            elif draw == np.uint64(1) and delays[who] > 0:
                ticks[who] = 2
        for visit in range(world.first_at[there], world.first_at[there + 1]):
            who = world.who[visit]
            if world.carries[who]:
                continue
            if worst and world.late[who] > 0:
                for pace in range(3):
                    able = 0 <= delays[who] + 1 - pace <= world.late[who]
                    if able and hit(world, visit, shifts[who], clocks[who], pace, here, there) != FINE:
                        ticks[who] = pace
            found = hit(world, visit, shifts[who], clocks[who], ticks[who], here, there)
            if found != FINE and (broken == FINE or (broken == HEAD_ON and found == OCCUPIED)):
                broken = found
            counts[LATE] += delays[who] > 0
            counts[MADE_UP] += ticks[who] == 2
        end = there
        if world.water[there]:
            end, drowned = ride(world, there, shifts, clocks)
            broken = drowned if broken == FINE else broken
            counts[CARRIED] += end != there
        made = counts[TRANSITIONS]
        if made < len(log.rows):
            for column, value in enumerate((tick, here, np.int64(action), end, broken)):
                log.rows[made, column] = value
            log.before[made] = delays
            log.after[made] = delays + 1 - ticks
        for who in range(n):
            for _ in range(ticks[who]):
                clocks[who] += 1
                if clocks[who] == world.every[who]:
                    clocks[who] = 0
                    shifts[who] = (shifts[who] + world.hop[who]) % world.loop[who]
            delays[who] += 1 - ticks[who]
        told = player.leads[state, action]
        counts[broken] += 1
        counts[TRANSITIONS] += 1
        counts[UNSEEN] += told >= 0 and (broken != FINE or told != end)
        tick += 1
        lasted += 1
        here = end
        counts[GOALS] += broken == FINE and world.goal[here]
        over = broken != FINE or world.goal[here] or lasted >= EPISODE
    return counts
