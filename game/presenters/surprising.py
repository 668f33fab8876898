"""“Surprise me”: generates a crossing in the background and saves it as a file. No pygame."""

from pathlib import Path

from game.userdata.storage import keep
from learner.threads.worker import Worker
from levels.random.codes import Code


class Surprising:
    """A surprise being generated.

    Attributes:
        name: its name, with its code unless it has another one.
        path: its file.
    """

    def __init__(self, folder: Path, code: Code, name: str = "") -> None:
        self.name = name or code.name
        self.path = folder / code.file
        self._worker = Worker[Code, None, str]("surprise", self._make)
        self._worker.ask(code)

    @property
    def done(self) -> bool:
        """Whether it has been saved or has failed."""
        return not self._worker.busy

    @property
    def problem(self) -> str:
        """Why there is no file, as a sentence; "" if there is one."""
        if self._worker.problem:
            return f"The surprise failed: {self._worker.problem}"
        return self._worker.result or ""

    def close(self, patience: float) -> None:
        """Waits at most `patience` [s] for the thread to end; an unfinished surprise is dropped."""
        self._worker.join(patience)
        self._worker.stop(0.0)

    def _make(self, code: Code) -> str | None:
        from levels.random.surprise import surprise  # noqa: PLC0415  brings numba along, on this thread
        from levels.text.writer import to_yaml  # noqa: PLC0415

        text = to_yaml(surprise(*code).model_copy(update={"name": self.name}))
        return None if self._worker.superseded else keep(self.path, text)
