"""What the panel says in figures and words, without drawing it."""

import re
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.overlays.safety import BLOCKED, KINDS
from game.presenters.captions import progress_of
from game.presenters.traps import REFUSED_BY_TRAFFIC
from game.screens.lesson.deeds import REFUSED
from game.screens.panel import ActionRow, abbreviated, bar_share, brief, plain_verdict, verdict_of
from game.screens.play.words import why_of
from game.screens.terms import TERMS
from game.screens.watch.details import FiguresCard, change_series
from game.screens.watch.moves import plain_title
from game.ui.theme import PALETTES, scale_color
from learner.core.snapshot import History
from levels.model.mdp import compile_mdp
from levels.proof.reasons import Reason
from levels.proof.safety import safe_actions


def history(change, q_error):
    n = len(change)
    change = np.array(change, dtype=np.float64)
    some = np.ones(n)
    return History(
        width=1,
        episodes=np.arange(1, n + 1),
        change_min=change / 10,
        change_mean=change,
        change_max=change * 10,
        steps_min=some,
        steps_mean=some,
        steps_max=some,
        goal_share=some,
        q_error=np.array(q_error, dtype=np.float64),
    )


def test_the_chart_shows_the_change_with_its_band_and_the_distance_where_it_was_measured():
    change, distance = change_series(history([4.0, 2.0], [np.nan, 7.0]), 0.001)
    assert change.y.tolist() == [4.0, 2.0]
    assert change.high.tolist() == [40.0, 20.0]
    assert distance.x.tolist() == [2.0]
    assert distance.y.tolist() == [7.0]


def test_a_dying_tail_is_drawn_at_a_tenth_of_the_threshold():
    change, distance = change_series(history([1.0, 1e-12], [0.0, 0.0]), 0.001)
    assert change.low.tolist() == pytest.approx([0.1, 1e-4])
    assert change.y.tolist() == pytest.approx([1.0, 1e-4])
    assert distance.y.min() == pytest.approx(1e-4)


def test_the_figures_are_seven_and_each_has_its_term_as_its_tip(ui):
    shots = SimpleNamespace(
        episodes=1204,
        transitions=2_500_000,
        epsilon=0.1,
        history=history([4.0, 0.01234], [7.0, 0.5]),
        largest_q_error=0.5,
        bellman_residual=np.nan,
        optimal_states=0.9996,
    )
    card = FiguresCard(ui, SimpleNamespace(snapshot=shots))
    assert [(figure.name, figure.value) for figure in card.figures()] == [
        ("Episodes", "1,204"),
        ("Transitions", "2.50 M"),
        ("ε now", "0.1"),
        ("Σ|ΔQ|, last", "0.0123"),
        ("Largest |Q − Q*|", "0.5"),
        ("Bellman residual", "–"),
        ("Optimal states", "99.9%"),
    ]
    card.rect = pygame.Rect(100, 50, 404, 160)
    tips = [card.tip_at(place.center)[0] for place in card._places()]
    terms = ("episode", "transition", "epsilon", "change", "error", "residual", "optimal_states", "counts")
    assert [tip.split(": ", 1)[1] for tip in tips] == [TERMS[term].meaning for term in terms]
    assert tips[3].startswith("Σ|ΔQ|, last: ")
    assert card.tip_at((120, 60))[0] == ""
    assert {figure.value for figure in FiguresCard(ui, SimpleNamespace(snapshot=None)).figures()} == {"–"}


def test_every_term_is_explained_in_two_sentences():
    for term in TERMS.values():
        assert len(re.findall(r"[.](?: |$)", term.meaning)) == 2, term.name


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (48_210, "48,210"), (999_999, "999,999"), (1_250_000, "1.25 M"), (3.4e9, "3.40 bn")],
)
def test_counts_are_short(number, text):
    assert abbreviated(number) == text


@pytest.mark.parametrize(
    ("kind", "icon"),
    [("outside", "ban"), ("blocked", "ban"), ("occupied", "x"), ("swap", "x"), ("crashed", "x")],
)
def test_every_refusal_is_unsafe_in_word_and_icon(kind, icon):
    assert verdict_of(kind)[:2] == ("unsafe", icon)


def test_doomed_and_allowed_have_marks_of_their_own():
    assert len({verdict_of(kind)[1] for kind in ("allowed", "doomed", "outside", "goal")}) == 4


def test_bars_show_small_differences_and_the_worst_is_never_empty():
    close = [bar_share(value, [-8.0, -8.1, -8.2]) for value in (-8.0, -8.1, -8.2)]
    assert close == pytest.approx([1.0, 0.6, 0.2])
    assert [bar_share(value, [-9.0, -1.0]) for value in (-1.0, -9.0)] == pytest.approx([1.0, 0.2])
    assert bar_share(-3.0, [-3.0]) == 1.0
    assert bar_share(-3.001, [-3.0, -3.001]) > 0.9


def test_a_refusal_in_brief_names_what_comes(one_car):
    def words(kind, obstacle=None, trace=()):
        return brief(Reason(kind, "the whole sentence", (0, 0), 0, obstacle, trace), one_car)

    assert words("occupied", 0) == "hit by a car"
    assert words("swap", 0) == "head-on with a car"
    assert words("doomed", 0, (5,)) == "no way out after 1 tick"
    assert words("blocked") == "the whole sentence"


@pytest.mark.parametrize("kind", ["occupied", "swap"])
def test_a_late_vehicle_may_be_there(make_level, kind):
    level = make_level(LATE_ROWS, obstacles=[LATE])
    assert brief(Reason(kind, "the whole sentence", (1, 0), 1, 0), level) == "a train may be there"


def test_board_and_rows_use_the_same_marks():
    for kind, (color, icon, _ink) in KINDS.items():
        word, row_icon, row_color = verdict_of(kind)
        assert (word, row_color, row_icon) == (kind, color, icon)
    _ground, icon, ink = BLOCKED
    for kind in ("outside", "blocked"):
        assert verdict_of(kind)[1:] == (icon, ink)


def test_while_the_past_is_on_show_the_verdict_tells_that_it_is_of_now():
    watching = SimpleNamespace(snapshot=None, opened=None, moment=None)
    assert progress_of(watching) == "Nothing learned yet"
    watching.moment = object()
    assert progress_of(watching) == "Now: nothing learned yet"


@pytest.mark.parametrize("palette", PALETTES)
def test_the_actions_bars_have_the_colours_of_the_values(ui, surface, one_car, palette):
    mdp = compile_mdp(one_car)
    safe = safe_actions(mdp, one_car.safety)
    q = np.where(safe.allowed, -1.0, np.nan)
    watching = SimpleNamespace(
        opened=SimpleNamespace(level=one_car, mdp=mdp, safe=safe),
        looked_at=mdp.starts[0],
        snapshot=object(),
        q=q,
        labels=np.zeros(mdp.n_states, dtype=np.int8),
        visits=np.ones(mdp.n_states, dtype=np.int64),
    )
    column = int(safe.allowed[mdp.starts[0]].argmax())
    row = ActionRow(ui, watching, column, mdp.actions[column], lambda _: None)
    row.rect = pygame.Rect(10, 10, 380, 26)
    row.palette = palette
    row.draw(surface)
    assert scale_color(0.85, palette) in {tuple(surface.get_at((x, 23))[:3]) for x in range(90, 330)}


@pytest.mark.parametrize(
    ("kind", "words"), [("drowned", "would fall in"), ("carried_off", "would be carried off")]
)
def test_what_water_does_is_said_in_plain_words(make_level, kind, words):
    reason, level = (
        Reason(kind, "there is no log here", (1, 0), 1, 0),
        make_level(LATE_ROWS, obstacles=[LATE]),
    )
    assert (plain_verdict(reason, level)[0], brief(reason, level)) == (words, words)
    assert plain_title("Up", reason) == f"Up {words}"
    assert why_of(reason, level).startswith("you would")
    assert kind in REFUSED_BY_TRAFFIC & REFUSED


def test_late_traffic_may_be_there(make_level):
    reason, level = Reason("occupied", "", (1, 0), 1, 0), make_level(LATE_ROWS, obstacles=[LATE])
    assert why_of(reason, level) == "a train may be there, up to 2 steps late"


LATE_ROWS = ["G..", "---", "S.."]
LATE = {"kind": "lane", "look": "train", "row": 1, "direction": "right", "at": [2], "late": 2}
