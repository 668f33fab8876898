"""The closed form taken axis by axis: the same numbers as with the whole kernel, on boards and in traffic."""

import numpy as np
import pytest

from learner.svm.grid import closed_form_values
from learner.svm.svm import closed_form, points
from levels.model.mdp import compile_mdp
from levels.text.reader import builtin_levels, read_level


def labelled(name, *, classes, seed=0):
    """The tables of a level with random labels; some states have none."""
    mdp = compile_mdp(read_level(builtin_levels()[name]))
    labels = np.random.default_rng(seed).choice(classes, mdp.n_states)
    labels[mdp.goal] = -1
    labels[:: len(labels) // 5] = -1
    return mdp, labels.astype(np.int8)


@pytest.mark.parametrize("kernel_width", [1 / 64, 0.3, 2.0, 32.0])
@pytest.mark.parametrize("name", ["grid_4", "maze_15", "patience"])
def test_it_gives_the_decision_values_of_the_whole_kernel(name, kernel_width):
    mdp, labels = labelled(name, classes=range(4))
    states = np.flatnonzero(labels >= 0)
    whole = closed_form(points(mdp, states), labels[states], mdp.n_actions, kernel_width=kernel_width)
    values = closed_form_values(mdp, labels, kernel_width)
    np.testing.assert_allclose(values[states], whole.decision_values, atol=1e-10, rtol=0)


def test_two_phases_are_one_apart_like_neighbours(make_level):
    light = {"kind": "lane", "look": "car", "row": 0, "direction": "right", "at": [0]}
    mdp = compile_mdp(make_level(["==", "S.", "G."], obstacles=[light]))
    assert mdp.period == 2
    labels = np.where(mdp.goal, -1, np.arange(mdp.n_states) % 3).astype(np.int8)
    states = np.flatnonzero(labels >= 0)
    whole = closed_form(points(mdp, states), labels[states], mdp.n_actions, kernel_width=0.7)
    np.testing.assert_allclose(
        closed_form_values(mdp, labels, 0.7)[states], whole.decision_values, atol=1e-12, rtol=0
    )


def test_one_class_alone_has_nothing_to_decide():
    mdp, labels = labelled("grid_4", classes=[2])
    assert not closed_form_values(mdp, labels, 1.0).any()


def test_nonsense_is_refused():
    mdp, labels = labelled("grid_4", classes=range(4))
    with pytest.raises(ValueError, match="η is 0"):
        closed_form_values(mdp, labels, 0.0)
    with pytest.raises(ValueError, match="no state has a label"):
        closed_form_values(mdp, np.full_like(labels, -1), 1.0)
