"""Overlays: ways of looking at a board through the learner's tables, one file each, listed here."""

from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.policy import POLICY
from game.board.overlays.safety import SAFETY
from game.board.overlays.svm import SVM
from game.board.overlays.values import VALUES

__all__ = ["OVERLAYS", "Overlay", "OverlayData"]

OVERLAYS: dict[str, Overlay] = {overlay.name: overlay for overlay in (VALUES, POLICY, SAFETY, SVM)}
"""Every overlay, in the order of their keys."""
