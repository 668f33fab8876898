"""Registers the levels with Gymnasium: import this module or `safe_crossing` once, or name one before the id.

`gymnasium.make("safe_crossing:safe_crossing/CrossyRoad-v0")` does both. Gymnasium has no entry points
for environments since 1.0. Each built-in level has an id, `safe_crossing/Level-v0` takes any `level`.
"""

import gymnasium

from levels.text.reader import builtin_levels

DRAWN = "game.export.environment:DrawnCrossingEnv"
"""The environment with pictures, by name, since learner knows no pygame."""
VECTOR = "learner.vector_environment:CrossingVectorEnv"


def id_of(name: str) -> str:
    """The id of a built-in level: `crossy_road` is `safe_crossing/CrossyRoad-v0`."""
    return f"safe_crossing/{''.join(word.capitalize() for word in name.split('_'))}-v0"


def _register() -> None:
    gymnasium.register("safe_crossing/Level-v0", entry_point=DRAWN, vector_entry_point=VECTOR)
    for name in builtin_levels():
        gymnasium.register(id_of(name), entry_point=DRAWN, vector_entry_point=VECTOR, kwargs={"level": name})


_register()
