"""A dead end in the window: learning with the one-step set ends in it, and the board shows where and why."""

import pytest

from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, playing, until


@pytest.fixture
def ended(start, tmp_path):
    """The window on a level in mode one_step whose learning has ended, the way there played to its end."""
    path = tmp_path / "trap.yaml"
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    path.write_text(text + "safety: one_step\n", encoding="utf-8")
    app = start(path, unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.dead_end is not None)
    watching.next_rollout()
    until(app, lambda: watching.playback.finished)
    return app, watching, watching.snapshot.dead_end


def test_the_end_of_the_way_is_shown_with_what_closes_it(ended):
    app, watching, dead_end = ended
    scene = app.top.scene()
    assert scene.agent_to == dead_end.cell
    assert scene.trace.steps == dead_end.trace[-len(scene.trace.steps) :]
    assert scene.trace.phase == dead_end.phase
    assert scene.trace.obstacles == dead_end.obstacles
    assert watching.opened.mdp.phase(watching.state) == dead_end.phase
    assert scene.time % watching.opened.mdp.period == dead_end.phase


@pytest.mark.slow
def test_on_the_way_there_are_no_ghosts_and_it_is_shown_again(ended):
    app, watching, _dead_end = ended
    frames(app, 100)  # the rest is over
    assert not watching.playback.finished
    assert watching.shown.rollout.outcome == "dead_end"
    assert app.top.scene().trace is None
