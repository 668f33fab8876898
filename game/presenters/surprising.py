"""“Surprise me”: a crossing made beside the frame loop, and kept as a file. No pygame."""

from pathlib import Path
from threading import Thread

from game.userdata.storage import keep
from learner.threads.failure import in_words
from learner.threads.pacing import give_way


class Surprising:
    """A surprise on its way.

    Attributes:
        name: what it is called, seed and difficulty included.
        path: its file.
        done: whether it is there, or there is a problem.
        problem: why there is no file, as a sentence; "" if there is one.
    """

    def __init__(self, folder: Path, seed: int, difficulty: int) -> None:
        self.name = f"Surprise {seed}, difficulty {difficulty}"
        self.path = folder / f"surprise_{seed}_{difficulty}.yaml"
        self.done = False
        self.problem = ""
        self._thread = Thread(target=self._work, args=(seed, difficulty), name="surprise", daemon=True)
        self._thread.start()

    def join(self, patience: float) -> None:
        """Waits for its end, at most `patience` [s]."""
        self._thread.join(patience)

    def _work(self, seed: int, difficulty: int) -> None:
        try:
            give_way()
            from levels.random.surprise import surprise  # noqa: PLC0415  brings numba along, on this thread
            from levels.text.writer import to_yaml  # noqa: PLC0415

            self.problem = keep(self.path, to_yaml(surprise(seed, difficulty)))
        except BaseException as error:  # noqa: BLE001  whatever it was, it is shown in the window
            self.problem = f"The surprise failed: {in_words(error)}"
        self.done = True
