"""The legend explains what is on show and nothing else, in its card, at whatever height it has."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.overlays import OVERLAYS
from game.screens.legend import CLOSE, EXACT, FAR, MARKS, TITLE, UNKNOWN, LegendCard
from game.screens.panel import ACTION_ICONS
from game.ui.theme import BACKGROUND
from levels.model.board import Action

OPTIMAL = SimpleNamespace(v_star=np.array([-1.0, -8.0, -24.5, 0.0]), nearest_first=np.array([0, 1, 2]))
WORLDS = {"late": SimpleNamespace(late=2, carries=False), "river": SimpleNamespace(late=0, carries=True)}
"""An obstacle of each kind of level that has marks of its own."""
ENDS = {"values": (FAR, CLOSE), "error": ("24 off, or more", EXACT)}
"""What the ends of a scale are called; −24.5 is the optimum of the farthest state."""
LOW = 74


def card_of(ui, overlays, *, low, width=404, worlds=()):
    level = SimpleNamespace(obstacles=[WORLDS[name] for name in worlds])
    opened = SimpleNamespace(level=level, mdp=SimpleNamespace(actions=tuple(Action)))
    card = LegendCard(ui, SimpleNamespace(opened=opened, optimum=OPTIMAL))
    card.overlays = frozenset(overlays)
    card.rect = pygame.Rect(10, 10, width, LOW if low else card.height)
    return card


def written_by(ui, surface, card, monkeypatch):
    """The lines that drawing the card writes, each with its box."""
    lines, draw_text = {}, ui.text

    def text(target, line, *args, **kwargs):
        lines[line] = draw_text(target, line, *args, **kwargs)
        return lines[line]

    monkeypatch.setattr(ui, "text", text)
    card.draw(surface)
    return {line: box for line, box in lines.items() if line}


def test_every_overlay_is_explained():
    assert set(MARKS) == {"", *OVERLAYS, *WORLDS}


@pytest.mark.parametrize("width", [404, 332])
@pytest.mark.parametrize("name", ["", *OVERLAYS])
def test_a_high_card_has_a_sentence_for_every_mark(ui, surface, monkeypatch, name, width):
    card = card_of(ui, {name} & set(OVERLAYS), low=False, width=width)
    lines = written_by(ui, surface, card, monkeypatch)
    expected = {part for mark in MARKS[name] for part in (mark.title, mark.line) if part}
    assert set(lines) == {card.title, *expected, *ENDS.get(name, ())}
    boxes = list(lines.values())
    assert all(card.rect.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:index]) < 0 for index, box in enumerate(boxes))


@pytest.mark.parametrize("width", [404, 332])
@pytest.mark.parametrize("name", ["", *OVERLAYS])
def test_a_low_card_has_a_word_for_every_mark(ui, surface, monkeypatch, name, width):
    card = card_of(ui, {name} & set(OVERLAYS), low=True, width=width)
    lines = written_by(ui, surface, card, monkeypatch)
    words = {mark.word for mark in MARKS[name] if mark.word}
    assert set(lines) - {card.title} == {*words, *ENDS.get(name, ())}
    boxes = list(lines.values())
    assert all(card.rect.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:index]) < 0 for index, box in enumerate(boxes))


@pytest.mark.parametrize("low", [False, True])
def test_the_largest_error_is_being_computed_until_the_tables_are_there(ui, surface, monkeypatch, low):
    card = card_of(ui, {"error"}, low=low, width=332)
    card.watching.opened = None
    lines = written_by(ui, surface, card, monkeypatch)
    assert {UNKNOWN, EXACT} < set(lines)
    assert not lines[UNKNOWN].colliderect(lines[EXACT])


def test_together_they_are_explained_one_after_the_other(ui, surface, monkeypatch):
    card = card_of(ui, OVERLAYS, low=False)
    lines = written_by(ui, surface, card, monkeypatch)
    assert {mark.title for name in OVERLAYS for mark in MARKS[name]} <= set(lines)
    assert {mark.title for mark in MARKS[""]}.isdisjoint(lines)


def test_what_two_overlays_share_is_explained_once(ui, surface, monkeypatch):
    card = card_of(ui, {"values", "policy"}, low=True)
    assert len(set(card.marks)) == len(card.marks)
    card.rect.height = 240
    assert TITLE in written_by(ui, surface, card, monkeypatch)  # there is room


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("low", [True, False])
def test_late_traffic_and_rivers_are_explained_where_there_are_any(ui, surface, monkeypatch, world, low):
    lines = written_by(ui, surface, card_of(ui, (), low=low, width=332, worlds=[world]), monkeypatch)
    (other,) = WORLDS.keys() - {world}
    told, untold = ({mark.word if low else mark.title for mark in MARKS[name]} for name in (world, other))
    assert told <= set(lines)
    assert untold.isdisjoint(lines)
    assert low or {mark.line for mark in MARKS[world]} <= set(lines)


@pytest.mark.parametrize("low", [True, False])
def test_the_svms_moves_have_the_colours_of_their_grounds(ui, surface, monkeypatch, low):
    drawn, draw_icon = [], ui.icon

    def icon(target, name, *args, **kwargs):
        drawn.append(name)
        return draw_icon(target, name, *args, **kwargs)

    monkeypatch.setattr(ui, "icon", icon)
    card_of(ui, {"svm"}, low=low).draw(surface)
    assert set(drawn) == set(ACTION_ICONS.values())


@pytest.mark.parametrize("side", [20, 32])
def test_no_two_marks_look_alike(window, side):
    box, seen = pygame.Rect(0, 0, side, side), []
    for mark in {mark for marks in MARKS.values() for mark in marks}:
        surface = pygame.Surface(box.size)
        surface.fill(BACKGROUND)
        mark.swatch(surface, box, "viridis")
        seen.append(pygame.surfarray.array3d(surface).astype(int))
    assert min(np.abs(a - b).mean() for k, a in enumerate(seen) for b in seen[:k]) > 4
