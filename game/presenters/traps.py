"""Traps: where they are, which moves lead into one, and the next one on the rollout shown. No pygame."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # the tables' modules bring numba along, and the first picture is drawn without it
    from game.presenters.level_loader import LoadedLevel
    from game.presenters.watching import Shown, Watching
    from levels.model.mdp import Mdp
    from levels.proof.reasons import Reason
    from levels.proof.safety import SafeActions

REFUSED_BY_TRAFFIC = {"occupied", "swap", "drowned", "carried_off", "doomed"}
"""Kinds of reasons that come of what moves, not of the map."""
NO_TRAPS = "This level has no traps: wherever the agent is, a crash can be avoided"
OUT_OF_REACH = "No trap of this level can be walked into"
NOTHING_YET = "No path is shown yet"
NONE_REFUSED = "No further move on this path is refused because of traffic"
NONE_AHEAD = "No further trap on this path"


def are_traps(mdp: "Mdp", safe: "SafeActions", states: slice | NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """(n,) bool: which of some states are traps: nothing stands there, and they are not viable."""
    return ~(safe.viable[states] | mdp.violation[states])


def n_traps_next(mdp: "Mdp", safe: "SafeActions", state: int) -> int:
    """How many cells of the whole board are traps when a move made in this state lands."""
    states = mdp.states_at((mdp.phase(state) + 1) % mdp.period)
    return int(np.count_nonzero(are_traps(mdp, safe, states)))


def moves_into_traps(mdp: "Mdp", safe: "SafeActions", state: int) -> NDArray[np.bool_]:
    """(n_actions,) bool: the actions in a state that are safe within this tick and doomed after it."""
    viable = safe.viable.take(mdp.next_state[state], mode="clip")  # a crash has no row
    moves: NDArray[np.bool_] = safe.one_step[state] & ~viable
    return moves


def reason_of_trap(opened: "LoadedLevel", state: int, column: int) -> "Reason":
    """Why the action in a column, which leads into a trap from a state, does: with the path to its end."""
    from levels.proof.reasons import explain  # noqa: PLC0415  loaded by the opening thread

    level, mdp, safe = opened.level, opened.mdp, opened.safe
    if level.safety == "one_step":  # there the agent may walk into traps, and no reason speaks of them
        safe = replace(safe, allowed=safe.one_step & np.append(safe.viable, False)[mdp.next_state])
    return explain(level, mdp, safe, state, mdp.actions[column])


def refused_by_traffic(opened: "LoadedLevel", state: int) -> list[int]:
    """Columns of the actions in a state that traffic refuses: at once, or because they lead into a trap."""
    from levels.proof.reasons import explain  # noqa: PLC0415  as above

    level, mdp, safe = opened.level, opened.mdp, opened.safe
    kinds = [explain(level, mdp, safe, state, action).kind for action in mdp.actions]
    return [column for column, kind in enumerate(kinds) if kind in REFUSED_BY_TRAFFIC]


class TrapSeeker:
    """Plays the rollout on show up to its next trap, pauses there, and gives the move that leads into it."""

    def __init__(self, watching: "Watching") -> None:
        self.watching = watching
        self._sought: tuple[Shown, int] | None = None
        self._given: tuple[Shown, int] | None = None

    def refuses_on_path(self) -> bool:
        """Whether traffic refuses any move on the path shown."""
        opened, shown = self.watching.opened, self.watching.shown
        if opened is None or shown is None:
            return False
        return any(refused_by_traffic(opened, state) for state in shown.rollout.states)

    def seek_refusal(self) -> str | None:
        """Sets off for the next move that is refused because of traffic, now or later; else says why not."""
        opened, shown = self.watching.opened, self.watching.shown
        self._sought = None
        if opened is None or shown is None:
            return NOTHING_YET
        for index in self._ahead(shown):
            if self._given != (shown, index) and refused_by_traffic(opened, shown.rollout.states[index]):
                self._go_to(shown, index)
                return None
        return NONE_REFUSED

    def seek(self) -> str | None:
        """Sets off for the next trap; the sentence why there is none, without a full stop, or else None."""
        opened, shown = self.watching.opened, self.watching.shown
        self._sought = None
        if opened is None or shown is None:
            return NOTHING_YET
        mdp, safe = opened.mdp, opened.safe
        if not safe.doomed_reachable:
            return OUT_OF_REACH if np.any(~(safe.viable | mdp.violation)) else NO_TRAPS
        for index in self._ahead(shown):
            state = shown.rollout.states[index]
            if self._given != (shown, index) and moves_into_traps(mdp, safe, state).any():
                self._go_to(shown, index)
                return None
        return NONE_AHEAD

    def _ahead(self, shown: "Shown") -> range:
        """Indices of the states that the display has not passed yet."""
        return range(math.ceil(self.watching.playback.position), len(shown.rollout.states))

    def _go_to(self, shown: "Shown", index: int) -> None:
        self._sought = shown, index
        self.watching.playback.play_to(index)

    def arrived(self) -> int | None:
        """The column of a move into the trap that was sought, once, when the display has come there."""
        opened, playback = self.watching.opened, self.watching.playback
        if self._sought is None or opened is None:
            return None
        shown, index = self._sought
        if shown is not self.watching.shown or not playback.paused:  # something else was asked for since
            self._sought = None
        elif playback.position == index:
            self._sought, self._given = None, self._sought
            state = shown.rollout.states[index]
            traps = moves_into_traps(opened.mdp, opened.safe, state)
            return int(traps.argmax()) if traps.any() else refused_by_traffic(opened, state)[0]
        return None
