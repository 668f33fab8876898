"""Where compiled code is kept. Imported before numba, which reads the variable once."""

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "NUMBA_CACHE_DIR"
"""numba's own variable; a user's own choice is kept."""

if not os.environ.get(CACHE_VARIABLE):
    os.environ[CACHE_VARIABLE] = str(Path(platformdirs.user_cache_dir("safe-crossing")) / "numba")
