"""Storm, a model checker that others wrote, is given the bare tables and finds the same safe set and ways.

Runs where stormpy is installed (docs/proof.md says how). What is asked, of every state at once:

- Pmax=? [ G !"crash" ], the best chance never to crash, is 1 exactly in the viable states, 0 in all others.
- R{"steps"}min=? [ F "goal" ], the fewest steps, equals the shortest safe path, infinite if there is none.
  The tables hold unsafe actions too, but a way that arrives never went through the crash, which nothing
  leaves; and as goals are safe for ever, every state on that way is viable. So this is the minimum over
  allowed actions as well, and nothing need be restricted to the kernel.
"""

import numpy as np
import pytest

from levels.model.mdp import compile_mdp
from levels.proof.exports import write_drn
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import BUILTINS
from tests.random_levels import random_level

stormpy = pytest.importorskip(
    "stormpy", reason="stormpy is not installed: python3 run.py pip install stormpy"
)
pytestmark = pytest.mark.storm


def read(path):
    """The file as Storm's own model, in rational numbers: its answers are exact, without a tolerance."""
    return stormpy.build_model_from_drn[stormpy.Rational](str(path))


def ask(model, formula):
    """The value of every state."""
    (property_,) = stormpy.parse_properties(formula)
    result = stormpy.model_checking(model, property_, only_initial_states=False)
    return np.array([float(value) for value in result.get_value_vector()])


def agreement(level, path):
    """Storm's answers about a level beside the program's."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    write_drn(mdp, path, level.name)
    model = read(path)
    assert model.nr_states == mdp.n_states + 1
    assert model.nr_choices == model.nr_transitions == (mdp.n_states + 1) * mdp.n_actions
    assert sorted(model.initial_states) == sorted(mdp.starts)
    chance = ask(model, 'Pmax=? [ G !"crash" ]')
    if model.labeling.contains_label("goal"):
        steps = ask(model, 'R{"steps"}min=? [ F "goal" ]')
    else:  # somebody stands on the goal for ever; Storm knows no label that no state has
        steps = np.full(mdp.n_states + 1, np.inf)
    ours = steps_to_goal(mdp, safe)
    np.testing.assert_array_equal(chance, np.append(safe.viable, False).astype(float))
    np.testing.assert_array_equal(steps, np.append(np.where(ours < 0, np.inf, ours), np.inf))
    return int(chance.sum()), min(steps[list(mdp.starts)])


@pytest.mark.parametrize("name", BUILTINS)
def test_storm_agrees_on_built_in_levels(name, tmp_path):
    viable, shortest = agreement(read_level(builtin_levels()[name]), tmp_path / "level.drn")
    assert viable > 0
    assert np.isfinite(shortest)


@pytest.mark.parametrize("mode", ["viable", "one_step"])
@pytest.mark.parametrize("seed", range(20))
def test_storm_agrees_on_random_levels(seed, mode, tmp_path):
    """Trapped starts, starts without a way and goals that are driven over among them."""
    agreement(random_level(seed).model_copy(update={"safety": mode}), tmp_path / "level.drn")


def test_storm_sees_a_changed_table(tmp_path):
    """Every step onto the goal leads into the crash instead: nobody is able to arrive any more."""
    mdp = compile_mdp(read_level(builtin_levels()["grid_4"]))
    path = tmp_path / "level.drn"
    write_drn(mdp, path, "grid")
    (goal,) = np.flatnonzero(mdp.goal)
    path.write_text(path.read_text().replace(f"\t{goal} : 1\n", f"\t{mdp.crash} : 1\n"))
    assert np.flatnonzero(np.isfinite(ask(read(path), 'R{"steps"}min=? [ F "goal" ]'))).tolist() == [goal]
