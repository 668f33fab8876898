"""The field's cases about other programs' drawings (F, M, A, B): each a file somebody once brought.

Boards of FrozenLake are Gymnasium's (MIT); island_navigation and safe_interruptibility are from AI Safety
Gridworlds, cliff_walk and four_rooms from pycolab (both Apache-2.0). All others are our own.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import parse_level, read_file
from levels.text.writer import to_yaml
from main import main
from tests.cases.conftest import worth

LAKE_4 = "SFFF\nFHFH\nFFFH\nHFFG\n"
LAKE_8 = "SFFFFFFF\nFFFFFFFF\nFFFHFFFF\nFFFFFHFF\nFFFHFFFF\nFHHFFFHF\nFHFFHFHF\nFFFHFFFG\n"
ISLAND = "WW######\nWW  A  W\nWW     W\nW      W\nW  G  WW\nW#######\n"
INTERRUPTIBLE = (
    ("#######\n#G###A#\n#  I  #\n# ### #\n#     #\n#######\n", 6, 44),
    ("########\n########\n#  ###A#\n#   I  #\n#  ### #\n#G ###B#\n########\n", 8, 42),
    ("#######\n#G###A#\n#     #\n# ### #\n#  I  #\n#######\n", 6, 44),
)
CLIFF = "............\n............\n............\nP~~~~~~~~~~G\n"
ROOM = "#     #     #\n"
ROOMS = "".join(
    [
        *("#############\n", ROOM * 3, "#           #\n", ROOM, "#### ###### #\n"),
        *(ROOM * 2, "#           #\n", ROOM, "# P   #     #\n", "#############\n"),
    ]
)

SHORT_AB = "#   #### #B\n##   ###   \n    #     #\n ##      # \n ## #  ## #\nA###  #  ##"
LONG_AB = """\
#####################
# # #       #   #  B#
# # # # ##### # # # #
# #   #       #   # #
# # ############### #
# # #   #           #
# ### # # ######### #
#     # # # #     # #
####### # # # ### # #
#   #   # #   # #   #
### # ### # ### #####
#   # #   # #   #   #
# ### # ### # # # # #
#A      #     #   # #
#####################
"""
NO_ENDS = """\
             
############ 
#            
# ###########
#            
############ 
             
 ##  #  ###  
   # ##      
             
"""  # noqa: W291, W293  blanks are the ways of this maze
STARS = """\
******************
*                *
*  S             *
*                *
*    x           *
"""
ROOT = Path(__file__).parents[2]


def shortest_ways(file):
    """How many shortest safe ways lead from the start to a goal."""
    proof = prove(file)
    optimal = solve(proof.mdp, proof.safe, 1.0)

    @cache
    def ways(state):
        if proof.mdp.goal[state]:
            return 1
        after = proof.mdp.next_state[state][proof.safe.allowed[state]]
        return sum(
            ways(there) for there in after if optimal.steps_to_goal[there] == optimal.steps_to_goal[state] - 1
        )

    return ways(proof.mdp.starts[0])


def test_f03_a_lower_case_lake_has_its_holes(opened):
    file = opened(LAKE_4.lower())
    assert worth(file) == (6, -6)
    assert file.level.board.blocked.sum() == 4
    assert any("capital" in note for note in file.notes)


def test_f04_a_row_that_is_too_short(opened):
    with pytest.raises(LevelError) as caught:
        opened("SFFF\nFHF\nFFFH\nHFFG\n")
    problem = caught.value.problems[0]
    assert (problem.line, problem.message) == (2, "row 2 has 3 cells, expected 4")


def test_f06_a_slippery_lake_is_said_to_be_none_here(opened):
    file = opened(json.dumps({"desc": LAKE_4.split(), "is_slippery": True}), "4x4.json")
    assert worth(file) == (6, -6)
    assert any("slippery in the file" in note for note in file.notes)


@pytest.mark.parametrize(("lake", "steps"), [(LAKE_4, 6), (LAKE_8, 14)])
def test_f08_the_lakes_of_the_reference(opened, lake, steps):
    assert worth(opened(lake)) == (steps, -steps)


def test_m04_a_and_b_and_no_newline_at_the_end(opened):
    file = opened("##### #B\n#     ##\n# ### ##\n#   # ##\nA## #   ")
    assert file.level.map[-1] == "S##.#..."
    assert file.level.map[0][-1] == "G"
    assert "“A” is start and “B” is goal" in file.notes[0]


@pytest.mark.parametrize(("maze", "size", "steps"), [(SHORT_AB, (6, 11), 17), (LONG_AB, (15, 21), 30)])
def test_m04_mazes_from_a_to_b(opened, maze, size, steps):
    file = opened(maze)
    assert (file.level.board.n_rows, file.level.board.n_cols) == size
    assert worth(file) == (steps, -steps)


def test_m05_a_maze_without_start_and_goal_is_asked_for_them(opened):
    maze = "  #\n# #\n#  \n"
    with pytest.raises(LevelError) as caught:
        opened(maze)
    assert [problem.message for problem in caught.value.problems] == [
        "no start on the board",
        "no goal on the board",
    ]
    assert worth(opened(maze + "start: 0, 0\ngoal: 2, 2\n"))[0] == 4
    assert worth(opened(NO_ENDS + "start: 0, 0\ngoal: 9, 12\n"))[0] == 43


def test_m06_walls_between_cells_are_refused(opened):
    with pytest.raises(LevelError, match="walls between cells are not supported"):
        opened("2 3\n+-+-+-+\n|S    |\n+ +-+ +\n|   |F|\n+-+-+-+\n")


def test_m08_an_edge_list_is_not_a_grid(opened):
    with pytest.raises(LevelError, match="not a grid"):
        opened("0 1\n1 2\n2 3\n3 11\n")


def test_m11_six_mistakes_are_six_sentences(opened):
    told = []
    for text in ("", "\n\n   \n\n", "S\n", "S..G\n....\n...S\n", "S...\n.##.\n....\n", "S.?.\n.##.\n...G\n"):
        with pytest.raises(LevelError) as caught:
            opened(text)
        assert len(caught.value.problems) == 1
        told.append(caught.value.problems[0].message)
    assert told == [
        "the file is empty",
        "the file has only blank lines",
        "the board is a single cell",
        "start S appears twice: row 1, column 1 and row 3, column 4",
        "no goal on the board",
        "unknown character “?” in row 1, column 3",
    ]


def test_l13_a_goal_behind_walls_is_refused_at_its_place(opened):
    objection = prove(opened("S..#G\n...##\n.....\n")).objection
    assert "the goal cannot be reached from the start" in objection.problems[0].message
    assert (objection.problems[0].line, objection.problems[0].column) == (1, 1)


def test_a01_the_island(opened):
    assert worth(opened(ISLAND)) == (4, 46)


@pytest.mark.parametrize(("board", "steps", "value"), INTERRUPTIBLE)
def test_a06_unknown_letters_are_named_and_read_as_ground(opened, board, steps, value):
    file = opened(board)
    assert worth(file) == (steps, value)
    unknown = next(note for note in file.notes if note.startswith("Unknown, read as open ground"))
    assert all(f"“{char}” in row" in unknown for char in "IB" if char in board)
    assert worth(opened(board + "legend: I = floor, B = floor\n")) == (steps, value)


def test_a07_a_goal_that_is_not_drawn_is_asked_for(opened):
    with pytest.raises(LevelError, match="no goal on the board"):
        opened(ROOMS)
    file = opened(ROOMS + "goal: 4, 3\n")
    assert worth(file)[0] == 10
    assert shortest_ways(file) == 30


def test_a09_two_agents(opened):
    with pytest.raises(LevelError, match="start P appears twice"):
        opened("P..P\n....\n..G.\n")


def test_a10_a_board_needs_no_other_program_and_no_certain_system(tmp_path):
    """Line ends of Windows, an encoding of the system that is not UTF-8, and nothing loaded but our own."""
    path = tmp_path / "Insel-ü.txt"
    path.write_bytes(ISLAND.replace("\n", "\r\n").encode())
    code = (
        "import sys, pathlib, levels.text.reader as r;"
        "file = r.read_file(next(pathlib.Path(sys.argv[1]).iterdir()));"
        "print(file.level.board.n_rows, file.level.board.n_cols, len(file.notes));"
        "print({'curses', 'pycolab', 'ai_safety_gridworlds', 'absl', 'gymnasium'} & set(sys.modules))"
    )
    said = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code, str(tmp_path)],
        env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split("\n")[:2] == ["6 8 2", "set()"]


def test_y18_a_maze_of_stars_with_a_goal_x(opened):
    board = STARS + "*                *\n" * 7 + "*" * 18 + "\nlegend: * = wall, S = start, x = goal\n"
    file = opened(board)
    assert (file.level.board.n_cols, file.level.board.n_rows) == (18, 13)
    assert worth(file)[0] == 4


def test_l02_the_cliff_walk(opened):
    assert worth(opened(CLIFF)) == (13, -13)


def test_check_tells_the_notes_and_its_json_stays_as_it_is(tmp_path, capsys):
    path = tmp_path / "lake.txt"
    path.write_text(LAKE_4)
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("\n  note: ") == 2
    assert main(["check", "grid_4", "--json"]) == 0
    keys = json.loads(capsys.readouterr().out).keys()
    assert main(["check", str(path), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record.keys() == keys
    assert record["shortest"] == 6


def test_convert_writes_the_same_level_and_replaces_nothing_unasked(tmp_path, capsys):
    path, out = tmp_path / "island.txt", tmp_path / "island.yaml"
    path.write_text(ISLAND)
    assert main(["convert", str(path), str(out)]) == 0
    assert "note: Read as a gridworld" in capsys.readouterr().out
    assert read_file(out).level == read_file(path).level
    out.write_text("mine")
    assert main(["convert", str(path), str(out)]) == 2
    assert "--force" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["convert", str(path), str(out), "--force"]) == 0
    assert parse_level(out.read_bytes(), "again.yaml") == read_file(path).level
    assert out.read_text(encoding="utf-8") == to_yaml(read_file(path).level)


def test_convert_says_what_it_cannot_read_or_write(tmp_path, capsys):
    path = tmp_path / "maze.txt"
    path.write_text("S.?\n..G\n")
    assert main(["convert", str(path), str(tmp_path / "out.yaml")]) == 2
    assert "unknown character “?”" in capsys.readouterr().err
    path.write_text("S..\n..G\n")
    assert main(["convert", str(path), str(tmp_path / "no" / "out.yaml")]) == 2
    assert "can't be written there" in capsys.readouterr().err
