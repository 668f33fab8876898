"""The kinds of obstacles as the window shows and edits them: one file each, listed in KINDS."""

from typing import Any

from game.board.kind import Kind
from game.board.kinds.lane import LANE
from game.board.kinds.patrol import PATROL

KINDS: dict[str, Kind[Any]] = {"lane": LANE, "patrol": PATROL}
"""Kind of a level file → its picture and its editing; every kind of OBSTACLES has a line here."""
