"""The first-run tour: seven steps on the real home page and the real watch page."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.screens.lesson.card import Words
from game.screens.lesson.guided import Guided
from game.screens.lesson.places import board, light_on, reveal
from game.screens.menu.menu import Menu
from game.screens.screen import CompareLevel
from game.screens.watch.watch import Watch
from game.services.services import Services
from game.ui.theme import PAPER_MUTED
from levels.lessons.lesson import Step, Target
from levels.text.reader import builtin_levels


class Stop(NamedTuple):
    """A step of the tour.

    Attributes:
        place: what is in the light: a part of the home page, a target of the watch page, None for all of it.
        title, say: a few words, and one or two sentences.
    """

    place: Callable[[Menu], pygame.Rect] | Target | None
    title: str
    say: str


LEVEL, RACED = "first_road", "crossy_road"
"""The level that the tour shows, and the one of the race it ends with."""
TOUR = (
    Stop(
        None,
        "A hen learns to cross the road",
        "It learns from thousands of practice moves, and not one of them ends in a crash. "
        "Seven short steps show you how.",
    ),
    Stop(
        lambda menu: menu.cards.hero.rect,
        "The race",
        "Three learners try the same road with the same luck. "
        "Two pay with crashes and traps; the third never does.",
    ),
    Stop(
        lambda menu: menu.cards.card(0).clip(menu.cards.rect),
        "The levels",
        "Each card is a level: watch the hen learn it, play it yourself, race learners on it or change it. "
        "Further down there are rivers to ride across, and traffic that runs late.",
    ),
    Stop(
        Target.PLAYER_BAR,
        "Watching it learn",
        "The board replays what the hen knows so far, while it goes on learning. "
        "The bar pauses the replay, steps through it, and goes back to what it knew before.",
    ),
    Stop(
        Target.CRASHES,
        "Zero crashes",
        "Every move was checked before learning began. A move that could end in a crash is never made.",
    ),
    Stop(
        Target.MOVES,
        "Why it refuses a move",
        "A car may get there first, or the step may be a trap: safe now, "
        "but a crash can no longer be avoided. "
        "Select a move to see why.",
    ),
    Stop(
        Target.STEPS_FIGURE,
        "The best path",
        "With practice the crossing gets shorter, until no safe path is shorter. "
        "Now see how the other learners fare.",
    ),
)
"""The tour, from its first step."""


class Tour(Guided):
    """The tour.

    Attributes:
        menu: the home page, the stack's own.
        watch: the watch page of the tour's level, None before it has come to it.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        menu: Menu,
        make_watch: Callable[[], Watch],
    ) -> None:
        super().__init__(size, scale, services, menu, [Step(stop.say) for stop in TOUR])
        self.menu = menu
        self.watch: Watch | None = None
        self._make_watch = make_watch
        self.begin_step()

    @property
    def title(self) -> str:
        """What the window's title says."""
        return "Tour"

    @property
    def stop(self) -> Stop:
        """The step on show."""
        return TOUR[min(self.run.index, len(TOUR) - 1)]

    @property
    def opens_page(self) -> bool:
        """The watch page, not the home page: a click on a level would lead out of the tour."""
        return self.page is self.watch

    def begin_step(self) -> None:
        """Opens the page that the step is on, and brings what it points at into sight."""
        place = self.stop.place
        if isinstance(place, Target):
            if self.watch is None:
                self.menu.cover()
                self.watch = self._make_watch()
                self.watch.guided = True
            self.page = self.watch
            reveal(self.watch, place)
            self._show_refusal(self.watch, asked=place is Target.MOVES)
        else:
            self.page = self.menu
            self.menu.choose_first()

    def _show_refusal(self, watch: Watch, *, asked: bool) -> None:
        """Explains a move that is refused on the path shown, if there is one; else lets the replay go on."""
        if asked and watch.explainer.traps.refuses_on_path():
            watch.next_refusal()
        elif watch.explainer.told:
            watch.explainer.hush()
            watch.watching.playback.paused = False

    def go_on(self) -> None:
        """Shows the next step; after the last one the race begins."""
        if self.run.index + 1 < len(TOUR):
            super().go_on()
        else:
            self.run.go_on()
            self.outcome = CompareLevel(builtin_levels()[RACED])

    def light(self) -> pygame.Rect | None:
        """What the step points at."""
        place = self.stop.place
        if place is None:
            return None
        if isinstance(place, Target):
            return light_on(self.watch, place) if self.watch is not None else None
        return place(self.menu).inflate(self.ui.px(8), self.ui.px(8))

    def wider_light(self) -> pygame.Rect | None:
        """The board, while it shows what is explained: the replay above its bar, a refused move."""
        if self.watch is None or self.stop.place not in (Target.PLAYER_BAR, Target.MOVES):
            return None
        return board(self.watch)

    def keep_off(self) -> pygame.Rect | None:
        """The same: the hen would cross behind the card."""
        return self.wider_light()

    def words(self) -> Words:
        """The step's words."""
        index = min(self.run.index, len(TOUR) - 1)
        return Words(
            "Tour",
            self.stop.title,
            self.stop.say,
            note=("", PAPER_MUTED, ""),
            step=index,
            n_steps=len(TOUR),
            back="Back" if index else "",
            next="Next" if index + 1 < len(TOUR) else "Start the race",
            leave="Skip the tour" if index + 1 < len(TOUR) else "Leave the tour",
        )

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale; the home page gets its own from the stack."""
        super().resize(size, scale)
        if self.watch is not None:
            self.watch.resize(size, scale)
        self.begin_step()

    def close(self, patience: float = 0.0) -> None:
        """Ends the learner; the home page stays."""
        if self.watch is not None:
            self.watch.close(patience)
            self.watch = None
        super().close(patience)
