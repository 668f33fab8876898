"""Drawing primitives: caches, text, sprites, colours."""

import math
from typing import get_args

import numpy as np
import pygame
import pytest

from game.ui import theme
from game.ui.drawing import draw
from game.ui.drawing.cache import SurfaceCache, surfaces
from game.ui.drawing.looks import LOOKS, sprite_for, sprites_of
from game.userdata.settings import Palette


def test_rounded_fills_its_middle_and_leaves_its_corners(surface):
    draw.rounded(surface, (10, 10, 40, 30), 12, "#ff0000")
    assert surface.get_at((30, 25))[:3] == (255, 0, 0)
    assert surface.get_at((10, 10))[:3] == (0, 0, 0)
    assert surface.get_at((9, 25))[:3] == (0, 0, 0)


def test_rounded_mixes_by_its_opacity_and_ends_in_its_gradient(surface):
    surface.fill("#000000")
    draw.rounded(surface, (0, 0, 40, 40), 0, "#ffffff", 0.5)
    assert surface.get_at((20, 20))[0] == pytest.approx(128, abs=3)
    draw.rounded(surface, (50, 0, 40, 40), 0, "#ff0000", gradient_to="#0000ff")
    assert surface.get_at((70, 1))[0] > 200
    assert surface.get_at((70, 38))[0] < 50


@pytest.mark.parametrize("line", [None, ("#334455", 2)])
@pytest.mark.parametrize("ends", [("#ff8040", None), ("#ff8040", "#101820")])
@pytest.mark.parametrize("size", [(300, 200), (300, 40), (30, 200), (20, 12)])
def test_a_stretched_box_is_the_one_that_is_rasterised_whole(window, size, ends, line):
    asked = (size, 18, ends, 0.97, line)
    whole, stretched = draw._rasterised_rounded(*asked), draw._rounded(*asked)
    assert stretched.get_size() == size
    off = np.zeros(size, dtype=bool)
    for values in (pygame.surfarray.array3d, pygame.surfarray.array_alpha):
        apart = np.abs(values(whole).astype(int) - values(stretched)).reshape(*size, -1).max(axis=2)
        off |= apart > 2
    assert off.sum() <= 12  # of the corners' edges, where the rasteriser's own rounding differs


@pytest.mark.parametrize("rect", [(5, 5, 0, 10), (5, 5, 10, 0), (5, 5, -3, 4)])
def test_a_rectangle_without_area_draws_nothing(surface, rect):
    draw.rounded(surface, rect, 4, "#ffffff", stroke="#ffffff", stroke_width=2)
    draw.hatched(surface, rect, 4, "#ffffff")
    assert not pygame.mask.from_threshold(surface, (255, 255, 255), (100, 100, 100)).count()


def test_a_hatch_has_stripes_inside_and_nothing_outside(surface):
    draw.hatched(surface, (100, 100, 60, 20), 5, "#e8663c", pitch=8)
    middle = [surface.get_at((x, 110))[0] for x in range(100, 160)]
    assert min(middle) < 60
    assert max(middle) > 180
    assert surface.get_at((100, 100))[:3] == (0, 0, 0)
    assert surface.get_at((130, 121))[:3] == (0, 0, 0)


def test_text_is_placed_by_its_anchor_and_measured_as_drawn(surface):
    box = draw.text(surface, "0.75", (200, 100), 14, mono=True, anchor="midright")
    assert box.midright == (200, 100)
    assert box.size == draw.text_size("0.75", 14, mono=True)


def test_no_text_is_smaller_than_the_smallest(surface):
    assert draw.text_size("Aa", 3) == draw.text_size("Aa", theme.MIN_TEXT)


def test_control_characters_become_spaces_one_for_one(surface):
    draw.text(surface, "a\0b\tc\nd", (0, 0))
    assert draw.text_size("a\0b\tc", mono=True) == draw.text_size("a b c", mono=True)


def test_wrapped_lines_fit_and_lose_no_letter(surface):
    text = "a rather long sentence with anextraordinarilylongwordinthemiddle of it\n\n  indented"
    lines = draw.wrap(text, 14, 90)
    assert all(draw.text_size(line, 14)[0] <= 90 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert "" in lines
    assert lines[-1] == "  indented"


def test_a_width_of_nothing_still_ends(surface):
    assert "".join(draw.wrap("abc de", 14, 0)) == "abcde"


def test_fit_cuts_only_what_is_too_wide(surface):
    assert draw.fit("short", 14, 200) == "short"
    cut = draw.fit("a rather long sentence", 14, 80)
    assert cut.endswith("…")
    assert draw.text_size(cut, 14)[0] <= 80


def test_a_sprite_is_scaled_by_its_cell_and_mirrored(surface):
    right, left = draw.sprite("car_red", 32), draw.sprite("car_red", 32, flip=True)
    assert right.get_size() == (40, 44)
    assert right is draw.sprite("car_red", 32)
    assert right.get_at((30, 25)) == left.get_at((9, 25))


def test_put_stands_a_sprite_on_its_cell(surface):
    surface.fill("#ffffff")
    draw.put(surface, "crate", 64, 100, 200)
    dark = pygame.mask.from_threshold(surface, (185, 125, 70), (60, 60, 60))
    box = dark.get_bounding_rects()[0].unionall(dark.get_bounding_rects())
    assert pygame.Rect(100, 200, 64, 64).contains(box)
    assert box.width > 45


def test_only_sprites_of_the_folder_exist():
    assert draw.has_sprite("hen_side")
    assert not draw.has_sprite("../icons/play")
    assert not draw.has_sprite("unicorn")


@pytest.mark.parametrize("look", LOOKS)
def test_every_listed_look_has_its_sprites(look):
    assert all(draw.has_sprite(name) for name in LOOKS[look])
    assert sprite_for(look, 7) == sprite_for(look, 7 + len(LOOKS[look]))


def test_looks_without_a_line_fall_back_to_their_name_or_to_nothing():
    assert sprites_of("car_teal") == ("car_teal",)
    assert sprites_of("unicorn") == ()
    assert sprite_for("unicorn", 3) is None


@pytest.mark.parametrize("palette", theme.PALETTES)
def test_every_palette_grows_lighter_and_bears_odd_numbers(palette):
    def light(t):
        r, g, b = theme.scale_color(t, palette)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    lights = [light(t / 20) for t in range(21)]
    assert lights == sorted(lights)
    assert lights[-1] - lights[0] > 140
    low, high = theme.scale_color(0, palette), theme.scale_color(1, palette)
    assert theme.scale_color(-3, palette) == theme.scale_color(math.nan, palette) == low
    assert theme.scale_color(9, palette) == high == theme.PALETTES[palette][-1]


def test_the_palette_is_viridis_unless_told_otherwise():
    assert theme.hex_of(theme.scale_color(1)) == "#fde725"
    assert tuple(theme.PALETTES) == get_args(Palette)
    assert len({theme.PALETTES[name] for name in theme.PALETTES}) == len(theme.PALETTES) == 4


def test_the_cache_keeps_within_its_budget_and_drops_the_oldest():
    cache = SurfaceCache(budget=3 * 10 * 10 * 4)
    made = []

    @cache.keep
    def square(name):
        made.append(name)
        return pygame.Surface((10, 10), pygame.SRCALPHA, 32)

    for name in "abcadb":
        square(name)
    assert made == ["a", "b", "c", "d", "b"]
    assert len(cache) == 3
    assert cache.size <= cache.budget
    cache.clear()
    assert len(cache) == cache.size == 0


def test_drawing_the_same_again_makes_nothing_new(surface):
    def picture():
        draw.rounded(surface, (0, 0, 50, 50), 8, "#123456")
        draw.icon(surface, "play", (20, 20))
        draw.text(surface, "again", (0, 0))
        draw.badge(surface, "check", (50, 50), 12, theme.SAFE)

    picture()
    kept = len(surfaces)
    picture()
    assert len(surfaces) == kept
