"""Lesson files: what they give, and every mistake with its place and what to do."""

import pytest

from levels.files.problems import LevelError
from levels.lessons.lesson import Asked, Deed, Question, Step, Target
from levels.lessons.reader import is_lesson, read_lesson
from levels.text.reader import builtin_levels

GOOD = """\
lesson: 1
name: Waiting
about: When to go.
level: patience
steps:
  - say: >
      Press Play,
      please. Then look!
    point: play
    do: crossed
  - {say: Here., point: [6, 4]}
  - {say: "How many steps?", ask: steps, why: It is short.}
  - {say: "What now?", ask: best, at: [4, 4], phase: 7}
"""
STEP = "lesson: 1\nname: x\nlevel: patience\nsteps:\n  - "
HEAD = "lesson: 1\nname: x\n"
NOT_ASKED = "“why” is shown with the right answer, and this step asks nothing"
NO_LEVEL = "there is no such file, and no built-in level of that name"
NO_NAME = "the name must be printable text on one line"


@pytest.fixture
def read(tmp_path):
    """Reads a text as a lesson's file."""

    def from_text(text):
        path = tmp_path / "case.yaml"
        path.write_text(text, encoding="utf-8")
        return read_lesson(path)

    return from_text


@pytest.fixture
def problems(read):
    """The problems of a text: (line, column, message, hint)."""

    def of(text):
        with pytest.raises(LevelError) as error:
            read(text)
        return [(p.line, p.column, p.message, p.hint) for p in error.value.problems]

    return of


def test_a_sound_lesson(read, tmp_path):
    lesson = read(GOOD)
    assert (lesson.name, lesson.about, lesson.seed) == ("Waiting", "When to go.", 0)
    assert lesson.file == tmp_path / "case.yaml"
    assert lesson.level_path == builtin_levels()["patience"]
    assert lesson.level.level.name == "Patience"
    assert lesson.steps == (
        Step("Press Play, please. Then look!", Target.PLAY, Deed.CROSSED),
        Step("Here.", (6, 4)),
        Step("How many steps?", question=Question(Asked.STEPS, (6, 4), 0), why="It is short."),
        Step("What now?", question=Question(Asked.BEST, (4, 4), 7)),
    )


def test_a_level_of_ones_own_is_looked_for_beside_the_lesson(read, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    own = tmp_path / "mine" / "road.yaml"
    own.write_text("format: 1\nname: Own\nmap: |\n  S..G\n", encoding="utf-8")
    monkeypatch.chdir("/")
    lesson = read("lesson: 1\nname: x\nlevel: mine/road.yaml\nsteps: [{say: Look.}]\n")
    assert (lesson.level_path, lesson.level.level.name) == (own, "Own")


def test_all_mistakes_of_a_file_are_reported_at_once_each_at_its_place(problems):
    text = """\
lesson: 2
name: ""
abuot: x
level: patiense
seed: -1
steps:
  - say: One. Two? Three!
    point: goall
    doo: x
  - {say: Hi., do: learnd, ask: bst, at: [1, 2, 3]}
  - {say: , point: [1], phase: 1.5}
  - 5
  - {why: "A. B.", answer: 5, ask: best}
ask: best
"""
    assert problems(text) == [
        (1, 9, "this file has lesson “2”", "this program reads “lesson: 1”"),
        (2, 7, "“name” is empty", "write some text"),
        (3, 1, "unknown key “abuot”", "did you mean “about”?"),
        (4, 8, NO_LEVEL, "did you mean patience?"),
        (5, 7, "seed of “-1” is out of bounds", "write a number of at least 0"),
        (7, 10, "“say” has 3 sentences", "it has at most two sentences"),
        (8, 12, "point can't be “goall”", "did you mean “goal”?"),
        (9, 5, "unknown key “doo”", "did you mean “do”?"),
        (10, 20, "do can't be “learnd”", "did you mean “learned”?"),
        (10, 33, "ask can't be “bst”", "did you mean “best”?"),
        (10, 33, "a step waits for a deed or asks, not both", "make two steps of it"),
        (10, 42, "a cell is a pair [row, column]", "write two whole numbers"),
        (11, 10, "“say” has no value", "write one, or delete the key"),
        (11, 20, "a cell is a pair [row, column]", "write two whole numbers"),
        (11, 32, "phase: “1.5” is not a whole number", "write it without a decimal point"),
        (
            11,
            32,
            "“phase” says when a question is asked, and this step asks none",
            "add “ask”, or delete the key",
        ),
        (12, 5, "steps: “5” is not a block of keys", ""),
        (13, 5, "“say” is missing", "write “say: …”, one or two sentences"),
        (13, 11, "“why” has 2 sentences", "it has at most one sentence"),
        (13, 20, "unknown key “answer”", "answers are computed from the level, never written down"),
        (14, 1, "unknown key “ask”", "“ask” belongs under “steps”"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STEP + "{say: Hi., point: [7, 0]}\n", (5, 23, "row 7, column 0 is off the board")),
        (STEP + "{say: Hi., ask: best, at: [0, 9]}\n", (5, 31, "row 0, column 9 is off the board")),
        (
            STEP + "{say: Hi., ask: best, at: [2, 1]}\n",
            (5, 31, "at row 2, column 1 is a wall, where the agent can never be"),
        ),
        (STEP + "{say: Hi., ask:}\n", (5, 20, "“ask” has no value")),
        (STEP + "{say: Hi., why: Because.}\n", (5, 21, NOT_ASKED)),
        (STEP + '{say: "  "}\n', (5, 11, "“say” is empty")),
        (STEP + '{say: "a\\x1bb"}\n', (5, 11, "“say” holds characters that can't be shown")),
        (STEP + f"{{say: {'x' * 241}}}\n", (5, 11, "“say” is too long")),
        (STEP + "{say: Hi., point: 7}\n", (5, 23, "point can't be “7”")),
        (STEP + "{say: Hi.\u200b}\n", (5, 14, "the character U+200B (zero width space) stands here")),
        (STEP + "{say: Hi., say: Ho.}\n", (5, 16, "say is given twice (both on line 5)")),
        (STEP + "{say: &a Hi.}\n", (5, 11, "anchors (&name) and aliases (*name) are not allowed")),
        (HEAD + "level: patience\nsteps: []\n", (4, 8, "“steps” is an empty list")),
        (HEAD + f"level: patience\nsteps: [{'{say: Hi.}, ' * 41}]\n", (4, 8, "“steps” is too long")),
        (HEAD + "level: patience\n", (1, 1, "“steps” is missing")),
        (HEAD + "steps: [{say: Hi.}]\n", (1, 1, "“level” is missing")),
        (HEAD + "level: no/such.yaml\nsteps: [{say: Hi.}]\n", (3, 8, NO_LEVEL)),
        ("", (1, 1, "the file is empty")),
        ("- a\n", (1, 1, "this is not a lesson: the key “lesson” is missing")),
        ("format: 1\nname: x\n", (1, 1, "this is not a lesson: the key “lesson” is missing")),
        ("name: x\nlevel: patience\nsteps: [{say: Hi.}]\n", (1, 1, "“lesson” is missing")),
        ("lesson: '1'\nname: x\nlevel: patience\nsteps: [{say: Hi.}]\n", (1, 9, "this file has lesson “1”")),
        ('lesson: 1\nname: "a\\nb"\nlevel: patience\nsteps: [{say: Hi.}]\n', (2, 7, NO_NAME)),
    ],
)  # fmt: skip
def test_each_mistake_has_its_place(problems, text, expected):
    assert [problem[:3] for problem in problems(text)] == [expected]


def test_an_error_of_the_level_is_reported_at_the_lessons_key(problems, tmp_path):
    (tmp_path / "bad.yaml").write_text("format: 1\nname: bad\nmap: |\n  S..\n  ..x\n", encoding="utf-8")
    assert problems(HEAD + "level: bad.yaml\nsteps: [{say: Hi.}]\n") == [
        (
            3,
            8,
            "the level has an error in line 3, column 6: the map has no goal, and 1 more",
            "fix the level first",
        )
    ]


@pytest.mark.parametrize(
    ("say", "sound"),
    [
        ("It learns 0.5 a step, e.g. here. And then?", True),
        ("“Stop.” “Go!” Now.", False),
        ("One … two … three.", True),
        ("No stop at the end. None here either", True),
        ("A. b. c. d.", True),
    ],
)
def test_sentences_are_counted_as_people_count_them(read, say, sound):
    text = f"{HEAD}level: patience\nsteps:\n  - say: >\n      {say}\n"
    if sound:
        assert read(text).steps[0].say == say
    else:
        with pytest.raises(LevelError, match="has 3 sentences"):
            read(text)


@pytest.mark.parametrize(
    ("data", "recognised"),
    [
        (GOOD.encode(), True),
        (b"\xef\xbb\xbflesson: 1\n", True),
        (b"name: x\r\n'lesson' : 1\r\n", True),
        (b"format: 1\nname: lesson: 1\n", False),
        (b"format: 1\nabout: |\n  lesson: 1\n", False),
        (b"lessons: 1\n", False),
        (b"", False),
    ],
)
def test_a_lesson_is_recognised_by_its_key(tmp_path, data, recognised):
    path = tmp_path / "some.yaml"
    path.write_bytes(data)
    assert is_lesson(path) is recognised


def test_what_is_no_file_is_no_lesson(tmp_path):
    assert not is_lesson(tmp_path)
    assert not is_lesson(tmp_path / "none.yaml")
    assert not is_lesson(builtin_levels()["patience"])
