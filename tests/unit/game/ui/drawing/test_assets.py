"""Every asset loads, keeps to what the SVG rasteriser knows, and is credited."""

import re
from xml.etree import ElementTree as ET

import pygame
import pytest

from game.board.art.pieces import REPEATS
from game.ui.drawing.draw import ASSETS, MARGIN, UNITS, icon, sprite
from game.ui.drawing.looks import LOOKS

SPRITES = sorted((ASSETS / "sprites").glob("*.svg"))
ICONS = sorted((ASSETS / "icons").glob("*.svg"))
FONTS = sorted((ASSETS / "fonts").glob("*.?tf"))
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
KNOWN = SHAPES | {"svg", "defs", "g", "linearGradient", "radialGradient", "stop"}
PAINT = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?|none|currentColor|url\(#\w+\)", re.IGNORECASE)


def elements(path):
    """All elements of the file, the name without its namespace first."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314
    return [(element.tag.rpartition("}")[2], element) for element in root.iter()]


def test_there_are_assets():
    assert len(SPRITES) > 20
    assert len(ICONS) > 30
    assert len(FONTS) == 6


@pytest.mark.parametrize("path", SPRITES + ICONS, ids=lambda path: path.name)
def test_an_svg_uses_only_what_the_rasteriser_knows(path):
    for name, element in elements(path):
        assert name in KNOWN, f"{path.name}: element {name} is not drawn by nanosvg."
        for attribute in ("fill", "stroke", "stop-color"):
            paint = element.get(attribute)
            assert paint is None or PAINT.fullmatch(paint), f"{path.name}: {attribute}={paint}: use #rrggbb."
        assert element.get("style") is None, f"{path.name}: write attributes instead of style."
        if name.endswith("Gradient"):
            lengths = [element.get(key, "0%") for key in ("x1", "y1", "x2", "y2", "cx", "cy", "r")]
            in_user_space = element.get("gradientUnits") == "userSpaceOnUse"
            assert in_user_space or all(length.endswith("%") for length in lengths), path.name


@pytest.mark.parametrize("path", SPRITES + ICONS, ids=lambda path: path.name)
def test_every_paint_that_is_referred_to_is_defined(path):
    source = path.read_text(encoding="utf-8")
    assert set(re.findall(r"url\(#(\w+)\)", source)) <= set(re.findall(r'id="(\w+)"', source))


@pytest.mark.parametrize("path", SPRITES, ids=lambda path: path.name)
def test_a_sprite_is_whole_cells_wide_with_its_margins(path):
    root = elements(path)[0][1]
    width, height = int(root.get("width")), int(root.get("height"))
    box = [int(number) for number in root.get("viewBox").split()]
    assert (width - 2 * MARGIN) % UNITS == 0
    assert box[0] == -MARGIN
    assert box[2:] == [width, height]
    assert box[1] + height == UNITS + MARGIN, f"{path.name}: the canvas must end 8 units below the cell."


@pytest.mark.parametrize("cell", [16, 64, 128])
@pytest.mark.parametrize("path", SPRITES, ids=lambda path: path.name)
def test_a_sprite_shows_something_at_any_size(path, cell):
    image = sprite(path.stem, cell)
    drawn = pygame.mask.from_surface(image, 40).count()
    assert 0.05 * cell * cell < drawn < 0.95 * image.get_width() * image.get_height()


@pytest.mark.parametrize("size", [16, 64, 128])
@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.name)
def test_an_icon_shows_something_at_any_size(path, size):
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    icon(image, path.stem, (size / 2, size / 2), size, "#ffffff")
    assert 0.005 * size * size < pygame.mask.from_surface(image, 40).count() < 0.9 * size * size


def test_every_look_has_its_sprites():
    named = {name for sprites in LOOKS.values() for name in sprites}
    drawn = {path.stem for path in SPRITES}
    assert named <= drawn
    assert set(REPEATS) <= drawn


@pytest.mark.parametrize("path", SPRITES, ids=lambda path: path.name)
def test_a_sprite_has_its_own_colours(path):
    assert "currentColor" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_a_font_has_the_signs_the_window_writes(path):
    pygame.font.init()
    font = pygame.font.Font(path, 20)
    for sign in "aZ09εγΔ≤×→∞…·–":
        assert font.metrics(sign)[0] is not None, f"{path.name} has no {sign}"


def test_every_file_is_credited():
    credited = (ASSETS / "CREDITS.md").read_text(encoding="utf-8")
    for path in ASSETS.rglob("*"):
        if path.is_file() and path.name != "CREDITS.md":
            name = path.relative_to(ASSETS).as_posix()
            pattern = f"{path.parent.name}/*{path.suffix}"
            assert f"`{name}`" in credited or f"`{pattern}`" in credited, f"CREDITS.md does not name {name}."


def test_licences_lie_beside_what_they_cover():
    assert "SIL OPEN FONT LICENSE" in (ASSETS / "fonts/LICENSE-Inter.txt").read_text(encoding="utf-8")
    assert "JetBrains Mono Project" in (ASSETS / "fonts/LICENSE-JetBrainsMono.txt").read_text(
        encoding="utf-8"
    )
    assert "ISC License" in (ASSETS / "icons/LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [path for path in FONTS if "Mono" in path.name], ids=lambda path: path.stem)
def test_the_mono_fonts_have_no_ligatures(path):
    pygame.font.init()
    font = pygame.font.Font(path, 32)
    for signs in ("==", "^~~", "====", "->", "!="):
        whole = pygame.surfarray.array_alpha(font.render(signs, True, "white"))
        width = font.size("=")[0]
        for index, sign in enumerate(signs):
            alone = pygame.surfarray.array_alpha(font.render(sign, True, "white"))
            left = index * width
            assert (whole[left + 2 : left + width - 2] == alone[2 : width - 2]).all(), signs
