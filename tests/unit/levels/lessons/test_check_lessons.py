"""`check` proves lessons: the ten that come with the program, and what is wrong with one."""

import json

import pytest

from levels.lessons.reader import ORDER, builtin_lessons, read_lesson

RIGHT = {
    "learning": {4: "7", 6: "up"},
    "rewards": {2: "6", 3: "−6", 6: "right", 7: "right up"},
    "exploring": {4: "right left", 6: "40", 7: "down"},
    "traffic": {2: "4", 4: "right up", 5: "up", 7: "17"},
    "one_step": {2: "right", 3: "left", 4: "right up", 5: "right up down", 7: "12"},
    "patience": {2: "wait", 3: "wait", 4: "10", 7: "left"},
    "late": {2: "up down", 3: "wait", 5: "13"},
    "river": {3: "up", 4: "wait", 5: "left wait", 7: "11"},
    "svm": {3: "right", 6: "up down", 7: "8"},
    "proof": {3: "24", 4: "2,917", 5: "45", 6: "15"},
}
"""Right answers by step. The lessons' sentences go with them: if one changes, read these again."""
LESSON = "lesson: 1\nname: Own\nlevel: {level}\nsteps:\n  - say: Look.\n  - {{say: Tell me., ask: {ask}}}\n"
TRAP = """\
format: 1
name: Meeting
map: |
  S.G
  ===
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, at: [0]}
  - {kind: lane, look: car, row: 1, direction: right, at: [2]}
"""


@pytest.fixture
def broken(tmp_path):
    """Writes a lesson on a level with a question at its start; gives its path."""

    def write(level="grid_4", ask="traps"):
        path = tmp_path / "own.yaml"
        path.write_text(LESSON.format(level=level, ask=ask), encoding="utf-8")
        return path

    return write


def test_there_are_ten_in_the_order_in_which_they_are_taught():
    assert tuple(builtin_lessons()) == ORDER == tuple(RIGHT)
    assert [5 <= len(read_lesson(path).steps) <= 8 for path in builtin_lessons().values()] == [True] * 10


def test_every_built_in_lesson_is_proved_with_these_answers(cli):
    code, out, err = cli("check", *builtin_lessons().values(), "--json")
    assert (code, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [
        {question["step"]: " ".join(question["right"]) for question in record["questions"]}
        for record in records
    ] == list(RIGHT.values())
    assert all(record["ok"] and record["problems"] == [] for record in records)
    assert records[0]["lesson"] == "What learning is"
    assert records[0]["level"] == "First Road"
    assert records[0]["questions"][0] == {
        "step": 4,
        "ask": "steps",
        "cell": [4, 3],
        "phase": 0,
        "options": ["5", "6", "7", "9"],
        "right": ["7"],
    }


def test_each_question_is_printed_with_its_answer(cli):
    code, out, _ = cli("check", builtin_lessons()["rewards"], "grid_4")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].endswith("rewards.yaml: 7 steps on Grid 4×4, " + lines[-1].removeprefix("grid_4: "))
    assert lines[1:-1] == [
        "  step 2 asks “steps” at row 3, column 0, phase 0: 6",
        "  step 3 asks “return” at row 3, column 0, phase 0: −6",
        "  step 6 asks “best” at row 3, column 1, phase 0: right",
        "  step 7 asks “best” at row 1, column 2, phase 0: right or up",
    ]


def test_a_question_about_a_trap_where_there_is_none_is_refused_with_its_place(cli, broken):
    path = broken()
    code, out, err = cli("check", path)
    assert (code, out) == (2, "")
    assert err == (
        f"{path}:6:26: this question has no answer: at row 3, column 0, phase 0 no move leads into a trap\n"
        " 6 |   - {say: Tell me., ask: traps}\n"
        "   |                          ^~~~~  ask something else, or in another state\n"
    )
    record = json.loads(cli("check", path, "--json")[1])
    assert (record["ok"], record["questions"], record["lesson"]) == (False, None, None)
    assert [(p["line"], p["column"]) for p in record["problems"]] == [(6, 26)]


@pytest.mark.parametrize(
    ("more", "place", "said"),
    [
        ("phase: 4", "6:39", "phase 4 is never reached: phases run from 0 to 3"),
        ("at: [3, 0]", "6:36", "an obstacle is at row 3, column 0, phase 0"),
        (
            "at: [0, 9], phase: 1",
            "6:36",
            "the goal is at row 0, column 9, phase 1, so nothing is left to ask",
        ),
    ],
)
def test_a_state_that_no_question_can_be_about_is_marked_where_it_is_named(cli, broken, more, place, said):
    path = broken("crossroads", f"best, {more}")
    assert cli("check", path)[2].splitlines()[0] == f"{path}:{place}: this question has no answer: {said}"


def test_a_lesson_that_does_not_say_what_it_is_gets_a_hint(cli, broken):
    path = broken()
    path.write_text(path.read_text(encoding="utf-8").replace("lesson: 1\n", ""), encoding="utf-8")
    err = cli("check", path)[2]
    assert "this is not a Safe Crossing level" in err
    assert "a lesson begins with “lesson: 1”" in err


def test_a_level_that_is_not_certified_makes_no_lesson(cli, broken, tmp_path):
    level = tmp_path / "level.yaml"
    level.write_text("format: 1\nname: Closed\nmap: |\n  S#G\n", encoding="utf-8")
    _, _, err = cli("check", broken("level.yaml", "steps"))
    lines = [line.removeprefix(f"{tmp_path / 'own.yaml'}:") for line in err.splitlines()[::3]]
    assert lines[0].startswith("3:8: the level is not certified: the goal cannot be reached")
    assert (
        lines[1]
        == "6:26: this question has no answer: at row 0, column 0, phase 0 no safe path leads to a goal"
    )


def test_a_level_that_cannot_be_compiled_is_an_error_of_the_lesson(cli, broken, tmp_path):
    (tmp_path / "level.yaml").write_text(TRAP, encoding="utf-8")
    _, _, err = cli("check", broken("level.yaml", "best"))
    assert err.splitlines()[0].startswith(
        f"{tmp_path / 'own.yaml'}:3:8: the level has an error in line 8, column 5: "
    )
