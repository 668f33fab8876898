"""Bytes → text: UTF-8 whatever the system's own encoding is, line feeds at the ends of lines."""

from levels.files.problems import LevelError, Problem


def file_error(name: str, message: str, hint: str = "") -> LevelError:
    """What is wrong with a file as a whole."""
    return LevelError(name, "", [Problem(1, 1, message, hint)])


def plain_lines(text: str) -> str:
    """The text without a byte order mark, every line ended by a line feed alone."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def decode(data: bytes, name: str) -> str:
    """The text of a file.

    Raises:
        LevelError: it is UTF-16, no text, or not UTF-8.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:2].count(0) == 1:
        raise file_error(name, "the file is saved as UTF-16", "save it as UTF-8")
    if b"\0" in data[:1000]:
        raise file_error(name, "this is not a text file", "a level is a text file in YAML")
    try:
        return plain_lines(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        lines = plain_lines(data.decode("latin-1")).split("\n")
        lines[: line - 1] = before.split("\n")[: line - 1]
        byte = data[error.start]
        message = f"the file is not UTF-8: byte 0x{byte:02X} is here, “{chr(byte)}” in Latin-1"
        raise LevelError(
            name, "\n".join(lines), [Problem(line, column, message, "save it as UTF-8")]
        ) from None
