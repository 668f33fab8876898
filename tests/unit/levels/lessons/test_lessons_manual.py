"""The manual of lessons keeps its word: keys, words, the example, and the exercises with their answers."""

import re
from pathlib import Path

import pytest

from levels.files.strict_yaml import read_yaml
from levels.lessons.answers import answers_of, options
from levels.lessons.blocks import LessonBlock, StepBlock
from levels.lessons.lesson import Asked, Deed, Question, Target
from levels.lessons.reader import read_lesson
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import prove
from levels.text.reader import parse_file

ROOT = Path(__file__).parents[4]
MANUAL = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
YAML = re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL)
BOARDS = re.findall(r"```\n(     0 1.*?)```", MANUAL, re.DOTALL)
WORDS = {"Point": Target, "Do": Deed, "Ask": Asked}
KEYS = {"The file": LessonBlock, "A step": StepBlock}


def rows_of(section):
    """The cells of the first table of a section, its head left out."""
    body = re.search(rf"^###? {section}\n(.*?)(?=^##|\Z)", MANUAL, re.DOTALL | re.MULTILINE)
    assert body, f"docs/lessons.md has no section “{section}”"
    table = re.search(r"(?:^\|.*\n)+", body[1], re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip().split("|")[1:-1]] for line in table.splitlines()[2:]]


@pytest.fixture(scope="module")
def proofs():
    """The exercises' levels, proved."""
    return [prove(parse_file(text, "docs/lessons.md")) for text in YAML if text.startswith("format: 1")]


def test_the_first_lesson_is_one(tmp_path):
    (text,) = [text for text in YAML if text.startswith("lesson: 1")]
    path = tmp_path / "first.yaml"
    path.write_text(text, encoding="utf-8")
    lesson = read_lesson(path)
    right = [
        [option.text for option in found if option.right]
        for found in answers_of(lesson, prove(lesson.level))
        if found
    ]
    assert right == [["wait"], ["right", "up", "left"]]


@pytest.mark.parametrize("section", WORDS)
def test_a_table_names_every_word_once_and_no_other(section):
    named = [word for row in rows_of(section) for word in re.findall(r"`(\w+)`", row[0])]
    assert sorted(named) == sorted(WORDS[section])


@pytest.mark.parametrize("section", KEYS)
def test_a_table_names_every_key_with_its_default_and_bounds(section):
    rows = {key.strip("`"): (value + meaning, default) for key, value, default, meaning in rows_of(section)}
    assert list(rows) == list(KEYS[section].model_fields)
    properties = KEYS[section].model_json_schema()["properties"]
    for key, schema in properties.items():
        told, default = rows[key]
        assert (default == "required") == KEYS[section].model_fields[key].is_required()
        bounds = re.findall(r"'(?:minimum|maximum|maxLength|maxItems)': (\d+)", str(schema))
        missing = [bound for bound in bounds if f"{int(bound):,}" not in told and key != "point"]
        assert missing in ([], ["2"], ["2", "2"])  # a cell has two numbers


def test_each_board_is_its_level(proofs):
    drawn = [tuple(re.sub(r"^\s*\d|\s", "", line) for line in board.splitlines()[1:]) for board in BOARDS]
    assert drawn == [proof.level.map for proof in proofs]
    assert len(drawn) == 3
    assert all(proof.objection is None for proof in proofs)


@pytest.mark.parametrize("row", rows_of("Answers"), ids=lambda row: row[0])
def test_each_answer_is_computed(proofs, row):
    exercise, asked, at, phase, answer = (cell.strip("`") for cell in row)
    question = Question(Asked(asked), tuple(read_yaml(at).data), int(phase))
    found = options(question, proofs[int(exercise[0]) - 1])
    assert ", ".join(option.text for option in found if option.right) == answer


def test_the_numbers_in_the_cells_are_computed(proofs):
    grid = re.search(r"^1d:\n\n```\n(.*?)```", MANUAL, re.DOTALL | re.MULTILINE)[1]
    written = [line.split() for line in grid.splitlines()]
    proof = proofs[0]
    steps = steps_to_goal(proof.mdp, proof.safe)
    computed = [["#"] * 5 for _ in range(4)]
    for state, count in enumerate(steps.tolist()):
        row, col = proof.mdp.cell(state)
        computed[row][col] = str(count)
    assert written == computed


def test_every_question_of_an_exercise_has_its_answer():
    asked = re.findall(r"(?:^|\s)([a-e])\. ", MANUAL[: MANUAL.index("### Answers")])
    answered = [row[0][1] for row in rows_of("Answers")]
    answered.insert(3, "d")  # the numbers in the cells
    assert asked == answered


def test_pointers_within_the_manual_lead_somewhere():
    headings = {line[3:].lower().replace(" ", "-") for line in MANUAL.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#(.*?)\)", MANUAL)) <= headings
