"""Traffic that is refused when a level is compiled: too much of it, or vehicles that meet."""

from levels.model.level import Level


class LevelTooLarge(ValueError):  # noqa: N818  # the name is the sentence
    """The level's tables would pass a stated limit; `obstacles` are the indices that cause it."""

    def __init__(self, message: str, hint: str, obstacles: tuple[int, ...]) -> None:
        """Keep the sentence, what to do about it, and which obstacles to change."""
        super().__init__(message)
        self.hint = hint
        self.obstacles = obstacles


class LevelConflict(ValueError):  # noqa: N818  # the name is the sentence
    """Two obstacles, or two vehicles of one, stand on the same cell or pass through each other."""

    def __init__(self, message: str, obstacle: int, *, late: bool) -> None:
        """Keep the sentence, the index of the obstacle that came second, and a hint if one can be late."""
        super().__init__(message)
        self.obstacle = obstacle
        self.hint = "they must stay apart at all delays: lower “late”, or move one of the two" if late else ""


def describe(level: Level, index: int) -> str:
    """How messages name an obstacle: its look, its number in the file, its place."""
    obstacle = level.obstacles[index]
    return f"the {obstacle.look} of obstacle {index + 1} ({obstacle.where()})"
