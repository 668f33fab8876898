"""A level being opened says how far it is, and gives up between stages once nobody waits for it."""

from threading import Event

from game.presenters import level_loader
from game.presenters.level_loader import LevelLoader
from levels.text.reader import builtin_levels


def loader_at_work(monkeypatch, slow, raised):
    """A loader whose proving waits at its first stage, and the events to wait for and to let it go on."""
    at_work, go_on = Event(), Event()

    def prepared(_path, _file, _known, progress):
        progress(0.25, "laying the tables")
        at_work.set()
        go_on.wait(10)
        try:
            progress(0.5, "finding the safe states")
        except level_loader.SupersededError:
            raised.append(True)
            raise

    monkeypatch.setattr(level_loader, "SLOW", slow)
    monkeypatch.setattr(level_loader, "prepared", prepared)
    loader = LevelLoader(builtin_levels()["grid_4"])
    loader.drawn.set()
    assert at_work.wait(10)
    return loader, go_on


def test_slow_opening_says_its_stage_and_a_quick_one_does_not(monkeypatch):
    for slow, stage in ((0.0, "laying the tables, 25%"), (1e9, "")):
        loader, go_on = loader_at_work(monkeypatch, slow, [])
        assert loader.stage == stage
        assert loader.level is not None
        go_on.set()
        loader.close(10)


def test_closed_loader_gives_up_between_stages(monkeypatch):
    raised = []
    loader, go_on = loader_at_work(monkeypatch, 0.0, raised)
    loader.close(0.0)
    go_on.set()
    loader._worker.join(10)
    assert raised == [True]
    assert loader.result is None
