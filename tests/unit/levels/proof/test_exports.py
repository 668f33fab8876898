"""Files that others read: the tables as DRN, and what happens where no file can be written."""

import json

import pytest

from levels.files.saving import UnwritableError, replacing
from levels.model.mdp import compile_mdp
from levels.proof.exports import write_certificate, write_drn
from levels.proof.prove import prove
from levels.text.reader import parse_file

LEVEL = """\
format: 1
name: Level “one”
map: |
  =G
  S=
obstacles:
  - {kind: lane, look: car, row: 0, direction: left, at: [1]}
"""
DRN = """\
// Safe Crossing: the level "Level \\u201cone\\u201d"
// 4 passable cells, 2 phases, 8 states, 2 actions
// State x is cell x mod 4, in reading order, at phase x div 4; state 8 is the crash.
@type: MDP
@parameters

@reward_models
steps
@nr_states
9
@nr_choices
18
@model
"""
ROWS = """\
0 [1]      right 8 up 8
1 [1]      right 8 up 8
2 [1] init right 7 up 8
3 [1]      right 8 up 5
4 [1]      right 8 up 8
5 [0] goal right 5 up 5
6 [1]      right 3 up 0
7 [1]      right 8 up 8
8 [0] crash right 8 up 8
"""
"""By hand: at phase 0 the car is on cell 1, the goal, and at phase 1 on cell 0; it drives left and wraps."""


def test_the_text_of_a_small_level(tmp_path):
    level = parse_file(LEVEL + "actions: [right, up]\n", "level").level
    path = tmp_path / "level.drn"
    write_drn(compile_mdp(level), path, level.name)
    head, model = path.read_bytes().decode("ascii").split("@model\n")
    assert head + "@model\n" == DRN
    states = model.removeprefix("state ").removesuffix("\n").split("\nstate ")
    told = [" ".join(state.replace("action", "").replace(": 1", "").split()) for state in states]
    assert told == [" ".join(row.split()) for row in ROWS.splitlines()]
    assert states[5] == "5 [0] goal\n\taction right\n\t\t5 : 1\n\taction up\n\t\t5 : 1"


def test_long_tables_are_written_in_blocks(tmp_path, monkeypatch):
    """Where one block ends and the next begins cannot be seen."""
    mdp = compile_mdp(parse_file(LEVEL, "level").level)
    whole, blocks = tmp_path / "whole.drn", tmp_path / "blocks.drn"
    write_drn(mdp, whole, "same")
    monkeypatch.setattr("levels.proof.exports.BLOCK", 2)
    write_drn(mdp, blocks, "same")
    assert whole.read_bytes() == blocks.read_bytes()


def test_a_refused_level_has_a_certificate_that_says_so(tmp_path):
    """With four moves the agent comes to the goal at even ticks, and then the car stands there."""
    file = parse_file(LEVEL, "level")
    write_certificate(file, prove(file), tmp_path / "certificate.json")
    content = json.loads((tmp_path / "certificate.json").read_text("utf-8"))
    assert (content["certified"], content["shortest"], content["viable"]) == (False, None, 6)
    assert content["viable_states"] == ["1011", "0111"]


def test_a_file_is_whole_or_the_old_one(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines(["half of the new", None])
    assert path.read_text() == "old"
    with replacing(path) as file:
        file.write("new\n")
    assert path.read_bytes() == b"new\n"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("where", [".", "no/such/folder.txt"])
def test_what_cannot_be_written_is_a_sentence(where, tmp_path):
    with pytest.raises(UnwritableError, match="can't be written there"), replacing(tmp_path / where) as file:
        file.write("nothing")
    assert [*tmp_path.iterdir()] == []
