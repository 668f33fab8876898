"""What is told of an error that ended a thread: whatever it was, the window has to show it."""

from levels.files.problems import printable


def in_words(error: BaseException) -> str:
    """An error's kind, and its text where it has one that can be had."""
    kind = type(error).__name__
    try:
        text = printable(str(error))
    except BaseException:  # noqa: BLE001  an error in telling an error
        text = ""
    return f"{kind}: {text}" if text else kind
