"""CardColumn: a panel of cards. What has no room folds to a heading that opens it, or is scrolled."""

from collections.abc import Callable, Iterator, Mapping

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.layout import Cards
from game.ui.scroll import ScrollArea
from game.ui.theme import CARD, CARD_HOVER, CARD_LOW, LINE, MUTED, RADIUS_CARD, TEXT
from game.ui.widget import Clickable, Widget


class Heading(Clickable):
    """The line that stands for a folded card; a click, Return or Space opens the card in its place."""

    def __init__(self, ui: Ui, title: str, icon: str, on_open: Callable[[], None]) -> None:
        super().__init__(ui, f"Open {title}")
        self.title = title
        self.icon = icon
        self.color = MUTED
        self.note = ""
        self.note_color = TEXT
        self.on_open = on_open
        self.visible = False

    def activate(self) -> None:
        """Opens the card."""
        self.on_open()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, title, a note of what the card would show, and the sign of what folds."""
        ui, rect = self.ui, self.rect
        fill = CARD_HOVER if self.hovered else CARD
        draw.rounded(
            surface, rect, ui.px(RADIUS_CARD), fill, stroke=LINE, stroke_width=1, gradient_to=CARD_LOW
        )
        ui.icon(surface, self.icon, (rect.x + ui.px(24), rect.centery), 16, self.color)
        right = rect.right - ui.px(22)
        ui.icon(surface, "chevron-down", (right, rect.centery), 16, MUTED)
        left = rect.x + ui.px(42)
        title = draw.fit(self.title, ui.px(14), right - ui.px(16) - left, "SemiBold")
        end = ui.text(surface, title, (left, rect.centery), 14, weight="SemiBold", anchor="midleft").right
        note = draw.fit(self.note, ui.px(13), right - ui.px(18) - end - ui.px(12), "SemiBold")
        place = (right - ui.px(18), rect.centery)
        ui.text(surface, note, place, 13, self.note_color, weight="SemiBold", anchor="midright")
        self.draw_ring(surface, rect.inflate(-2 * ui.px(4), -2 * ui.px(4)))


class CardColumn(ScrollArea):
    """Cards one below the other, as a layout has them; scrolled where they reach beyond it.

    Attributes:
        cards: by name; several cards may share a place, of which one is visible.
        headings: of those that fold.
        opened: the name of the card that was opened last; it does not fold.
    """

    keys_after_click = tracks_mouse = False
    clips = True

    def __init__(
        self,
        ui: Ui,
        cards: Mapping[str, Widget],
        headings: Mapping[str, tuple[str, str]],
        on_open: Callable[[], None],
    ) -> None:
        """`headings` has title and icon of each card that folds; `on_open` has the page laid out anew."""
        super().__init__(ui)
        self.cards = cards
        self.opened = ""
        self.on_open = on_open
        self.headings = {
            name: Heading(ui, title, icon, lambda name=name: self._open(name))  # type: ignore[misc]
            for name, (title, icon) in headings.items()
        }
        self.children = [
            widget
            for name in cards
            for widget in (cards[name], self.headings.get(name))
            if widget is not None
        ]
        self._content = 0

    def _open(self, name: str) -> None:
        self.opened = name
        self.on_open()
        first = next((widget for widget in self.cards[name].walk() if widget.focusable), None)
        self.bring_into_sight(self.cards[name])
        if self.ui.ringed:
            self.ui.focus_on(first)

    def place(self, layout: Cards) -> None:
        """Gives cards and headings their boxes; each card is then arranged by the page."""
        self.visible = layout.panel is not None
        self.rect = pygame.Rect(layout.panel or (0, 0, 0, 0))
        self._content = self.rect.height + layout.reach
        self.focusable = layout.reach > 0
        self.offset = min(self.offset, self.reach)
        nowhere = pygame.Rect(0, 0, 0, 0)
        for name, card in self.cards.items():
            box = layout.boxes.get(name)
            place = nowhere if box is None else pygame.Rect(box).move(0, -round(self.offset))
            folded = name in layout.folded
            card.visible, card.rect = box is not None and not folded, place
            if name in self.headings:
                self.headings[name].visible, self.headings[name].rect = (
                    folded and box is not None,
                    place.copy(),
                )

    def content_height(self) -> int:
        """Height of all cards."""
        return self._content

    def contains(self, pos: Point) -> bool:
        """Only beside its cards and where they reach beyond it: there are its bar and its wheel."""
        return self.reach > 0 and self.rect.collidepoint(pos)

    def scroll_by(self, distance: float) -> bool:
        """Scrolls down by `distance` [px], as far as it goes; moves everything in it."""
        before = round(self.offset)
        went = super().scroll_by(distance)
        for child in self.children:
            _shift(child, before - round(self.offset))
        return went

    def bring_into_sight(self, widget: Widget) -> None:
        """Scrolls it into sight, its upper edge at least."""
        if widget is not self and self.reach:
            low, high = widget.rect.bottom - self.rect.bottom, widget.rect.top - self.rect.top
            self.scroll_by(min(max(low, 0), high) if high > 0 else high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the bar, and the ring of the keyboard's focus."""
        bar = self.bar()
        if bar:
            draw.rounded(surface, bar.move(-self.ui.px(2), 0), bar.width / 2, LINE)
        self.draw_ring(surface, self.rect.inflate(-2 * self.ui.px(4), -2 * self.ui.px(4)))

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws the cards as far as they are in sight, and the bar."""
        if not self.visible:
            return
        before = surface.get_clip()
        if self.reach:
            surface.set_clip(self.rect.clip(before))
        for child in [*self.children]:
            yield from child.draw_parts(surface)
        surface.set_clip(before)
        self.draw(surface)
        yield


def _shift(widget: Widget, distance: int) -> None:
    """Moves a widget and all in it, visible or not, down by a distance [px]."""
    widget.rect.move_ip(0, distance)
    for child in widget.children:
        _shift(child, distance)
