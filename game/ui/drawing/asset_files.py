"""Where the fonts, icons and sprites are."""

from pathlib import Path

_GAME = Path(__file__).resolve().parents[2]

ASSETS = _GAME / "assets" if (_GAME / "assets").is_dir() else _GAME.parent / "assets"
"""In the package where the program is installed, beside it in the project folder and in a bundle."""
