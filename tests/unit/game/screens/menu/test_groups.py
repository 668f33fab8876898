"""The groups of the home page: which level stands where, from easy to hard, and the user's own."""

import pytest

from game.screens.menu.groups import GROUPS, HARDEST, MORE, OWN, SURPRISES, menu_levels, newest
from game.screens.menu.menu import Menu
from game.services.services import Services
from levels.text.reader import builtin_levels, read_level

BUILTIN = builtin_levels()
NAMES = [name for group in GROUPS for name in group.levels]

pytestmark = pytest.mark.usefixtures("surface")


def test_every_level_has_its_place_in_one_group():
    assert sorted(NAMES) == sorted(BUILTIN)
    assert GROUPS[0].levels[0] == next(iter(BUILTIN))


def test_groups_go_from_easy_to_hard():
    steps = [group.step for group in GROUPS if group.step]
    assert steps == sorted(steps)
    assert set(steps) == set(range(1, HARDEST + 1))
    unrated = {group.heading for group in GROUPS if group.levels and not group.step}
    assert unrated == {"First steps", "The paper's grids"}


def grows_by(group, certificate):
    """What must not fall from one level of a group to the next."""
    rivers = group.heading == "Rivers"
    return (certificate.doomed, certificate.shortest) if rivers else certificate.states


@pytest.mark.parametrize("group", [g for g in GROUPS[1:] if g.levels], ids=lambda group: group.heading)
def test_levels_of_a_group_grow(group, certificates):
    sizes = [grows_by(group, certificates[name]) for name in group.levels]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("heading", ["Rivers", "Late traffic"])
def test_they_are_listed_in_the_menus_order(heading):
    (group,) = (group for group in GROUPS if group.heading == heading)
    assert [name for name in BUILTIN if name in group.levels] == [*group.levels]


def test_dead_ends_have_the_largest_shares_of_doomed_states(certificates):
    doomed = {name: found.doomed / found.states for name, found in certificates.items()}
    (ends,) = (set(group.levels) for group in GROUPS if group.heading == "Dead ends")
    assert min(doomed[name] for name in ends) > max(doomed[name] for name in doomed if name not in ends)


def test_grids_are_the_levels_but_for_the_maze_where_nothing_moves():
    (grids,) = (set(group.levels) for group in GROUPS if "nothing moves" in group.note)
    assert grids == {name for name in BUILTIN if not read_level(BUILTIN[name]).obstacles} - {"maze_15"}


def test_a_built_in_level_without_a_place_is_shown_all_the_same(tmp_path, monkeypatch):
    there = {**BUILTIN, "new": BUILTIN["grid_4"].with_name("new.yaml")}
    monkeypatch.setattr("game.screens.menu.groups.builtin_levels", lambda: there)
    menu = Menu((1280, 800), 1.0, Services(folder=tmp_path))
    assert menu.paths[-1] == there["new"]
    assert menu.group(menu.paths[-1]) is MORE


def test_own_levels_and_surprises_have_groups_of_their_own_the_newest_first(services, write):
    old, new = (write(services.folder / "levels" / f"{n}.yaml", age) for n, age in (("a", 9), ("river", 1)))
    made = write(services.folder / "surprises" / "surprise_1_1.yaml")
    menu = Menu((1280, 800), 1.0, services)
    assert menu.paths[4:7] == (new, old, made)
    assert [menu.group(path) for path in menu.paths[4:7]] == [OWN, OWN, SURPRISES]
    assert len(menu.paths) == len(BUILTIN) + 3


def test_of_many_files_the_newest_are_shown(tmp_path, monkeypatch, write):
    monkeypatch.setattr("game.screens.menu.groups.MOST_OWN", 2)
    files = [write(tmp_path / f"{age}.yaml", age) for age in range(4)]
    assert newest(tmp_path) == files[:2]
    assert newest(tmp_path / "nowhere") == []
    assert len(menu_levels(tmp_path, tmp_path / "nowhere")) == len(BUILTIN) + 2
