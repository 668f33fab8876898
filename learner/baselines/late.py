"""Late traffic, compiled: where learners that can crash practise on a level with obstacles that can be late.

An obstacle that can be `late` k ticks has a delay d of whole ticks: 0 in an episode that begins at phase 0,
uniform in 0 … k in one that begins at another. In each tick it grows by one with probability 1/4 (below k),
falls by one with 1/4 (above 0), or stays. What counts is where obstacles really are: an agent may be lucky
where the level's tables, which hold at every delay, say crash, and hit where the timetable says safe.

`levels.model.delays` says the same readably, one vehicle at a time, for what is shown.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import frozen
from learner.baselines.loop import (
    Budget,
    budget_of,
    draw,
    ended,
    explore,
    goes_on,
    here,
    label_of,
    learn,
    next_episode,
    renew_label,
    step,
)
from learner.core.kernel import below
from learner.core.packed import EPISODE_STEPS, STATE, Memory, Rules, Tables, rules_of
from learner.core.trainer import Trainer
from levels.compiled import njit_inner
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp, compile_mdp, neighbours
from levels.model.obstacle import Obstacle
from levels.model.traffic import expand
from levels.proof.safety import SafeActions

STANDS, SWEPT, HEAD_ON = 1, 2, 4
"""Bits of a mark: the obstacle stands on the cell as the tick begins; stands there at some sub-step after
that; meets head-on an agent that enters by the first `Action`. The next three bits: the later actions."""


class LateTraffic(NamedTuple):
    """What is late, by its timetable, as a compiled loop reads it.

    Attributes:
        n_cells: passable cells of the level.
        actions: (n_actions,) int64, the `Action` of each column.
        hit_reward: of a move on which something late is met.
        late, period: (n,) int64, of each late obstacle: its largest delay, and its own period [ticks].
        width, begins: (n,) int64, how many cells it comes to, and where its marks begin.
        marks: uint8, for each late obstacle a table of its period × its cells.
        first: (n_cells + 1,) int64, where each cell's part of `who` and `place` begins.
        who, place: int64, the late obstacles that come to the cell, and the column of their tables.
    """

    n_cells: int
    actions: NDArray[np.int64]
    hit_reward: float
    late: NDArray[np.int64]
    period: NDArray[np.int64]
    width: NDArray[np.int64]
    begins: NDArray[np.int64]
    marks: NDArray[np.uint8]
    first: NDArray[np.int64]
    who: NDArray[np.int64]
    place: NDArray[np.int64]


class Delays(NamedTuple):
    """What changes in late traffic.

    Attributes:
        before, after: (n,) int64, the delay of each late obstacle as the last tick began and ended [ticks].
        crashes: (1,) int64, made so far.
    """

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    crashes: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LateWorld:
    """A level in which obstacles can be late.

    Attributes:
        promised: the level's tables, which hold at every delay. The path that counts as learned is judged by
            these.
        empty: where actions lead if nothing late is met. The same tables where nothing is late.
        traffic: what is late.
    """

    promised: Mdp
    empty: Mdp
    traffic: LateTraffic

    def trainer(
        self, on_time: type[Trainer] = Trainer
    ) -> Callable[[Mdp, SafeActions, Learning, int], Trainer]:
        """Give what makes a learner of Q-learning for this world: `on_time` where nothing is late."""
        return partial(LateTrainer, self) if self.traffic.late.size else on_time


class LateTrainer(Trainer):
    """Algorithm 1's ε-greedy Q-learning in late traffic; a subclass may have another loop.

    Attributes:
        traffic, delays: where it moves.
        real: the tables that say where its moves lead if nothing late is met.
    """

    def __init__(self, world: LateWorld, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        """Prepare a learner that has seen nothing.

        Args:
            world: the level.
            mdp: `world.empty`, with the rewards and dead ends that hold for this learner.
            safe: what it may try.
            learning: settings.
            seed: of its random numbers, the delays' among them.
        """
        super().__init__(replace(mdp, next_state=world.promised.next_state), safe, learning, seed)
        self.traffic = world.traffic
        self.real = self.tables._replace(next_state=frozen(mdp.next_state.reshape(-1).view(np.uint32)))
        n = len(world.traffic.late)
        self.delays = Delays(*(np.zeros(size, dtype=np.int64) for size in (n, n, 1)))

    @property
    def dead_ends(self) -> int:
        """Failures that were no crash."""
        return self.violations - int(self.delays.crashes[0])

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        budget = budget_of(self.memory, max_transitions, max_episodes, stop_at)
        rules = rules_of(self.learning)
        _learn(self.tables, self.real, self.memory, rules, budget, self.traffic, self.delays)
        return True


def on_time(level: Level) -> Level:
    """Give the level by its timetable, as if nothing were ever late."""
    return _with(level, (obstacle.model_copy(update={"late": 0}) for obstacle in level.obstacles))


def late_world(level: Level, mdp: Mdp, hit_reward: float) -> LateWorld:
    """Make the world of a level; where nothing is late, its tables are the level's.

    Args:
        level: the level.
        mdp: its tables.
        hit_reward: reward of a move on which something late is met.
    """
    late = [obstacle for obstacle in level.obstacles if obstacle.late]
    if not late:
        return LateWorld(mdp, mdp, _traffic(mdp, hit_reward, (), ()))
    cells, marks = zip(*(_marks(level, mdp, obstacle) for obstacle in late), strict=True)
    empty = compile_mdp(_with(level, (obstacle for obstacle in level.obstacles if not obstacle.late)))
    traffic = _traffic(mdp, hit_reward, cells, marks, [obstacle.late for obstacle in late])
    return LateWorld(mdp, _repeated(empty, mdp), traffic)


@njit_inner
def late_step(
    real: Tables, memory: Memory, action: np.uint64, traffic: LateTraffic, delays: Delays
) -> tuple[np.uint64, float]:
    """Take an action as `loop.step`, among what is late: it is a crash if that is really met on the move."""
    state = here(memory)
    crash = np.uint64(len(memory.visits) - 1)
    _pass_a_tick(state, memory, traffic, delays)
    arrived, reward = step(real, memory, action)
    if arrived != crash and _is_hit(state, arrived, traffic.actions[action], traffic, delays):
        arrived, reward = crash, traffic.hit_reward
        memory.counters[STATE] = arrived
    delays.crashes[0] += arrived == crash
    return arrived, reward


@njit_inner
def _pass_a_tick(state: np.uint64, memory: Memory, traffic: LateTraffic, delays: Delays) -> None:
    """Draw the delays at the end of a tick that begins in a state; in an episode's first, those before it."""
    for k in range(len(traffic.late)):
        most, delay = traffic.late[k], delays.after[k]
        if memory.counters[EPISODE_STEPS] == 0:
            on_time = state < np.uint64(traffic.n_cells)  # at phase 0
            delay = 0 if on_time else np.int64(below(draw(memory), np.uint64(most + 1)))
        delays.before[k] = delay
        quarter = below(draw(memory), np.uint64(4))
        if quarter == 0 and delay < most:
            delay += 1
        elif quarter == 1 and delay > 0:
            delay -= 1
        delays.after[k] = delay


@njit_inner
def _is_hit(state: np.uint64, arrived: np.uint64, action: int, traffic: LateTraffic, delays: Delays) -> bool:
    """Whether something late is met on a move, as `levels.model.delays.vehicle_met`.

    A tick in which delay is made up counts as two of the timetable: the agent moves in the first and stands
    on its new cell in the second.
    """
    phase, moved_from = divmod(np.int64(state), traffic.n_cells)
    cell = np.int64(arrived) % traffic.n_cells
    for k in range(traffic.first[cell], traffic.first[cell + 1]):
        who = traffic.who[k]
        before, after = delays.before[who], delays.after[who]
        width, period = traffic.width[who], traffic.period[who]
        column = traffic.begins[who] + traffic.place[k]
        mark = traffic.marks[column + (phase - before) % period * width]
        if after > before:  # it stands still
            hit = mark & STANDS != 0
        else:
            hit = mark & SWEPT != 0 or (cell != moved_from and mark & (HEAD_ON << action) != 0)
            if after < before:
                hit |= traffic.marks[column + (phase - before + 1) % period * width] & SWEPT != 0
        if hit:
            return True
    return False


@njit_inner
def _learn(
    tables: Tables,
    real: Tables,
    memory: Memory,
    rules: Rules,
    budget: Budget,
    traffic: LateTraffic,
    delays: Delays,
) -> None:
    n_actions = np.uint64(len(tables.columns))
    while goes_on(memory, budget):
        state = here(memory)
        action = explore(tables, memory, state)
        arrived, reward = late_step(real, memory, action, traffic, delays)
        target = reward + rules.discount * memory.q[arrived * n_actions + label_of(memory, arrived)]
        learn(memory, memory.q, state * n_actions + action, target, rules.learning_rate)
        renew_label(tables, memory, state, memory.rng[0])
        if ended(memory, rules):
            next_episode(tables, memory, rules)


def _marks(level: Level, mdp: Mdp, obstacle: Obstacle) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The cells that an obstacle comes to, (n,), and its marks there by the timetable, (its period, n)."""
    alone = expand(on_time(_with(level, [obstacle])), mdp.cell_index)
    marks = alone.occupied * np.uint8(STANDS) | alone.swept * np.uint8(SWEPT)
    for action, head_on in alone.swaps.items():
        target = neighbours(mdp.cells, mdp.cell_index, action)
        moves = target >= 0
        marks[:, target[moves]] |= head_on[:, moves] * np.uint8(HEAD_ON << action)
    cells = np.flatnonzero(marks.any(axis=0))
    return cells, marks[:, cells]


def _traffic(
    mdp: Mdp,
    hit_reward: float,
    cells: Iterable[NDArray[np.int64]],
    marks: Iterable[NDArray[np.uint8]],
    late: Iterable[int] = (),
) -> LateTraffic:
    """Lay the marks of all late obstacles out flat."""
    tables, visited = list(marks), list(cells)
    sizes = np.array([table.shape for table in tables], dtype=np.int64).reshape(-1, 2)
    visits = np.array(
        [(cell, who, place) for who, part in enumerate(visited) for place, cell in enumerate(part.tolist())],
        dtype=np.int64,
    ).reshape(-1, 3)
    visits = visits[np.argsort(visits[:, 0], kind="stable")]
    return LateTraffic(
        n_cells=mdp.n_cells,
        actions=np.array(mdp.actions, dtype=np.int64),
        hit_reward=hit_reward,
        late=np.array(late, dtype=np.int64),
        period=sizes[:, 0].copy(),
        width=sizes[:, 1].copy(),
        begins=np.cumsum([0, *sizes.prod(axis=1)])[:-1],
        marks=np.concatenate([np.zeros(0, np.uint8), *(table.reshape(-1) for table in tables)]),
        first=np.searchsorted(visits[:, 0], np.arange(mdp.n_cells + 1)),
        who=visits[:, 1].copy(),
        place=visits[:, 2].copy(),
    )


def _repeated(part: Mdp, whole: Mdp) -> Mdp:
    """The tables of a level with fewer obstacles over the period of the whole, a multiple of its own."""
    shape = (whole.period // part.period, part.period, whole.n_cells)
    ahead = np.broadcast_to(part.next_state.reshape(*shape[1:], -1), (*shape, whole.n_actions))
    phases = np.arange(whole.period).reshape(*shape[:2], 1, 1)
    there = np.where(
        ahead == part.crash,
        whole.crash,
        (phases + 1) % whole.period * whole.n_cells + ahead % whole.n_cells,
    ).reshape(whole.next_state.shape)
    own = np.arange(whole.n_states)[:, None]
    return replace(
        whole,
        next_state=frozen(np.where(whole.goal[:, None], own, there).astype(np.int32)),
        violation=frozen(np.tile(part.violation, shape[0])),
    )


def _with(level: Level, obstacles: Iterable[Obstacle]) -> Level:
    """The level with these obstacles; `model_copy` would keep what it has worked out about the others."""
    fields = {name: getattr(level, name) for name in Level.model_fields}
    return Level.model_construct(**{**fields, "obstacles": tuple(obstacles)})
