"""The Cell card and the actions' rows: what was learned of a state, how it grew, and what is not known."""

import re
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.board.overlays.svm import CLASS_COLORS
from game.screens.watch.cell import CHART_LEAST, paged
from game.ui.theme import DIM, DOOMED, TEXT
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, frames, pass_time, playing, press, until

SIZES = [(960, 600), (1280, 676), (1366, 768), (1280, 800), (1920, 1080)]


@pytest.fixture
def looking(start):
    """Opens a level, lets some episodes pass, pauses both, and looks at the start's cell."""

    def begin(name="dead_end", size=(1366, 768)):
        app = start(builtin_levels()[name], size=size, unlimited=True)
        watching = playing(app)
        until(app, lambda: watching.snapshot.episodes >= 20 and len(watching.past.moments) > 5)
        press(app, pygame.K_t, sign="t")
        press(app, pygame.K_SPACE, sign=" ")
        until(app, lambda: watching.status == "paused")
        watching.select(watching.opened.mdp.cell(watching.opened.mdp.starts[0]))
        app.top.cards.turn_to("cell")
        pass_time(app, 0.7)
        return app

    return begin


def words(monkeypatch, widget):
    """Every line that the widget writes when it is drawn, with its colour."""
    said = []
    write = widget.ui.text

    def noted(surface, string, pos, size=13, color="", **more):
        said.append((string, color))
        return write(surface, string, pos, size, color or "#ffffff", **more)

    with monkeypatch.context() as patch:
        patch.setattr(widget.ui, "text", noted)
        widget.draw(pygame.Surface(widget.ui.size))
    return said


def strings(monkeypatch, widget):
    return [string for string, _ in words(monkeypatch, widget)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["dead_end", "patience", "grid_4"])
def test_how_q_grew_can_be_seen_at_every_size(looking, size, name):
    app = looking(name, size)
    card = app.top.cards.cell
    assert card.visible
    for _ in card.pages:
        if not card.chart.visible:
            assert card.turn.visible
            assert not card.ahead.visible or not card.turn.rect.colliderect(card.ahead.rect)
            assert card.rect.contains(card.turn.rect)
            click(app, card.turn.rect.center)
            frames(app, 2)
    assert card.chart.visible
    assert card.rect.contains(card.chart.rect)
    assert card.chart.rect.height >= CHART_LEAST
    picture = card.chart._picture
    colors = [CLASS_COLORS[action] for action in app.top.watching.opened.mdp.actions]
    assert sum(pygame.mask.from_threshold(picture, c, (60, 60, 60)).count() for c in colors) > 100


def test_every_part_has_its_page_and_the_keyboard_turns_them(looking, monkeypatch):
    app = looking(size=(960, 600))
    app.top.cards.panel.opened = "actions"  # with both open there is no room for all
    app.top.arrange()
    frames(app, 2)
    card = app.top.cards.cell
    assert len(card.pages) > 1
    app.top.ui.focus_on(card.turn)
    assert card.turn in app.top.ui.widgets()
    seen = []
    for page in [*card.pages, card.pages[0]]:
        said = strings(monkeypatch, card)
        assert ("Q*" in said, card.chart.visible, "N⁺" in said) == (
            *("values" in page, "chart" in page, "classes" in page),
        )
        seen += page
        press(app, pygame.K_RETURN)
        frames(app)
    assert seen == ["values", "chart", "classes", *card.pages[0]]


def test_pages_have_as_many_parts_as_there_is_room_for():
    heights = {"a": 60, "b": 40, "c": 70}
    assert paged(heights, 170) == (("a", "b", "c"),)
    assert paged(heights, 169) == (("a", "b"), ("c",))
    assert paged(heights, 99) == (("a",), ("b",), ("c",))
    assert paged(heights, 10) == (("a",), ("b",), ("c",))


def test_q_stands_beside_the_optimum_in_columns(looking, monkeypatch):
    """In the narrowest panel, with text of any size: right ends in line, nothing on top of anything."""
    app = looking("grid_4", (960, 600))
    watching, card, ui = app.top.watching, app.top.cards.cell, app.top.ui
    mdp, steps = watching.opened.mdp, watching.opened.optimal.steps_to_goal
    state = watching.looked_at
    columns = np.flatnonzero(watching.opened.safe.allowed[state])
    expected = [-1.0 - steps[mdp.next_state[state, column]] for column in columns]
    drawn, marks, write, mark = [], [], ui.text, ui.icon

    def text(surface, string, *args, **more):
        drawn.append((string, write(surface, string, *args, **more)))
        return drawn[-1][1]

    def icon(surface, name, at, *args, **more):
        marks.append((name, at))
        return mark(surface, name, at, *args, **more)

    for scale in (0.8, 1.0, 2.0):
        app.top.resize((round(960 * scale), round(600 * scale)), scale)
        frames(app, 2)
        watching.snapshot = replace(watching.snapshot, q=np.where(np.isnan(watching.q), np.nan, -123.456))
        with monkeypatch.context() as patch:
            patch.setattr(ui, "text", text)
            patch.setattr(ui, "icon", icon)
            drawn.clear()
            marks.clear()
            card.draw(pygame.Surface(ui.size))
        heads = {string: box for string, box in drawn if string in {"Q", "Q*", "Q − Q*"}}
        below = {
            head: [
                (float(string.replace("−", "-")), box)
                for string, box in drawn
                if box.right == at.right and box.y > at.y and string != "not allowed" and "=" not in string
            ]
            for head, at in heads.items()
        }
        assert [number for number, _ in below["Q*"]] == expected
        assert [number for number, _ in below["Q"]] == pytest.approx([-123.456] * len(expected), abs=0.06)
        assert [number for number, _ in below["Q − Q*"]] == pytest.approx(
            [-123.456 - best for best in expected], abs=0.06
        )
        names = [name for name, _ in marks]
        assert names.count("star") == expected.count(max(expected))
        assert names.count("navigation") == 1
        boxes = [box.inflate(0, -6) for _, box in drawn] + [
            pygame.Rect(x - 3, y - 3, 6, 6) for _, (x, y) in marks
        ]
        table = [box for box in boxes if heads["Q"].y <= box.y < below["Q"][-1][1].bottom]
        assert all(box.collidelist(table[:index]) < 0 for index, box in enumerate(table))


def test_the_tip_of_the_values_explains_their_marks(looking):
    app = looking(size=(1280, 800))
    card = app.top.cards.cell
    told, place = card.tip_at((card.rect.centerx, card._tops["values"] + 30))
    assert "exact optimum" in told
    assert "Star: optimal" in told
    assert card.rect.contains(place)


def test_the_strip_says_whose_numbers_it_has_and_when_those_above_are_newer(looking, monkeypatch):
    app = looking(size=(1280, 800))
    watching, card = app.top.watching, app.top.cards.cell
    early = replace(watching.snapshot, episodes=96)  # a busy machine may be at a number too long for the line
    monkeypatch.setattr(watching.thread, "latest", lambda: early)
    watching.snapshot = early
    watching.next_rollout()
    watching.playback.step()
    pass_time(app, 1.0)
    now = f"{watching.snapshot.episodes:,}"
    assert watching.shown.episodes == watching.snapshot.episodes
    assert (f"step shown, episode {now}", DIM) in words(monkeypatch, card)
    q = np.where(np.isnan(watching.snapshot.q), np.nan, watching.snapshot.q - 1.0)
    watching.snapshot = replace(watching.snapshot, q=q, episodes=watching.snapshot.episodes + 7)
    later = f"{watching.snapshot.episodes:,}"
    assert (f"episode {now}; above: {later}", TEXT) in words(monkeypatch, card)
    told, foot = card.tip_at((card.rect.centerx, card.rect.bottom - 10))
    assert f"as learned by episode {now}" in told
    assert f"values above are from episode {later}" in told
    assert card.rect.contains(foot)
    assert card.tip_at(card.rect.midtop)[0] == ""


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_the_equation_keeps_its_result_in_the_narrowest_panel(looking, monkeypatch, scale):
    app = looking(size=(960, 600))
    watching, card = app.top.watching, app.top.cards.cell
    watching.snapshot = replace(watching.snapshot, q=watching.snapshot.q * 0 - 123.45)
    watching.next_rollout()
    watching.playback.step()
    app.top.resize((round(960 * scale), round(600 * scale)), scale)
    pass_time(app, 1.0)
    (numbers,) = [string for string in strings(monkeypatch, card) if ")=(" in string or ") = (" in string]
    assert numbers.replace(" ", "").endswith("=(−123.52)")
    told, _ = card.tip_at((card.rect.centerx, card.rect.bottom - 10))
    assert "(1 − 0.07) · (−123.45) + 0.07 · ((−1.00) + 1 · (−123.45)) = (−123.52)" in told


def row(app, column):
    return app.top.cards.actions.rows[column]


def test_of_a_state_never_visited_no_value_is_told_and_no_action_is_the_best(looking, monkeypatch):
    app = looking()
    watching = app.top.watching
    state = watching.looked_at
    columns = np.flatnonzero(watching.opened.safe.allowed[state]).tolist()
    visits = watching.snapshot.visits.copy()
    visits[state] = 0
    watching.snapshot = replace(watching.snapshot, visits=visits)
    for column in columns:
        said = strings(monkeypatch, row(app, column))
        assert "untried" in said
        assert not any("." in string for string in said)
    label = int(watching.labels[state])
    plain = picture(app, row(app, label))
    visits = visits.copy()
    visits[state] = 3
    watching.snapshot = replace(watching.snapshot, visits=visits)
    assert "untried" not in strings(monkeypatch, row(app, label))
    assert picture(app, row(app, label)).get_at((3, 13)) != plain.get_at((3, 13)), "the best one is lit"


def test_an_action_still_at_its_start_is_told_so_though_the_state_was_visited(looking, monkeypatch):
    app = looking()
    watching = app.top.watching
    state = watching.looked_at
    first, second = np.flatnonzero(watching.opened.safe.allowed[state]).tolist()[:2]
    q, labels = watching.snapshot.q.copy(), watching.snapshot.labels.copy()
    q[state, first], q[state, second], labels[state] = 0.0, -2.5, first
    watching.snapshot = replace(watching.snapshot, q=q, labels=labels)
    assert watching.visits[state] > 0
    said = strings(monkeypatch, row(app, first))
    assert "0.00" in said
    assert "still 0" in said
    said = strings(monkeypatch, row(app, second))
    assert "−2.50" in said
    assert "still 0" not in said


def test_what_holds_for_all_actions_is_told_once(looking, monkeypatch):
    app = looking()
    watching, card = app.top.watching, app.top.cards.actions
    mdp, state = watching.opened.mdp, watching.looked_at
    crashed = next(x for x in np.flatnonzero(mdp.violation).tolist() if mdp.phase(x) == mdp.phase(state))
    watching.select(mdp.cell(crashed))
    frames(app, 2)
    said = [text for text in strings(monkeypatch, card) if text.endswith("is already here")]
    assert len(said) == 1
    assert said[0].startswith("The ")
    assert not any(shown.visible for shown in card.rows)
    watching.select(mdp.cell(state))
    frames(app, 2)
    assert all(shown.visible for shown in card.rows)


def test_a_cell_has_one_name_on_all_cards(looking, monkeypatch):
    app = looking()
    said = {
        string.lower()
        for card in (app.top.cards.cell, app.top.cards.actions)
        for string in strings(monkeypatch, card)
    }
    row, col = app.top.watching.selected
    assert sum(f"row {row}, column {col}" in string for string in said) == 2
    assert not any(f"({row}, {col})" in string for string in said)


def picture(app, widget):
    surface = pygame.Surface(app.top.ui.size)
    widget.draw(surface)
    return surface.subsurface(widget.rect).copy()


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25, 2.0])
def test_verdicts_end_before_their_rows_do(looking, scale):
    app = looking(size=(960, 600))
    app.top.resize((round(1280 * scale), round(676 * scale)), scale)
    frames(app, 3)
    for shown in app.top.cards.actions.rows:
        edge = picture(app, shown).subsurface(
            (shown.rect.width - round(3 * scale), 0, round(3 * scale), shown.rect.height)
        )
        for color in ("#56b4e9", "#e8663c", DOOMED):
            assert pygame.mask.from_threshold(edge, color, (40, 40, 40)).count() == 0


def test_where_the_agent_comes_at_other_phases_only_the_card_leads_to_the_next(looking):
    app = looking()
    watching, card = app.top.watching, app.top.cards.cell
    mdp, safe, phase = watching.opened.mdp, watching.opened.safe, watching.opened.mdp.phase(watching.state)
    elsewhere = next(
        state
        for state in range(mdp.n_states)
        if mdp.phase(state) == phase
        and not safe.reachable[state]
        and watching.labels[state] >= 0
        and any(safe.reachable[mdp.state(mdp.cell(state), k)] for k in range(mdp.period))
    )
    watching.select(mdp.cell(elsewhere))
    frames(app, 2)
    told = re.match(r"Not at this phase, but (\d+) ticks? later", card.chart.empty)
    for _ in range(int(told[1])):
        assert not safe.reachable[watching.looked_at]
        press(app, pygame.K_RIGHT, mod=pygame.KMOD_LSHIFT)
        frames(app, 2)
    assert safe.reachable[watching.looked_at]
    watching.look_ahead(mdp.period - 1)  # the last phase there is: the next one lies before it
    while safe.reachable[watching.looked_at]:
        watching.look_ahead(watching.ahead - 1)
    if all(
        not safe.reachable[mdp.state(mdp.cell(elsewhere), (phase + tick) % mdp.period)]
        for tick in range(watching.ahead, mdp.period)
    ):
        frames(app, 2)
        told = re.match(r"Not at this phase, but (\d+) ticks? before: Shift ←", card.chart.empty)
        watching.look_ahead(watching.ahead - int(told[1]))
        assert safe.reachable[watching.looked_at]
