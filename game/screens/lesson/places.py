"""Where on the watch page each target of a lesson is."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.screens.watch.watch import Watch
from game.ui import Segments, Widget
from levels.lessons.lesson import Target
from levels.model.board import Cell

AROUND = 1.0
"""How much of the board is in the light around a cell, on each side [cells]."""
CLOSE = 8
"""Space between a widget and the edge of the light [units]."""
HEAD = 60
"""Height of the line at the top of a card that has its figure or title [units]."""
WIDEST = 0.45
"""Largest share of the board's width or height that a cell's surroundings take."""


@dataclass(frozen=True)
class Spot:
    """A place on the watch page.

    Attributes:
        find: its box [px], None where it has no room.
        tab, card: the panel's cards that have to be on show, and the one of them that has it; "" for a place
            outside the panel.
    """

    find: Callable[[Watch], pygame.Rect | None]
    tab: str = ""
    card: str = ""


def light_on(watch: Watch, point: Target | Cell) -> pygame.Rect:
    """What is in the light for a target or cell [px]; where it has no room, what leads to it."""
    spot = TARGETS[point] if isinstance(point, Target) else None
    found = around(watch, point) if not isinstance(point, Target) else spot.find(watch) if spot else None
    if found is None and spot is not None:
        ways = watch.panel.headings.get(spot.card), watch.toolbar.cards if spot.tab else None
        places = (_box(watch, widget) for widget in (*ways, watch.toolbar.more) if widget is not None)
        found = next((place for place in places if place is not None), None)
    return found or board(watch)


def reveal(watch: Watch, point: Target | Cell | None) -> None:
    """Brings what a target is in into sight: its tab, its card, the sheet of a narrow window."""
    spot = TARGETS[point] if isinstance(point, Target) else None
    if spot is not None and spot.tab:
        watch.cards.show(spot.tab, spot.card)
        watch.ui.ringed = (
            False  # the sheet gives the focus to its first widget, which is not what is pointed at
        )
    else:
        watch.sheet.cancel()


def board(watch: Watch) -> pygame.Rect:
    """The board's picture, as far as it is in sight [px]; without area before there is one."""
    pane = watch.board
    return (
        pygame.Rect(0, 0, 0, 0)
        if pane.view is None
        else pygame.Rect(pane.origin, pane.view.size).clip(pane.rect)
    )


def around(watch: Watch, cell: Cell) -> pygame.Rect:
    """A cell and its surroundings, as far as they are on the board [px]."""
    return _surroundings(watch, watch.board.rect_of(cell)) if watch.board.view else board(watch)


def _surroundings(watch: Watch, square: pygame.Rect) -> pygame.Rect:
    whole = board(watch)
    more_x = min(AROUND * square.width, (WIDEST * whole.width - square.width) / 2)
    more_y = min(AROUND * square.height, (WIDEST * whole.height - square.height) / 2)
    box = square.inflate(2 * max(more_x, 0), 2 * max(more_y, 0)).clip(whole)
    return box if box.width and box.height else whole


def _agent(watch: Watch) -> pygame.Rect:
    """The agent in its hop, and what is around it."""
    scene = watch.scene()
    if scene is None or watch.board.view is None:
        return board(watch)
    square, ahead = watch.board.rect_of(scene.agent_from), watch.board.rect_of(scene.agent_to)
    for axis in (0, 1):
        gone = (ahead[axis] - square[axis]) * scene.progress
        square[axis] = round(square[axis] + gone)
    return _surroundings(watch, square)


def _box(watch: Watch, widget: Widget, part: pygame.Rect | None = None) -> pygame.Rect | None:
    """A widget's box with some space around it, or a part's, if it is in sight."""
    tops = [*watch.ui.root, *watch.ui.popups]
    if not any(widget is other for top in tops for other in top.walk()):
        return None
    space = 2 * watch.ui.px(CLOSE)
    return (part or widget.rect).inflate(space, space)


def _widget(find: Callable[[Watch], Widget]) -> Callable[[Watch], pygame.Rect | None]:
    return lambda watch: _box(watch, find(watch))


def _segment(find: Callable[[Watch], Segments], key: str) -> Callable[[Watch], pygame.Rect | None]:
    """One choice of segments."""

    def place(watch: Watch) -> pygame.Rect | None:
        segments = find(watch)
        keys = [segment.key for segment in segments.segments]
        return _box(watch, segments, segments.parts()[keys.index(key)]) if key in keys else None

    return place


def _head(find: Callable[[Watch], Widget]) -> Callable[[Watch], pygame.Rect | None]:
    """The upper part of a card."""

    def place(watch: Watch) -> pygame.Rect | None:
        card = find(watch)
        high = min(watch.ui.px(HEAD), card.rect.height)
        return _box(watch, card, pygame.Rect(card.rect.topleft, (card.rect.width, high)))

    return place


def _views(key: str) -> Spot:
    return Spot(_segment(lambda watch: watch.toolbar.views, key))


TARGETS: dict[Target, Spot] = {
    Target.BOARD: Spot(board),
    Target.AGENT: Spot(_agent),
    Target.START: Spot(lambda watch: _cell_of(watch, "start")),
    Target.GOAL: Spot(lambda watch: _cell_of(watch, "goal")),
    Target.PLAYER_BAR: Spot(_widget(lambda watch: watch.player)),
    Target.PLAY: Spot(_widget(lambda watch: watch.player.play)),
    Target.STEP: Spot(_widget(lambda watch: watch.player.step)),
    Target.RANDOM_MOVES: Spot(_widget(lambda watch: watch.player.exploring)),
    Target.TIMELINE: Spot(_widget(lambda watch: watch.player.timeline)),
    Target.LEARNING: Spot(_widget(lambda watch: watch.cards.learning), "plain", "learning"),
    Target.STATUS: Spot(_head(lambda watch: watch.cards.learning), "plain", "learning"),
    Target.LEARN: Spot(_widget(lambda watch: watch.cards.learning.finish), "plain", "learning"),
    Target.CRASHES: Spot(_widget(lambda watch: watch.cards.crashes), "plain", "crashes"),
    Target.STEPS_FIGURE: Spot(_head(lambda watch: watch.cards.crossing), "plain", "crossing"),
    Target.CHART: Spot(_widget(lambda watch: watch.cards.crossing), "plain", "crossing"),
    Target.MOVES: Spot(_widget(lambda watch: watch.cards.moves), "plain", "moves"),
    Target.VALUES: _views("values"),
    Target.POLICY: _views("policy"),
    Target.SAFETY: _views("safety"),
    Target.SVM: _views("svm"),
    Target.DETAILS: Spot(_segment(lambda watch: watch.cards.tabs, "details"), "plain", "tabs"),
    Target.CERTIFICATE: Spot(_widget(lambda watch: watch.cards.certificate), "details", "certificate"),
    Target.PLAY_LEVEL: Spot(_widget(lambda watch: watch.toolbar.widgets["play_level"])),
    Target.RACE: Spot(_widget(lambda watch: watch.toolbar.widgets["race"])),
}
"""Every target of a lesson."""


def _cell_of(watch: Watch, what: str) -> pygame.Rect | None:
    """The first start or goal with its surroundings."""
    level = watch.watching.opening.level
    if level is None:
        return None
    return around(watch, (level.board.starts if what == "start" else level.board.goals)[0])
