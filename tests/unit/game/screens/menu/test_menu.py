"""The menu: how the keys lead from card to card, what a card says, and what is done with a level."""

from itertools import pairwise
from threading import Event
from types import SimpleNamespace

import pygame
import pytest

from game.presenters import level_loader
from game.presenters.certifier import Certified
from game.screens.menu.groups import GROUPS, planned
from game.screens.menu.level_card import Face, badge_width, badges_of, draw_badges, lines_of
from game.screens.menu.menu import Menu
from game.screens.menu.picture_time import LIVES
from game.ui.controls import Control
from game.userdata.settings import Settings
from levels.text.reader import builtin_levels, read_level
from tests.unit.game.driving import BAD, FRAME, click, frames, press, typed, until

BUILTIN = builtin_levels()
NAMES = [name for group in GROUPS for name in group.levels]


@pytest.fixture(autouse=True)
def fonts(surface):
    return surface


@pytest.fixture
def menu(services):
    return Menu((1280, 800), 1.0, services)


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((900, 600), 1.5)])
def test_in_a_narrow_window_a_message_covers_no_button_of_hero_and_today(services, size, scale):
    menu = Menu(size, scale, services)
    hero, daily = menu.cards.hero, menu.cards.daily
    assert hero.folded
    assert menu.message_area.bottom == size[1]
    buttons = [button for button in (*hero.children, *daily.children) if button.visible]
    assert hero.start in buttons
    assert menu.message_area.collidelist([button.rect for button in buttons]) == -1


# -- the user's own ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_saved_meanwhile_is_there_and_what_was_certified_stays(start, write):
    app = start()
    menu, file = app.top, app.services.folder / "levels" / "mine.yaml"
    write(file, age=5)
    menu.do(Control.LAST)
    menu.appear()
    chosen = menu.paths[menu.cards.selected]
    assert chosen.stem == "grid_9"
    until(app, lambda: len(menu.certifier.known.verdicts) == len(menu.paths))
    assert menu.certifier.known.verdicts[file].shortest == 6
    before = menu.certifier
    menu.appear()
    assert menu.certifier is before  # nothing is new

    write(file, name="grid_5")
    menu.appear()
    assert BUILTIN["river"] in menu.certifier.known.verdicts
    until(app, lambda: file in menu.certifier.known.verdicts)
    assert menu.certifier.known.verdicts[file].shortest == 8
    assert menu.certifier.known.levels[file].name == "Grid 5×5"

    file.unlink()
    menu.appear()
    assert len(menu.paths) == len(BUILTIN)
    assert menu.paths[menu.cards.selected] == chosen


# -- from card to card ------------------------------------------------------------------------------------


def test_a_plan_has_a_heading_a_group_and_rows_below_one_another():
    plan = planned(["a"] * 5 + ["b"], columns=3, heading=10, row=100)
    assert [tuple(heading) for heading in plan.headings] == [("a", 0, range(5)), ("b", 210, range(5, 6))]
    assert [(row.y, list(row.indices)) for row in plan.rows] == [(10, [0, 1, 2]), (110, [3, 4]), (220, [5])]
    assert plan.height == 320


def names(menu, *controls):
    """The levels chosen one after the other."""
    found = []
    for control in controls:
        menu.do(control)
        found.append(menu.paths[menu.cards.selected].stem)
    return found


def test_up_and_down_keep_to_the_column_across_headings_and_short_rows(menu):
    cards = menu.cards
    cards.choose(NAMES.index("patrol_15x9"))
    down = names(menu, *[Control.BELOW] * 3)
    assert down == ["night_watch", "motorway", "big_city"]  # the last column, where there is one
    assert names(menu, *[Control.BELOW] * 2) == ["river_road", "rush_hour"]
    assert names(menu, *[Control.ABOVE] * 9)[-1] == "patrol_15x9"
    assert names(menu, Control.LAST, Control.BELOW, Control.NEXT) == ["grid_9"] * 3
    assert names(menu, Control.ABOVE, Control.PREVIOUS, Control.ABOVE) == ["grid_5", "grid_4", "late_train"]


def test_page_keys_go_from_group_to_group(menu):
    down = names(menu, *[Control.NEXT_GROUP] * 7)
    assert down == ["river", "crossroads", "log_river", "dead_end", "late_train", "grid_4", "grid_9"]
    up = names(menu, *[Control.PREVIOUS_GROUP] * 8)
    assert up == [
        *("grid_4", "late_train", "dead_end", "log_river", "crossroads", "river"),
        *("crossy_road", "crossy_road"),
    ]


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((760, 600), 1.0), ((1366, 768), 1.5)])
def test_the_chosen_card_is_always_in_sight_and_left_and_right_reach_all(services, size, scale):
    menu = Menu(size, scale, services)
    seen = set()
    for _ in menu.paths:
        card = menu.cards.card(menu.cards.selected)
        assert menu.cards.rect.contains(card) or card.height > menu.cards.rect.height
        seen.add(menu.cards.selected)
        menu.do(Control.NEXT)
    assert seen == set(range(len(menu.paths)))
    menu.do(Control.FIRST)
    assert menu.cards.offset == 0  # heading and hero too
    menu.do(Control.LAST)
    menu.resize((900, 500), 1.0)
    assert menu.cards.rect.colliderect(menu.cards.card(menu.cards.selected))


def test_tab_goes_through_the_chosen_cards_buttons_and_an_arrow_key_leads_back(start):
    app = start()
    menu = app.top
    press(app, pygame.K_TAB)
    assert menu.ui.has_focus(menu.cards.hero.start)
    press(app, pygame.K_TAB)
    assert menu.ui.has_focus(menu.cards.hero.tour)
    press(app, pygame.K_TAB)
    assert menu.ui.has_focus(menu.cards.daily.start)
    press(app, pygame.K_TAB)
    assert menu.ui.has_focus(menu.cards.buttons.buttons[Control.OPEN])
    press(app, pygame.K_DOWN)
    assert menu.ui.has_focus(menu.cards)
    press(app, pygame.K_RETURN, sign="\r")
    assert app.top.watching.opening.path.stem == "river"


def move(menu, pos):
    menu.ui.event(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    menu.update(FRAME)


def test_the_mouse_chooses_the_card_it_is_moved_over_and_the_buttons_go_there(menu):
    menu.update(FRAME)
    move(menu, menu.cards.card(2).center)
    assert menu.cards.selected == 2
    play = menu.cards.buttons.buttons[Control.PLAY]
    assert menu.cards.card(2).contains(play.rect)
    move(menu, play.rect.center)
    assert menu.ui.hover is play
    assert menu.cards.selected == 2
    menu.do(Control.NEXT)
    menu.update(FRAME)
    assert menu.cards.selected == 3  # the mouse rests


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1366, 768)])
def test_the_hero_folds_where_a_row_of_cards_has_no_room_below_it(services, size):
    menu = Menu(size, 1.0, services)
    assert menu.cards.hero.folded == (size == (960, 600))
    assert menu.cards.rect.contains(menu.cards.hero.start.rect)
    first = menu.cards.card(0)
    assert menu.cards.rect.contains(first)
    menu.do(Control.LAST)
    assert menu.cards.hero.rect.bottom < menu.cards.rect.top  # it scrolls along
    menu.do(Control.FIRST)
    assert menu.cards.offset == 0


@pytest.mark.slow
def test_the_chosen_picture_lives_for_a_while_then_the_page_is_at_rest(start):
    app = start()
    menu = app.top
    until(app, lambda: len(menu.certifier.known.ways) == len(menu.paths))
    press(app, pygame.K_RIGHT)
    frames(app, 20)
    assert not app.at_rest
    crossing = menu.cards.crossing
    assert crossing == pytest.approx((7 + 1.5) / 2.5)  # First Road: seven steps and a rest
    until(app, lambda: app.at_rest, frame=0.1)
    assert LIVES - 1 < menu.picture_time.seconds < LIVES + crossing + 1
    assert menu.picture_time.seconds % crossing == pytest.approx(crossing, abs=0.05)  # the hen has arrived
    press(app, pygame.K_RIGHT)
    frames(app, 1)
    assert not app.at_rest


def test_nothing_lives_with_reduced_motion(start):
    app = start()
    app.services.settings = Settings(reduce_motion=True)
    menu = app.top
    until(app, lambda: len(menu.certifier.known.ways) == len(menu.paths))
    frames(app, 60)
    assert app.at_rest
    press(app, pygame.K_RIGHT)
    frames(app, 3)
    assert app.at_rest


# -- what a card says -------------------------------------------------------------------------------------


def test_a_card_has_the_stars_of_the_best_result_of_either_kind(start):
    app = start()
    menu, path = app.top, BUILTIN["crossy_road"]
    until(app, lambda: path in menu.certifier.known.verdicts)
    assert (menu.cards.face(path).stars, menu.cards.face(path).tried) == (0, False)
    level = read_level(path)
    app.services.best.arrived(level, 19, shield=True)
    menu.appear()
    assert (menu.cards.face(path).stars, menu.cards.face(path).tried) == (1, True)
    app.services.best.arrived(level, 18, shield=False)
    menu.appear()
    assert menu.cards.face(path).stars == 2


def face(name, certificates, **known):
    return Face(name, read_level(BUILTIN[name]), certificates[name], None, **known)


def test_badges_say_what_is_proved_and_what_was_done(certificates):
    words = [badge.text for badge in badges_of(face("crossy_road", certificates))]
    assert words == ["proved", "15 steps", "45 traps", "not tried yet"]
    assert [badge.text for badge in badges_of(face("grid_4", certificates, tried=True, learned=True))] == [
        *("proved", "6 steps", "learned")
    ]
    assert badges_of(Face("x", None, "no map", None)) == []
    assert [badge.text for badge in badges_of(Face("x", None, None, None))] == ["being proved"]


def test_badges_that_have_no_room_go_the_least_important_first(ui, surface, certificates, monkeypatch):
    badges = badges_of(face("crossy_road", certificates, learned=True))
    drawn = []
    monkeypatch.setattr(ui, "text", lambda _surface, text, *_, **__: drawn.append(text))
    room = sum(badge_width(ui, badge) for badge in badges) + 3 * 6
    draw_badges(ui, surface, (0, 20), room, badges)
    assert drawn == ["proved", "15 steps", "45 traps", "learned"]
    drawn.clear()
    draw_badges(ui, surface, (0, 20), room - 1, badges)
    assert drawn == ["proved", "15 steps", "learned"]


def test_a_text_too_long_for_its_lines_ends_in_dots(ui):
    text = "A robot paces the near bridge, and the agent learns to follow at its heels, for whoever is late"
    lines = lines_of(ui, text, 276, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(ui.text_width(line) <= 276 for line in lines)
    assert " ".join(lines_of(ui, text, 276, 9)) == text


def test_the_tip_has_the_whole_text_and_certificate(menu, certificates):
    menu.appear()
    path = menu.paths[1]
    levels = {path: read_level(path)}
    menu.certifier = SimpleNamespace(
        known=Certified(levels, {path: certificates["first_road"]}, {}), drawn=Event(), close=print
    )
    move(menu, menu.cards.card(1).move(0, -60).center)
    words, place = menu.cards.tip_at(menu.ui.mouse)
    assert words.split("\n") == ["First Road", levels[path].about, certificates["first_road"].line()]
    assert menu.cards.card(1).contains(place)
    menu.close(30)


@pytest.mark.parametrize("size", [(1280, 800), (760, 600)])
def test_no_card_is_wider_than_the_next_one_begins(services, size):
    cards = Menu(size, 1.0, services).cards
    for left, right in pairwise(range(len(cards.menu.paths))):
        a, b = cards.card(left), cards.card(right)
        assert a.height > 200
        assert (b.left > a.right and b.top == a.top) or (b.top > a.bottom and b.left == cards.rect.left)


# -- what is done with a level ----------------------------------------------------------------------------


def test_a_level_is_played_from_its_card_without_a_ghost(start):
    app = start()
    app.top.cards.choose(app.top.paths.index(BUILTIN["grid_4"]))
    press(app, pygame.K_p, sign="p")
    until(app, lambda: app.top.name == "play")
    assert app.top.playing.ghost == ()
    for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_RIGHT):
        press(app, key)
    assert app.top.playing.steps == 1
    press(app, pygame.K_ESCAPE)
    assert app.top.name == "menu"


def test_the_ghost_is_what_was_learned_before(start):
    app = start(BUILTIN["grid_4"], unlimited=True)
    until(app, lambda: app.top.watching.snapshot and app.top.watching.snapshot.rollout_steps == 6)
    press(app, pygame.K_ESCAPE)
    app.top.cards.choose(app.top.paths.index(BUILTIN["grid_4"]))
    press(app, pygame.K_p, sign="p")
    until(app, lambda: app.top.name == "play")
    assert len(app.top.playing.ghost) == 7


def test_a_level_that_takes_its_time_to_load_says_so_and_can_be_cancelled(start, monkeypatch):
    app = start()
    menu, go = app.top, Event()
    real = level_loader.prepared
    monkeypatch.setattr(level_loader, "prepared", lambda *args: go.wait(30) and real(*args))
    menu.do(Control.PLAY)
    frames(app, 5)
    assert not menu.ui.popups
    frames(app, 30)
    assert menu.ui.popups[-1].title.startswith("Loading")
    press(app, pygame.K_ESCAPE)
    go.set()
    frames(app, 30)
    assert app.top is menu
    assert not menu.ui.popups


def test_a_broken_level_that_is_to_be_played_shows_its_errors(start):
    app = start()
    file = app.services.folder / "levels" / "bad.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(BAD, "utf-8")
    app.top.appear()
    app.top.cards.choose(app.top.paths.index(file))
    press(app, pygame.K_p, sign="p")
    until(app, lambda: app.top.name == "errors")


def test_the_hero_starts_the_race_on_crossy_road_whatever_is_chosen(start):
    app = start()
    app.top.do(Control.LAST)
    app.top.do(Control.FIRST)
    frames(app, 2)
    click(app, app.top.cards.hero.start.rect.center)
    assert app.top.name == "compare"
    assert app.top.comparing.opening.path == BUILTIN["crossy_road"]


def test_esc_does_nothing(start):
    app = start()
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert app.running
    assert app.top.name == "menu"


def test_more_quits(start):
    app = start()
    press(app, pygame.K_F10)
    rows = {row.choice.name: row for row in app.top.ui.popups[-1].rows}
    frames(app, 2)
    click(app, rows["Quit"].rect.center)
    frames(app, 1)
    assert not app.running


# -- files ------------------------------------------------------------------------------------------------


@pytest.fixture
def own(start, write):
    """The program with one level of the user's own, chosen; its file."""
    app = start()
    file = write(app.services.folder / "levels" / "mine.yaml")
    app.top.appear()
    app.top.cards.choose(app.top.paths.index(file))
    until(app, lambda: file in app.top.certifier.known.levels)
    return app, file


def test_a_level_of_ones_own_is_renamed_in_its_file(own):
    app, file = own
    press(app, pygame.K_r, pygame.KMOD_LCTRL)
    press(app, pygame.K_h, sign="h")  # no help: it is typed
    typed(app, "Höhle")
    assert len(app.top.ui.popups) == 1
    press(app, pygame.K_RETURN, sign="\r")
    assert read_level(file).name == "Höhle"
    assert app.top.known_name(file.with_name("other.yaml")) == ""
    until(app, lambda: app.top.name_of(file) == app.top.known_name(file) == "Höhle")


def test_a_level_needs_a_name(own):
    app, file = own
    before = file.read_bytes()
    press(app, pygame.K_r, pygame.KMOD_LCTRL)
    typed(app, " ")
    press(app, pygame.K_RETURN, sign="\r")
    assert app.top.ui.popups[-1].problem == "A level needs a name."
    press(app, pygame.K_ESCAPE)
    assert file.read_bytes() == before


def test_a_level_is_deleted_after_a_question_and_comes_back(own):
    app, file = own
    text = file.read_bytes()
    press(app, pygame.K_DELETE)
    press(app, pygame.K_RETURN, sign="\r")  # the harmless answer
    assert file.exists()
    press(app, pygame.K_DELETE)
    press(app, pygame.K_TAB)
    app.top.ui.popups[-1].answer("Delete")
    frames(app, 1)
    assert not file.exists()
    assert file not in app.top.paths
    assert "Ctrl Z brings it back" in app.services.messages.message.text
    press(app, pygame.K_z, pygame.KMOD_LCTRL)
    assert file.read_bytes() == text
    assert app.top.chosen == file
    press(app, pygame.K_z, pygame.KMOD_LCTRL)
    assert "no deletion" in app.services.messages.message.text


def test_a_level_is_duplicated_into_ones_own(own):
    app, file = own
    press(app, pygame.K_d, pygame.KMOD_LCTRL)
    assert app.top.chosen != file
    assert app.top.chosen.parent == file.parent
    assert read_level(app.top.chosen).name == "Grid 4×4 copy"


def test_the_menu_of_a_level_of_ones_own_has_it_all(own, monkeypatch):
    app, file = own
    shown = []
    monkeypatch.setattr("game.screens.menu.menu.show_in_folder", lambda path: shown.append(path) or "")
    frames(app, 2)
    click(app, app.top.cards.buttons.more.rect.center)
    rows = {row.choice.name: row for row in app.top.ui.popups[-1].rows}
    assert list(rows) == ["Rename", "Duplicate", "Show in folder", "Delete"]
    click(app, rows["Show in folder"].rect.center)
    assert shown == [file]


def test_a_built_in_level_is_neither_renamed_nor_deleted(start):
    app = start()
    for key, mod in ((pygame.K_r, pygame.KMOD_LCTRL), (pygame.K_DELETE, 0), (pygame.K_PERIOD, 0)):
        app.services.messages.message = None
        press(app, key, mod)
        assert "Ctrl D makes a copy" in app.services.messages.message.text
        assert not app.top.ui.popups
    assert not app.top.cards.buttons.more.visible


# -- opening a file ---------------------------------------------------------------------------------------


def test_without_a_screen_a_file_is_opened_from_the_list(start, tmp_path, write):
    app = start()
    folder = tmp_path / "somewhere"
    file = write(folder / "deep" / "level.yaml")
    app.top.selecting.folder = folder
    press(app, pygame.K_o, sign="o")
    dialog = app.top.ui.popups[-1]
    until(app, lambda: dialog.entries.names == ("..", "deep"))
    press(app, pygame.K_RETURN, sign="\r")
    until(app, lambda: dialog.entries.names == ("..", "level.yaml"))
    press(app, pygame.K_RETURN, sign="\r")
    assert app.top.watching.opening.path == file


class FakeDialog:
    """The platform's dialog, which answers at once."""

    path, failed, done = None, False, True

    def __init__(self, command, folder):
        self.asked = command, folder

    def close(self):
        pass


@pytest.mark.parametrize("answer", ["file", "cancel", "failed"])
def test_the_platforms_own_dialog_is_asked_first(start, monkeypatch, answer):
    app = start()
    monkeypatch.setattr("game.screens.selecting.UNSEEN", set())
    monkeypatch.setattr(
        "game.screens.selecting.dialog_command", lambda folder, _kind: ["dialog", str(folder)]
    )
    monkeypatch.setattr("game.screens.selecting.FileDialog", FakeDialog)
    monkeypatch.setattr(FakeDialog, "path", BUILTIN["river"] if answer == "file" else None)
    monkeypatch.setattr(FakeDialog, "failed", answer == "failed")
    press(app, pygame.K_o, pygame.KMOD_LCTRL)
    assert not app.top.ui.popups
    frames(app, 1)
    assert app.top.name == ("watch" if answer == "file" else "menu")
    assert bool(app.top.ui.popups) == (answer == "failed")
