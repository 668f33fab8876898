"""The hero: its moments are real, its figures those of the race, and its pictures fill their boxes."""

import pygame
import pytest

from game.presenters.race_result import RESULT
from game.screens.menu.hero import HEIGHT, SIDES, Hero
from game.screens.menu.hero_pictures import MOMENTS, hero_pictures
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file, read_level

LEVEL = read_level(builtin_levels()["crossy_road"])


@pytest.fixture(scope="module")
def proof():
    return prove(read_file(builtin_levels()["crossy_road"]))


def test_the_moments_are_real(proof):
    mdp, viable = proof.mdp, proof.safe.viable

    def state(name, later=0):
        moment = MOMENTS[name]
        return mdp.state(moment.cell, (int(moment.time) + later) % mdp.period)

    assert not mdp.violation[state("plain")]
    assert mdp.violation[state("plain", 1)]  # within this step traffic drives into the cell
    assert not mdp.violation[state("one_step")]
    assert not viable[state("one_step")]  # safe now, and lost
    assert mdp.goal[state("ours")]
    assert MOMENTS["ours"].time == proof.certificate.shortest


@pytest.mark.parametrize("size", [(168, 128), (460, 128), (264, 200)])
def test_pictures_fill_their_boxes(surface, size):
    for picture in hero_pictures(LEVEL, 46, size).values():
        assert picture.get_size() == size
        corners = [picture.get_at((x, y)) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
        assert pygame.Color("black") not in corners


@pytest.mark.parametrize("width", [928, 1248, 1888, 2528])
def test_the_hero_has_all_in_it_and_tells_the_figures(ui, surface, width, monkeypatch):
    hero = Hero(ui, lambda _: None)
    high = hero.height_in(width, HEIGHT)
    hero.rect = pygame.Rect(16, 72, width, high)
    hero.arrange()
    assert (high, hero.folded) == (HEIGHT, False)
    assert not hero.painted(LEVEL)
    assert hero.painted(LEVEL)
    said = {}

    def text(_surface, string, pos, *_, **__):
        said[string] = pos
        return pygame.Rect(pos, (0, 0))

    monkeypatch.setattr(ui, "text", text)
    hero.draw(pygame.Surface((width + 32, 400)))
    assert {f"{figure:,}" for figure in RESULT.failures.values()} <= said.keys()
    assert {side.unit for side in SIDES.values()} <= said.keys()
    lowest = max(y for x, y in said.values() if x == said["Watch three learners race"][0])
    assert lowest + 10 <= hero.start.rect.top
    assert hero.rect.contains(hero.start.rect)


@pytest.mark.parametrize(("width", "room"), [(860, 999), (1248, HEIGHT - 1), (300, 999)])
def test_it_folds_to_a_line_with_the_button(ui, width, room):
    hero = Hero(ui, lambda _: None)
    hero.rect = pygame.Rect(16, 72, width, hero.height_in(width, room))
    hero.arrange()
    assert hero.folded
    assert hero.painted(None)
    assert hero.rect.contains(hero.start.rect)
