"""The toolbar's level name: as much of it as there is room for, and all of it in the tooltip."""

import pygame
import pytest

from game.toolbar import HEN_FROM, LevelName

LONG = "Surprise 4839201, difficulty 2"


@pytest.fixture
def level(ui):
    name = LevelName(ui, lambda: None)
    name.name, name.file = "Crossy Road", "crossy_road.yaml"
    name.rect = pygame.Rect(14, 6, 206, 48)
    return name


def test_a_name_that_fits_has_the_tip_of_its_click_only(level):
    assert level.tip_at((20, 20)) == ("Choose a level (L)", level.rect)


@pytest.mark.parametrize(("width", "whole"), [(122, False), (206, False), (320, True)])
def test_a_cut_name_is_whole_in_the_tooltip(level, width, whole):
    level.name, level.file = LONG, "surprise_4839201_2.yaml"
    level.rect.width = width
    tip, _ = level.tip_at((20, 20))
    assert (LONG in tip) is not whole
    assert ("surprise_4839201_2.yaml" in tip) is not whole
    assert tip.endswith("Choose a level (L)")


def test_a_cut_file_name_is_whole_in_the_tooltip_too(level):
    level.file = "a_crossing_with_a_very_long_file_name.yaml"
    assert level.file in level.tip_at((20, 20))[0]


@pytest.mark.parametrize("width", [122, HEN_FROM, 206])
def test_the_name_stays_within_its_box(level, surface, width):
    level.name, level.rect.width = "W" * 80, width
    level.draw(surface)
    assert pygame.surfarray.array3d(surface.subsurface(level.rect)).any()
    surface.fill("black", level.rect)
    assert not pygame.surfarray.array3d(surface).any()
