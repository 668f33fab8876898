"""Level → Mdp: the integer tables that the learner, the safe sets and the proof all read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level
from levels.model.traffic import Traffic, expand, number_cells


@dataclass(frozen=True, eq=False)
class Mdp:
    """A level as a deterministic Markov decision process over (cell, phase) states.

    A state's number is phase · n_cells + number of its cell, so that one tick's states lie together.
    Transitions that violate a constraint lead to one absorbing crash state, numbered `n_states`.

    Attributes:
        cells: (n_cells, 2) int32, passable cells in reading order.
        cell_index: (n_rows, n_cols) int32, number of each passable cell, -1 where blocked.
        period: ticks after which all traffic repeats.
        actions: what each column of the tables means.
        next_state: (n_states, n_actions) int32, f of E1; goals stay where they are.
        reward: (n_states, n_actions) float64, g of E1.
        goal: (n_states,) bool, terminal.
        violation: (n_states,) bool, C(x) ≥ 0: an obstacle stands there.
        starts: states of the start cells at phase 0.
        step_reward, goal_reward: reward of every transition, and what arriving at a goal adds to it.
    """

    cells: NDArray[np.int32]
    cell_index: NDArray[np.int32]
    period: int
    actions: tuple[Action, ...]
    next_state: NDArray[np.int32]
    reward: NDArray[np.float64]
    goal: NDArray[np.bool_]
    violation: NDArray[np.bool_]
    starts: tuple[int, ...]
    step_reward: float
    goal_reward: float

    @property
    def n_cells(self) -> int:
        """Number of passable cells."""
        return len(self.cells)

    @property
    def n_states(self) -> int:
        """N: rows of the tables, n_cells · period."""
        return len(self.next_state)

    @property
    def n_actions(self) -> int:
        """M: columns of the tables."""
        return len(self.actions)

    @property
    def crash(self) -> int:
        """Number of the absorbing crash state."""
        return self.n_states

    def state(self, cell: Cell, phase: int) -> int:
        """Number of a passable cell at a phase (any tick counts, modulo the period)."""
        return (phase % self.period) * self.n_cells + int(self.cell_index[cell])

    def cell(self, state: int) -> Cell:
        """(row, column) of a state."""
        row, col = self.cells[state % self.n_cells]
        return int(row), int(col)

    def phase(self, state: int) -> int:
        """Phase of a state."""
        return state // self.n_cells

    def cell_numbers(self, states: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Number of each state's cell."""
        return states % self.n_cells

    def states_of(self, cell: Cell) -> NDArray[np.int64]:
        """(period,) the states of a passable cell, phase by phase."""
        return np.arange(int(self.cell_index[cell]), self.n_states, self.n_cells, dtype=np.int64)

    def states_at(self, phase: int) -> slice:
        """The n_cells states of a phase, in the order of `cells`."""
        return slice(phase * self.n_cells, (phase + 1) * self.n_cells)


def neighbours(cells: NDArray[np.int32], cell_index: NDArray[np.int32], action: Action) -> NDArray[np.int32]:
    """(n_cells,) number of the cell the action leads to if nothing moves, -1 where it leads nowhere."""
    padded = np.pad(cell_index, 1, constant_values=-1)
    d_row, d_col = MOVES[action]
    return padded[cells[:, 0] + 1 + d_row, cells[:, 1] + 1 + d_col]


def still_moves(mdp: Mdp, actions: Iterable[Action]) -> NDArray[np.int32]:
    """(n_cells, number of actions) the cell each action leads to while nothing else moves, -1 for none."""
    return np.stack([neighbours(mdp.cells, mdp.cell_index, action) for action in actions], axis=1)


def compile_mdp(level: Level) -> Mdp:
    """The tables of a level whose parts fit together.

    Raises:
        LevelTooLarge: more than `MAX_STATES` states; nothing of that size was allocated.
        LevelConflict: two obstacles share a cell at some tick, or meet within one.
    """
    board = level.board
    cell_index = number_cells(level)
    cells = np.argwhere(~board.blocked).astype(np.int32)
    traffic = expand(level, cell_index)
    shape = (traffic.period, len(cells))
    n_states = shape[0] * shape[1]
    goal_cell = np.zeros(len(cells), dtype=np.bool_)
    goal_cell[cell_index[tuple(np.transpose(board.goals))]] = True
    goal = np.broadcast_to(goal_cell, shape)
    next_state = np.empty((*shape, len(level.actions)), dtype=np.int32)
    reward = np.full((*shape, len(level.actions)), level.rewards.step, dtype=np.float64)
    own = np.arange(n_states, dtype=np.int32).reshape(shape)
    next_phase = ((np.arange(shape[0]) + 1) % shape[0] * shape[1]).astype(np.int32)[:, None]
    for column, action in enumerate(level.actions):
        target = neighbours(cells, cell_index, action)
        outside = target < 0
        if level.walls == "stay":
            target = np.where(outside, np.arange(len(cells), dtype=np.int32), target)
            outside = np.zeros_like(outside)
        breaks = _breaks(traffic, action, target, outside)
        there = target[None, :] if traffic.carried is None else traffic.carried[:, target]
        ahead = np.where(breaks, np.int32(n_states), next_phase + there)
        next_state[:, :, column] = np.where(goal & ~traffic.occupied, own, ahead)
        reward[:, :, column] += level.rewards.goal * (goal_cell[target] & ~outside)
        reward[:, goal_cell, column] = 0.0
    starts = tuple(cell_index[tuple(np.transpose(board.starts))].tolist())
    mdp = Mdp(
        cells,
        cell_index,
        traffic.period,
        level.actions,
        next_state.reshape(n_states, -1),
        reward.reshape(n_states, -1),
        np.ascontiguousarray(goal).reshape(-1),
        traffic.occupied.reshape(-1),
        starts,
        level.rewards.step,
        level.rewards.goal,
    )
    for table in (mdp.cells, mdp.next_state, mdp.reward, mdp.goal, mdp.violation):
        table.flags.writeable = False
    return mdp


def _breaks(
    traffic: Traffic, action: Action, target: NDArray[np.int32], outside: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(period, n_cells) whether the action violates a constraint in that tick: three rules, or drowning."""
    breaks = traffic.occupied | outside[None, :]
    breaks |= traffic.swept[:, target]
    if action in traffic.swaps:
        breaks |= traffic.swaps[action]
    if traffic.carried is not None:
        breaks |= traffic.carried[:, target] < 0
    return breaks
