"""What the editor's proof card says of traffic: nothing where there is none, and one step is one."""

from types import SimpleNamespace

import pygame
import pytest

from game.presenters.analysis import analyse
from game.screens.edit.cards import ProofCard

LANE = "obstacles:\n  - {{kind: lane, look: car, row: 1, direction: right, at: {at}}}\n"


def said(ui, map_rows, more=""):
    card = ProofCard(ui, SimpleNamespace(judged=None))
    card.rect = pygame.Rect(0, 0, 900, 140)
    rows = "".join(f"  {row}\n" for row in map_rows)
    card.editing.judged = analyse(f"format: 1\nname: Card\nmap: |\n{rows}{more}")
    card.follow()
    assert not card.editing.judged.faults
    return [line.text for line in card.text.rows()]


@pytest.mark.parametrize(
    ("rows", "more", "told"),
    [
        (["S.G"], "", "Shortest safe path: 2 steps."),
        (["SG"], "", "Shortest safe path: 1 step."),
        (["S.G", "==="], LANE.format(at=[0]), "Shortest safe path: 2 steps; traffic repeats after 3 steps."),
        (
            ["S.G", "==="],
            LANE.format(at=[0, 1, 2]),
            "Shortest safe path: 2 steps; traffic repeats after 1 step.",
        ),
    ],
)
def test_the_proof_card_tells_of_traffic_only_where_there_is_some(ui, rows, more, told):
    lines = said(ui, rows, more)
    assert lines[1] == told
    assert more or not any("traffic" in line for line in lines)
