"""Guided: a page with a guide above it, a card and a spotlight; lessons and the tour are two of these."""

from collections.abc import Sequence

import pygame

from game.presenters.lesson import LessonRun
from game.screens.lesson.card import ANSWERS, Card, Words
from game.screens.lesson.spotlight import light_up
from game.screens.screen import Outcome, Pop, Screen, ToMenu
from game.services.services import Services
from game.ui.controls import find
from game.ui.keys import key_names
from game.ui.widget import ACTIVATE
from levels.lessons.lesson import Step

MOUSE = {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}
TYPED = {pygame.TEXTINPUT, pygame.TEXTEDITING}
AWAY = pygame.Event(pygame.WINDOWLEAVE)
"""What widgets hear of a mouse that is no longer theirs."""


WHOLE = 420, 430
"""Width and height of a window in which every card has room [units]."""


def fitting(size: tuple[int, int], scale: float) -> float:
    """The guide's scale: the window's, or a smaller one where a card would have no room for large letters."""
    room = min(length / units for length, units in zip(size, WHOLE, strict=True))
    return min(scale, max(room, 1.0))


class Guided(Screen):
    """A guide above a real page, which goes on living below it.

    The page has mouse and keyboard only while `opens_page`; the guide's keys are the guide's at all times.

    Attributes:
        page: the page below the guide.
        run: where in the lesson or tour one is.
        card: the guide's.
    """

    name = "lesson"

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        page: Screen,
        steps: Sequence[Step],
        index: int = 0,
    ) -> None:
        """`index` is the step to begin with."""
        super().__init__(size, fitting(size, scale), services)
        self.page = page
        self.run = LessonRun(steps, index)
        self.card = Card(self.ui, self.do)
        self.ui.root = [self.card]

    # -- what lessons and the tour differ in --------------------------------------------------------------

    def words(self) -> Words:
        """What the card says now."""
        raise NotImplementedError

    def light(self) -> pygame.Rect | None:
        """What the card points at, which is in the light [px]; without area for nothing, None for all."""
        raise NotImplementedError

    def wider_light(self) -> pygame.Rect | None:
        """What is in the light beyond that now [px]."""
        return None

    def keep_off(self) -> pygame.Rect | None:
        """What else the card must not lie on [px]."""
        return None

    def rather_off(self) -> pygame.Rect | None:
        """What the card had better not lie on [px]."""
        return None

    def _place_card(self) -> None:
        self.card.place(self.words(), self.light(), self.keep_off(), self.rather_off())

    def begin_step(self) -> None:
        """Gets the page ready for the step on show."""

    @property
    def opens_page(self) -> bool:
        """Whether the page has mouse and keyboard."""
        return False

    def answer(self, number: int) -> None:
        """Gives the answer with this number, from 1."""

    # -- keys and mouse -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Shows the next step, if it may."""
        if self.run.go_on():
            self._turn_over()

    def go_back(self) -> None:
        """Shows the step before."""
        if self.run.go_back():
            self._turn_over()

    def _turn_over(self) -> None:
        self.page.ui.let_go()
        self.page.ui.event(AWAY)
        self.ui.focus_on(None)
        self.begin_step()

    @property
    def _page_asks(self) -> bool:
        """Whether a dialog or menu of the page is open: it is in front then, without the guide."""
        return any(not popup.shares_keys for popup in self.page.ui.popups)

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes one event: the guide's, or the page's where the step lets it through."""
        if self._page_asks or (self.opens_page and not self.ui.popups and self._is_for_page(event)):
            return self._from_page(self.page.handle(event))
        return super().handle(event)

    def _is_for_page(self, event: pygame.Event) -> bool:
        if event.type in MOUSE:
            over = self.ui.pressed is not None or self.card.rect.collidepoint(event.pos)
            own = over and self.page.ui.pressed is None  # what is being dragged stays where it began
            (self.page.ui if own else self.ui).event(AWAY)
            return not own
        if event.type == pygame.MOUSEWHEEL:
            return self.ui.hover is None
        if event.type != pygame.KEYDOWN:
            return event.type in TYPED
        if event.key == pygame.K_TAB or (event.key in ACTIVATE and self.ui.ringed):
            return False
        own_key = find(self.name, key_names(event))
        return own_key is None or own_key.control in ANSWERS

    def _from_page(self, outcome: Outcome) -> Outcome:
        """What the page asks for; where it would be left, the guide leaves with it."""
        return Pop() if isinstance(outcome, Pop | ToMenu) else outcome

    # -- life ---------------------------------------------------------------------------------------------

    @property
    def filmed(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.ui.size)

    @property
    def message_area(self) -> pygame.Rect:
        """Where the page has its messages."""
        return self.page.message_area

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass for page and guide."""
        outcome = self._from_page(self.page.update(dt))
        self._place_card()
        return super().update(dt) or outcome

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale; subclasses hand them to their pages."""
        super().resize(size, fitting(size, scale))

    def appear(self) -> None:
        """The page goes on."""
        self.page.appear()

    def cover(self) -> None:
        """The page waits."""
        self.page.cover()

    def forget_pictures(self) -> None:
        """Releases what page and guide have drawn."""
        super().forget_pictures()
        self.page.forget_pictures()

    # -- the picture --------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the page, dark but for the light, and the guide's card above it."""
        self.page.draw(surface)
        if self._page_asks:
            return
        hole, wider = self.light(), self.wider_light()
        if hole is not None:
            light_up(self.ui, surface, hole.union(wider) if wider is not None else hole)
        self.draw_marks(surface)
        self.card.points = wider is None
        self._place_card()
        self.ui.draw(surface)

    def draw_marks(self, surface: pygame.Surface) -> None:
        """Draws what lies between the dark and the card."""
