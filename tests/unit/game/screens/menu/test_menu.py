"""The menu: which level stands where, how the keys lead from card to card, and what a card says."""

import os
from itertools import pairwise
from threading import Event
from types import SimpleNamespace

import pygame
import pytest

from game.presenters.certifier import Certified
from game.screens.menu.groups import GROUPS, HARDEST, MORE, OWN, SURPRISES, menu_levels, newest, planned
from game.screens.menu.level_card import PICTURE, describe, shortened
from game.screens.menu.menu import DIFFICULTY, KEYS, Menu
from game.services.services import Services
from game.ui.controls import Control
from game.ui.drawing import draw
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file, read_level
from tests.unit.game.driving import FRAME, press, until

BUILTIN = builtin_levels()
NAMES = [name for group in GROUPS for name in group.levels]


@pytest.fixture(autouse=True)
def fonts(surface):
    return surface


@pytest.fixture
def services(tmp_path):
    return Services(folder=tmp_path)


@pytest.fixture
def menu(services):
    return Menu((1280, 800), 1.0, services)


@pytest.fixture(scope="module")
def certificates():
    return {name: prove(read_file(path)).certificate for name, path in BUILTIN.items()}


# -- groups -----------------------------------------------------------------------------------------------


def test_every_level_has_its_place_in_one_group():
    assert sorted(NAMES) == sorted(BUILTIN)
    assert GROUPS[0].levels[0] == next(iter(BUILTIN))


def test_groups_go_from_easy_to_hard():
    assert [group.step for group in GROUPS if group.step] == list(range(1, HARDEST + 1))


@pytest.mark.parametrize("group", [g for g in GROUPS[1:] if g.levels], ids=lambda group: group.heading)
def test_levels_of_a_group_grow(group, certificates):
    states = [certificates[name].states for name in group.levels]
    assert states == sorted(states)


def test_dead_ends_have_the_largest_shares_of_doomed_states(certificates):
    doomed = {name: found.doomed / found.states for name, found in certificates.items()}
    (ends,) = (set(group.levels) for group in GROUPS if group.heading == "Dead ends")
    assert min(doomed[name] for name in ends) > max(doomed[name] for name in doomed if name not in ends)


def test_grids_are_the_levels_but_for_the_maze_where_nothing_moves():
    (grids,) = (set(group.levels) for group in GROUPS if "nothing moves" in group.note)
    assert grids == {name for name in BUILTIN if not read_level(BUILTIN[name]).obstacles} - {"maze_15"}


def test_a_built_in_level_without_a_place_is_shown_all_the_same(tmp_path, monkeypatch):
    there = {**BUILTIN, "new": BUILTIN["grid_4"].with_name("new.yaml")}
    monkeypatch.setattr("game.screens.menu.groups.builtin_levels", lambda: there)
    menu = Menu((1280, 800), 1.0, Services(folder=tmp_path))
    assert menu.paths[-1] == there["new"]
    assert menu.group(menu.paths[-1]) is MORE


# -- the user's own ---------------------------------------------------------------------------------------


def write(path, age=0, name="grid_4"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BUILTIN[name].read_text("utf-8"), "utf-8")
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_own_levels_and_surprises_have_groups_of_their_own_the_newest_first(services):
    old, new = (write(services.folder / "levels" / f"{n}.yaml", age) for n, age in (("a", 9), ("river", 1)))
    made = write(services.folder / "surprises" / "surprise_1_1.yaml")
    menu = Menu((1280, 800), 1.0, services)
    assert menu.paths[4:7] == (new, old, made)
    assert [menu.group(path) for path in menu.paths[4:7]] == [OWN, OWN, SURPRISES]
    assert len(menu.paths) == len(BUILTIN) + 3


def test_of_many_files_the_newest_are_shown(tmp_path, monkeypatch):
    monkeypatch.setattr("game.screens.menu.groups.MOST_OWN", 2)
    files = [write(tmp_path / f"{age}.yaml", age) for age in range(4)]
    assert newest(tmp_path) == files[:2]
    assert newest(tmp_path / "nowhere") == []
    assert len(menu_levels(tmp_path, tmp_path / "nowhere")) == len(BUILTIN) + 2


def test_what_was_saved_meanwhile_is_there_and_what_was_certified_stays(start):
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
    assert [tuple(heading) for heading in plan.headings] == [("a", 0, 0), ("b", 210, 5)]
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
    assert names(menu, Control.BELOW) == ["rush_hour"]
    assert names(menu, *[Control.ABOVE] * 9)[-1] == "patrol_15x9"
    assert names(menu, Control.LAST, Control.BELOW, Control.NEXT) == ["grid_9"] * 3
    assert names(menu, Control.ABOVE, Control.PREVIOUS, Control.ABOVE) == ["grid_5", "grid_4", "dead_end"]


def test_page_keys_go_from_group_to_group(menu):
    down = names(menu, *[Control.NEXT_GROUP] * 5)
    assert down == ["river", "crossroads", "dead_end", "grid_4", "grid_9"]
    up = names(menu, *[Control.PREVIOUS_GROUP] * 6)
    assert up == ["grid_4", "dead_end", "crossroads", "river", "crossy_road", "crossy_road"]


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
    assert menu.cards.offset == 0  # the heading too
    menu.do(Control.LAST)
    menu.resize((900, 500), 1.0)
    assert menu.cards.rect.colliderect(menu.cards.card(menu.cards.selected))


def test_tab_leaves_the_cards_and_an_arrow_key_leads_back(start):
    app = start()
    menu = app.top
    press(app, pygame.K_TAB)
    assert menu.ui.has_focus(menu.surprise)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_RETURN, sign="\r")
    assert app.top.watching.opening.path.stem == "river"


def test_only_cards_in_sight_live(start):
    app = start()
    menu = app.top
    until(app, lambda: len(menu.certifier.known.ways) == len(menu.paths))
    for _ in range(120):
        menu.update(FRAME)
        menu.draw(app.window.surface)
    assert set(menu.cards._living) == {menu.paths[index] for index in menu.cards.in_sight()}
    assert all(living.fits for living in menu.cards._living.values())
    menu.do(Control.LAST)
    kept = dict(menu.cards._pictures)
    for _ in range(60):
        menu.update(FRAME)
        menu.draw(app.window.surface)
    assert kept[menu.paths[0]] is menu.cards._pictures[menu.paths[0]]


# -- what a card says -------------------------------------------------------------------------------------


def test_a_card_tells_the_best_result_of_either_kind(start):
    app = start()
    menu, path = app.top, BUILTIN["river"]
    until(app, lambda: path in menu.certifier.known.levels)
    assert menu.cards.face(path).best is None
    app.services.best.arrived(read_level(path), 19, shield=True)
    app.services.best.arrived(read_level(path), 17, shield=False)
    menu.appear()
    assert menu.cards.face(path).best == 17


def test_the_tip_is_the_whole_certificate(menu, certificates):
    menu.appear()
    menu.certifier = SimpleNamespace(
        known=Certified({}, {menu.paths[1]: certificates["first_road"]}, {}), drawn=Event(), close=print
    )
    menu.ui.event(
        pygame.Event(pygame.MOUSEMOTION, pos=menu.cards.card(1).center, rel=(0, 0), buttons=(0, 0, 0))
    )
    words, place = menu.cards.tip_at(menu.ui.mouse)
    assert words.replace("\N{NO-BREAK SPACE}", " ") == certificates["first_road"].line()
    lines = draw.wrap(words, 12, 320)
    assert len(lines) > 1
    assert any(line.startswith("797 viable states".replace(" ", "\N{NO-BREAK SPACE}")) for line in lines)
    card = menu.cards.card(1)
    assert place.bottom + 18 * len(lines) + 10 <= card.bottom + 14 + 4  # no heading below it is covered
    menu.close(30)


def test_a_certificate_is_shortened_at_its_dots(certificates):
    parts = describe(certificates["crossy_road"])
    assert shortened(parts, 11, 1000) == "certified · shortest path 15 · 45 doomed"
    assert shortened(parts, 11, 160) == "certified · shortest path 15"
    assert shortened(parts, 11, 60) == "certified"
    cut = shortened(parts, 11, 40)
    assert cut.endswith("…")
    assert draw.text_size(cut, 11)[0] <= 40


@pytest.mark.parametrize("size", [(1280, 800), (760, 600)])
def test_no_card_is_wider_than_the_next_one_begins(services, size):
    cards = Menu(size, 1.0, services).cards
    for left, right in pairwise(range(len(cards.menu.paths))):
        a, b = cards.card(left), cards.card(right)
        assert a.height > PICTURE
        assert (b.left > a.right and b.top == a.top) or (b.top > a.bottom and b.left == cards.rect.left)


@pytest.mark.parametrize("width", [940, 960, 1280, 2560])
def test_the_difficulties_belong_to_the_surprise(services, width):
    menu = Menu((width, 600), 1.0, services)
    button, difficulties = menu.surprise, menu.difficulties
    assert DIFFICULTY == "Difficulty"
    between = menu.ui.text_width(DIFFICULTY, 12)
    assert between < difficulties.rect.x - button.rect.right < between + 30
    assert menu.ui.root.index(button) + 1 == menu.ui.root.index(difficulties)
    assert "surprise" in difficulties.segments[0].tip


def test_the_hint_names_the_comparison():
    assert all("K races" in keys for keys in KEYS)
