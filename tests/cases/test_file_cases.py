"""The field's cases about files (Y, F, M, L): each a file somebody once brought to a neighbouring project."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.text.reader import parse_level, read_level
from main import main

HEAD = "format: 1\nname: case\n"
MAP = "map: |\n  S..\n  .#.\n  ..G\n"
ROOT = Path(__file__).parents[2]
NO_GUESS = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning")
"""Whoever opens a text without saying its encoding fails, so that no locale makes a difference."""


def problems_of(text):
    """The problems of a text that must be refused, and within a second."""
    begin = time.process_time()
    with pytest.raises(LevelError) as caught:
        parse_level(text, "case.yaml")
    assert time.process_time() - begin < 1
    return caught.value.problems


def only_problem(text):
    problems = problems_of(text)
    assert len(problems) == 1, problems
    return problems[0]


def drawing(*rows):
    return HEAD + "map: |\n" + "".join(f"  {row}\n" for row in rows)


def shortest(level):
    mdp = compile_mdp(level)
    return solve(mdp, safe_actions(mdp, "viable"), 1.0).steps_to_goal[mdp.starts[0]]


def test_y05_numbers_with_an_exponent_are_numbers():
    level = parse_level(HEAD + MAP + "learning: {learning_rate: 7e-2, threshold: 1e-3, discount: 1}\n", "y05")
    assert level.learning.learning_rate == 0.07
    assert level.learning.threshold == 0.001
    assert level.learning.discount == 1.0


def test_y05_the_same_number_in_a_run_of_the_command_line(capsys):
    results = []
    for number in ("7e-2", "0.07"):
        assert main(["train", "grid_4", "--learning-rate", number, "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        results.append({key: value for key, value in said.items() if "second" not in key})
    assert results[0] == results[1]


def test_y07_on_off_and_no_are_what_they_look_like():
    told = [problem.message for problem in problems_of(HEAD + MAP + "on: true\nepsilon_greedy: off\n")]
    assert told == ["unknown key “on”", "unknown key “epsilon_greedy”"]


def test_y07_letters_of_the_legend_stay_letters():
    legend = "legend:\n  n: {look: crate}\n  y: {look: bush}\n  'N': {look: no}\n"
    level = parse_level(HEAD + MAP.replace("S..", "Sny") + legend, "y07")
    assert list(level.legend) == ["n", "y", "N"]
    assert level.legend["N"].look == "no"
    problem = only_problem(HEAD + MAP + "legend:\n  n: {look: crate}\n  no: {look: bush}\n")
    assert problem.message == "“no” is not one character"
    assert problem.line == 9


def test_y08_duplicate_key():
    problems = problems_of("start: [0, 0]\ngoal: [3, 3]\nstart: [2, 2]\nsize: 4\n")
    told = [problem for problem in problems if "twice" in problem.message]
    assert [problem.message for problem in told] == ["start is given twice (lines 1 and 3)"]
    assert (told[0].line, told[0].column, told[0].length) == (3, 1, 5)


def test_y08_duplicate_key_in_a_level():
    problem = only_problem(HEAD + MAP + "safety: viable\nsafety: one_step\n")
    assert problem.message == "safety is given twice (lines 7 and 8)"


def test_y09_tab_indent():
    problem = only_problem("map:\n\trows: 4\n")
    assert problem.line == 2
    assert "tab" in problem.message


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.getcwd []", "!!str case", "!own {a: 1}"])
def test_y12_tags_are_refused_and_nothing_runs(tag):
    problem = only_problem(f"name: {tag}\nformat: 1\n{MAP}")
    assert "tag" in problem.message
    assert (problem.line, problem.column) == (1, 7)


def test_y13_byte_order_mark_windows_line_ends_and_any_locale(tmp_path):
    text = HEAD.replace("case", "Überweg — 渡る") + MAP
    path = tmp_path / "win.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    level = read_level(path)
    assert level.map == ("S..", ".#.", "..G")
    assert level.name == "Überweg — 渡る"
    assert shortest(level) == 4
    code = (
        "import sys, levels.text.reader as r, pathlib\n"
        "print(ascii(r.read_level(pathlib.Path(sys.argv[1])).name))"
    )
    said = subprocess.run(
        [sys.executable, "-X", "utf8=0", *NO_GUESS, "-c", code, str(path)],
        env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == ascii(level.name)


def test_y15_two_documents_a_list_and_an_empty_file_are_told_apart():
    texts = ("name: one\n---\nname: two\n", "- S..\n- .#.\n- ..G\n", "", "# nothing yet\n", "\n\n   \n\n")
    told = [only_problem(text).message for text in texts]
    assert told == [
        "a second document begins here; a file holds one",
        "the file is a list, not a level",
        "the file is empty",
        "the file holds nothing but comments",
        "the file has only blank lines",
    ]


def test_y17_huge_sizes_are_refused_with_the_limit():
    assert "1,000 × 1,000 cells" in only_problem("size: 99999999\n").hint
    assert "1,000 × 1,000 cells" in only_problem(HEAD + MAP + "size: 99999999\n").hint
    lane = "obstacles: [{kind: lane, look: car, row: 0, direction: left, loop: 99999999, at: [1]}]\n"
    assert "100,000" in only_problem(HEAD + MAP + lane).hint
    assert "1,000 × 1,000 cells" in only_problem(drawing("S..G", *(["...."] * 999), "....")).hint
    assert "1,000 × 1,000 cells" in only_problem(drawing("S" + "." * 999 + "G")).hint


def test_y18_star_rows_without_quotes_get_a_message_about_quotes():
    problem = only_problem("rows:\n  - ***\n  - *S*\n")
    assert "“*”" in problem.message
    assert "quotes" in problem.hint
    assert (problem.line, problem.column) == (2, 5)


def test_y18_star_rows_in_a_block_are_fine():
    legend = "legend: {'*': {look: wall}}\n"
    level = parse_level(drawing("*****", "*S.G*", "*****") + legend, "y18")
    assert shortest(level) == 2
    assert level.board.blocked.sum() == 12
    inner = "*" + "." * 16 + "*"
    rows = ["*" * 18, inner, "*..S" + inner[4:], inner, "*....G" + inner[6:], *[inner] * 7, "*" * 18]
    level = parse_level(drawing(*rows) + legend, "y18")
    assert (level.board.n_cols, level.board.n_rows) == (18, 13)
    assert shortest(level) == 4


def test_y19_pixel_rectangles_are_no_level():
    text = "background: sky\ncolliders:\n  - {x: 0, y: 300, width: 640, height: 20}\n"
    problem = only_problem(text)
    assert "not a Safe Crossing level" in problem.message
    assert "“map”" in problem.message
    assert "“colliders”" in problem.hint


def test_r03_a_griddly_file_is_named():
    text = "Version: 0.1\nEnvironment:\n  Name: sokoban\nActions: []\nObjects: []\n"
    assert "looks like a Griddly file" in only_problem(text).message
    levels = (
        "  Levels:\n    - |\n      wwww\n      wAbw\n      wwww\n  Observers:\n    Sprite2D: {TileSize: 24}\n"
    )
    objects = "Objects:\n  - Name: box\n    Z: 2\n    MapCharacter: b\n"
    text = f'Version: "0.1"\nEnvironment:\n  Name: drunk_dwarf\n{levels}Actions:\n  - Name: move\n{objects}'
    problem = only_problem(text)
    assert "looks like a Griddly file" in problem.message
    assert "“Environment”" in problem.hint


def test_f03_a_lower_case_map_is_refused():
    problems = problems_of(drawing("s...", ".h.h", "...h", "h..g"))
    assert [problem.hint for problem in problems] == [f"did you mean “{char}”?" for char in "SHG"]


def test_f04_rows_of_different_length():
    problem = only_problem(drawing("S...", ".#.", "...#", "#..G"))
    assert problem.message == "row 2 has 3 cells, expected 4"
    assert (problem.line, problem.column, problem.length) == (5, 3, 3)


def test_m11_six_sad_files_and_six_answers():
    texts = ["", "\n   \n\n", drawing("S"), drawing("S...", ".##.", "...."), drawing("S.?.", ".##.", "...G")]
    told = [only_problem(text).message for text in texts]
    assert told == [
        "the file is empty",
        "the file has only blank lines",
        "the map is a single cell",
        "the map has no goal",
        "unknown character “?” in row 1, column 3",
    ]
    assert parse_level(drawing("S..G", "....", "...S"), "two").board.starts == ((0, 0), (2, 3))


@pytest.mark.parametrize(
    "text",
    ["#####\n#S.G#\n#####\n", "\nS..\n.#.\n..G", "  S=G\n  ---\n", "*S.G*\n", ",,,\nS.G\n"],
    ids=["comments to YAML", "text to YAML", "indented, document end", "alias to YAML", "commas to YAML"],
)
def test_m11_a_bare_drawing_is_told_where_it_belongs(text):
    problem = only_problem(text)
    assert problem.message == "the file is a bare drawing; a drawing belongs below “map: |”"
    assert "“format: 1”" in problem.hint
    assert problem.line == text.split("\n").index(next(line for line in text.split("\n") if line)) + 1


@pytest.mark.parametrize("text", ["# nothing yet\n", "---\n", "S\n", "hello\n", "S..G\nand words\n"])
def test_m11_other_texts_are_no_drawings(text):
    assert "bare drawing" not in problems_of(text)[0].message


def test_l13_no_start():
    assert only_problem(drawing("...", "..G")).message == "the map has no start"
