"""Registers the levels with Gymnasium: `import safe_crossing; gymnasium.make("safe_crossing/CrossyRoad-v0")`.

The work is `learner.registration`'s. This module only gives it the name that one expects; it needs gymnasium,
and loads neither pygame nor numba.
"""

import learner.registration  # noqa: F401  importing it registers the levels
