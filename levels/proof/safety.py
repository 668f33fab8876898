"""Mdp → SafeActions: the published one-step set, the viability kernel, and the allowed actions.

Definition 1 of the paper looks one step ahead. Theorem 2 needs a safe action in every state that is visited,
which Definition 1 does not give: in traffic a safe step may lead to a state where every further step crashes.
The viability kernel is the largest set of states in which the agent can stay safe forever; actions that stay
in it are *allowed*. It is the most permissive filter that always leaves an action.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from levels.model.level import Learning
from levels.model.mdp import Mdp, on_both_cores
from levels.proof import graph

_FROM_THE_STARTS = Learning()
"""Settings with which episodes begin at the level's starts at phase 0."""


@dataclass(frozen=True, eq=False)
class SafeActions:
    """Which actions are safe, in three senses.

    Attributes:
        one_step: (n_states, n_actions) bool, E3 as published. Goals and crashed states have no actions.
        viable: (n_states,) bool, the viability kernel; unoccupied goals are in it.
        allowed: (n_states, n_actions) bool, what critic, actor and exploration may use. In mode "viable"
            every viable state but the goals has at least one; in mode "one_step" it is `one_step`.
        starts: the states that an episode can begin in, (n,) int64 for each group of them. An episode draws
            a group evenly, then one of its states. There is a group for each of the level's starts, the state
            at phase 0 first; with start cells "all" there is one group. Beyond the level's starts at phase 0,
            which are always in, no episode begins where it can't end: with start phases or cells "all" the
            other phases or cells are those from which a goal can be reached by allowed actions. Such states
            are viable in either mode, since the path to the goal is safe.
        reachable: (n_states,) bool, from all of these by allowed actions, goals included.
        survival: (n_states,) int32, -1 for viable states, else transitions until a dead end at the latest.
        doomed_reachable: states that are safe now, not viable, and reachable from there by one-step-safe
            actions.
    """

    one_step: NDArray[np.bool_]
    viable: NDArray[np.bool_]
    allowed: NDArray[np.bool_]
    starts: tuple[NDArray[np.int64], ...]
    reachable: NDArray[np.bool_]
    survival: NDArray[np.int32]
    doomed_reachable: int


def safe_actions(
    mdp: Mdp, mode: Literal["viable", "one_step"], learning: Learning = _FROM_THE_STARTS
) -> SafeActions:
    """The safe sets of a level. Paper: E3; the kernel is this program's repair of it.

    Args:
        mdp: the level's tables.
        mode: which set is allowed.
        learning: says where episodes begin: its start phases and start cells.
    """
    acts = ~(mdp.goal | mdp.violation)
    one_step = mdp.next_state < mdp.n_states
    one_step &= acts[:, None]
    survival = graph.survival(mdp.next_state, one_step, mdp.goal, mdp.violation)
    viable = survival < 0
    allowed = one_step if mode == "one_step" else graph.staying(mdp.next_state, one_step, viable)
    starts = _starts(mdp, allowed, learning)
    begun = np.concatenate(starts).astype(np.int32)
    counts = [allowed] if mode == "one_step" else [allowed, one_step]
    reached = [*on_both_cores(lambda table: graph.reach(mdp.next_state, table, begun), counts, mdp.n_states)]
    reachable, freely = reached[0], reached[-1]
    doomed_reachable = int(np.count_nonzero(freely & ~viable))
    for table in (one_step, viable, allowed, *starts, reachable, survival):
        table.flags.writeable = False
    return SafeActions(one_step, viable, allowed, starts, reachable, survival, doomed_reachable)


def _starts(mdp: Mdp, allowed: NDArray[np.bool_], learning: Learning) -> tuple[NDArray[np.int64], ...]:
    """The groups of states that an episode can begin in, as `SafeActions.starts`."""
    begins = np.zeros(mdp.n_states, dtype=np.bool_)
    if learning.start_phases == "all" or learning.start_cells == "all":
        begins = graph.distances(mdp.next_state, allowed, mdp.goal & ~mdp.violation) > 0
        if learning.start_phases == "zero":
            begins[mdp.n_cells :] = False  # the states at phase 0 come first
    begins[list(mdp.starts)] = True  # the certificate says whether these have a path
    if learning.start_cells == "all":
        return (np.flatnonzero(begins),)
    return tuple((states := mdp.states_of(mdp.cell(start)))[begins[states]] for start in mdp.starts)
