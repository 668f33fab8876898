"""The kept layer: at once after what the user does, in parts after figures change, and always the same."""

import weakref

import pygame
import pytest

from game.screens import screen as screens
from game.screens.screen import Screen
from game.services.services import Services
from game.ui import Widget

SIZE = (300, 200)


class Block(Widget):
    """A widget that draws its colour, and counts how often."""

    def __init__(self, ui, rect, color):
        super().__init__(ui)
        self.rect, self.color, self.drawn = pygame.Rect(rect), color, 0

    def draw(self, surface):
        surface.fill(self.color, self.rect)
        self.drawn += 1


class Blocks(Screen):
    """Three blocks; its figure is a number."""

    def __init__(self):
        super().__init__(SIZE, 1.0, Services())
        self.figure = 0
        self.blocks = [Block(self.ui, (100 * k, 20, 80, 50), "#102030") for k in range(3)]
        self.ui.root = [*self.blocks]

    @property
    def shown(self):
        return (self.figure,)

    def frame(self):
        surface = pygame.Surface(SIZE)
        self.update(1 / 60)
        self.draw(surface)
        return surface

    def change(self):
        self.figure += 1
        for block in self.blocks:
            block.color = "#ff8000"


@pytest.fixture
def page(monkeypatch):
    pygame.display.set_mode(SIZE)
    monkeypatch.setattr(screens, "PATIENCE", 0.0)  # one part a frame
    page = Blocks()
    page.frame()
    page.frame()
    assert not page.layer_is_due
    return page


def bytes_of(surface):
    return pygame.image.tobytes(surface, "RGB")


def test_figures_are_redrawn_in_parts_and_shown_together(page):
    before = bytes_of(page.frame())
    page.change()
    parts = []
    while page.layer_is_due or not parts:
        parts.append(bytes_of(page.frame()))
        assert len(parts) < 10
    assert [block.drawn for block in page.blocks] == [2, 2, 2]
    assert parts[:3] == [before] * 3
    page.ui.dirty = True
    assert parts[-1] == bytes_of(page.frame()) != before


def test_what_the_user_does_is_drawn_at_once_even_between_parts(page):
    page.change()
    page.frame()
    page.blocks[0].color = "#00ff00"
    page.ui.dirty = True
    picture = page.frame()
    assert [tuple(picture.get_at((100 * k + 5, 25)))[:3] for k in range(3)] == [
        (0, 255, 0),
        (255, 128, 0),
        (255, 128, 0),
    ]
    assert not page.layer_is_due


def test_pictures_that_are_released_between_parts_are_made_again_as_a_whole(page):
    page.change()
    page.frame()
    page.forget_pictures()
    assert tuple(page.frame().get_at((205, 25)))[:3] == (255, 128, 0)
    assert not page.layer_is_due


@pytest.mark.parametrize("leave", [Screen.close, lambda page: page.resize((200, 300), 2.0)])
def test_both_layers_are_released_when_the_page_closes_or_changes_size(page, leave):
    page.change()
    page.frame()
    layers = weakref.ref(page._layer), weakref.ref(page._next_layer)
    leave(page)
    assert [layer() for layer in layers] == [None, None]
