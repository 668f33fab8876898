"""Editing a level: its text with undo and redo, a proof of each change, a draft on disk. No pygame.

The text is the level; a change is a new text. One thread reads and proves the newest text and keeps it as a
draft, so whatever happens to the program, no more than a moment's work is lost.
"""

import os
import re
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from game.presenters.analysis import Analysis, analyse
from game.presenters.reloading import stamp_of
from game.userdata.drafts import Draft
from game.userdata.storage import free_name, keep
from learner.threads.worker import Worker
from levels.files.problems import LevelError
from levels.files.reading import read_bytes
from levels.files.text import decode
from levels.formats import file_of, read_foreign
from levels.formats.foreign import Foreign
from levels.formats.occupancy import UnplacedError
from levels.formats.readings import AmbiguousError
from levels.model.level import Level
from levels.text.editing import slug, with_value
from levels.text.reader import BUILTIN, read_data, read_file
from levels.text.share_code import is_share_code, text_of_code
from levels.text.writer import to_yaml

KEY = re.compile(r"^(?!(legend|start|goal|level|format):)[A-Za-z_]+[ ]*:", re.MULTILINE)
"""A key of YAML, as opposed to a line that explains a drawing."""


class Source(NamedTuple):
    """What is edited: a text, its file if it has one, and that file's line endings."""

    text: str
    path: Path | None = None
    newline: str = "\n"


class Editing:
    """A level being edited.

    Attributes:
        path: the file that saving replaces; None for a level without a file.
        text: the level's text now.
        copies: whether it began as a built-in level, which saving never changes.
        restored: whether unsaved work was found and is shown.
    """

    def __init__(self, source: Source, folder: Path) -> None:
        text, path, self._newline = source
        self.folder = folder
        self.copies = path is not None and path.is_relative_to(BUILTIN)
        self.path = None if self.copies else path
        self._stamp = None if self.path is None else stamp_of(self.path)
        self._saved = self.text = text
        self._undo: list[str] = []
        self._redo: list[str] = []
        self._stroke: str | None = None
        self._unkept = ""
        self._draft = Draft(folder, text if path is None else os.path.realpath(path))
        self._found = self._draft.found
        self.restored = self._found is not None and self._found != text
        if self._found is not None:
            self.text = self._found
        if self.restored:  # as a change that can be undone
            self._undo.append(text)
        self._now = self.text, self._found is not None
        self._keeping = Lock()
        self._closed = False
        self._worker = Worker[str, Analysis, None]("editing", self._analyse)
        self._worker.ask(self.text)

    # -- changes ------------------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether there is unsaved work."""
        return self.text != self._saved

    @property
    def name(self) -> str:
        """The name of the level, or of its file."""
        if self.judged is not None and self.judged.shown is not None:
            return self.judged.shown.name
        return self.path.stem if self.path is not None else "New level"

    @property
    def judged(self) -> Analysis | None:
        """The newest analysis, of this text or an earlier one."""
        return self._worker.progress

    @property
    def problem(self) -> str:
        """Why the draft can't be saved, as a sentence; "" if it can."""
        problem = self._worker.problem
        return f"an internal error, {problem}" if problem else self._unkept

    @property
    def up_to_date(self) -> bool:
        """Whether the analysis is of the current text."""
        return self.judged is not None and self.judged.text == self.text

    def change(self, text: str) -> None:
        """Takes a new text; changes within one stroke are undone together."""
        if text == self.text:
            return
        if self._stroke is None:
            self._undo.append(self.text)
        self._redo.clear()
        self._show(text)

    def begin_stroke(self) -> None:
        """Makes all changes until `end_stroke` one change."""
        if self._stroke is None:
            self._stroke = self.text

    def end_stroke(self) -> None:
        """Ends the stroke."""
        before, self._stroke = self._stroke, None
        if before is not None and before != self.text:
            self._undo.append(before)

    def undo(self) -> bool:
        """Undoes the last change; False if there is none."""
        self.end_stroke()
        return self._move(self._undo, self._redo)

    def redo(self) -> bool:
        """Redoes the change undone last; False if there is none."""
        self.end_stroke()
        return self._move(self._redo, self._undo)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._undo) or self._stroke not in (None, self.text)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._redo)

    def _move(self, source: list[str], target: list[str]) -> bool:
        if not source:
            return False
        target.append(self.text)
        self._show(source.pop())
        return True

    def _show(self, text: str) -> None:
        goes_on = self._found is not None and any(
            known is self._found for known in (text, self._stroke, *self._undo)
        )
        self.text, self._now = text, (text, goes_on)
        self._worker.ask(text)

    # -- files --------------------------------------------------------------------------------------------

    def save(self, new: str = "") -> str:
        """Writes the level to its file, or to a new one of the user's; gives "" or why it failed.

        `new` is what a new file is called; "" for the level's name.
        """
        text, stamp = self.text, self._stamp
        if self.path is not None and stamp_of(self.path) not in (None, stamp):
            self._stamp = stamp_of(self.path)
            return f"{self.path} was changed by another program: save again to overwrite"
        path = self.path or free_name(self.folder / "levels" / (new or slug(self.name)))
        problem = keep(path, text.replace("\n", self._newline))
        if not problem:
            was_new = self.path is None
            self.path, self._stamp = path, stamp_of(path)
            self.discard()
            if was_new:
                with self._keeping:
                    self._draft.release()
                    self._draft = Draft(self.folder, os.path.realpath(path), anew=True)
        return problem

    def save_as(self, name: str) -> str:
        """Saves the level under another name, in a new file of the user's; gives "" or why it failed.

        Raises:
            EditError: the text holds no mapping, so no name.
        """
        self.change(with_value(self.text, "name", name))
        before, self.path = self.path, None
        problem = self.save(slug(name))
        if problem:
            self.path = before
        return problem

    @property
    def draft(self) -> Path:
        """The file for unsaved work."""
        return self._draft.path

    def discard(self) -> None:
        """Deletes the draft, since the text is saved or discarded."""
        with self._keeping:
            self._saved = self.text
            self._draft.remove(goes_on=self._now[1])

    def close(self, patience: float) -> None:
        """Keeps unsaved work in the draft, and ends the thread. Waits at most `patience` [s]."""
        self._keep_draft(self.text)
        with self._keeping:
            self._closed = True  # from here on the draft may be another editor's
            self._draft.release()
        self._worker.stop(patience)

    # -- the thread ---------------------------------------------------------------------------------------

    def _analyse(self, text: str) -> None:
        self._worker.show(analyse(text, self.judged))
        self._keep_draft(text)

    def _keep_draft(self, text: str) -> None:
        """Writes the draft if the text is still the newest; deletes it if nothing is unsaved."""
        with self._keeping:
            now, goes_on = self._now
            if self._closed or text != now:
                return
            if now != self._saved:
                self._unkept = self._draft.keep(text, goes_on=goes_on)
            else:
                self._unkept = ""
                self._draft.remove(goes_on=goes_on)


class Pasted(NamedTuple):
    """The text of a level for pasted text, and how it was read if that was not as our own format."""

    text: str
    notes: tuple[str, ...] = ()


def pasted(text: str, reading: int = 0) -> Pasted:
    """The text of a level for pasted text: a share code's, a drawing read like a file, or the text itself.

    Args:
        text: lines end with a line feed.
        reading: which of its readings is meant, from 1; 0 if it has to have only one.

    Raises:
        AmbiguousError: the drawing can be read in several ways.
        LevelError: the drawing has an error.
        ShareCodeError: the code is damaged, or none of ours.
    """
    if is_share_code(text):
        return Pasted(text_of_code(text))
    try:
        name, foreign = _foreign(text.encode(), f"#{reading}" if reading else "")
    except AmbiguousError:
        raise
    except LevelError:
        if KEY.search(text):
            return Pasted(text)  # rather a level that is not finished: the Proof card says what is wrong
        raise
    if foreign is None:
        return Pasted(text)
    return Pasted(to_yaml(read_data(text.encode(), name).level), foreign.notes)


def _foreign(data: bytes, reading: str) -> tuple[str, Foreign | None]:
    """A pasted text as a file of another program, by its content alone or else as a drawing; its name."""
    name = f"Pasted{reading}"
    foreign = read_foreign(data, name)
    if foreign is None:
        name = f"Pasted.txt{reading}"
        foreign = read_foreign(data, name)
    return name, foreign


def source_of(path: Path) -> Source:
    """The source for editing a file; a file of another format becomes a level in a new file.

    An occupancy picture may lack start and goal: the editor can place them.

    Raises:
        LevelError: the file can't be read, or is of another format and has an error.
    """
    data = read_bytes(file_of(path))
    try:
        if read_foreign(data, str(path)) is not None:
            return Source(to_yaml(read_file(path).level))
    except UnplacedError as error:
        return Source(to_yaml(Level.model_validate(error.board)))
    return Source(decode(data, str(path)), path, "\r\n" if b"\r\n" in data else "\n")
