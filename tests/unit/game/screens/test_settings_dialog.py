"""The settings dialog: in sight whole in any window."""

from itertools import combinations

import pytest

from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.ui import WidgetTree


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((960, 600), 2.0), ((700, 420), 1.5)])
def test_every_control_is_within_the_dialog_and_the_dialog_within_the_window(surface, tmp_path, size, scale):
    ui = WidgetTree(size, scale)
    dialog = SettingsDialog(ui, Services(folder=tmp_path))
    ui.show(dialog)
    assert surface.get_rect(size=size).contains(dialog.rect)
    assert all(dialog.rect.contains(child.rect) for child in dialog.children)
    assert not any(a.rect.colliderect(b.rect) for a, b in combinations(dialog.children, 2))
