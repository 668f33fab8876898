"""The help: every word of the paper is explained there, whole, at any size."""

import pygame
import pytest

from game.screens.help import HelpDialog
from game.screens.terms import TERMS
from game.ui.drawing import draw


@pytest.mark.parametrize(("size", "scale"), [((960, 600), 1.0), ((1280, 800), 1.0), ((960, 600), 2.0)])
def test_every_term_is_explained_below_the_keys(ui, monkeypatch, size, scale):
    ui.size, ui.scale = size, scale
    dialog = HelpDialog(ui, "watch")
    dialog.layout()
    keys = dialog.keys
    assert pygame.Rect((0, 0), size).contains(dialog.rect)
    assert keys.reach > 0
    keys.scroll_by(keys.reach)
    written, write = [], draw.text

    def text(surface, string, *more, **named):
        rect = write(surface, string, *more, **named)
        written.append((string, rect))
        return rect

    monkeypatch.setattr(draw, "text", text)
    keys.draw_content(pygame.Surface(size))
    lines = [string for string, _ in written]
    after = " ".join(lines[lines.index("Words") :])
    for term in TERMS.values():
        assert f"{term.name} {term.meaning}" in after
    assert all(rect.right <= keys.rect.right for _, rect in written)
    assert max(rect.bottom for _, rect in written) <= keys.rect.bottom
