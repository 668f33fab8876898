"""Where a person is in a lesson: the step, what was answered and done, and whether it may go on. No pygame.

The right answers come from the level's tables; the lesson's file has none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from levels.lessons.lesson import Lesson, Step

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from game.presenters.level_loader import LoadedLevel
    from levels.lessons.answers import Option


@dataclass
class Progress:
    """What has happened at one step.

    Attributes:
        options: the answers to choose from; empty where nothing is asked, or before the level is ready.
        tried: indices of the wrong answers given.
        answered: index of the right answer once it was given.
        last: index of the answer given last, None before the first.
        done: whether the step's deed is done.
    """

    options: "tuple[Option, ...]" = ()
    tried: set[int] = field(default_factory=set)
    answered: int | None = None
    last: int | None = None
    done: bool = False


class LessonRun:
    """One run through the steps of a lesson or tour.

    Attributes:
        steps: all of them.
        index: the step on show; the number of steps once the last one is over.
    """

    def __init__(self, steps: Sequence[Step], index: int = 0) -> None:
        """`index`: the step to begin with, the last one if there are fewer."""
        self.steps = tuple(steps)
        self.index = min(index, len(self.steps) - 1)
        self._progress = [Progress() for _ in self.steps]

    @property
    def over(self) -> bool:
        """Whether the last step is over."""
        return self.index == len(self.steps)

    @property
    def step(self) -> Step:
        """The step on show, the last one once they are over."""
        return self.steps[min(self.index, len(self.steps) - 1)]

    @property
    def progress(self) -> Progress:
        """What has happened at the step on show."""
        return self._progress[min(self.index, len(self.steps) - 1)]

    @property
    def asks(self) -> bool:
        """Whether the step on show waits for the right answer."""
        return not self.over and self.step.question is not None and self.progress.answered is None

    @property
    def waits_for_deed(self) -> bool:
        """Whether the step on show waits for something to be done."""
        return not self.over and self.step.do is not None and not self.progress.done

    @property
    def may_go_on(self) -> bool:
        """Whether Next leads on."""
        return not (self.over or self.asks or self.waits_for_deed)

    def prepare(self, answers: "Sequence[tuple[Option, ...]]") -> None:
        """Takes the answers of all steps; where they are others than before, none is given yet."""
        for index, options in enumerate(answers):
            if options != self._progress[index].options:
                self._progress[index] = Progress(options, done=self._progress[index].done)

    def answer(self, index: int) -> "Option | None":
        """Gives an answer; returns it, None if nothing is asked or there is no such answer."""
        progress = self.progress
        if not self.asks or not 0 <= index < len(progress.options):
            return None
        option = progress.options[index]
        progress.last = index
        if option.right:
            progress.answered = index
        else:
            progress.tried.add(index)
        return option

    def note_deed(self) -> None:
        """Takes note that the step's deed is done."""
        self.progress.done = True

    def go_on(self) -> bool:
        """Shows the next step, or ends the last one, if it may; gives whether it did."""
        if not self.may_go_on:
            return False
        self.index += 1
        return True

    def go_back(self) -> bool:
        """Shows the step before, if there is one; gives whether it did."""
        if not self.index:
            return False
        self.index -= 1
        return True


def told(step: Step) -> tuple[str, str]:
    """A step's sentences as (text, question): a question at their end stands for itself; "" for none."""
    say = step.say.strip()
    if not say.endswith("?"):
        return say, ""
    cut = max(say.rfind(f"{mark} ") for mark in ".!?:") + 1
    return say[:cut].strip(), say[cut:].strip()


def judged(lesson: Lesson, opened: "LoadedLevel") -> "tuple[tuple[Option, ...], ...]":
    """The answers of each step, as the level's tables have them; () for a step that asks nothing.

    Raises:
        LevelError: the level has no answer to a question.
    """
    from levels.lessons.answers import answers_of  # noqa: PLC0415  the opening thread has loaded numba by now
    from levels.proof.prove import Proof  # noqa: PLC0415  as above

    steps = opened.optimal.steps_to_goal
    proof = Proof(
        opened.level, opened.mdp, opened.safe, opened.certificate, steps, objection=None, refused=False
    )
    return answers_of(lesson, proof)
