"""Archive: learning's past as moments that can be played again, thinned as it grows.

Moments are taken at the ends of episodes 0, 1, 2, …; whenever the archive is full, every second one goes and
twice as many episodes lie between the next. So the same seed leaves the same archive, whatever the window
does. Episode 0 and the first optimal moment stay for good.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # at run time it would bring numba in before the window's first picture
    from learner.snapshot import Snapshot

MOST_MOMENTS = 128
"""Moments kept at most, those of note apart."""
LEAST_MOMENTS = 8
"""A level so large that fewer than these find room has no archive."""
ROOM = 64_000_000
"""Memory that all moments may take together [bytes]."""


@dataclass(frozen=True, eq=False)
class Moment:
    """What had been learned by the end of an episode.

    Attributes:
        episode, transitions: made by then; episode 0 is before learning.
        q: (n_states, n_actions) float32, NaN where an action is not allowed.
        labels: (n_states,) int8, as in a Snapshot.
        rollout_steps: transitions of the greedy rollout from the first start, None if it reaches no goal.
        optimal: whether the greedy rollout from every start is as short as the shortest safe way.
    """

    episode: int
    transitions: int
    q: NDArray[np.float32]
    labels: NDArray[np.int8]
    rollout_steps: int | None
    optimal: bool


@dataclass(frozen=True)
class Marks:
    """Episodes of note, counted from 1; None for what has not happened.

    Attributes:
        first_goal_episode, converged_episode: as in a Snapshot.
        optimal_episode: the first archived moment whose policy was optimal.
    """

    first_goal_episode: int | None = None
    converged_episode: int | None = None
    optimal_episode: int | None = None


@dataclass(frozen=True, eq=False)
class Past:
    """What the window gets: all moments, oldest first, and the episodes of note."""

    moments: tuple[Moment, ...] = ()
    marks: Marks = Marks()


class Archive:
    """Takes moments as learning goes on. Not shared between threads; `past` is a frozen value.

    Attributes:
        past: all that is kept.
        due: the episode at whose end the next moment is to be taken, None if no more are.
    """

    def __init__(self, n_states: int, n_actions: int) -> None:
        size = n_states * (4 * n_actions + 1)
        self._most = min(MOST_MOMENTS, ROOM // max(size, 1))
        self._stride = 1
        self._noted: set[int] = {0}
        self.past = Past()
        self.due: int | None = 0 if self._most >= LEAST_MOMENTS else None

    def take(self, snapshot: Snapshot) -> None:
        """Keep what a snapshot shows, which must be of the end of the episode that is due."""
        moment = moment_of(snapshot)
        marks = self.past.marks
        optimal = marks.optimal_episode
        if optimal is None and moment.optimal:
            optimal = moment.episode
            self._noted.add(moment.episode)
        marks = Marks(snapshot.first_goal_episode, snapshot.converged_episode, optimal)
        moments = [*self.past.moments, moment]
        if len(moments) > self._most:
            self._stride *= 2
            moments = [m for m in moments if m.episode % self._stride == 0 or m.episode in self._noted]
        self.past = Past(tuple(moments), marks)
        self.due = (moment.episode // self._stride + 1) * self._stride

    def note(self, snapshot: Snapshot) -> None:
        """Keep the episodes of note up to date between two moments."""
        marks = Marks(
            snapshot.first_goal_episode, snapshot.converged_episode, self.past.marks.optimal_episode
        )
        if marks != self.past.marks:
            self.past = Past(self.past.moments, marks)


def moment_of(snapshot: Snapshot) -> Moment:
    """What a snapshot shows, in half the memory."""
    q = snapshot.q.astype(np.float32)
    q.flags.writeable = False
    return Moment(
        snapshot.episodes,
        snapshot.transitions,
        q,
        snapshot.labels,
        snapshot.rollout_steps,
        snapshot.optimal,
    )


def history_of(moments: tuple[Moment, ...], state: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give how a state's values grew: episodes (n,), and Q (n, n_actions), NaN where not allowed."""
    episodes = np.array([moment.episode for moment in moments], dtype=np.float64)
    values = np.array([moment.q[state] for moment in moments], dtype=np.float64)
    return episodes, values
