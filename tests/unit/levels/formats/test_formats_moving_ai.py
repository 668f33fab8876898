"""MovingAI maps with scenarios as levels: which row is taken, where x and y lead, mistakes in both files."""

import os
import time
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.formats import moving_ai
from levels.proof.prove import prove
from levels.text.reader import find_level, parse_level, read_file
from levels.text.writer import to_yaml
from main import main

ROWS = (".@...", ".@.@.", "...@.")
FOLDERS = ("arena.map", "maps/dao/arena.map", "maps\\dao\\arena.map")


def a_map(rows=ROWS, end="\n"):
    return end.join(["type octile", f"height {len(rows)}", f"width {len(rows[0])}", "map", *rows]) + end


def scen(*tasks, size=(5, 3), name="arena.map", gap="\t", version="1"):
    """A scenario of rows (start x, start y, goal x, goal y, length)."""
    rows = [gap.join(map(str, (0, name, *size, *task))) for task in tasks]
    return "\n".join([f"version {version}", *rows]) + "\n"


LONG, SHORT = (0, 0, 4, 2, "10"), (0, 0, 0, 1, "1.00000000")


@pytest.fixture
def folder(tmp_path):
    """Writes files by name, text or bytes, and gives their folder."""

    def writing(files):
        for name, content in files.items():
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return writing


def shortest(path):
    proof = prove(read_file(find_level(str(path))))
    assert proof.objection is None
    return proof.certificate.shortest


def refused(path):
    with pytest.raises(LevelError) as caught:
        read_file(find_level(str(path)))
    return str(caught.value)


def test_x_leads_to_the_right_and_y_down(folder):
    here = folder({"arena.map": a_map(), "arena.map.scen": scen(LONG)})
    level = read_file(here / "arena.map").level
    assert level.board.starts == ((0, 0),)
    assert level.board.goals == ((2, 4),)
    assert shortest(here / "arena.map") == 10


def test_the_longest_row_is_taken_unless_another_is_asked_for(folder):
    here = folder({"arena.map": a_map(), "arena.map.scen": scen(SHORT, LONG, SHORT)})
    assert shortest(here / "arena.map") == shortest(here / "arena.map.scen") == 10
    assert shortest(f"{here}/arena.map#1") == shortest(f"{here}/arena.map.scen#3") == 1
    notes = read_file(here / "arena.map").notes
    assert "Row 2 of 3" in notes[0]
    assert any("eight directions" in note for note in notes)
    assert "there is no row 4" in refused(f"{here}/arena.map#4")
    assert "there is no row 0" in refused(f"{here}/arena.map#0")


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize(("gap", "version"), [("\t", "1"), (" ", "1.0")])
def test_both_layouts_and_any_folder_in_front_of_the_map(folder, name, gap, version):
    here = folder({"arena.map": a_map(), "own.scen": scen(LONG, name=name, gap=gap, version=version)})
    assert shortest(here / "own.scen") == 10


def test_scenarios_that_only_begin_with_the_maps_name(folder):
    here = folder(
        {
            "arena.map": a_map(),
            "arena2.map.scen": "not a scenario of this map",
            "arena-random-1.scen": scen(SHORT),
            "arena-even-1.scen": scen(LONG),
        }
    )
    file = read_file(here / "arena.map")
    assert "arena-even-1.scen" in file.notes[0]
    assert any("arena-random-1.scen" in note for note in file.notes)
    assert shortest(here / "arena-random-1.scen") == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_and_none_at_the_last_row(folder, end):
    content = a_map(("...", ".@."), end).rstrip("\r\n")
    here = folder({"m.map": content, "m.map.scen": scen((0, 0, 2, 1, "2"), size=(3, 2), name="m.map")})
    level = read_file(here / "m.map").level
    assert level.map == ("S..", ".#G")
    assert shortest(here / "m.map") == 3


def test_terrain_keeps_its_meaning(folder):
    here = folder(
        {
            "arena.map": a_map((".GS", "@OT", "WW.")),
            "arena.map.scen": scen((0, 0, 2, 0, "2"), size=(3, 3)),
        }
    )
    file = read_file(here / "arena.map")
    assert file.level.map == ("S.G", "##T", "~~.")
    assert {"Swamp “S” is open ground.", "Water “W” blocks."} <= set(file.notes)


def test_a_converted_map_is_the_same_level(folder):
    here = folder({"arena.map": a_map(), "arena.map.scen": scen(LONG, SHORT)})
    assert main(["convert", f"{here}/arena.map#2", str(here / "out.yaml")]) == 0
    level = read_file(find_level(f"{here}/arena.map#2")).level
    assert read_file(here / "out.yaml").level == level == parse_level(to_yaml(level), "again")


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ((0, 0, 2, 4, "10"), "out.scen:2:1: row 1 of the scenario: goal (2,4) is outside a 5×3 map"),
        ((1, 0, 4, 2, "10"), "start (1,0) lies on “@”"),
        ((0, 0, 0, 0, "0"), "the same cell"),
    ],
)
def test_a_row_that_does_not_fit_is_named(folder, task, told):
    here = folder({"arena.map": a_map(), "out.scen": scen(task)})
    assert told in refused(here / "out.scen")


def test_what_lacks_its_other_half(folder):
    here = folder({"arena.map": a_map(), "lost.scen": scen(LONG, name="elsewhere/gone.map")})
    assert "no start and no goal" in refused(here / "arena.map")
    assert "“gone.map” is not next to it" in refused(here / "lost.scen")
    (here / "long.scen").write_text(scen(LONG, name="9" * 5000))
    assert "is not next to it" in refused(here / "long.scen")
    (here / "arena.scen").write_text(scen(LONG, name="other.map"))
    assert "has no row for this map" in refused(here / "arena.map")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (a_map().replace("octile", "tile"), "type “tile” is not supported"),
        (a_map().replace("height 3", "height 4"), "has 3 rows, expected 4"),
        (a_map().replace("width 5", "width 6"), "row 1 has 5 cells, expected 6"),
        (a_map().replace("width 5\n", ""), "does not give its height and width"),
        (a_map().replace("height 3", "height 99999"), "has 99,999 × 5 cells"),
        (a_map().replace("height 3", "depth 3"), "this line is not understood: “depth 3”"),
        (a_map((".@...", ".@?@.", "...@.")), "unknown character “?” in row 2, column 3"),
        ("S..G\n", "this is not a MovingAI map"),
        ("", "this is not a MovingAI map"),
        (b"type octile\nheight 1\xff\n", "not UTF-8"),
    ],
)
def test_a_map_with_a_mistake(folder, content, told):
    here = folder({"arena.map": content, "arena.map.scen": scen(LONG)})
    assert told in refused(here / "arena.map")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("version 2\n", "not a scenario file of version 1"),
        ("version 1\n\n", "the scenario has no rows"),
        (scen(LONG).replace("\t10", ""), "row 1 of the scenario is not understood"),
        (scen(LONG).replace("\t4\t", "\t-4\t"), "row 1 of the scenario is not understood"),
        (scen(LONG, size=(10, 6)), "it is for a map of 10×6, and this one has 5×3"),
    ],
)
def test_a_scenario_with_a_mistake(folder, content, told):
    here = folder({"arena.map": a_map(), "arena.map.scen": content})
    assert told in refused(here / "arena.map")


def test_a_name_with_blanks_before_the_columns(folder):
    here = folder({"my arena.map": a_map(), "my arena.map.scen": scen(SHORT, LONG, name="maps/my arena.map")})
    assert shortest(here / "my arena.map") == 10


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (
            "arena.map.scen",
            "version 1\n0 a" + " " * 1_000_000 + "x\n",
            "row 1 of the scenario is not understood",
        ),
        (
            "arena.map.scen",
            "version 1\n0 a" + " 1" * 500_000 + " x\n",
            "row 1 of the scenario is not understood",
        ),
        ("arena.map.scen", scen(*[LONG] * 20_001), "arena.map.scen: the file has more than 20,000 lines"),
        ("arena.map", a_map() + "\n" * 3_000_000, "arena.map: the file has more than 20,000 lines"),
    ],
    ids=["blanks", "columns", "rows", "lines"],
)
def test_large_files_are_refused_at_once(folder, name, content, told):
    here = folder({"arena.map": a_map(), "arena.map.scen": scen(LONG)} | {name: content})
    begin = time.process_time()
    assert told in refused(here / "arena.map")
    assert time.process_time() - begin < 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_scenario_that_is_a_pipe_is_not_waited_for(folder):
    here = folder({"arena.map": a_map()})
    os.mkfifo(here / "arena.map.scen")
    assert "a device or a pipe" in refused(here / "arena.map")


def test_a_file_whose_name_holds_the_sign_of_a_row(folder):
    here = folder({"a#1.map": a_map(), "a#1.map.scen": scen(SHORT, LONG, name="a#1.map")})
    assert shortest(here / "a#1.map") == 10
    assert shortest(f"{here}/a#1.map#1") == 1
    assert moving_ai.split_row("notes#3") == ("notes#3", None)


def test_a_board_of_512_by_512_reads_and_proposes_what_suits_its_size(folder):
    n = 512
    here = folder(
        {
            "arena.map": a_map(("." * n,) * n),
            "arena.map.scen": scen((0, 0, n - 1, n - 1, "722.66"), size=(n, n)),
        }
    )
    file = read_file(here / "arena.map")
    assert (file.level.learning.learning_rate, file.level.learning.epsilon) == (1.0, 0.0)
    assert any("β = 1" in note for note in file.notes)
    assert prove(file).certificate.shortest == 2 * (n - 1)
    assert parse_level(to_yaml(file.level), str(Path("again"))) == file.level


def test_a_large_board_is_learned_to_the_optimum(folder):
    n = 101
    rows = tuple("." * n if row % 4 < 2 else "." * 50 + "@" + "." * 50 for row in range(n))
    here = folder({"arena.map": a_map(rows), "arena.map.scen": scen((0, 0, 100, 100, "150"), size=(n, n))})
    assert main(["train", str(here / "arena.map")]) == 0
