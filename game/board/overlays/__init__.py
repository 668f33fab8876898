"""Overlays: ways of looking at a board through the learner's tables, one file each, listed here."""

from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.policy import draw_policy
from game.board.overlays.safety import draw_badges, draw_safety
from game.board.overlays.svm import draw_svm
from game.board.overlays.values import draw_values

__all__ = ["OVERLAYS", "Overlay", "OverlayData"]

OVERLAYS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (
        Overlay(
            "values",
            "1",
            "Values",
            "flame",
            "Colour of a cell: best Q of its allowed actions at this phase; ? is untried, blank unreachable.",
            draw_values,
            dims=True,
        ),
        Overlay(
            "policy",
            "2",
            "Policy",
            "navigation",
            "Arrow of a cell: the greedy policy's move at this phase; faint if untried, a circle waits.",
            draw_policy,
        ),
        Overlay(
            "safety",
            "3",
            "Safety",
            "shield-check",
            "The agent's moves now. Blue check: allowed; red cross: unsafe; amber hourglass: safe for one "
            "tick, but doomed.",
            draw_safety,
            draw_badges,
            follows_agent=True,
        ),
        Overlay(
            "svm",
            "4",
            "SVM",
            "chart-scatter",
            "Colour and arrow of a cell: the SVM's choice at this η, strong where its margin is wide; ≠ is "
            "not the label, stripes with a ban sign are not allowed: there the mask decides.",
            draw_svm,
            dims=True,
        ),
    )
}
"""Every overlay, in the order of their keys."""
