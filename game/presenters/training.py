"""Training: a thread that learns, and the pause and pace it is held to; watching and comparing share it.

No pygame.
"""

from abc import ABC, abstractmethod
from typing import Any, Generic, Literal, TypeVar

from game.presenters.level_loader import LoadedLevel
from game.presenters.pace import RATES, default_rate
from learner.baselines.standings import Standings
from learner.core.commands import Advance, Command, Pause, Resume, SetRate, StopAt
from learner.core.snapshot import Snapshot, Status
from learner.threads.paced_thread import PacedThread

LOOK_EVERY = 0.12
"""Time between two updates of the figures on screen [s]; faster ones could not be read."""

Learning = TypeVar("Learning", bound=PacedThread[Any, Any])


class Training(ABC, Generic[Learning]):
    """A thread that learns, controlled by a screen.

    Attributes:
        thread: what learns; None before the level is there.
        training_paused: whether training is paused.
        unlimited: whether it runs as fast as possible.
        rate_index: index in RATES of its pace otherwise.
    """

    def __init__(self, *, unlimited: bool) -> None:
        self.thread: Learning | None = None
        self.training_paused = False
        self.unlimited = unlimited
        self.rate_index = 0
        self._held = False
        self._looked = LOOK_EVERY

    @property
    def rate(self) -> float | None:
        """Transitions per second that training is held to, None for unlimited."""
        return None if self.unlimited else float(RATES[self.rate_index])

    @property
    def status(self) -> Literal["opening"] | Status:
        """The thread's status as shown."""
        if self._news is not None:
            return self._news.status
        return "opening" if self.thread is None else "warming_up"

    def toggle_training(self) -> None:
        """Pauses or resumes training."""
        self.training_paused = not self.training_paused
        self._send(Pause() if self.training_paused else Resume())

    def hold(self, *, held: bool) -> None:
        """Suspends or resumes training, independently of its pause."""
        if held != self._held and (held or not self.training_paused):  # an errand ends, too
            self._send(Pause() if held else Resume())
        self._held = held

    def set_pace(self, rate_index: int, *, unlimited: bool) -> None:
        """Limits training to RATES[rate_index] transitions per second, or removes the limit."""
        self.rate_index = min(max(rate_index, 0), len(RATES) - 1)
        self.unlimited = unlimited
        self._send(SetRate(self.rate))

    def train_on(self, transitions: int | None = None, stop: StopAt = "budget") -> None:
        """Learns this many transitions, or up to `stop`, as fast as possible; then training is paused."""
        if self.thread is not None:
            self.training_paused = True
            self._send(Advance(transitions, stop))

    # -- the thread ---------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def _news(self) -> Snapshot | Standings | None:
        """The newest one shown, None before the first."""

    @abstractmethod
    def _thread_for(self, opened: LoadedLevel, *, paused: bool) -> Learning:
        """Makes a thread that learns the level at this pace, without starting it."""

    def _begin(self, opened: LoadedLevel) -> None:
        """Begins to learn, at the level's own pace unless that is unlimited."""
        self.rate_index = default_rate(opened.pairs, opened.certificate.shortest or 1)
        self._start(opened)

    def _start(self, opened: LoadedLevel) -> None:
        self.thread = self._thread_for(opened, paused=self.training_paused or self._held)
        self.thread.start()

    def _stop(self, patience: float) -> None:
        if self.thread is not None:
            self.thread.stop(patience)

    def _send(self, command: Command) -> None:
        if self.thread is not None:
            self.thread.send(command)

    def _is_due(self, dt: float) -> bool:
        """Lets `dt` [s] pass; whether the picture of learning is to be renewed."""
        self._looked += dt
        if self._looked < LOOK_EVERY:
            return False
        self._looked = 0.0
        return True
