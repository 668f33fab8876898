"""The dialog that shows a level's share code, which is on the clipboard already."""

from game.ui import Dialog, Line, Ui
from game.ui.theme import TEXT

LINE = 48
"""Characters of the code on a line."""


def share_dialog(ui: Ui, code: str) -> Dialog:
    """Says where a code goes, and has all of it in sight."""
    told = (
        f"The code is on the clipboard: {len(code):,} characters. Send it to somebody. It opens on the home "
        "page, under Surprise me, and in the editor with Paste."
    )
    lines: list[Line | str] = [
        told,
        "",
        *(Line(code[at : at + LINE], mono=True, color=TEXT) for at in range(0, len(code), LINE)),
    ]
    return Dialog(
        ui, "Share as a short code", lines, buttons=("Close",), on_answer=lambda _: None, icon="share-2"
    )
