"""What the compare screen shows, without drawing: three learners on a level, a rollout of each. No pygame.

All three learn on one thread and make equally many transitions. The display shows episodes under the
newest policy of each, with random moves as in learning unless the ε-greedy switch is off.
"""

from pathlib import Path

import numpy as np

from game.presenters.entry import Entry
from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from game.presenters.playback import Playback
from game.presenters.training import Training
from learner.baselines.comparison_thread import ComparisonThread
from learner.baselines.standings import COMPARED, Standings


class Comparing(Training[ComparisonThread]):
    """Three learners on one level, learning and watched; the controls of training are for all three together.

    Attributes:
        names: who they are, from left to right.
        opened: the level, None while it is read.
        standings: those shown, renewed every `training.LOOK_EVERY`; None before the first.
        entries: the three, from left to right.
        exploring: whether shown episodes make random moves as learning does.
    """

    def __init__(
        self,
        source: LoadedLevel | Path,
        seed: int = 0,
        names: tuple[str, ...] = COMPARED,
        *,
        unlimited: bool = False,
    ) -> None:
        super().__init__(unlimited=unlimited)
        self.names = names
        self.seed = seed
        self.opening = LevelLoader(source) if isinstance(source, Path) else None
        self.opened = None if isinstance(source, Path) else source
        self.standings: Standings | None = None
        self.entries = tuple(Entry(name, seed) for name in names)
        self.exploring = True
        self._rng = np.random.default_rng()

    @property
    def refused(self) -> Refused | None:
        """Why the level cannot be opened, if so."""
        result = self.opening.result if self.opening is not None else None
        return result if isinstance(result, Refused) else None

    @property
    def _news(self) -> Standings | None:
        return self.standings

    @property
    def paused(self) -> bool:
        """Whether the display is paused."""
        return self.entries[0].playback.paused

    @property
    def speed_index(self) -> int:
        """Speed of all three displays, as in a Playback."""
        return self.entries[0].playback.speed_index

    def update(self, dt: float, *, reduce_motion: bool = False) -> None:
        """Lets `dt` [s] pass: the level arrives, standings arrive, the displays move on."""
        if self.opened is None and self.opening is not None and isinstance(self.opening.result, LoadedLevel):
            self.opened = self.opening.result
        if self.opened is None:
            return
        if self.thread is None:
            self._begin(self.opened)
        if self._is_due(dt):
            self._look()
        for entry in self.entries:
            entry.playback.reduce_motion = reduce_motion
            entry.playback.advance(dt)
            if entry.playback.wants_rollout:
                entry.play(self.opened, self._rng, exploring=self.exploring)

    def set_exploring(self, exploring: bool) -> None:
        """Switches between ε-greedy and greedy episodes; new ones begin at once."""
        self.exploring = exploring
        if self.opened is not None:
            for entry in self.entries:
                entry.play(self.opened, self._rng, exploring=exploring)

    def toggle_pause(self) -> None:
        """Pauses or resumes the displays."""
        paused = not self.paused
        for entry in self.entries:
            if entry.playback.paused != paused:
                entry.playback.toggle_pause()

    def step(self) -> None:
        """Shows exactly one move of each."""
        for entry in self.entries:
            entry.playback.step()

    def back(self) -> None:
        """Pauses, and goes one move back in each."""
        for entry in self.entries:
            entry.playback.back()

    def set_speed(self, index: int) -> None:
        """Sets the speed of all three displays."""
        for entry in self.entries:
            entry.playback.speed_index = index

    def change_speed(self, step: int) -> None:
        """Sets the next higher (1) or lower (−1) speed of all three displays."""
        for entry in self.entries:
            entry.playback.change_speed(step)

    def select(self, place: int, name: str) -> None:
        """Puts a learner in this place and starts over; one that races elsewhere changes places with it."""
        if name == self.names[place]:
            return
        names = [self.names[place] if other == name else other for other in self.names]
        names[place] = name
        self.names = tuple(names)
        for entry, other in zip(self.entries, names, strict=True):
            entry.name = other
        self.restart()

    def restart(self) -> None:
        """Starts over with the same seed."""
        if self.opened is not None:
            self._stop(0.0)
            self.standings = None
            self.training_paused = False
            for entry in self.entries:
                old = entry.playback
                entry.standing = entry.failure = None
                entry.shown = 0
                entry.playback = Playback(paused=old.paused, speed_index=old.speed_index)
            self._start(self.opened)

    def close(self, patience: float = 0.0) -> None:
        """Ends the threads, waiting for their end at most `patience` [s], and releases the tables."""
        self._stop(patience)
        if self.opening is not None:
            self.opening.close(patience)
        self.standings = None
        for entry in self.entries:
            entry.standing = None

    def _look(self) -> None:
        """Takes the newest standings."""
        if self.thread is None:
            return
        latest = self.thread.latest()
        if latest.baselines or latest.status == "failed":
            self.standings = latest
        for entry, standing in zip(self.entries, latest.baselines, strict=False):
            entry.standing = standing

    def _thread_for(self, opened: LoadedLevel, *, paused: bool) -> ComparisonThread:
        return ComparisonThread(
            opened.level, opened.mdp, self.seed, self.names, rate=self.rate, paused=paused
        )
