"""The level's settings in its text: each changes its own lines, whatever the rest looks like."""

import difflib

import pytest

from game.presenters import level_settings as settings
from game.presenters.level_settings import Setting, stepped, value, with_value_of
from levels.text.editing import EditError, with_value
from levels.text.reader import builtin_levels, parse_level

BY_HAND = """\
# My street.
name: Street  # the old one
format: 1
about: >
  Two lanes,
  and a wall.
map: |   # drawn on Monday
    .G.
    =a=
    .S.

legend:
  # mine
  a: {look: crate, blocks: false}  # a box
rewards:
  step: -2   # dear
learning: {epsilon: 0.2, learning_rate: 0.5}  # fast
# the end
"""
BARE = "format: 1\nname: Bare\nmap: |\n  SG\n"
ALL = [found for found in vars(settings).values() if isinstance(found, Setting)]


def changed(before, after):
    """The lines that went, and those that came."""
    lines = [*difflib.ndiff(before.splitlines(), after.splitlines())]
    return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


def test_every_setting_of_the_format_has_a_control():
    keys = {(setting.block, setting.key) for setting in ALL}
    fields = {("", "walls"), ("", "safety")}
    fields |= {("rewards", key) for key in settings.Rewards.model_fields}
    fields |= {("learning", key) for key in settings.Learning.model_fields}
    assert keys == fields


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.key)
@pytest.mark.parametrize("text", [BY_HAND, BARE + "learning: {epsilon: 1}\n"], ids=["by hand", "bare"])
def test_a_setting_changes_its_own_line_and_reads_back(text, setting):
    for said in setting.values:
        after = with_value_of(text, setting, said)
        gone, come = changed(text, after)
        assert len(come) <= 1
        assert len(gone) <= len(come)
        assert all(setting.key in line for line in come)
        assert value(after, setting) == said
        level = parse_level(after, "x")
        block = getattr(level, setting.block) if setting.block else level
        assert getattr(block, setting.key) == said


@pytest.mark.parametrize("setting", [s for s in ALL if not s.names], ids=lambda setting: setting.key)
def test_numbers_go_up_and_down_their_ladder_to_its_ends(setting):
    assert value(BARE, setting) == setting.default
    low = BARE
    for _ in setting.values:
        low = stepped(low, setting, -1)
    assert value(low, setting) == setting.values[0]
    text, seen = low, [setting.values[0]]
    while (after := stepped(text, setting, 1)) != text:
        text = after
        seen.append(value(text, setting))
    assert seen == list(setting.values)


def test_a_number_between_two_of_the_ladder_goes_to_the_next():
    text = with_value_of(BARE, settings.EPSILON, 0.12)
    assert value(stepped(text, settings.EPSILON, 1), settings.EPSILON) == 0.15
    assert value(stepped(text, settings.EPSILON, -1), settings.EPSILON) == 0.1
    with pytest.raises(EditError, match="not a number"):
        stepped(with_value_of(BARE, settings.EPSILON, "much"), settings.EPSILON, 1)


def test_name_and_description_change_where_they_stand():
    assert changed(BY_HAND, with_value(BY_HAND, "name", "Road: 1"))[1] == ['name: "Road: 1"  # the old one']
    after = with_value(BY_HAND, "about", "One lane.")
    assert changed(BY_HAND, after) == (["about: >", "  Two lanes,", "  and a wall."], ["about: One lane."])
    assert parse_level(after, "x").about == "One lane."


def test_waiting_is_allowed_and_forbidden():
    text = settings.with_waiting(BARE, allowed=True)
    assert settings.waits(text)
    assert parse_level(text, "x").actions[-1].name == "WAIT"
    assert not settings.waits(settings.with_waiting(text, allowed=False))
    assert changed(BARE, text)[0] == []


def test_letters_are_added_changed_and_deleted_with_their_cells():
    text, char = settings.with_new_letter(BY_HAND)
    assert (char, settings.letters(text)) == (
        "b",
        {"a": {"look": "crate", "blocks": False}, "b": {"look": "crate", "blocks": True}},
    )
    assert changed(BY_HAND, text) == ([], ["  b: {look: crate, blocks: true}"])
    text = settings.with_letter(text, "a", "bush", blocks=True)
    assert "  a: {look: bush, blocks: true}  # a box" in text
    text = settings.without_own(text, "a", "=")
    assert list(settings.letters(text)) == ["b"]
    assert parse_level(text, "x").map[1] == "==="
    text = settings.without_own(text, "b")
    assert settings.letters(text) == {}
    assert parse_level(text, "x").legend == {}
    first, char = settings.with_new_letter(BARE)
    assert (char, changed(BARE, first)) == ("a", ([], ["legend:", "  a: {look: crate, blocks: true}"]))


@pytest.mark.parametrize("legend", ["legend: {a: {look: x}, b: {look: y}, c: {look: z}}\n"])
@pytest.mark.parametrize("char", "abc")
def test_a_letter_of_a_legend_on_one_line_is_deleted(legend, char):
    text = settings.without_letter(BARE + legend, char)
    assert [*settings.letters(text)] == [other for other in "abc" if other != char]
    with pytest.raises(EditError, match="no “d”"):
        settings.without_letter(BARE + legend, "d")


def test_a_block_that_is_empty_is_filled_and_one_that_is_no_block_is_left_alone():
    text = with_value_of(BARE + "rewards:\n", settings.STEP_REWARD, -5)
    assert parse_level(text, "x").rewards.step == -5
    with pytest.raises(EditError, match="“rewards” is not a block"):
        with_value_of(BARE + "rewards: 7\n", settings.STEP_REWARD, -5)


def test_every_built_in_level_is_read_as_its_level_is():
    for path in builtin_levels().values():
        text = path.read_text(encoding="utf-8")
        level = parse_level(text, path.name)
        for setting in ALL:
            block = getattr(level, setting.block) if setting.block else level
            assert value(text, setting) == getattr(block, setting.key)
        assert set(settings.letters(text)) == set(level.legend)
