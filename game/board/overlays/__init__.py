"""Overlays: ways of looking at a board through the learner's tables, one file each, listed here."""

from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.error import ERROR
from game.board.overlays.policy import POLICY
from game.board.overlays.safety import SAFETY
from game.board.overlays.svm import SVM
from game.board.overlays.values import VALUES

__all__ = ["OVERLAYS", "Overlay", "OverlayData", "next_overlays", "together"]

OVERLAYS: dict[str, Overlay] = {overlay.name: overlay for overlay in (VALUES, POLICY, SAFETY, SVM, ERROR)}
"""Every overlay, in the order of their keys."""


def together(chosen: frozenset[str], before: frozenset[str] = frozenset()) -> frozenset[str]:
    """Those of the chosen overlays that can be shown at once, when those of `before` are on.

    Of several that fill the cells, one is left: one that was not on, or else the first.
    """
    filling = [name for name, overlay in OVERLAYS.items() if name in chosen and overlay.fills]
    left = sorted(filling, key=before.__contains__)[:1]
    return chosen.difference(filling).union(left)


def next_overlays(overlays: frozenset[str]) -> frozenset[str]:
    """The next in the round of overlays: none, each alone, all that can be shown at once."""
    rounds = [frozenset[str](), *(frozenset({name}) for name in OVERLAYS), together(frozenset(OVERLAYS))]
    return rounds[(rounds.index(overlays) + 1) % len(rounds)] if overlays in rounds else rounds[0]
