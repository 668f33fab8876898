"""The list of folders and files: by keys, by letters, by mouse, up and down, and where a folder is closed."""

import time

import pygame
import pytest

from game.screens.folder_dialog import FolderDialog


@pytest.fixture
def tree(tmp_path):
    for name in ("deep/inner", "many", "empty"):
        (tmp_path / name).mkdir(parents=True)
    for number in range(40):
        (tmp_path / "many" / f"level_{number:02}.yaml").write_text("")
    for name in ("river.yaml", "road.yaml"):
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.fixture
def dialog(ui, tree):
    opened = []
    shown = FolderDialog(ui, tree, opened.append)
    shown.opened = opened
    ui.show(shown)
    settled(shown)
    yield shown
    shown.folders.close(30)


def settled(dialog):
    end = time.perf_counter() + 30
    while dialog.folders.listing is None:
        assert time.perf_counter() < end
        time.sleep(0.002)
    dialog.follow()


def names(dialog):
    return dialog.entries.names[1:]


def chosen(dialog):
    return dialog.entries.names[dialog.entries.chosen]


def test_folders_come_first_and_keys_lead_into_them_and_back(hands, dialog, tree):
    assert names(dialog) == ("deep", "empty", "many", "river.yaml", "road.yaml")
    assert chosen(dialog) == "deep"
    hands.key(pygame.K_RETURN)
    settled(dialog)
    assert names(dialog) == ("inner",)
    hands.key(pygame.K_BACKSPACE)
    settled(dialog)
    assert dialog.folders.folder == tree
    assert chosen(dialog) == "deep"
    hands.key(pygame.K_END)
    assert chosen(dialog) == "road.yaml"
    hands.key(pygame.K_UP)
    hands.key(pygame.K_RETURN)
    assert dialog.opened == [tree / "river.yaml"]
    assert dialog.ui.popups == []


def test_letters_jump_to_names_in_turn(ui, dialog):
    def letter(sign):
        ui.event(pygame.Event(pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign))
        return chosen(dialog)

    assert [letter("r"), letter("r"), letter("r"), letter("m"), letter("z")] == [
        *("river.yaml", "road.yaml", "river.yaml", "many", "many")
    ]


def test_letters_are_no_keys_of_the_page_while_the_list_has_the_focus(ui, dialog):
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert ui.takes(key)
    ui.focus_on(dialog.cancel_button)
    assert not ui.takes(key)


def test_a_click_opens_what_is_there(hands, dialog, tree):
    hands.click(dialog.entries._row(3).center)
    settled(dialog)
    assert dialog.folders.folder == tree / "many"
    hands.click(dialog.entries._row(0).center)  # the folder above
    settled(dialog)
    hands.click(dialog.entries._row(5).center)
    assert dialog.opened == [tree / "road.yaml"]


def test_the_chosen_entry_is_always_in_sight(hands, dialog):
    hands.click(dialog.entries._row(3).center)
    settled(dialog)
    for key in [pygame.K_PAGEDOWN] * 3 + [pygame.K_DOWN] * 20 + [pygame.K_PAGEUP] * 4:
        hands.key(key)
        assert dialog.entries.rect.contains(dialog.entries._row(dialog.entries.chosen))
    hands.key(pygame.K_HOME)
    assert chosen(dialog) == ".."


def test_an_empty_folder_and_one_that_is_gone_say_so(hands, dialog, tree, surface):
    hands.click(dialog.entries._row(2).center)
    settled(dialog)
    assert names(dialog) == ()
    hands.key(pygame.K_BACKSPACE)
    settled(dialog)
    (tree / "deep" / "inner").rmdir()
    (tree / "deep").rmdir()
    hands.click(dialog.entries._row(1).center)
    settled(dialog)
    assert "can't be opened" in dialog._problem
    dialog.draw_tree(surface)
    hands.key(pygame.K_BACKSPACE)
    settled(dialog)
    assert "many" in names(dialog)


def test_esc_closes_it_and_nothing_is_opened(hands, dialog):
    hands.key(pygame.K_ESCAPE)
    assert dialog.ui.popups == []
    assert dialog.opened == []
