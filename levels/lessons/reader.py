"""Files → Lesson: every problem of a file at once, each with its line, column and what to do."""

import re
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from levels.files.characters import is_name
from levels.files.problems import Fault, LevelError, Path, Problem, is_shown
from levels.files.reading import open_ordinary, read_bytes
from levels.files.strict_yaml import Document, SyntaxFault, read_yaml
from levels.lessons.blocks import LessonBlock, StepBlock
from levels.lessons.lesson import Asked, Lesson, Question, Step
from levels.model.board import Board, Cell, in_words, with_article
from levels.model.obstacle import board_size
from levels.text.reader import LevelFile, faulty, find_level, hidden_at, read_file, text_of
from levels.text.sentences import Grammar, fault_of, records_of

FOLDER = FilePath(__file__).parent
ORDER = (
    "learning",
    "rewards",
    "exploring",
    "traffic",
    "one_step",
    "patience",
    "late",
    "river",
    "svm",
    "proof",
)
"""Built-in lessons in the order in which they are taught; others in the folder follow by their names."""
KEY = re.compile(rb"^(\xef\xbb\xbf)?[\"']?lesson[\"']?[ \t]*:", re.MULTILINE)
MOST_LOOKED_AT = 300_000
"""Bytes of a file that are searched for the key `lesson`; a sound lesson is shorter."""
SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+(?=[^\sa-z])")
"""Between two sentences; what goes on in a small letter, as after “e.g.”, is no new one."""
BEGIN = "a lesson begins with “lesson: 1” and “name: …”; its steps are below “steps:”"
NEEDS_QUESTION = {
    "at": "“at” says where a question is asked, and this step asks none",
    "phase": "“phase” says when a question is asked, and this step asks none",
    "why": "“why” is shown with the right answer, and this step asks nothing",
}


def builtin_lessons() -> dict[str, FilePath]:
    """The lessons that come with the program: name → file, in the order of ORDER."""
    found = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
    return {name: found[name] for name in (*ORDER, *found) if name in found}


def is_lesson(path: FilePath) -> bool:
    """Whether a file says that it is a lesson, sound or not; False where it can't be read."""
    try:
        with open_ordinary(path) as file:
            return KEY.search(file.read(MOST_LOOKED_AT)) is not None
    except (OSError, ValueError):
        return False


def read_lesson(path: FilePath) -> Lesson:
    """The lesson in a file, and the level it is about.

    Raises:
        LevelError: the file can't be read or holds no sound lesson, or its level is none.
    """
    name = str(path)
    text = text_of(read_bytes(path), name)
    document = _document(text, name)
    data = document.data
    faults = []
    try:
        block = LessonBlock.model_validate(data)
    except ValidationError as errors:
        records = [_without_tag(record) for record in records_of(errors)]
        faults = [fault_of(record, data, GRAMMAR) for record in records]
    faults += _words(data)
    level_path, level = None, None
    try:
        level_path, level = _level(data, path.parent)
    except LevelError as error:
        faults.append(of_level(error))
    faults += _steps(data, {fault.path[:3] for fault in faults}, level)
    if faults or document.problems or level is None or level_path is None:
        lines = text.split("\n")
        problems = [*document.problems, *faulty(name, text, document, faults).problems]
        raise LevelError(name, text, [hidden_at(lines, problem.line) or problem for problem in problems])
    steps = tuple(_step(step, level) for step in block.steps)
    words = (_plain(block.name), _plain(block.about))
    return Lesson(*words, path, level_path, level, steps, block.seed, text, document)


def _document(text: str, name: str) -> Document:
    """The document of a text that is a lesson by its keys."""
    try:
        document = read_yaml(text)
    except SyntaxFault as fault:
        lines, line = text.split("\n"), fault.problem.line
        hidden = hidden_at(lines, line) or hidden_at(lines, line - 1)
        raise LevelError(name, text, [hidden or fault.problem]) from None
    data = document.data
    if not isinstance(data, dict) or not {"lesson", "steps"} & set(data):
        said = "the file is empty" if data is None else "this is not a lesson: the key “lesson” is missing"
        raise LevelError(name, text, [Problem(1, 1, said, BEGIN), *document.problems])
    return document


def _level(data: dict[str, Any], folder: FilePath) -> tuple[FilePath | None, LevelFile | None]:
    """The level's file and the level, None where the key is no text.

    Raises:
        LevelError: there is no such level, or it has errors.
    """
    name = data.get("level")
    if not isinstance(name, str) or not name:
        return None, None
    path = find_level(name, folder)
    return path, read_file(path)


def of_level(error: LevelError) -> Fault:
    """An error of the level, as a fault of the lesson's key."""
    first = error.problems[0]
    if not error.text:
        return Fault(("level",), first.message, first.hint)
    rest = len(error.problems) - 1
    more = f", and {rest:,} more" if rest else ""
    said = f"the level has an error in line {first.line}, column {first.column}: {first.message}{more}"
    return Fault(("level",), said, "fix the level first")


def _words(data: dict[str, Any]) -> Iterator[Fault]:
    """Name and description must be text that can be shown."""
    name, about = data.get("name"), data.get("about")
    if isinstance(name, str) and name and not is_name(name):
        yield Fault(("name",), "the name must be printable text on one line", "write it without escapes")
    if isinstance(about, str) and not is_shown(_plain(about)):
        yield Fault(("about",), "the description holds characters that can't be shown", "delete the escapes")


def _steps(data: dict[str, Any], bad: set[Path], level: LevelFile | None) -> Iterator[Fault]:
    """What doesn't fit in the steps, apart from single values that are faulty in themselves."""
    steps = data.get("steps")
    for index, step in enumerate(steps if isinstance(steps, list) else ()):
        if not isinstance(step, dict):
            continue
        path: Path = ("steps", index)
        yield from (
            Fault((*path, key), f"“{key}” has no value", "write one, or delete the key")
            for key, value in step.items()
            if value is None and (*path, key) not in bad
        )
        if "do" in step and "ask" in step:
            yield Fault((*path, "ask"), "a step waits for a deed or asks, not both", "make two steps of it")
        if "ask" not in step:
            yield from (
                Fault((*path, key), said, "add “ask”, or delete the key")
                for key, said in NEEDS_QUESTION.items()
                if key in step
            )
        sound = {key: value for key, value in step.items() if (*path, key) not in bad}
        yield from _step_faults(StepBlock.model_validate({"say": "…", **sound}), path, level)


def _step_faults(step: StepBlock, path: Path, level: LevelFile | None) -> Iterator[Fault]:
    """Texts that are no sentence or two, cells that the level doesn't have."""
    for key, text, most in (("say", step.say, 2), ("why", step.why, 1)):
        plain = _plain(text)
        count = 1 + len(SENTENCE_END.findall(plain))
        if not is_shown(plain):
            yield Fault((*path, key), f"“{key}” holds characters that can't be shown", "delete the escapes")
        elif not plain and key == "say":
            yield Fault((*path, key), "“say” is empty", "write some text")
        elif count > most:
            allowed = "two sentences" if most == 2 else "one sentence"
            yield Fault((*path, key), f"“{key}” has {count} sentences", f"it has at most {allowed}")
    if level is None:
        return
    board = level.level.board
    if isinstance(step.point, tuple):
        yield from _off_board((*path, "point"), step.point, board)
    if step.at is not None:
        yield from _off_board((*path, "at"), step.at, board)
        if board.inside(step.at) and not board.passable(step.at):
            look = with_article(board.looks[step.at[0]][step.at[1]] or "water")
            said = f"at {in_words(step.at)} is {look}, where the agent can never be"
            yield Fault((*path, "at"), said, "name a cell that is free")


def _off_board(path: Path, cell: Cell, board: Board) -> Iterator[Fault]:
    if not board.inside(cell):
        yield Fault(path, f"{in_words(cell)} is off the board", board_size(board.n_rows, board.n_cols))


def _step(block: StepBlock, level: LevelFile) -> Step:
    """The step that a sound block describes."""
    question = None
    if block.ask is not None:
        question = Question(block.ask, block.at or level.level.board.starts[0], block.phase or 0)
    return Step(_plain(block.say), block.point, block.do, question, _plain(block.why))


def _plain(text: str) -> str:
    """A text on one line, with single blanks."""
    return " ".join(text.split())


def _without_tag(record: Any) -> Any:
    """An error record of pydantic's without the form of `point` in its path."""
    loc = record["loc"]
    return {**record, "loc": (*loc[:3], *loc[4:])} if loc[2:3] == ("point",) else record


def _keys(block: Path, _data: dict[str, Any]) -> list[str]:
    return list((StepBlock if block else LessonBlock).model_fields)


GRAMMAR = Grammar(
    _keys,
    {"steps": StepBlock},
    {
        "question": f"a question is “ask”, with one of {', '.join(Asked)}",
        "answer": "answers are computed from the level, never written down",
        "options": "answers are computed from the level, never written down",
        "text": "what a step says is “say”",
        "map": "the drawing belongs into a level file of its own; name it under “level”",
    },
)
