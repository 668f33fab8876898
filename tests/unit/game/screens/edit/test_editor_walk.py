"""A level is made by mouse alone in a window of 1280 × 800: only names are typed. Real events throughout."""

import pygame
import pytest

from game.screens.edit.edit import Edit
from game.screens.play.play import Play
from game.ui.controls import Control
from levels.text.reader import read_level
from levels.text.share_code import share_code
from tests.unit.game.driving import FRAME, click, frames, press, until
from tests.unit.game.screens.edit.editing_hands import level_of, settle, stroke


class Mouse:
    """Clicks what it finds by name, as far as it is in sight; scrolls the panel where it is not."""

    def __init__(self, app):
        self.app = app
        self.clicks = 0

    def at(self, pos):
        self.clicks += 1
        click(self.app, pos)
        self.app.advance(FRAME)

    def widget(self, widget):
        assert widget.visible
        panel = getattr(self.app.top, "panel", None)
        for _ in range(40):
            inside = panel is None or not self.app.top.ui.popups
            if not inside or widget not in [*panel.walk()] or panel.rect.contains(widget.rect):
                break
            place = (panel.rect.right - 3, panel.rect.centery)
            move = pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
            self.app.handle(move)
            down = widget.rect.bottom > panel.rect.bottom
            self.app.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1 if down else 1))
        assert pygame.Rect((0, 0), self.app.top.ui.size).contains(widget.rect)
        self.at(widget.rect.center)

    def button(self, text):
        """A button of the dialog on top."""
        (popup,) = self.app.top.ui.popups
        self.widget(next(button for button in popup.buttons if button.text == text))

    def tool(self, name):
        self.widget(next(button for button in self.app.top.palette.buttons if button.tool.name == name))

    def bar(self, name):
        self.widget(self.app.top.toolbar.widgets[name])

    def row(self, name):
        """A row of the menu behind More."""
        self.bar("MORE")
        (menu,) = self.app.top.ui.popups
        self.widget(next(row for row in menu.rows if row.choice.name == name))

    def type(self, text):
        press(self.app, pygame.K_a, mod=pygame.KMOD_CTRL)
        self.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.app.advance(FRAME)


@pytest.mark.slow
def test_a_level_is_made_named_proved_played_renamed_and_shared_by_mouse(menu, tmp_path):
    app, hand = menu, Mouse(menu)
    hand.widget(app.top.bar.buttons[Control.NEW])
    hand.button("Crossing")
    settle(app)
    # its name, from the toolbar
    hand.bar("name")
    hand.type("Hen Street")
    assert level_of(app).name == "Hen Street"
    # paint: a second pavement row, and a tree
    hand.tool("Grass")
    stroke(app, (3, 0), (3, 8))
    hand.tool("Tree")
    stroke(app, (3, 0), (3, 1))
    assert level_of(app).map[3] == "TT......."
    # a lane, then its settings
    hand.widget(app.top.level_card.rows)  # the middle of a stepper does nothing
    plus = app.top.level_card.rows.ends()[1].center
    hand.at(plus)
    assert len(level_of(app).map) == 7
    hand.tool("Road")
    stroke(app, (6, 0), (6, 8))
    hand.tool("Lane")
    stroke(app, (6, 2), (6, 6))
    settle(app)
    assert app.top.pane.tool.name == "Select"
    card = app.top.obstacle
    hand.widget(next(tile for tile in card.looks if tile.look == "bus"))
    settle(app)
    length = next(slider for slider in card.sliders if slider.label == "Length")
    hand.at((length.track().x + round(length.track().width / 15), length.track().centery))
    settle(app)
    hand.at(card.drives.parts()[0].center)
    laid = level_of(app).obstacles[-1]
    assert (laid.look, laid.length, laid.direction) == ("bus", 2, "left")
    # a rule of the level, below what is in sight
    hand.widget(app.top.level_card.waiting)
    assert level_of(app).actions[-1].name == "WAIT"
    # the proof, save, play
    assert app.top.editing.judged.faults == ()
    hand.bar("SAVE")
    assert read_level(tmp_path / "levels" / "hen_street.yaml").obstacles[-1] == laid
    hand.bar("PLAY")
    until(app, lambda: isinstance(app.top, Play))
    assert app.top.playing.opened.level.name == "Hen Street"
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert isinstance(app.top, Edit)
    # save as
    hand.row("Save as")
    hand.type("Bus Street")
    hand.button("Save")
    assert app.top.editing.path == tmp_path / "levels" / "bus_street.yaml"
    assert read_level(app.top.editing.path).name == "Bus Street"
    assert read_level(tmp_path / "levels" / "hen_street.yaml").name == "Hen Street"
    # share
    hand.row("Share as a short code")
    text = app.top.editing.text
    assert pygame.scrap.get_text() == share_code(text)
    hand.button("Close")
    hand.bar("BACK_OUT")
    frames(app, 2)
    assert app.top.name == "menu"
    # open from the code
    hand.widget(app.top.bar.buttons[Control.SURPRISE])
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    hand.button("Make")
    frames(app, 2)
    screen = settle(app)
    assert screen.editing.text == text
    assert screen.editing.path is None
    assert app.failures == []
    assert hand.clicks < 40
