"""A level as an environment of Gymnasium, with the safe actions as its action mask.

It needs the package gymnasium, the extra `gym`. Every other part of the program does without this module.
"""

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import failure_penalty
from levels.model.board import in_words
from levels.model.delays import Delays, Lateness, is_late
from levels.proof.prove import Proof, prove
from levels.proof.reasons import explain
from levels.text.reader import find_level, read_file

AGENT, VEHICLE, CARRIER = "@", "o", "c"
"""The characters in a drawing of a state: the agent, a cell of what hits it, a cell of what carries it."""


class CrossingEnv(gymnasium.Env[np.int64, np.int64]):
    """A certified level: observations are states x, actions are columns of the tables.

    An observation is the number of the (cell, phase) state, as in `Mdp`; the traffic's moment is in it. Every
    `reset` and every `step` puts two things into `info`, both about the state just observed:

    - `action_mask`: (n_actions,) int8, 1 for the allowed actions, as `action_space.sample` takes it; all 0
      only where the episode has terminated. A truncated episode is cut in a state that is not final.
    - `cost`: float, 1.0 for a refused action, else 0.0, so never NaN.

    An action that is not allowed is refused: it is not carried out, nothing is entered, and as the traffic
    would not wait the episode ends there (`terminated`), with cost 1, the reason under `refused`, and no more
    reward than the worst episode brings, so that being refused never pays. Reaching a goal ends it with cost
    0. Episodes are cut (`truncated`) at the level's episode limit. The paper knows
    neither cost nor refusal, since its agent never asks for such an action.

    Actions are numbered right, up, left, down, wait, without those that the level does not have;
    `metadata["action_names"]` lists them in this order.

    Attributes:
        proof: the level's tables, safe actions and certificate.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  Gymnasium's own way

    def __init__(self, level: str | Path = "", render_mode: str | None = None) -> None:
        """Read and prove a level: a file, or the name of a built-in.

        Raises:
            LevelError: none is named, it can't be read, or can't be learned safely.
            ValueError: there is no such render mode.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = " or ".join(f"“{mode}”" for mode in self.metadata["render_modes"])
            raise ValueError(f"{render_mode!r} is not a render mode: use {modes}")
        self.render_mode = render_mode
        self.proof = prove(read_file(find_level(str(level))))
        if self.proof.objection is not None:
            raise self.proof.objection
        names = tuple(action.name.lower() for action in self.proof.mdp.actions)
        self.metadata = {**self.metadata, "action_names": names}
        self.observation_space = gymnasium.spaces.Discrete(self.proof.mdp.n_states)
        self.action_space = gymnasium.spaces.Discrete(self.proof.mdp.n_actions)
        self._state = self.proof.mdp.starts[0]
        self._steps = 0
        self._over = self._terminated = True
        self._seed = 0  # of the delays; they are no part of what is learned
        self._delays: Delays | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.int64, dict[str, Any]]:
        """Begin an episode at one of the starts, drawn evenly, or where `options` say.

        The options are `cell`, (row, column), and `phase`; both together name one state. A cell alone means
        phase 0; a phase alone means the first of the level's start cells.

        The traffic begins at phase 0, or at a random phase where the level's `start_phases` is “all”. Where
        its `start_cells` is “all”, every cell from which a goal can be reached safely is a start.

        Late traffic is drawn with the delays of the seed; a reset without one takes the next. They are no
        part of the state: the safe actions hold whatever the delays are.

        Raises:
            ValueError: the options name no state in which an allowed action exists.
        """
        super().reset(seed=seed, options=options)
        if options:
            self._state = named_state(self.proof, options)
        else:
            starts = self.proof.safe.starts
            states = starts[int(self.np_random.integers(len(starts)))]
            self._state = int(states[int(self.np_random.integers(len(states)))])
        self._steps, self._over, self._terminated = 0, False, False
        self._seed = self._seed + 1 if seed is None else seed
        level, phase = self.proof.level, self.proof.mdp.phase(self._state)
        self._delays = Delays(level, self._seed, phase) if is_late(level) else None
        return np.int64(self._state), self._info(0.0)

    def step(self, action: np.int64) -> tuple[np.int64, float, bool, bool, dict[str, Any]]:
        """Carry out an allowed action, or refuse another; gives Gymnasium's five values.

        Raises:
            ValueError: there is no such action.
            RuntimeError: the episode is over, or none has begun.
        """
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: actions are 0 to {self.proof.mdp.n_actions - 1}")
        if self._over:
            raise RuntimeError("the episode is over: call reset first")
        mdp, column = self.proof.mdp, int(action)
        if not self.proof.safe.allowed[self._state, column]:
            self._over = self._terminated = True
            reason = explain(self.proof.level, mdp, self.proof.safe, self._state, mdp.actions[column])
            penalty = failure_penalty(self.proof.level)
            return np.int64(self._state), penalty, True, False, self._info(1.0) | {"refused": reason.text}
        reward = float(mdp.reward[self._state, column])
        self._state = int(mdp.next_state[self._state, column])
        self._steps += 1
        terminated = bool(mdp.goal[self._state])
        truncated = not terminated and self._steps >= self.proof.level.learning.episode_limit
        self._over, self._terminated = terminated or truncated, terminated
        return np.int64(self._state), reward, terminated, truncated, self._info(0.0)

    def action_masks(self) -> NDArray[np.bool_]:
        """(n_actions,) the mask of the present state, under the name that sb3-contrib's MaskablePPO calls."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Give the state as text, a line for each row of the map; None without `render_mode="ansi"`.

        Characters are those of the map, and over them

        - `@` the agent;
        - `o` each cell of a vehicle or patrol, where it is: on time, or as late as the seed's delays have it;
        - `c` each cell of a carrier, such as a log, on which the agent can stand. Water that shows as the
          map has it (`~`) is open, and drowns.
        """
        if self.render_mode is None:
            return None
        mdp, level, late = self.proof.mdp, self.proof.level, self._late()
        rows = [list(row) for row in level.map]
        for mover in level.movers:
            delay = late[mover.obstacle] if late else 0
            for row, col in mover.body(mdp.phase(self._state) - delay):
                rows[row][col] = CARRIER if mover.carries else VEHICLE
        row, col = mdp.cell(self._state)
        rows[row][col] = AGENT
        return "\n".join("".join(row) for row in rows)

    def _late(self) -> Lateness:
        """How late each obstacle is now; empty where all keep their timetable."""
        return self._delays.at(self._steps) if self._delays else ()

    def _info(self, cost: float) -> dict[str, Any]:
        return {"action_mask": self._mask(), "cost": cost}

    def _mask(self) -> NDArray[np.int8]:
        allowed = self.proof.safe.allowed[self._state]
        return np.zeros(len(allowed), np.int8) if self._terminated else allowed.astype(np.int8)


def named_state(proof: Proof, options: Mapping[str, Any]) -> int:
    """Give the state that `reset`'s options “cell” and “phase” name.

    Raises:
        ValueError: they name no state in which an allowed action exists.
    """
    mdp = proof.mdp
    if unknown := sorted(set(options) - {"cell", "phase"}):
        raise ValueError(f"{unknown[0]!r} is not an option of reset: use “cell” and “phase”")
    cell = options.get("cell", mdp.cell(mdp.starts[0]))
    phase = options.get("phase", 0)
    try:
        row, col = (operator.index(number) for number in cell)
    except (TypeError, ValueError):
        raise ValueError(f"“cell” is {cell!r}; write it as (row, column)") from None
    n_rows, n_cols = mdp.cell_index.shape
    if not (0 <= row < n_rows and 0 <= col < n_cols):
        raise ValueError(f"{in_words((row, col))} is not on the board of {n_rows} × {n_cols} cells")
    if mdp.cell_index[row, col] < 0:
        raise ValueError(f"{in_words((row, col))} is blocked; begin in a free cell")
    if not isinstance(phase, (int, np.integer)) or not 0 <= phase < mdp.period:
        raise ValueError(f"“phase” is {phase!r}; it is a whole number from 0 to {mdp.period - 1}")
    state = mdp.state((row, col), int(phase))
    if not proof.safe.allowed[state].any():
        place = f"{in_words((row, col))} at phase {phase}"
        reason = "is a goal" if mdp.goal[state] else "has no safe action"
        raise ValueError(f"{place} {reason}; begin elsewhere")
    return state
