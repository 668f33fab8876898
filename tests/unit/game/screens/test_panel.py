"""What the panel says in figures and words, without drawing it."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.overlays.safety import KINDS
from game.screens.panel import ActionRow, abbreviated, bar_share, brief, verdict_of
from game.screens.watch.learning import FIGURE_TIPS, FIGURES_AT, LearningCard, chart_series, figures, verdict
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
    change, distance = chart_series(history([4.0, 2.0], [np.nan, 7.0]), 0.001, brief=False)
    assert change.y.tolist() == [4.0, 2.0]
    assert change.high.tolist() == [40.0, 20.0]
    assert distance.x.tolist() == [2.0]
    assert distance.y.tolist() == [7.0]


def test_a_dying_tail_is_drawn_at_a_tenth_of_the_threshold():
    change, distance = chart_series(history([1.0, 1e-12], [0.0, 0.0]), 0.001, brief=True)
    assert change.low.tolist() == pytest.approx([0.1, 1e-4])
    assert change.y.tolist() == pytest.approx([1.0, 1e-4])
    assert distance.y.min() == pytest.approx(1e-4)


def test_the_figures_are_convergence_distance_and_residual():
    snapshot = SimpleNamespace(converged_episode=1204, largest_q_error=0.5, bellman_residual=0.01234)
    assert [(label, value) for label, value, _ in figures(snapshot, brief=False)] == [
        ("Converged", "ep. 1,204"),
        ("|Q − Q*|", "0.5"),
        ("Residual", "0.0123"),
    ]
    blank = SimpleNamespace(converged_episode=None, largest_q_error=np.nan, bellman_residual=np.nan)
    assert [value for _, value, _ in figures(blank, brief=True)] == ["not yet", "–", "–"]


def test_each_figure_has_its_own_tip(ui):
    watching = SimpleNamespace(status="running", rate_index=0)
    card = LearningCard(ui, watching, lambda _: None)
    card.rect = pygame.Rect(100, 50, 404, 290)
    y = next(y for y in range(50, 340) if card.tip_at((120, y))[0])
    tips = [card.tip_at((round(100 + 16 + start * 372) + 10, y))[0] for start in FIGURES_AT]
    assert tips == list(FIGURE_TIPS)
    assert "Bellman" in tips[2]
    assert card.tip_at((120, 60))[0] == ""


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (48_210, "48,210"), (999_999, "999,999"), (1_250_000, "1.25 M"), (3.4e9, "3.40 bn")],
)
def test_counts_are_short(number, text):
    assert abbreviated(number) == text


@pytest.mark.parametrize("kind", ["outside", "blocked", "occupied", "swap", "crashed"])
def test_every_refusal_is_unsafe_in_word_and_icon(kind):
    assert verdict_of(kind)[:2] == ("unsafe", "x")


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


def test_board_and_rows_use_the_same_marks():
    for kind, (color, icon, _ink) in KINDS.items():
        word, row_icon, row_color = verdict_of(kind)
        assert (word, row_color, row_icon) == (kind, color, icon)


def test_while_the_past_is_on_show_the_verdict_tells_that_it_is_of_now():
    watching = SimpleNamespace(snapshot=None, opened=None, moment=None)
    assert verdict(watching)[0] == "Nothing learned yet"
    watching.moment = object()
    assert verdict(watching)[0] == "Now: nothing learned yet"


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


def test_the_learning_card_takes_brief_words_where_letters_are_large_beside_it(ui):
    card = LearningCard(ui, SimpleNamespace(status="running", rate_index=0), lambda _: None)
    for scale, is_brief in ((1.0, False), (2.0, False), (0.75, True)):
        ui.scale = scale
        card.rect = pygame.Rect(0, 0, round(404 * scale), round(290 * scale))
        assert card.brief is is_brief
