"""A level as an environment of Gymnasium, with the safe actions as its action mask.

It needs the package gymnasium: `python3 run.py pip install gymnasium`. Every other part of the program does
without this module.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import failure_penalty
from levels.proof.prove import prove
from levels.proof.reasons import explain
from levels.text.reader import find_level, read_file

AGENT, VEHICLE = "@", "o"
"""The characters of the agent, and of each cell of a vehicle, in a drawing of a state."""


class CrossingEnv(gymnasium.Env[np.int64, np.int64]):
    """A certified level: observations are states x, actions are columns of the tables.

    An observation is the number of the (cell, phase) state, as in `Mdp`; the traffic's moment is in it. Every
    `reset` and every `step` puts two things into `info`, both about the state just observed:

    - `action_mask`: (n_actions,) int8, 1 for the allowed actions, as `action_space.sample` takes it; all 0
      where the episode is over.
    - `cost`: float, 1.0 for a refused action, else 0.0, so never NaN.

    An action that is not allowed is refused: it is not carried out, nothing is entered, and as the traffic
    would not wait the episode ends there (`terminated`), with cost 1, the reason under `refused`, and no more
    reward than the worst episode brings, so that being refused never pays. Reaching a goal ends it with cost
    0. Episodes are cut (`truncated`) at the level's episode limit. The paper knows
    neither cost nor refusal, since its agent never asks for such an action.

    Attributes:
        proof: the level's tables, safe actions and certificate.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  Gymnasium's own way

    def __init__(self, level: str | Path, render_mode: str | None = None) -> None:
        """Read and prove a level: a file, or the name of a built-in.

        Raises:
            LevelError: it can't be read, or can't be learned safely.
            ValueError: there is no such render mode.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"{render_mode!r} is not a render mode: only “ansi” is available")
        self.render_mode = render_mode
        self.proof = prove(read_file(find_level(str(level))))
        if self.proof.objection is not None:
            raise self.proof.objection
        self.observation_space = gymnasium.spaces.Discrete(self.proof.mdp.n_states)
        self.action_space = gymnasium.spaces.Discrete(self.proof.mdp.n_actions)
        self._state = self.proof.mdp.starts[0]
        self._steps = 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.int64, dict[str, Any]]:
        """Begin an episode at one of the starts, drawn evenly; there are no options.

        The traffic begins at phase 0, or at a random phase where the level's `start_phases` is “all”. Where
        its `start_cells` is “all”, every cell from which a goal can be reached safely is a start.
        """
        super().reset(seed=seed, options=options)
        starts = self.proof.safe.starts
        states = starts[int(self.np_random.integers(len(starts)))]
        self._state = int(states[int(self.np_random.integers(len(states)))])
        self._steps, self._over = 0, False
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
            self._over = True
            reason = explain(self.proof.level, mdp, self.proof.safe, self._state, mdp.actions[column])
            penalty = failure_penalty(self.proof.level)
            return np.int64(self._state), penalty, True, False, self._info(1.0) | {"refused": reason.text}
        reward = float(mdp.reward[self._state, column])
        self._state = int(mdp.next_state[self._state, column])
        self._steps += 1
        terminated = bool(mdp.goal[self._state])
        truncated = not terminated and self._steps >= self.proof.level.learning.episode_limit
        self._over = terminated or truncated
        return np.int64(self._state), reward, terminated, truncated, self._info(0.0)

    def render(self) -> str | None:
        """Give the state as text, a line for each row of the map; None without `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        mdp = self.proof.mdp
        rows = [list(row) for row in self.proof.level.map]
        occupied = mdp.violation[mdp.states_at(mdp.phase(self._state))]
        for row, col in mdp.cells[occupied].tolist():
            rows[row][col] = VEHICLE
        row, col = mdp.cell(self._state)
        rows[row][col] = AGENT
        return "\n".join("".join(row) for row in rows)

    def _info(self, cost: float) -> dict[str, Any]:
        allowed = self.proof.safe.allowed[self._state]
        mask: NDArray[np.int8] = (
            allowed.astype(np.int8) if not self._over else np.zeros(len(allowed), np.int8)
        )
        return {"action_mask": mask, "cost": cost}
