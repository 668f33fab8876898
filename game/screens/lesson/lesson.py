"""The lesson page: the watch page of the lesson's level, with a guide that points, waits and asks."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.presenters.acting import Act, Acting
from game.presenters.lesson import judged, told
from game.presenters.level_loader import LoadedLevel, Refused
from game.presenters.reloading import Changes
from game.presenters.scene import Trace, fate_of
from game.screens.lesson.buttons import Answer, Mark
from game.screens.lesson.card import Words
from game.screens.lesson.deeds import DEEDS
from game.screens.lesson.guided import Guided
from game.screens.lesson.places import around, board, light_on, reveal
from game.screens.panel import ACTION_ICONS
from game.screens.screen import Fail, Open, Outcome
from game.screens.watch.watch import Place, Watch
from game.services.services import Services
from game.ui.drawing import draw
from game.ui.key_texts import key_of
from game.ui.theme import INK, PAPER, PAPER_ACCENT, PAPER_MUTED, PAPER_UNSAFE
from levels.files.problems import LevelError
from levels.lessons.lesson import Asked, Deed, Lesson, Target
from levels.model.board import MOVES, Cell
from levels.model.riding import ride

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.lessons.answers import Option

NOT_OPENED = "This lesson cannot be opened"
CHECKED = "Your answer is checked by the level’s own proof."
OF_THE_LEVEL = {Asked.PERIOD, Asked.VIABLE, Asked.DOOMED}
"""Questions about the whole level, not about one of its cells."""
BADGE = 15
"""Radius of an answer's number on the board [units]."""


class LessonPage(Guided):
    """A lesson.

    Attributes:
        lesson: as its file has it.
        watch: the watch page of its level, with a learner of its own.
        following: the file of the next lesson, None after the last.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        lesson: Lesson,
        following: Path | None = None,
        index: int = 0,
    ) -> None:
        place = Place(f"Lesson: {lesson.name}")
        self.watch = Watch(size, scale, services, lesson.level_path, lesson.seed, place=place)
        self.watch.guided = True
        super().__init__(size, scale, services, self.watch, lesson.steps, index)
        self.lesson, self.following = lesson, following
        self._changes = Changes(lesson.file)
        self._acting: Acting | None = None
        self._paused = False  # for a question, and goes on after it
        self._judged: LoadedLevel | None = None
        self.begin_step()

    @property
    def title(self) -> str:
        """The lesson's name."""
        return self.lesson.name

    # -- steps --------------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """Brings what the step points at into sight; stops the replay for a question, or lets it go on."""
        page, step, playback = self.watch, self.run.step, self.watch.watching.playback
        question = None if self.run.over else step.question
        page.staged = self._acting = None
        page.explainer.hush()
        playback.stepped = 0
        if question is not None and question.asked not in OF_THE_LEVEL:
            self._acting = Acting(question.cell, question.phase)
        if question is not None and not playback.paused:
            playback.toggle_pause()
            self._paused = True
        elif question is None and self._paused:
            self._paused = playback.paused = False
        reveal(page, None if self.run.over else step.point)
        if step.do is Deed.CROSSED and not self.run.over:
            page.watching.next_rollout()  # the newest policy, from a start
        if self.run.over:
            self.services.best.has_finished(self.lesson.name)

    @property
    def opens_page(self) -> bool:
        """Except while something is asked, and at the end."""
        return not self.run.over and self.run.step.question is None

    def answer(self, number: int) -> None:
        """Gives the answer with this number, from 1; it is acted out on the board."""
        option = self.run.answer(number - 1)
        if option is None:
            return
        self.services.sounds.play("goal" if option.right else "refused")
        if self._acting is not None:
            self._acting.play(self._act(option))

    def _act(self, option: "Option") -> Act:
        """An answer as it is acted out; what ends where no move is safe, or in a crash, leaves its ghosts."""
        opened, trace = self.watch.watching.opened, option.trace
        if opened is None or len(trace) < 2 or not opened.level.board.passable(trace[-1][1]):
            return Act(option.action, trace[:1])
        level, mdp, fate = opened.level, opened.mdp, fate_of(option.crash)
        first, landed = trace[0][0], trace[-1][1]
        if fate is not None:
            trace = trace[:-1]
        last, cell = trace[-1]
        phase = last % mdp.period
        if option.crash is None and opened.safe.viable[mdp.state(cell, phase)]:
            return Act(option.action, trace, level=level)
        steps = tuple((tick - first, cell) for tick, cell in trace) if len(trace) > 1 else ()
        rides = () if fate is None else ride(level, landed, phase)
        ghosts = Trace(steps, phase, fate=fate, ride=rides)
        return Act(option.action, trace, ghosts, level, option.delays)

    def go_back(self) -> None:
        """Shows the step before; from the last card, leaves the lesson."""
        if self.run.over:
            self.back_out()
        else:
            super().go_back()

    def go_on(self) -> None:
        """Shows the next step; from the last card, the next lesson."""
        if not self.run.over:
            super().go_on()
        elif self.following is not None:
            self.outcome = Open(self.following)
        else:
            self.back_out()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass: the level arrives, deeds are noticed, an answer is acted out."""
        run, page = self.run, self.watch
        if page.watching.opened is not self._judged and page.watching.opened is not None:
            self._judge(page.watching.opened)
        if run.waits_for_deed and run.step.do is not None and DEEDS[run.step.do].done(page):
            run.note_deed()
        if self._acting is not None:
            self._acting.advance(dt)
            still = self.services.settings.reduce_motion
            page.staged = self._acting.scene(still=still) if page.watching.opened is not None else None
        if self._changes.seen(dt):
            self.outcome = Open(self.lesson.file)
        return super().update(dt)

    def _judge(self, opened: LoadedLevel) -> None:
        """Has the level judge the answers; a lesson whose level has been changed is read again to fit it."""
        self._judged = opened
        if opened.level != self.lesson.level.level:
            self.outcome = Open(self.lesson.file)
            return
        try:
            self.run.prepare(judged(self.lesson, opened))
        except LevelError as error:
            self.outcome = Fail(Refused(self.lesson.file, NOT_OPENED, tuple(error.render().split("\n"))))

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale; what the step points at is brought into sight again."""
        super().resize(size, scale)
        self.watch.resize(size, scale)
        reveal(self.watch, None if self.run.over else self.run.step.point)

    def close(self, patience: float = 0.0) -> None:
        """Ends the page's learner."""
        self.watch.close(patience)
        super().close(patience)

    # -- what is shown ------------------------------------------------------------------------------------

    def light(self) -> pygame.Rect | None:
        """What the step points at; for a question the cell it is about, or the board."""
        page, step = self.watch, self.run.step
        if self.run.over:
            return pygame.Rect(0, 0, 0, 0)
        if step.point is None and step.question is None:
            return None
        if step.point is None or step.point is Target.AGENT:
            found = self._asked_about()
        else:
            found = light_on(page, step.point)
        bubble = page.bubble
        return found.union(bubble.rect) if bubble.visible else found

    def wider_light(self) -> pygame.Rect | None:
        """The board for what has been done there; the path of an answer acted out, or of its ghosts."""
        if self._is_on_board and (self.run.progress.done or self.run.step.do is Deed.CROSSED):
            return board(self.watch)
        return self._path(self._acting.path) if self._acting is not None else None

    @property
    def _is_on_board(self) -> bool:
        """Whether the step waits for something that is to be seen on the board."""
        deed = None if self.run.over else self.run.step.do
        return deed is not None and DEEDS[deed].on_board

    def keep_off(self) -> pygame.Rect | None:
        """The board, where what is done is to be seen there."""
        return board(self.watch) if self._is_on_board else None

    def rather_off(self) -> pygame.Rect | None:
        """The paths of all answers."""
        return self._path([cell for option in self.run.progress.options for _, cell in option.trace])

    def _path(self, cells: Sequence[Cell]) -> pygame.Rect | None:
        """The part of the board that some cells are in [px], None for no cells."""
        if not cells or self.watch.board.view is None:
            return None
        first, *others = (around(self.watch, cell) for cell in cells)
        return first.unionall(others)

    def _asked_about(self) -> pygame.Rect:
        question = self.run.step.question
        if question is None:
            return light_on(self.watch, Target.AGENT)
        return board(self.watch) if question.asked in OF_THE_LEVEL else around(self.watch, question.cell)

    def words(self) -> Words:
        """The step's words, its answers, and what has come of them."""
        run, lesson = self.run, self.lesson
        if run.over:
            last = self.following is None
            return Words(
                lesson.name,
                "Lesson finished",
                lesson.about,
                back="" if last else "Back to levels",
                next="Back to levels" if last else "Next lesson",
                leave="",
            )
        text, question = told(run.step)
        answers = tuple(
            Answer(
                ACTION_ICONS[option.action] if option.action is not None else "",
                _name(option),
                self._mark(index),
            )
            for index, option in enumerate(run.progress.options)
        )
        return Words(
            lesson.name,
            "",
            text,
            question,
            answers,
            self._note(),
            run.index,
            len(run.steps),
            back="Back" if run.index else "",
            next="Next" if run.index + 1 < len(run.steps) else "Finish",
            awake=run.may_go_on,
        )

    def _mark(self, index: int) -> Mark:
        progress = self.run.progress
        return "right" if index == progress.answered else "wrong" if index in progress.tried else ""

    def _note(self) -> tuple[str, str, str]:
        """The line below the answers: what is waited for, or what came of the last answer."""
        run, step, progress = self.run, self.run.step, self.run.progress
        if step.question is not None:
            if not progress.options:
                return "loader", PAPER_MUTED, "The level is being proved safe."
            if progress.last is None:
                return "shield-check", PAPER_MUTED, CHECKED
            option = progress.options[progress.last]
            if not option.right:
                return "x", PAPER_UNSAFE, f"{option.outcome} Try again."
            return "check", PAPER_ACCENT, " ".join(filter(None, (option.outcome, step.why)))
        if step.do is None:
            return "", PAPER_MUTED, ""
        if not run.waits_for_deed:
            return "check", PAPER_ACCENT, "Done."
        control = DEEDS[step.do].control
        key = f" The key is {key_of('watch', control)}." if control is not None else ""
        return "graduation-cap", PAPER_MUTED, f"Your turn: do it on the page.{key}"

    def draw_marks(self, surface: pygame.Surface) -> None:
        """Draws the numbers of answers that are moves beside the agent, while they are asked about."""
        acting, view = self._acting, self.watch.board.view
        if acting is None or view is None or not self.run.asks or acting.playing:
            return
        for number, option in enumerate(self.run.progress.options, start=1):
            if option.action is None or number - 1 in self.run.progress.tried:
                continue
            center = self._beside(acting.cell, MOVES[option.action])
            if not self.card.rect.collidepoint(center):
                draw.disc(surface, center, self.ui.px(BADGE), PAPER)
                self.ui.text(surface, str(number), center, 16, INK, weight="Bold", anchor="center")

    def _beside(self, cell: Cell, move: Cell) -> tuple[int, int]:
        """Where a move's number stands: on the way to its cell; at the corner for waiting [px]."""
        square = self.watch.board.rect_of(cell)
        row, col = move if move != (0, 0) else (-0.6, -0.6)
        return round(square.centerx + 0.8 * col * square.width), round(
            square.centery + 0.8 * row * square.height
        )


def _name(option: "Option") -> str:
    return f"{option.text[:1].upper()}{option.text[1:]}"
