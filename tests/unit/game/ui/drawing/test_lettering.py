"""Lines that need the system's fonts. What they look like is judged with a bundled font in their place:
JetBrains Mono has mathematical signs that Inter lacks."""

import subprocess
import sys

import numpy as np
import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.ui.drawing import draw, lettering, system_fonts
from game.ui.drawing.lettering import FONTS, Style, measured, rendered

MONO = str(FONTS / "JetBrainsMono-Regular.ttf")
LACKING = "∃∀∈"
"""In JetBrains Mono, not in Inter."""
PLAIN = Style(20, "Regular", mono=False)
NOBODY = "\U0003fffe"
"""No font has it: it is no character."""


def pixels(string, style=PLAIN):
    return pygame.surfarray.array_alpha(rendered(string, style, "#ffffff"))


def foot(picture):
    """The lowest row with ink [px]."""
    return picture.get_bounding_rect().bottom


@pytest.fixture(autouse=True)
def fresh(surface):
    """What was found is forgotten before and after."""
    caches = system_fonts.file_for, system_fonts._fontconfig
    for cache in caches:
        cache.cache_clear()
    draw.clear_caches()
    yield
    for cache in caches:
        cache.cache_clear()
    draw.clear_caches()


@pytest.fixture
def system(monkeypatch):
    """A system whose one font is JetBrains Mono."""

    def file_for(cluster, *, bold):
        return MONO if system_fonts.can_draw(MONO, cluster) else None

    monkeypatch.setattr(system_fonts, "file_for", file_for)


@pytest.fixture
def bare(monkeypatch):
    """A system without fonts."""
    monkeypatch.setattr(system_fonts, "file_for", lambda *_, **__: None)


@pytest.fixture
def fontconfig(monkeypatch):
    """Sets what fontconfig tells, or how it fails; gives the commands it was asked with."""
    monkeypatch.setattr(sys, "platform", "linux")
    asked = []

    def answer(told):
        def run(command, **_):
            asked.append(command)
            if isinstance(told, Exception):
                raise told
            return subprocess.CompletedProcess(command, 0, told.encode(), b"")

        monkeypatch.setattr(subprocess, "run", run)
        return asked

    return answer


def test_what_the_bundled_font_lacks_comes_from_another(system):
    assert pixels(LACKING).any()
    assert not np.array_equal(pixels("∃"), pixels("□"))
    alone = pygame.font.Font(MONO, 20)
    assert measured(LACKING, PLAIN)[0] == alone.size(LACKING)[0]


def test_the_widths_of_a_mixed_line_add_up(system):
    parts = "Level ", LACKING, " or 3"
    assert measured("".join(parts), PLAIN)[0] == sum(measured(part, PLAIN)[0] for part in parts)
    assert pixels("".join(parts)).shape[0] == measured("".join(parts), PLAIN)[0]


@pytest.mark.parametrize("size", [11, 14, 20, 33])
def test_letters_of_both_fonts_stand_on_one_line(system, size):
    mono, inter = pygame.font.Font(MONO, size), pygame.font.Font(FONTS / "Inter-Regular.otf", size)
    below = [
        foot(font.render(char, True, "white")) - font.get_ascent()
        for font, char in ((mono, "∃"), (inter, "E"))
    ]
    picture = pygame.Surface((100, 100), pygame.SRCALPHA)
    feet = []
    for char in "∃E":
        picture.fill(0)
        draw.text(picture, char, (10, 40), size)
        feet.append(foot(picture))
    assert feet[0] - feet[1] == below[0] - below[1]


def test_letters_that_reach_over_their_fonts_top_stand_on_the_line_too(surface):
    mono = pygame.font.Font(MONO, 20)
    tower = lettering.Run("Z\u0302\u0302\u0302", mono, 1)
    (high, up), (low, usual) = tower.picture("white"), lettering.Run("Z", mono, 1).picture("white")
    assert high.get_height() > low.get_height()
    assert foot(high) - up == foot(low) - usual


def test_a_line_is_as_high_as_its_neighbours_whatever_it_holds(system):
    picture = pygame.Surface((300, 100))
    box = draw.text(picture, f"a {LACKING}", (10, 50), 20, anchor="midleft")
    assert box == draw.text(picture, f"a {LACKING}", (10, 50), 20, anchor="midleft")
    assert box.size == draw.text_size(f"a {LACKING}", 20)
    assert box.height == draw.text_size("a", 20)[1]
    assert box.midleft == (10, 50)


def test_one_sign_stands_for_what_nobody_has(bare):
    for missing in (NOBODY, "中", "👨\u200d👩\u200d👧", "\ud800"):
        assert np.array_equal(pixels(missing), pixels("□"))
    assert np.array_equal(pixels(f"中{NOBODY}"), pixels("□□"))


def test_without_its_accents_a_character_is_better_than_nothing(system):
    assert np.array_equal(pixels("∃\u20e3"), pixels("∃"))


@pytest.mark.parametrize("nothing", ["", "\u200d", "\ufe0f", "\u034f", "\u202e"])
def test_signs_without_width_take_no_room(bare, nothing):
    assert draw.text(pygame.Surface((40, 40)), nothing, (0, 0), 20).size == (0, draw.text_size("a", 20)[1])


@pytest.mark.parametrize("place", ["system", "bare"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(string=st.text(st.characters(codec=None), max_size=30), width=st.integers(0, 200), mono=st.booleans())
def test_any_string_is_drawn_as_wide_as_it_is_measured(place, request, string, width, mono):
    request.getfixturevalue(place)
    picture = pygame.Surface((40, 40))
    box = draw.text(picture, string, (0, 0), 13, mono=mono)
    assert box.size == draw.text_size(string, 13, mono=mono)
    assert pixels(string, Style(13, "Regular", mono)).shape[0] == box.width
    cut = draw.fit(string, 13, width, mono=mono)
    assert cut == "…" or draw.text_size(cut, 13, mono=mono)[0] <= width
    assert "".join("".join(draw.wrap(string, 13, width, mono=mono)).split()) == "".join(string.split())


def test_the_system_is_not_asked_for_what_the_bundled_fonts_have(monkeypatch):
    monkeypatch.setattr(system_fonts, "file_for", lambda *_, **__: pytest.fail("asked"))
    for line in ("Plain", "α = 0.5 · N⁺ → 3 × 4 …", "Ελληνικά", "Кириллица", "Größe", "e\u0301 a\u0308"):
        assert pixels(line).any()


def test_fontconfig_is_asked_once_and_its_first_font_that_has_the_sign_is_taken(fontconfig):
    inter = FONTS / "Inter-Regular.otf"
    asked = fontconfig(f"/gone.ttf\t20-ffff\n{inter}\t20-7e\n{MONO}\t20-7e 2200-22ff\n")
    assert [system_fonts.file_for(char, bold=False) for char in "∃∀中"] == [MONO, MONO, None]
    assert len(asked) == 1
    system_fonts.file_for("🚗", bold=False)
    assert "emoji" in asked[1][-1]
    system_fonts.file_for("∃", bold=True)
    assert "bold" in asked[2][-1]


@pytest.mark.parametrize(
    "failure",
    [
        FileNotFoundError(),
        subprocess.TimeoutExpired("fc-match", 5),
        subprocess.CalledProcessError(1, "fc-match"),
    ],
)
def test_a_fontconfig_that_fails_leaves_the_placeholder_and_is_not_asked_again(fontconfig, failure):
    asked = fontconfig(failure)
    assert np.array_equal(pixels("中文"), pixels("□□"))
    assert len(asked) == 1


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_asked_by_the_names_of_their_fonts(monkeypatch, platform):
    files = {
        system_fonts.NAMES[platform][1]: str(FONTS / "LICENSE-Inter.txt"),
        system_fonts.NAMES[platform][3]: MONO,
    }
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(pygame.font, "match_font", lambda name, **_: files.get(name))
    assert system_fonts.file_for("∃", bold=False) == MONO
    assert system_fonts.file_for(NOBODY, bold=False) is None


def test_forgotten_fonts_are_opened_again(system):
    before = pixels(LACKING)
    lettering.forget()
    pygame.freetype.quit()
    assert np.array_equal(pixels(LACKING), before)


def test_a_name_that_is_no_text_is_a_title_too(start, tmp_path):
    app = start(tmp_path / "no\udcfftext\x07.yaml")
    app.draw()
    assert app.window.system.title.startswith("no□text .yaml")
