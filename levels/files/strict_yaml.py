"""Text → plain document: YAML cut down to what a level needs, every value with its place in the text.

PyYAML delivers the events; scalars are typed here by the core schema of YAML 1.2, so `no`, `on`, `012` and
`1:30` mean what they look like, and `7e-2` is a number. Aliases, anchors, tags, second documents and
duplicate keys are refused, and so is a text that is large or deep enough to stall the reading.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from levels.files.problems import Path, Problem, cut, shown

MAX_DEPTH = 12
MAX_VALUES = 12_000
MAX_LINES = 20_000
MAX_MAP, MAX_REST = 1_200_000, 256_000
MAX_NUMBER = 40

INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
SPECIAL_FLOAT = re.compile(r"([-+]?)\.(?:(inf|Inf|INF)|(nan|NaN|NAN))")
WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
WORDS |= dict.fromkeys(("true", "True", "TRUE"), True) | dict.fromkeys(("false", "False", "FALSE"), False)
UNWRITABLE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
MAP_BLOCK = re.compile(r"^map:[ ]*\|[^\n]*\n((?:[ ]+\S*\n|\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Span:
    """Where a value or key stands: line and column from 0, characters on that line, and how it is quoted."""

    line: int
    column: int
    length: int = 1
    style: str = ""


@dataclass
class Document:
    """What a text says.

    Attributes:
        data: dicts with text keys, lists, text, int, float, bool, None.
        values, keys: places of every value and of every key, by path.
        problems: what is wrong although the text could be read to its end.
    """

    data: Any = None
    values: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


DROPPED = -1
"""Stands in paths for the second value of a key that is given twice."""


class SyntaxFault(Exception):  # noqa: N818
    """The text can't be read to its end."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Events(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's way from text to events, without anything that builds Python values."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


def read_yaml(text: str) -> Document:
    """Read one document from text whose lines end with a line feed, without a byte order mark.

    Raises:
        SyntaxFault: the text is no YAML, uses what levels do without, or is out of bounds.
    """
    _refuse_unwritable(text)
    _refuse_large(text)
    document = Document()
    builder = _Builder(text, document)
    try:
        builder.build()
    except yaml.MarkedYAMLError as error:
        raise SyntaxFault(_explain(error, text)) from None
    except (ValueError, OverflowError):  # PyYAML on \\UFFFFFFFF and on %YAML with a huge number
        events = builder.events
        message = "this number or escape is far out of range"
        raise SyntaxFault(Problem(events.line + 1, events.column + 1, message)) from None
    return document


def scalar(text: str) -> str | int | float | bool | None:
    """The value of unquoted text by the core schema of YAML 1.2; numbers of over 40 characters stay text."""
    if text in WORDS:
        return WORDS[text]
    if len(text) > MAX_NUMBER:
        return text
    if INTEGER.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if FLOAT.fullmatch(text):
        return float(text)
    special = SPECIAL_FLOAT.fullmatch(text)
    if special:
        return float(special[1] + ("inf" if special[2] else "nan"))
    return text


class _Builder:
    """One pass over the events of a text that fills a Document."""

    def __init__(self, text: str, document: Document) -> None:
        self.events: Any = _Events(text)
        self.document = document
        self.count = 0

    def build(self) -> None:
        """Read the one document; an empty text gives None."""
        self.events.get_event()  # start of the stream
        if self.events.check_event(yaml.StreamEndEvent):
            return
        self.events.get_event()  # start of the document
        self.document.data = self._value((), 1)
        self.events.get_event()  # end of the document
        if not self.events.check_event(yaml.StreamEndEvent):
            start = _span(self.events.peek_event())
            raise _fault(start, "a second document begins here; a file holds one", "delete the line “---”")

    def _take(self, depth: int) -> tuple[Any, Span]:
        """The next value's or key's event, after the checks that all of them share."""
        event = self.events.get_event()
        span = _span(event)
        self.count += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise _fault(span, "anchors (&name) and aliases (*name) are not allowed", ROW_HINT)
        if event.tag not in (None, "!"):
            raise _fault(span, f"tags ({shown(event.tag)}) are not allowed", "delete the tag")
        if depth > MAX_DEPTH:
            raise _fault(span, f"this is nested more than {MAX_DEPTH} levels deep", "write it flatter")
        if self.count > MAX_VALUES:
            raise _fault(span, f"the file holds more than {MAX_VALUES:,} values", "make it smaller")
        return event, span

    def _value(self, path: Path, depth: int) -> Any:
        event, span = self._take(depth)
        self.document.values[path] = span
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path, span, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not self.events.check_event(yaml.SequenceEndEvent):
                items.append(self._value((*path, len(items)), depth + 1))
            self._close(path, span)
            return items
        return event.value if event.style else scalar(event.value)

    def _mapping(self, path: Path, start: Span, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not self.events.check_event(yaml.MappingEndEvent):
            event, span = self._take(depth)
            if not isinstance(event, yaml.ScalarEvent):
                raise _fault(span, "a key is plain text", "write “key: value”")
            key = event.value
            if key in result:
                first, again = self.document.keys[*path, key].line + 1, span.line + 1
                where = f"both on line {first}" if first == again else f"lines {first} and {again}"
                message = f"{cut(key) or 'an empty key'} is given twice ({where})"
                hint = "keep one of the two"
                self.document.problems.append(Problem(again, span.column + 1, message, hint, span.length))
                self._value((*path, DROPPED), depth + 1)
            else:
                self.document.keys[*path, key] = span
                result[key] = self._value((*path, key), depth + 1)
        self._close(path, start)
        return result

    def _close(self, path: Path, start: Span) -> None:
        """Let the span of a block that ends on its own line reach to that end."""
        end = self.events.get_event().end_mark
        if end.line == start.line:
            self.document.values[path] = Span(start.line, start.column, max(1, end.column - start.column))


ROW_HINT = "put text that begins with * or & in quotes; a row of the map belongs below “map: |”"


def _span(event: Any) -> Span:
    start, end = event.start_mark, event.end_mark
    length = end.column - start.column if end.line == start.line else 1
    return Span(start.line, start.column, max(1, length), getattr(event, "style", None) or "")


def _fault(span: Span, message: str, hint: str = "") -> SyntaxFault:
    return SyntaxFault(Problem(span.line + 1, span.column + 1, message, hint, span.length))


def _refuse_unwritable(text: str) -> None:
    found = UNWRITABLE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        message = f"the character U+{ord(found[0]):04X} is not allowed here"
        raise SyntaxFault(Problem(line, column, message, "delete it; the file is plain text"))


def _refuse_large(text: str) -> None:
    """Bound the work of PyYAML: rows of the map are cheap to scan, everything else is short in a level."""
    if text.count("\n") > MAX_LINES:
        raise SyntaxFault(Problem(MAX_LINES, 1, f"the file has more than {MAX_LINES:,} lines", SIZE_HINT))
    block = MAP_BLOCK.search(text)
    rows = len(block[1]) if block else 0
    if rows > MAX_MAP:
        line = text.count("\n", 0, block.start()) + 1 if block else 1
        raise SyntaxFault(Problem(line, 1, f"the map is too large ({rows:,} characters)", SIZE_HINT))
    if len(text) - rows > MAX_REST:
        message = (
            f"apart from its map a file has at most {MAX_REST:,} characters; this has {len(text) - rows:,}"
        )
        raise SyntaxFault(Problem(1, 1, message))


SIZE_HINT = "a board has at most 1,000 × 1,000 cells"

UNCLOSED = "a quotation mark opened here is never closed"
NOT_AFTER_BAR = ("nothing may follow “|” on its line", "begin the text on the next line")
SENTENCES: dict[str, tuple[str, str]] = {
    "could not find expected ':'": ("this line is not “key: value”", "a colon and a blank follow a key"),
    "mapping values are not allowed": (
        "“: ” is not allowed here",
        "put text that holds “: ” in quotes, or check the indentation",
    ),
    "but found '<stream end>'": (
        "the file ends in the middle of this",
        "close the bracket or write the value",
    ),
    "expected <block end>": (
        "this does not line up with the lines above",
        "the lines of a block begin in the same column",
    ),
    "unexpected end of stream": (UNCLOSED, ""),
    "document separator": (UNCLOSED, ""),
    "expected ',' or ']'": ("a list opened with “[” needs “,” or “]” here", ""),
    "expected ',' or '}'": ("a block opened with “{” needs “,” or “}” here", ""),
    "<document start>": (
        "this line does not belong to the lines above it",
        "check the quotation marks and the indentation above",
    ),
    "while scanning an alias": ("a value that begins with “*” is an alias in YAML", ROW_HINT),
    "while scanning an anchor": ("a value that begins with “&” is an anchor in YAML", ROW_HINT),
    "tag": ("tags (text that begins with “!”) are not allowed", "put such text in quotes"),
    "directive": ("lines that begin with “%” are not allowed", "put such text in quotes"),
    "escape": ("this escape with “\\” is unknown", "use '…' instead of \"…\", or write two \\\\"),
    "sequence entries are not allowed": (
        "a list item is not allowed here",
        "give each “- ” a line of its own",
    ),
    "chomping or indentation": NOT_AFTER_BAR,
    "expected a comment or a line break": NOT_AFTER_BAR,
    "expected the node content": ("a value is missing here", ""),
    "cannot start any token": ("a value can't begin with this character", "put the text in quotes"),
}
"""What PyYAML says (a part of it) → what we say, and the hint; the first that fits."""
TOLD_AT_THEIR_START = (
    "could not find expected ':'",
    "unexpected end of stream",
    "document separator",
    "while scanning an alias",
    "while scanning an anchor",
    "while scanning a directive",
)
"""What is better shown where it was opened than where PyYAML gave up."""


def _explain(error: yaml.MarkedYAMLError, text: str) -> Problem:
    """One of our sentences for an error of PyYAML."""
    said = f"{error.context or ''} {error.problem or ''}"
    mark = error.problem_mark or error.context_mark
    if any(part in said for part in TOLD_AT_THEIR_START):
        mark = error.context_mark or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    source = text.split("\n")[line]
    if "\t" in source[: column + 1] or source[: len(source) - len(source.lstrip())].count("\t"):
        message = "a tab is here; YAML indents with blanks"
        return Problem(line + 1, source.index("\t") + 1, message, "replace it with blanks")
    for part, (message, hint) in SENTENCES.items():
        if part in said:
            return Problem(line + 1, column + 1, message, hint)
    return Problem(line + 1, column + 1, f"this can't be read as YAML ({error.problem})")
