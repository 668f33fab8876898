"""The SVM that acts: the policy of its decision values in every state of a level, also those it never saw.

With the mask it makes the allowed action with the largest decision value. Without the mask it makes the arg
max of E10 itself, which may leave the viability kernel and crash.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from learner.core.rollout import Rollout, Step, play
from learner.svm.grid import closed_form_values, values_of
from learner.svm.svm import numeric, points

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]
Box = float | None
"""U_b of the numeric route; None is the closed form's multipliers, which have no box."""


@dataclass(frozen=True, eq=False)
class SvmPolicy:
    """What an SVM does in every state of a level; all arrays are read-only.

    Attributes:
        decision_values: (n_states, n_actions) float64, h, also at states that are no points of the SVM.
        fitted: (n_states,) bool, its points.
        present: (n_actions,) bool, classes that some point carries.
        choice: (n_states,) int8, arg max of h over the classes present: the policy without the mask.
        masked: (n_states,) int8, arg max of h over the allowed actions, those of classes present first; −1
            where no action is allowed.
        intervenes: (n_states,) bool, where `choice` is not allowed; never at a goal.
        converged: whether every binary problem was solved to the tolerance.
    """

    decision_values: Values
    fitted: Flags
    present: Flags
    choice: NDArray[np.int8]
    masked: NDArray[np.int8]
    intervenes: Flags
    converged: bool

    def actions(self, *, masked: bool) -> NDArray[np.int8]:
        """Give what it does in every state, (n_states,), with the mask or without."""
        return self.masked if masked else self.choice


@dataclass(frozen=True)
class Acted:
    """A rollout of an SVM's policy.

    Attributes:
        rollout: its moves; after a crash its last state is `Mdp.crash`.
        intervened: for each move, whether the arg max is not allowed there. With the mask another action was
            made in its place, without the mask it was made.
    """

    rollout: Rollout
    intervened: tuple[bool, ...]

    @property
    def interventions(self) -> int:
        """How many of its moves."""
        return sum(self.intervened)


@dataclass(frozen=True)
class Standing:
    """How an SVM's policy does from some states, by the tables; shares are of those states.

    Attributes:
        n_states: how many; shares are 0 where there are none.
        greedy: share in which its action is the label.
        optimal: share in which its action begins a shortest safe path.
        arrives: share from which it reaches a goal.
        crashes: share from which it crashes; from the rest it goes in circles or meets a dead end.
        interventions: mean number, on the way to a goal or a crash, of states whose arg max is not allowed.
    """

    n_states: int
    greedy: float
    optimal: float
    arrives: float
    crashes: float
    interventions: float


def part_of(labels: NDArray[np.int8], share: float, seed: int = 0) -> NDArray[np.int8]:
    """Give the labels of a share of the labelled states, at least one; −1 at all others.

    Which states these are depends on the seed and on which states have a label, not on what the labels are.
    With one seed the smaller share is a part of the larger.

    Args:
        labels: (n_states,) int8, −1 where there is none.
        share: above 0, at most 1.
        seed: of the draw.
    """
    labelled = np.flatnonzero(labels >= 0)
    drawn = np.random.default_rng(seed).permutation(len(labelled))
    kept = labelled[drawn[: max(round(share * len(labelled)), 1)]]
    part = np.full_like(labels, -1)
    part[kept] = labels[kept]
    return part


def fit_policy(
    mdp: Mdp,
    safe: SafeActions,
    labels: NDArray[np.int8],
    kernel_width: float,
    box: Box,
    *,
    tolerance: float = 1e-6,
    iterations: int = 300_000,
) -> SvmPolicy:
    """Fit the SVM to the states that carry a label, and give its policy in all of them.

    Args:
        mdp: the tables.
        safe: the level's safe actions, for the mask.
        labels: (n_states,) int8, −1 for states that are no points; see `part_of`.
        kernel_width: η > 0.
        box: U_b, or None for the closed form's multipliers.
        tolerance: of the numeric route's solver.
        iterations: the solver's limit for each class.

    Raises:
        SolverMissingError: scikit-learn is not installed, and a box was given.
        ValueError: a width or box that is not positive, or no state that carries a label.
    """
    if box is None:
        return policy_of(safe, labels, closed_form_values(mdp, labels, kernel_width))
    states = np.flatnonzero(labels >= 0)
    svm = numeric(
        points(mdp, states),
        labels[states],
        mdp.n_actions,
        kernel_width=kernel_width,
        box=box,
        tolerance=tolerance,
        iterations=iterations,
    )
    weights = np.zeros((mdp.n_states, mdp.n_actions))
    own = labels[states][:, None] == np.arange(mdp.n_actions)
    weights[states] = np.where(own, svm.multipliers, -svm.multipliers)
    h = values_of(mdp, weights, svm.offsets, kernel_width)
    h[states] = svm.decision_values
    return policy_of(safe, labels, h, converged=svm.converged)


def policy_of(safe: SafeActions, labels: NDArray[np.int8], h: Values, *, converged: bool = True) -> SvmPolicy:
    """Give the policy of decision values.

    Args:
        safe: the level's safe actions.
        labels: (n_states,) int8, of the points; −1 at all other states.
        h: (n_states, n_actions) float64; it is kept and made read-only.
        converged: whether they are a solution's.
    """
    fitted = labels >= 0
    present = np.bincount(labels[fitted], minlength=h.shape[1]) > 0
    choice = np.where(present, h, -np.inf).argmax(axis=1).astype(np.int8)
    # An absent class is less than any value of h that is present, and still more than what is not allowed.
    floor = np.where(present, h, np.finfo(np.float64).min)
    masked = np.where(safe.allowed, floor, -np.inf).argmax(axis=1).astype(np.int8)
    some = safe.allowed.any(axis=1)
    masked[~some] = -1
    intervenes = (some | ~safe.viable) & ~np.take_along_axis(safe.allowed, choice[:, None].astype(int), 1)[
        :, 0
    ]
    for array in (h, fitted, present, choice, masked, intervenes):
        array.flags.writeable = False
    return SvmPolicy(h, fitted, present, choice, masked, intervenes, converged)


def act(
    mdp: Mdp,
    safe: SafeActions,
    policy: SvmPolicy,
    start: int,
    *,
    masked: bool,
    limit: int = 5000,
    step: Step | None = None,
) -> Acted:
    """Play an SVM's policy from a state until a goal, a crash, a dead end, a state met before, or the limit.

    Args:
        mdp: the tables.
        safe: the level's safe actions.
        policy: the SVM's.
        start: a state.
        masked: whether the mask keeps it to allowed actions.
        limit: transitions after which it is cut off.
        step: as in `learner.core.rollout.play`: where a move really leads; None for the tables.
    """
    within = safe if masked else replace(safe, allowed=np.broadcast_to(np.True_, safe.allowed.shape))
    rollout = play(
        mdp,
        within,
        policy.actions(masked=masked),
        start,
        epsilon=0.0,
        rng=np.random.default_rng(0),
        limit=limit,
        step=step,
    )
    moved = rollout.states[: len(rollout.actions)]
    return Acted(rollout, tuple(policy.intervenes[list(moved)].tolist()))


def judge(
    mdp: Mdp,
    policy: SvmPolicy,
    labels: NDArray[np.int8],
    steps_to_goal: NDArray[np.int32],
    among: Flags,
    *,
    masked: bool,
) -> Standing:
    """Judge an SVM's policy from each of some states.

    Args:
        mdp: the tables.
        policy: the SVM's.
        labels: (n_states,) int8, of all states: what it is held to, also where it was not fitted.
        steps_to_goal: (n_states,) int32, of `levels.proof.optimal_values.OptimalValues`.
        among: (n_states,) bool; states without a label are left out.
        masked: whether the mask keeps it to allowed actions.
    """
    states = np.flatnonzero(among & (labels >= 0))
    if not len(states):
        return Standing(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    actions = policy.actions(masked=masked)
    ends, met = _ends(mdp, policy, actions)
    ends, met = ends[states], met[states]
    arrives, crashes = np.append(mdp.goal, False)[ends], ends == mdp.crash
    over = arrives | crashes
    chosen = actions[states].astype(int)
    ahead = np.append(steps_to_goal, -1)[mdp.next_state[states, chosen]]
    safe_step = ~policy.intervenes[states] if not masked else True
    optimal = safe_step & (ahead >= 0) & (ahead == steps_to_goal[states] - 1)
    return Standing(
        len(states),
        greedy=float(np.mean(chosen == labels[states])),
        optimal=float(np.mean(optimal)),
        arrives=float(np.mean(arrives)),
        crashes=float(np.mean(crashes)),
        interventions=float(met[over].mean()) if over.any() else 0.0,
    )


def _ends(
    mdp: Mdp, policy: SvmPolicy, actions: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n_states + 1,) where the policy has taken each state after more moves than there are states.

    And how many states it met on the way whose arg max is not allowed; that counts only where the way ends.
    Goals and the crash stay where they are, and so does a state in which it has no action.
    """
    here = np.arange(mdp.n_states)
    after = np.append(mdp.next_state[here, actions], mdp.crash).astype(np.int64)
    stays = np.append(mdp.goal | (actions < 0), True)
    after[stays] = np.flatnonzero(stays)
    met = np.append(policy.intervenes, False).astype(np.int64)
    met[stays] = 0
    for _ in range(int(mdp.n_states).bit_length()):  # each round doubles the moves made
        met += met[after]
        after = after[after]
    return after, met
