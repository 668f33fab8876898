"""Chart and Axis with the numbers that learning really gives: none, one, NaN, zeros, millions."""

import time

import numpy as np
import pygame
import pytest

from game.ui import Chart, Series
from game.ui.axis import Axis, log_axis, short
from game.ui.chart import CHIP, DOTS_SHARE, _dashed, mixed, strokes
from game.ui.theme import CARD, MUTED


def line(y, color="#4fd1b5", **more):
    """A series over 0, 1, 2, …"""
    y = np.asarray(y, float)
    return Series("line", color, np.arange(len(y), dtype=float), y, **more)


def a_chart(ui, empty="No episode yet"):
    chart = Chart(ui, unit="episodes", empty=empty)
    chart.rect = pygame.Rect(50, 50, 400, 240)
    return chart


@pytest.fixture
def chart(ui):
    """A chart of 400 × 240 at (50, 50)."""
    return a_chart(ui)


def drawn(surface, chart):
    """The pixels of the chart after drawing it on a card's ground."""
    surface.fill(CARD)
    chart.draw(surface)
    return surface.subsurface(chart.rect).copy()


def coloured(picture, color):
    """How many pixels have (nearly) that colour."""
    return pygame.mask.from_threshold(picture, pygame.Color(color), (40, 40, 40)).count()


@pytest.mark.parametrize("dots", [True, False])
def test_dots_are_drawn_without_a_line_through_them(surface, chart, dots):
    chart.show([line([1.0, 100.0] * 4, dots=dots)], 0)
    plot = drawn(surface, chart).subsurface((60, 20, 320, 205))
    color = mixed("#4fd1b5", CARD, DOTS_SHARE) if dots else "#4fd1b5"
    between = plot.subsurface((0, 70, 320, 50))  # all dots are at the top or at the foot
    assert coloured(plot, color) > 0
    assert (coloured(between, color) == 0) == dots


ODD = {
    "empty": [],
    "one": [3.0],
    "zeros": [0.0, 0.0, 0.0],
    "all nan": [np.nan, np.nan],
    "nan inside": [1.0, np.nan, 0.1, np.nan, np.nan, 0.01],
    "infinite": [np.inf, 1.0, -np.inf, 2.0],
    "negative": [-1.0, -2.0, 3.0],
    "tiny": [1e-300, 1e-310, 1e300],
    "constant": [5.0] * 10,
}


@pytest.mark.parametrize("y", ODD.values(), ids=ODD)
def test_odd_numbers_are_drawn_without_complaint_and_inside(surface, chart, y):
    y = np.asarray(y)
    with np.errstate(all="raise", under="ignore"):
        chart.show(
            [line(y, low=y / 2, high=y * 2 if np.all(np.abs(y) < 1e299) else y)],
            1,
            threshold=(1e-3, "t", MUTED),
        )
        drawn(surface, chart)
    assert surface.get_at((49, 170))[:3] == pygame.Color(CARD)[:3]
    assert surface.get_at((200, 291))[:3] == pygame.Color(CARD)[:3]


def test_an_empty_chart_says_so(ui, surface):
    silent, speaking = a_chart(ui, ""), a_chart(ui)
    assert coloured(drawn(surface, speaking), "#9aa7bb") > coloured(drawn(surface, silent), "#9aa7bb")


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_letters_on_the_axes_are_whole_at_every_scale(ui, surface, scale):
    """What is drawn on the kept picture is all of it: outside the chart's place nothing was written."""
    ui.scale = scale
    chart = a_chart(ui)
    chart.show([line([100.0, 0.0002])], 1, threshold=(1e-3, "threshold", MUTED))
    surface.fill(CARD)
    chart.draw(surface)
    outside = surface.copy()
    outside.fill(CARD, chart.rect)
    assert pygame.mask.from_threshold(outside, CARD, (1, 1, 1)).count() == 800 * 600


def test_without_room_for_lines_there_is_no_legend_but_a_sentence(ui, surface):
    chart = a_chart(ui)
    chart.rect.height = 60
    chart.show([line([1, 10, 100], color="#ff0000")], 1, threshold=(1.0, "threshold", MUTED))
    picture = drawn(surface, chart)
    assert coloured(picture, "#ff0000") == 0
    assert coloured(picture, "#9aa7bb") > 100


def test_the_picture_is_kept_until_version_or_place_changes(ui, surface, chart):
    chart.show([line([1, 10, 100], color="#ff0000")], 1)
    first = drawn(surface, chart)
    assert coloured(first, "#ff0000") > 100
    ui.stale = False
    chart.show([line([100, 10, 1], color="#00ff00")], 1)
    assert coloured(drawn(surface, chart), "#00ff00") == 0
    assert not ui.stale
    chart.show([line([100, 10, 1], color="#00ff00")], 2)
    assert ui.stale
    assert coloured(drawn(surface, chart), "#00ff00") > 100
    chart.rect.move_ip(30, 20)
    assert coloured(drawn(surface, chart), "#00ff00") > 100


def test_nan_interrupts_a_line(surface, chart):
    whole = np.full(101, 1.0)
    holed = whole.copy()
    holed[20:80] = np.nan
    chart.show([line(whole, color="#ff0000")], 1)
    full = coloured(drawn(surface, chart), "#ff0000")
    chart.show([line(holed, color="#ff0000")], 2)
    assert 0.3 < coloured(drawn(surface, chart), "#ff0000") / full < 0.6


def test_larger_numbers_are_drawn_higher(surface, chart):
    chart.show([line([0.1] * 9 + [1.0], color="#ff0000")], 1)
    mask = pygame.mask.from_threshold(drawn(surface, chart), (255, 0, 0), (90, 90, 90))
    right = [y for y in range(30, 240) if mask.get_at((388, y))]
    left = [y for y in range(30, 240) if mask.get_at((100, y))]
    assert max(right) < min(left)


def test_a_chart_too_small_for_its_axes_draws_none(surface, chart):
    chart.show([line([1, 2, 3])], 1)
    for size in ((0, 0), (5, 5), (60, 20), (3000, 2000)):
        chart.rect = pygame.Rect((700, 500), size)
        chart.draw(surface)


def test_a_million_episodes_are_drawn_in_a_moment(surface, chart):
    rng = np.random.default_rng(3)
    y = np.exp(rng.normal(size=1_000_000))
    chart.show([line(y)], 1)
    start = time.perf_counter()
    picture = drawn(surface, chart)
    assert time.perf_counter() - start < 1
    assert coloured(picture, "#4fd1b5") > 500


# -- axes ---------------------------------------------------------------------------------------------


def test_a_logarithmic_axis_spans_whole_powers_and_gives_zero_a_place():
    axis = log_axis(np.array([0.02, 0.0, 30.0, np.nan, np.inf]))
    assert (axis.low, axis.high, axis.zero) == (pytest.approx(1e-3), pytest.approx(100), True)
    assert axis.ticks(10)[0] == (axis.low, "0")
    assert [label for _, label in axis.ticks(10)] == ["0", "0.01", "0.1", "1", "10", "100"]
    places = axis.place(np.array([0.0, -5.0, 1e-3, 100.0, np.nan, np.inf]))
    assert places[:4] == pytest.approx([0, 0, 0, 1])
    assert np.isnan(places[4:]).all()


def test_a_logarithmic_axis_skips_powers_where_there_is_no_room():
    labels = [label for _, label in log_axis(np.array([1e-12, 1e6])).ticks(4)]
    assert len(labels) <= 5
    assert labels[-1] == "1M"


def test_powers_are_written_as_the_other_numbers_are():
    assert [label for _, label in log_axis(np.array([0.002, 90_000.0])).ticks(9)] == [
        *("0.001", "0.01", "0.1", "1", "10", "100", "1k", "10k", "100k")
    ]


def test_other_words_in_the_place_of_lines_are_drawn_though_there_are_no_new_data(surface, chart):
    first = drawn(surface, chart)
    chart.empty = ""
    assert coloured(first, "#9aa7bb") > coloured(drawn(surface, chart), "#9aa7bb")


def test_a_linear_axis_has_round_ticks_inside_it():
    assert [number for number, _ in Axis(-3.9, 12.9).ticks(5)] == [0, 5, 10]
    assert Axis(0, 1).ticks(4) == [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]


@pytest.mark.parametrize("numbers", [[], [np.nan], [7.0], [0.0], [-1e9, 1e9]])
def test_axes_have_a_length_whatever_comes(numbers):
    axis = log_axis(np.array(numbers, float))
    assert axis.low < axis.high
    assert axis.ticks(5)


def test_numbers_are_written_short():
    numbers = (0.5, 40, 1184, 3e6, 0, 2e9, 5e12)
    assert [short(n) for n in numbers] == ["0.5", "40", "1.18k", "3M", "0", "2G", "5T"]


def strokes_of(picture, rows):
    """How many pieces the red things in some rows of pixels have, and their share of the columns between."""
    mask = pygame.mask.from_threshold(picture, (255, 0, 0), (90, 90, 90))
    red = np.array([any(mask.get_at((x, y)) for y in rows) for x in range(picture.get_width())])
    columns = np.flatnonzero(red)
    pieces = np.count_nonzero(np.diff(red.astype(int)) == 1)
    return pieces, len(columns) / (columns[-1] - columns[0] + 1)


LEGEND, PLOT = range(5, 10), range(20, 238)


@pytest.mark.parametrize("dash", [(9, 5), (2, 4)])
def test_a_dashed_line_and_its_piece_in_the_legend_have_strokes_and_gaps(surface, chart, dash):
    chart.show([line(np.full(50, 1.0), color="#ff0000", dash=dash)], 1)
    picture = drawn(surface, chart)
    pieces, share = strokes_of(picture, PLOT)
    assert pieces == pytest.approx(345 / sum(dash), rel=0.1)  # the plot is as wide
    assert share == pytest.approx(dash[0] / sum(dash), abs=0.2)
    assert strokes_of(picture, LEGEND)[0] == -(-CHIP // sum(dash))


def test_a_line_without_a_dash_is_solid(surface, chart):
    chart.show([line(np.full(50, 1.0), color="#ff0000")], 1)
    picture = drawn(surface, chart)
    assert strokes_of(picture, LEGEND) == (1, 1.0)
    assert strokes_of(picture, PLOT)[0] == 2  # the line, and the point at its end


def test_a_dash_goes_on_round_corners():
    points = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)])
    pieces = [*_dashed(points, (6, 2), 1.0)]
    assert pieces == [[[0, 0], [6, 0]], [[8, 0], [10, 0], [10, 4]], [[10, 6], [10, 10]]]


@pytest.mark.parametrize(
    ("dash", "length", "expected"),
    [
        ((), 7.0, [(0, 7)]),
        ((3, 2), 9.0, [(0, 3), (5, 8)]),
        ((3, 2), 6.0, [(0, 3), (5, 6)]),
        ((3, 2), 0.0, []),
    ],
)
def test_strokes(dash, length, expected):
    assert list(strokes(dash, length)) == expected


# -- the cursor -----------------------------------------------------------------------------------------


def columns_of(picture, color="#e9eef6"):
    """The columns in which the plot has a line of this colour from top to bottom."""
    mask = pygame.mask.from_threshold(picture, pygame.Color(color), (30, 30, 30))
    return [x for x in range(picture.get_width()) if sum(mask.get_at((x, y)) for y in PLOT) > 150]


def test_the_cursor_stands_at_its_x_and_the_legend_has_the_readings(surface, chart, monkeypatch):
    written, write = [], chart.ui.text

    def text(target, words, *args, **more):
        written.append(words)
        return write(target, words, *args, **more)

    monkeypatch.setattr(chart.ui, "text", text)
    cut = line([1.0, 10.0, 10.0, 10.0, 1.0], name="short", exact=np.array([1.0, 10.0, 99.0, 10.0, 1.0]))
    chart.show([cut], 0, threshold=(0.1, "threshold", MUTED))
    assert columns_of(drawn(surface, chart)) == []
    assert {"line", "threshold"} <= set(written)
    plot, _across = chart._plot
    for x in (1, 2, 3):
        written.clear()
        chart.point_to(float(x))
        found = columns_of(drawn(surface, chart))
        assert np.mean(found) == pytest.approx(plot.x - chart.rect.x + x / 4 * (plot.width - 1), abs=1.5)
        assert f"short {99 if x == 2 else 10}" in written
        assert f"{x} {'episode' if x == 1 else 'episodes'}" in written
        assert not {"line", "threshold"} & set(written)
    chart.point_to(4.5)  # what the axis does not reach is no place for a cursor
    assert columns_of(drawn(surface, chart)) == []
    assert "line" in written


def test_a_series_has_a_reading_only_where_it_is(ui):
    buckets = Series("Σ", "#ff0000", np.array([8.0, 16.0, 24.0]), np.array([3.0, np.nan, 1.5]))
    readings = [buckets.reading(x) for x in (0, 8, 9, 17, 24, 25)]
    assert readings == ["Σ –", "Σ 3", "Σ –", "Σ 1.5", "Σ 1.5", "Σ –"]
    assert Series("Σ", "#ff0000", np.empty(0), np.empty(0)).reading(1) == "Σ –"


def test_pressing_and_dragging_pick_what_is_there(ui, surface, hands):
    picked = []
    chart = Chart(ui, unit="episodes", empty="", on_pick=picked.append)
    chart.rect = pygame.Rect(50, 50, 400, 240)
    ui.root = [chart]
    hands.click(chart.rect.center)
    assert picked == []  # there is no axis yet
    chart.show([line(np.linspace(1, 2, 101))], 0)
    drawn(surface, chart)
    plot, _across = chart._plot
    hands.down((plot.x + (plot.width - 1) // 2, plot.centery))
    hands.move((plot.x - 20, plot.centery))
    hands.move((plot.right - 1, plot.centery))
    hands.move((plot.right + 200, plot.centery))
    assert picked == [pytest.approx(50, abs=0.5), 0.0, None, None]


def test_a_chart_that_picks_nothing_lets_the_mouse_through(ui, surface, hands, chart):
    chart.show([line([1.0, 2.0])], 0)
    ui.root = [chart]
    drawn(surface, chart)
    hands.move(chart.rect.center)
    assert ui.hover is None
