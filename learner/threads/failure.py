"""What the window shows of an error that ended a thread, whatever it was."""

from levels.files.problems import printable


def in_words(error: BaseException) -> str:
    """An error's kind, and its text if it has one."""
    kind = type(error).__name__
    try:
        text = printable(str(error))
    except BaseException:  # noqa: BLE001  an error in describing an error
        text = ""
    return f"{kind}: {text}" if text else kind
