"""What the compare screen shows, without a pixel: three learners on a level, a rollout of each. No pygame.

All three learn on one thread with equally many transitions made. What is on display are episodes under the
newest policy of each, with its random moves as in learning, unless one asks for greedy ones.
"""

from pathlib import Path

import numpy as np

from game.presenters.entry import DESCRIPTIONS, Entry
from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from game.presenters.pace import RATES, default_rate
from game.presenters.playback import Playback
from game.presenters.watching import LOOK_EVERY
from learner.baselines.comparison import ComparisonThread, Standings
from learner.core.commands import Advance, Command, Pause, Resume, SetRate


class Comparing:
    """Three learners on one level, learning and watched.

    Attributes:
        opened: the level, None while it is read.
        standings: those on show, renewed every LOOK_EVERY; None before the first.
        contestants: the three, from left to right.
        exploring: whether shown episodes make random moves as learning does.
        training_paused, unlimited, rate_index: as in a Watching, for all three together.
    """

    def __init__(self, source: LoadedLevel | Path, seed: int = 0, *, unlimited: bool = False) -> None:
        self.seed = seed
        self.opening = LevelLoader(source) if isinstance(source, Path) else None
        self.opened = None if isinstance(source, Path) else source
        self.standings: Standings | None = None
        self.entries = tuple(Entry(name) for name in DESCRIPTIONS)
        self.exploring = True
        self.training_paused = False
        self.unlimited = unlimited
        self.rate_index = 0
        self.thread: ComparisonThread | None = None
        self._rng = np.random.default_rng()
        self._looked = LOOK_EVERY

    @property
    def refused(self) -> Refused | None:
        """Why the level cannot be opened, if so."""
        result = self.opening.result if self.opening is not None else None
        return result if isinstance(result, Refused) else None

    @property
    def rate(self) -> float | None:
        """Transitions a second that each is held to, None for unlimited."""
        return None if self.unlimited else float(RATES[self.rate_index])

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
            safe, shortest = self.opened.safe, self.opened.certificate.shortest or 1
            pairs = int(np.count_nonzero(safe.allowed & safe.reachable[:, None]))
            self.rate_index = default_rate(pairs, shortest)
            self._start(self.opened)
        self._looked += dt
        if self._looked >= LOOK_EVERY:
            self._looked = 0.0
            self._look()
        for entry in self.entries:
            entry.playback.reduce_motion = reduce_motion
            entry.playback.advance(dt)
            if entry.playback.wants_rollout:
                entry.play(self.opened, self._rng, exploring=self.exploring)

    def set_exploring(self, exploring: bool) -> None:
        """Chooses ε-greedy or greedy episodes; the next ones begin at once."""
        self.exploring = exploring
        if self.opened is not None:
            for entry in self.entries:
                entry.play(self.opened, self._rng, exploring=exploring)

    def toggle_pause(self) -> None:
        """Pauses the displays or lets them go on."""
        paused = not self.paused
        for entry in self.entries:
            if entry.playback.paused != paused:
                entry.playback.toggle_pause()

    def step(self) -> None:
        """Shows exactly one move of each."""
        for entry in self.entries:
            entry.playback.step()

    def back(self) -> None:
        """Pauses, and returns to the move before of each."""
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

    def toggle_training(self) -> None:
        """Pauses or resumes training."""
        self.training_paused = not self.training_paused
        self._send(Pause() if self.training_paused else Resume())

    def set_pace(self, rate_index: int, *, unlimited: bool) -> None:
        """Holds each to RATES[rate_index] transitions a second, or lets all run."""
        self.rate_index = min(max(rate_index, 0), len(RATES) - 1)
        self.unlimited = unlimited
        self._send(SetRate(self.rate))

    def train_on(self, transitions: int) -> None:
        """Makes so many transitions of each; training is paused after that."""
        self.training_paused = True
        self._send(Advance(transitions))

    def restart(self) -> None:
        """Begins anew with the same seed."""
        if self.opened is not None:
            self._stop(0.0)
            self.standings = None
            self.training_paused = False
            for entry in self.entries:
                old = entry.playback
                entry.standing = entry.failure = None
                entry.playback = Playback(paused=old.paused, speed_index=old.speed_index)
            self._start(self.opened)

    def close(self, patience: float = 0.0) -> None:
        """Ends the threads, waiting for their end at most `patience` [s], and lets go of the tables."""
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

    def _start(self, opened: LoadedLevel) -> None:
        self.thread = ComparisonThread(
            opened.level, opened.mdp, self.seed, rate=self.rate, paused=self.training_paused
        )
        self.thread.start()

    def _stop(self, patience: float) -> None:
        if self.thread is not None:
            self.thread.stop(patience)

    def _send(self, command: Command) -> None:
        if self.thread is not None:
            self.thread.send(command)
