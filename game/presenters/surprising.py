"""“Surprise me”: generates a crossing in the background and saves it as a file. No pygame."""

from pathlib import Path

from game.userdata.storage import keep
from learner.threads.worker import Worker


class Surprising:
    """A surprise being generated.

    Attributes:
        name: its name, with seed and difficulty unless it has another one.
        path: its file.
    """

    def __init__(self, folder: Path, seed: int, difficulty: int, name: str = "") -> None:
        self.name = name or f"Surprise {seed}-{difficulty}"
        self.path = self.path_in(folder, seed, difficulty)
        self._worker = Worker[tuple[int, int], None, str]("surprise", self._make)
        self._worker.ask((seed, difficulty))

    @staticmethod
    def path_in(folder: Path, seed: int, difficulty: int) -> Path:
        """The file of a surprise."""
        return folder / f"surprise_{seed}_{difficulty}.yaml"

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

    def _make(self, drawn: tuple[int, int]) -> str | None:
        from levels.random.surprise import surprise  # noqa: PLC0415  brings numba along, on this thread
        from levels.text.writer import to_yaml  # noqa: PLC0415

        text = to_yaml(surprise(*drawn).model_copy(update={"name": self.name}))
        return None if self._worker.superseded else keep(self.path, text)
