"""Walks over a page: draws it once, notes each line of text with the widget that wrote it, tells faults."""

from collections import defaultdict
from contextlib import contextmanager
from itertools import combinations

import pygame
import pytest

from game.screens.board_area import BoardArea
from game.ui import ScrollText
from game.ui.boxes import Box
from game.ui.chart import Chart
from game.ui.drawing import draw
from game.ui.scroll import ScrollArea
from game.ui.widget import Widget

ANSWERS = ("press", "drag", "release", "activate")
"""A widget that has one of these of its own does something when it is clicked."""
OVERHANG = 2
"""How far letters may reach over their widget's edge: the side bearing of a letter [px]."""


class Words:
    """A line of text that was drawn: what it says, where, by which widget, within which clip."""

    def __init__(self, text, rect, widget, clip):
        self.text, self.rect, self.widget, self.clip = text, rect, widget, clip


@contextmanager
def listening(size):
    """Notes what is written on pictures of the window's size; gives the list of Words, and what was cut."""
    words, cut, writers = [], {}, [None]
    with pytest.MonkeyPatch.context() as patch:
        write, fit = draw.text, draw.fit

        def draw_parts(widget, surface, whole=Widget.draw_parts):
            if widget.visible:
                writers.append(widget)
                yield from whole(widget, surface)
                writers.pop()

        def text(surface, string, pos, *more, **named):
            rect = write(surface, string, pos, *more, **named)
            if string.strip() and surface.get_size() == size:  # a board's numbers are on pictures of its own
                words.append(Words(string, rect, writers[-1], surface.get_clip()))
            return rect

        def fitted(string, *more, **named):
            shown = fit(string, *more, **named)
            if shown != string:
                cut[shown] = string
            return shown

        for kind in kinds(Widget):
            if "draw_parts" in vars(kind):
                whole = vars(kind)["draw_parts"]
                patch.setattr(kind, "draw_parts", lambda w, s, whole=whole: draw_parts(w, s, whole))
        patch.setattr(draw, "text", text)
        patch.setattr(draw, "fit", fitted)
        yield words, cut


def kinds(kind):
    """A class and all that are derived from it."""
    return [kind, *(deeper for derived in kind.__subclasses__() for deeper in kinds(derived))]


def name_of(widget):
    own = getattr(widget, "text", None) or getattr(widget, "label", None) or getattr(widget, "name", None)
    own = own if isinstance(own, str) else getattr(widget, "tip", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__}({own})" if own else type(widget).__name__


def is_control(widget):
    """Whether a click on it does something."""
    if isinstance(widget, BoardArea) and not widget.focusable and widget.large is None:
        return False  # it scrolls large boards, and answers nothing while all of it is in sight
    if isinstance(widget, ScrollArea) and not widget.reach and type(widget).click is ScrollArea.click:
        return False  # all of it is in sight
    if isinstance(widget, Chart):
        return False  # Ctrl ← and Ctrl → do what a click on it does
    own = any(getattr(type(widget), what, None) is not getattr(Widget, what, None) for what in ANSWERS)
    return widget.reactive and own


def tops_of(screen):
    return screen.ui.popups[-1:] or screen.ui.root


def family(widget, parent, clip):
    """(widget, parent, what of the window it may show in) of all that is visible in a tree."""
    if widget.visible:
        yield widget, parent, clip
        inside = clip.clip(widget.rect) if widget.clips else clip
        for child in widget.children:
            yield from family(child, widget, inside)


def faults(screen, size):
    """What is wrong with a page in a window of this size [px], one sentence each."""
    surface = pygame.Surface(size)
    screen.ui.dirty = True
    screen.draw(surface)
    screen.ui.dirty = True
    with listening(size) as (words, cut):
        screen.draw(surface)
        screen.draw(surface)  # layer and overlays take turns
    window = pygame.Rect((0, 0), size)
    found = [*box_faults(screen, window), *text_faults(screen, window, words, cut), *tab_faults(screen)]
    return sorted(set(found))


def box_faults(screen, window):
    children = defaultdict(list)
    for name, box in getattr(getattr(screen, "layout", None), "__dict__", {}).items():
        if isinstance(box, Box) and not window.contains(box):
            yield f"the layout's {name} {tuple(box)} lies outside the window"
    for top in tops_of(screen):
        for widget, parent, clip in family(top, None, window):
            children[id(parent), name_of(parent) if parent else "the page"].append(widget)
            if not widget.rect.width or not widget.rect.height:
                yield f"{name_of(widget)} is visible without a box"
            scrolls = clip != window and parent is not None
            within = parent.rect if parent is not None and not scrolls else window
            if scrolls and not (clip.left <= widget.rect.left and widget.rect.right <= clip.right):
                yield f"{name_of(widget)} reaches over the sides of what it scrolls in"
            if not scrolls and not within.contains(widget.rect):
                yield f"{name_of(widget)} {tuple(widget.rect)} lies outside {tuple(within)}"
    for (_, parent), siblings in children.items():
        for one, other in combinations(siblings, 2):
            if one.floats is other.floats and one.rect.colliderect(other.rect):
                yield f"{name_of(one)} overlaps {name_of(other)} in {parent}"


def text_faults(screen, window, words, cut):
    shown = {id(widget) for top in tops_of(screen) for widget in top.walk()}
    tops = [top for top in tops_of(screen) if top.visible]
    by_writer = defaultdict(list)
    for word in words:
        widget, rect = word.widget, word.rect
        if widget is not None and id(widget) not in shown:
            continue  # below a popup
        if widget is None and screen.ui.popups:
            continue
        scrolls = isinstance(widget, ScrollArea)
        if scrolls and not word.clip.colliderect(rect):
            continue
        by_writer[id(widget)].append(word)
        box = (widget.rect if widget is not None else window).inflate(2 * OVERHANG, 0)
        sideways = isinstance(widget, ScrollText)  # wide lines of fixed width scroll there
        if not sideways and not (box.left <= rect.left and rect.right <= box.right):
            yield f"“{word.text}” is cut at the side of {place_of(widget)}"
        letters = core(rect)
        if not scrolls and not (box.top <= letters.top and letters.bottom <= box.bottom):
            yield f"“{word.text}” is cut at the upper or lower edge of {place_of(widget)}"
        if widget is None:
            over = next((top for top in tops if top.rect.colliderect(rect)), None)
            if over is not None:
                yield f"“{word.text}” lies under {name_of(over)}"
        if word.text in cut:
            tip = tip_of(screen, widget, rect)
            if " ".join(cut[word.text].split()) not in " ".join(tip.split()):
                whole = cut[word.text]
                yield f"“{word.text}” is short for “{whole}”, which no tooltip of {place_of(widget)} tells"
    for lines in by_writer.values():
        for one, other in combinations(lines, 2):
            if one.text != other.text and core(one.rect).colliderect(core(other.rect)):
                yield f"“{one.text}” and “{other.text}” lie on each other"


def place_of(widget):
    return name_of(widget) if widget is not None else "the page"


def tip_of(screen, widget, rect):
    """The tooltip for the mouse on a text, "" where there is none."""
    if widget is None or not widget.reactive:
        return ""
    before, screen.ui.hover, mouse = screen.ui.hover, widget, screen.ui.mouse
    screen.ui.mouse = rect.center
    try:
        return widget.tip_at(rect.center)[0]
    finally:
        screen.ui.hover, screen.ui.mouse = before, mouse


def core(rect):
    """The part of a line's box that capital letters fill."""
    height = round(0.6 * rect.height)
    return pygame.Rect(rect.x + 1, rect.centery - height // 2, max(rect.width - 2, 1), height)


def tab_faults(screen):
    ui = screen.ui
    controls = [widget for widget in ui.widgets() if is_control(widget) and widget not in ui.popups]
    focus, ringed, reached = ui.focus, ui.ringed, []
    ui.focus = None
    for _ in range(len(ui.widgets()) + 1):
        ui.event(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t"))
        reached.append(ui.focus)
    ui.focus, ui.ringed = focus, ringed
    return [f"Tab does not lead to {name_of(widget)}" for widget in controls if widget not in reached]
