"""The bar of work that has turned out slow."""

from contextlib import contextmanager

import pytest
from rich.progress import Progress

from levels.files import terminal


@pytest.mark.parametrize(("slow", "bars"), [(0.0, 1), (1e9, 0)])
def test_only_slow_work_gets_a_bar(monkeypatch, slow, bars):
    made = []

    @contextmanager
    def bar():
        made.append(Progress(disable=True))
        yield made[-1]

    monkeypatch.setattr(terminal, "SLOW", slow)
    monkeypatch.setattr(terminal, "progress_bar", bar)
    with terminal.progress_if_slow() as progress:
        progress(0.2, "laying the tables")
        progress(0.9, "finding the shortest paths")
    assert len(made) == bars
    for task in [task for one in made for task in one.tasks]:
        assert (task.description, task.completed, task.total) == ("finding the shortest paths", 0.9, 1.0)
