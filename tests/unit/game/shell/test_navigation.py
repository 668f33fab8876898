"""The table of pages."""

from game.screens.screen import Page
from game.shell.navigation import PAGES


def test_every_value_that_asks_for_a_page_is_in_the_table():
    assert set(PAGES) == set(Page.__subclasses__())
