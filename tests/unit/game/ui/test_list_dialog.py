"""ListDialog: a row is selected by mouse or key, and all rows can be reached in any window."""

import pygame
import pytest

from game.ui.list_dialog import ListDialog, ListRow

NAMES = ("one", "two", "three", "four", "five", "six")
LONG = "a line that is longer than a narrow window has room for, so that its end is cut away"


class Row(ListRow):
    def draw_content(self, surface):
        self.draw_line(surface, (self.rect.x + 10, self.rect.centery), self.rect.right - 10)


@pytest.fixture
def dialog(ui):
    """On show, with six rows; its `selected` are the names that it called back with."""
    selected = []
    lines = dict.fromkeys(NAMES, "short") | {"two": LONG}
    rows = {
        name: Row(ui, lines[name], f"all of {name}", lambda name=name: dialog.select(name)) for name in NAMES
    }

    def on_select(name):
        selected.append((name, [*ui.popups]))

    dialog = ListDialog(
        ui, "Rows", rows, first=rows["three"], button="Close", on_select=on_select, icon="flag"
    )
    dialog.selected = selected
    ui.show(dialog)
    return dialog


def test_a_row_is_selected_by_key_and_the_dialog_is_closed_before_it_calls_back(dialog, hands):
    assert dialog.ui.focus is dialog.rows["three"]
    hands.tab()
    hands.key(pygame.K_RETURN)
    assert dialog.selected == [("four", [])]


@pytest.mark.parametrize(
    ("start", "keys", "end"),
    [
        *[("three", "↓↓", "five"), ("three", "↑↑↑", "six"), ("six", "↓", "one")],
        *[("", "↓", "one"), ("", "↑", "six")],
    ],
)
def test_up_and_down_move_from_row_to_row_and_round_the_ends(dialog, hands, start, keys, end):
    dialog.ui.focus_on(dialog.rows.get(start, dialog.close))
    for key in keys:
        hands.key(pygame.K_DOWN if key == "↓" else pygame.K_UP)
    hands.key(pygame.K_RETURN)
    assert dialog.selected == [(end, [])]


def test_a_row_is_selected_by_mouse(dialog, hands):
    hands.click(dialog.rows["one"].rect.center)
    assert dialog.selected == [("one", [])]


def test_the_button_and_escape_leave_without_a_selection(dialog, hands):
    hands.click(dialog.close.rect.center)
    assert dialog.ui.popups == []
    dialog.ui.show(dialog)
    hands.key(pygame.K_ESCAPE)
    assert (dialog.ui.popups, dialog.selected) == ([], [])


@pytest.mark.parametrize("size", [(800, 600), (400, 260), (200, 500)])
def test_it_fits_and_each_row_comes_into_sight_with_the_focus(dialog, hands, size):
    dialog.ui.resize(size)
    dialog.ui.rearrange()
    assert pygame.Rect((0, 0), size).contains(dialog.rect)
    assert dialog.rect.contains(dialog.close.rect)
    seen = set()
    for _ in range(len(NAMES) + 2):
        hands.tab()
        seen |= {name for name, row in dialog.rows.items() if row is dialog.ui.focus}
        assert dialog.rect.contains(dialog.ui.focus.rect)
    assert seen == set(NAMES)


def test_only_a_row_whose_line_is_cut_has_a_tooltip(dialog, surface):
    dialog.ui.resize((300, 600))
    dialog.ui.rearrange()
    dialog.draw_tree(surface)
    tips = [row.tip_at(row.rect.center)[0] for row in dialog.rows.values()]
    assert tips == ["", "all of two", "", "", "", ""]
