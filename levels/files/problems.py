"""What is wrong with a file, reported so that its author can fix it: place, line, caret, sentence, hint."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

MOST_PROBLEMS = 100
SHOWN_COLUMNS = 100
JOINERS = "\u200c\u200d"


Path = tuple[str | int, ...]
"""Way into a document: ("obstacles", 2, "at", 1)."""


@dataclass(frozen=True)
class Fault:
    """Something that doesn't fit.

    Attributes:
        path: the value in the document; ("map", row, col) for a cell of the drawing.
        message: a sentence.
        hint: what to do.
        size: cells of the drawing to underline.
        cell: (row, col) on the board that it is about, where the path doesn't say so.
    """

    path: Path
    message: str
    hint: str = ""
    size: int = 1
    cell: tuple[int, int] | None = None


@dataclass(frozen=True)
class Problem:
    """One thing to mend.

    Attributes:
        line, column: where, counted from 1.
        message: a sentence.
        hint: what to do, "" when the message says it all; several lines go below the caret.
        length: characters to underline.
        path: the value in the document; () where the text as such is wrong.
        cell: (row, col) on the board that it is about, counted from 0.
    """

    line: int
    column: int
    message: str
    hint: str = ""
    length: int = 1
    path: Path = ()
    cell: tuple[int, int] | None = None


class UserError(Exception):
    """A problem that the user can solve; the text says what it is and what to do."""


class LevelError(UserError):
    """A file that gives no level, with every problem found in it, in the order of the file.

    Attributes:
        name: what the user calls the file.
        text: its text, "" where none could be read.
        problems: at least one; beyond a hundred only their number is reported.
    """

    def __init__(self, name: str, text: str, problems: Iterable[Problem]) -> None:
        found = sorted(dict.fromkeys(problems), key=lambda problem: (problem.line, problem.column))
        if len(found) > MOST_PROBLEMS:
            rest = len(found) - MOST_PROBLEMS
            last = found[MOST_PROBLEMS]
            more = Problem(last.line, last.column, f"and {rest:,} more problems after this")
            found = [*found[:MOST_PROBLEMS], more]
        self.name = printable(name)
        self.text = text
        self.problems = tuple(
            replace(
                problem,
                message=printable(problem.message),
                hint="\n".join(map(printable, problem.hint.split("\n"))),
            )
            for problem in found
        )
        super().__init__(self.render())

    def __reduce__(self) -> tuple[type["LevelError"], tuple[str, str, tuple[Problem, ...]]]:
        """Survive pickling between processes."""
        return type(self), (self.name, self.text, self.problems)

    def render(self) -> str:
        """All problems as text: `file:line:column: message`, the source line, a caret below it, the hint."""
        lines = self.text.split("\n")
        blocks = [render_problem(self.name, lines, problem) for problem in self.problems]
        return "\n".join(blocks)


def render_problem(name: str, lines: list[str], problem: Problem) -> str:
    """One problem as text; without a source line where there is none to show."""
    from rich.cells import cell_len  # noqa: PLC0415  the window starts without rich

    place = f"{name}:{problem.line}:{problem.column}" if any(lines) else name
    headline = f"{place}: {problem.message}"
    source = lines[problem.line - 1] if problem.line <= len(lines) else ""
    if not source.strip():
        return "\n  ".join([headline, *problem.hint.split("\n")]) if problem.hint else headline
    at = problem.column - 1
    first = max(0, at - SHOWN_COLUMNS // 2) if len(source) > SHOWN_COLUMNS else 0
    window = source[first : first + SHOWN_COLUMNS]
    before, marked = window[: at - first], window[at - first :][: problem.length]
    margin = f" {problem.line} | "
    caret = " " * cell_len(printable(before)) + "^" + "~" * (cell_len(printable(marked)) - 1)
    below = f"{' ' * (len(margin) - 2)}| {caret}"
    if "\n" in problem.hint:
        below += "".join(f"\n  {line}" for line in problem.hint.split("\n"))
    elif problem.hint:
        below += f"  {problem.hint}"
    return f"{headline}\n{margin}{printable(window)}\n{below}"


def is_shown(text: str) -> bool:
    """Whether all of a text can be shown: nothing in it steers a terminal or the direction of the line.

    Joiners of Persian and Indic words and of emoji, and the tags of flags, are text, though nothing to see.
    """
    return all(char.isprintable() or char in JOINERS or "\U000e0020" <= char <= "\U000e007f" for char in text)


def printable(text: str) -> str:
    """The text with everything that could steer a terminal replaced: tabs by blanks, the rest by �."""
    return "".join(char if is_shown(char) else " " if char in "\t\n" else "�" for char in text)


def shown(value: object) -> str:
    """A value of the file between quotation marks, cut to a length that fits a sentence."""
    if isinstance(value, dict):
        return "a block of keys"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, bool):
        return "“true”" if value else "“false”"
    return f"“{cut(value if isinstance(value, str) else str(value))}”"


def cut(text: str) -> str:
    """The text, or its first thirty characters and a sign that there are more."""
    return f"{text[:30]}…" if len(text) > 31 else text
