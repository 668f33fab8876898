"""What the editor's proof card says: the verdict, the best path and the traps, and where a fault is."""

from types import SimpleNamespace

import pygame
import pytest

from game.presenters.analysis import analyse
from game.screens.edit.proof_card import ProofCard
from levels.text.editing import with_obstacle
from levels.text.reader import builtin_levels
from levels.text.templates import TEMPLATES

ROAD = TEMPLATES["Crossing"]


def card_of(ui, text):
    card = ProofCard(ui, SimpleNamespace(judged=analyse(text)), lambda: None)
    card.rect = pygame.Rect(0, 0, 900, 140)
    card.follow()
    card.arrange()
    return card


def said(ui, *map_rows):
    rows = "".join(f"  {row}\n" for row in map_rows)
    card = card_of(ui, f"format: 1\nname: Card\nmap: |\n{rows}")
    assert not card.editing.judged.faults
    return [line.text for line in card.text.rows()]


@pytest.mark.parametrize(("row", "told"), [("S.G", "Best path 2 steps · no traps"), ("SG", "1 step ")])
def test_the_best_path_is_told_in_steps(ui, row, told):
    assert told in said(ui, row)[0]


@pytest.mark.parametrize(("late", "name"), [(0, "Best path"), (1, "Best guaranteed path")])
def test_on_a_late_level_the_best_path_is_the_best_guaranteed_one(ui, late, name):
    text = ROAD.replace("look: car, row: 1,", f"look: car, row: 1, late: {late},")
    card = card_of(ui, text)
    shortest = card.editing.judged.proof.certificate.shortest
    assert card.text.rows()[0].text.startswith(f"{name} {shortest} steps")


def test_traps_are_counted_and_nothing_is_wrong(ui):
    card = card_of(ui, builtin_levels()["dead_end"].read_text(encoding="utf-8"))
    traps = card.editing.judged.proof.certificate.doomed
    assert f"{traps} trap" in card.text.rows()[0].text
    assert traps > 0
    assert not card.show.visible


def test_what_is_wrong_names_its_obstacle_and_offers_to_show_it(ui):
    lane = {"kind": "lane", "look": "bus", "row": 5, "direction": "right", "at": [4]}
    card = card_of(ui, with_obstacle(ROAD, lane))
    assert card.verdict[0] == ("Not a level yet",)
    assert card.show.visible
    assert (card.editing.judged.culprit, card.editing.judged.wrong[:1]) == (3, ((5, 0),))


def test_a_mistake_without_a_place_is_not_shown(ui):
    card = card_of(ui, "format: 1\nname: x\nmap: |\n  S..\n")
    assert card.editing.judged.faults
    assert not card.show.visible
