"""The learning curves of a sweep: what each line is, and that lines over one another can be told apart."""

from contextlib import contextmanager

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="matplotlib is not installed")
from matplotlib.figure import Figure

from game.export.figures import sweeps
from learner.sweeps.plan import SETTINGS
from learner.sweeps.run import Result

pytestmark = pytest.mark.slow

SAFE = ((0, 0, 0, -1), (1, 9, 0, -1), (10, 90, 0, 20), (100, 900, 0, 6))


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """Draw results; gives the panels, the lines with data of each, and what the legend lists."""
    figures = []

    @contextmanager
    def kept(_paths, _size, rows, columns):
        figure = Figure(layout="constrained")
        figures.append(figure)
        yield figure, figure.subplots(rows, columns, squeeze=False, sharex="col", sharey="row")

    monkeypatch.setattr(sweeps, "chart", kept)

    def draw(results):
        sweeps.draw_curves(results, [tmp_path / "curves.png"])
        panels = np.array(figures[-1].axes).reshape(2, -1)
        lines = [
            [line for line in panel.lines if len(line.get_xdata()) and line.get_linestyle() != "None"]
            for panel in panels.flat
        ]
        return panels, lines, [text.get_text() for text in figures[-1].legends[0].get_texts()]

    return draw


def result(level="grid_4", learner="ours", epsilon=0.1, curve=SAFE):
    return Result(
        dict.fromkeys(SETTINGS, 0) | {"level": level, "learner": learner, "epsilon": epsilon}, curve
    )


def look(line):
    return line.get_color(), line._dash_pattern, line.get_marker()


def test_every_learner_with_every_setting_has_its_own_line_on_every_level(drawn):
    combinations = [(learner, epsilon) for learner in ("ours", "sarsa") for epsilon in (0.1, 0.2)]
    results = [result(level, *pair) for level in ("grid_4", "grid_5") for pair in combinations for _ in "12"]
    panels, lines, listed = drawn(results)
    assert [panel.get_title() for panel in panels[0]] == ["grid_4", "grid_5"]
    assert [panel.get_xscale() for panel in panels.flat] == ["log"] * 4
    for of_panel in lines:
        assert len({str(look(line)) for line in of_panel}) == 4
        first, second, other, _ = map(look, of_panel)
        assert first[:2] == second[:2]  # the learner's colour and dash
        assert first[2] == other[2] != second[2]  # the setting's mark
    assert listed == ["ours", "sarsa", "epsilon=0.1", "epsilon=0.2"]


def test_lines_that_lie_over_one_another_differ_in_dash_and_width(drawn):
    _, (failed, _), listed = drawn([result(learner=learner) for learner in ("ours", "sarsa", "double_q")])
    assert len({str(line._dash_pattern) for line in failed}) == 3
    widths = [line.get_linewidth() for line in failed]
    assert widths == sorted(set(widths), reverse=True)
    assert listed == ["ours", "sarsa", "double_q"]


def test_one_learners_settings_have_the_colours(drawn):
    _, (failed, _), listed = drawn([result(epsilon=epsilon) for epsilon in (0.1, 0.2)])
    assert len({line.get_color() for line in failed}) == 2
    assert listed == ["epsilon=0.1", "epsilon=0.2"]


def test_a_line_is_the_median_of_what_is_known_by_then_and_a_path_that_half_do_not_find_is_none(drawn):
    curves = [
        ((0, 0, 0, -1), (1, 5, 1, -1), (10, 50, 4, 30), (100, 500, 8, 10)),
        ((0, 0, 0, -1), (1, 5, 1, -1), (7, 35, 2, 8)),  # converged at 7, and stays at that
        ((0, 0, 0, -1), (1, 5, 0, 40), (10, 50, 9, -1), (100, 500, 30, 12)),
    ]
    _, ((failed,), (path,)), _ = drawn([result(curve=curve) for curve in curves])
    assert list(failed.get_xdata()) == list(path.get_xdata()) == [1, 10, 100]
    assert list(failed.get_ydata()) == [1, 4, 8]
    np.testing.assert_array_equal(path.get_ydata(), [np.nan, 30, 10])


@pytest.mark.parametrize("curve", [((0, 0, 0, -1), (0, 0, 1, -1)), ((0, 0, 0, -1), (1, 9, 0, -1))])
def test_a_run_that_never_got_far_is_no_error(drawn, curve):
    panels, _, _ = drawn([result(curve=curve)])
    panels[0, 0].figure.draw_without_rendering()
