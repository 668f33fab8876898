"""The field's cases about boards of games whose rules a level has not (B: Sokoban, S19: frogs on logs)."""

import pytest

from levels.files.problems import LevelError
from levels.proof.prove import prove
from tests.cases.conftest import worth

FROGS = """\
wwwwwwwwwwwwwwww
w++++++wgw+++++w
00===00==000==02
000==000===00=12
w++++++++++++++w
-..--.xx..--.x..
000000=B=0000000
wwwwwwwwwwwwwwww
"""


@pytest.mark.parametrize("board", [FROGS, FROGS.replace("g", "G").replace("+", " ").replace("B", "=")])
def test_s19_logs_at_random_are_named_and_never_ground(opened, board):
    with pytest.raises(LevelError) as caught:
        opened(board, "frogs.txt")
    (problem,) = caught.value.problems
    assert "logs that come at random" in problem.message
    assert "carr" not in problem.message, "a level of ours has logs that carry"
    assert "carries: true" in problem.hint
    assert (problem.line, problem.column) == (3, 3)


def test_s19_who_explains_the_logs_has_decided(opened):
    explained = "legend: w = wall, 0 = water, = = water, + = floor, g = goal, B = start\n"
    file = opened("wwwwww\nw+g++w\nw+0=+w\nw++B+w\nwwwwww\n" + explained)
    assert worth(file)[0] == 5


def test_b02_a_board_without_a_player_is_counted(opened):
    with pytest.raises(LevelError) as caught:
        opened("#####\n# $.#\n#####\n", "s05.xsb")
    assert caught.value.problems[0].message == "the board has 0 players, 1 box and 1 goal"


def test_b02_more_boxes_than_goals_are_counted_in_a_note(opened):
    file = opened("######\n#@ $ #\n#   .#\n# $  #\n######\n", "s.xsb")
    assert "1 player, 2 boxes and 1 goal" in file.notes[0]
    assert worth(file)[0] == 4


def test_b04_dashes_underscores_and_runs(opened):
    assert worth(opened("#####\n#@-_#\n#-$.#\n#####\n", "s02.xsb"))[0] == 3
    corridor = opened("7#|#@2-$-.#|7#", "s03.xsb")
    assert corridor.level.map == ("########", "#S..$.G#", "########")
    assert prove(corridor).refused
    assert any("crates that block" in note for note in corridor.notes)
