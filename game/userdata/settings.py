"""Settings: what a user has chosen, kept in the platform's settings folder. No pygame.

A file that is missing, damaged or from a newer version gives the defaults and a sentence, never a failure; a
folder that cannot be written to gives a sentence too.
"""

from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.userdata.locks import alone
from game.userdata.storage import UnreadableError, keep, read_kept
from levels.files.reading import is_there

VERSION = 1
LARGEST_FILE = 65_536
"""A settings file larger than this is not ours [bytes]."""
VOLUMES = 10
"""Steps of the volume above silence."""
Palette = Literal["viridis", "cividis", "contrast", "grey"]
Place = Annotated[int, Field(ge=-16_384, le=16_384)]
Racer = Literal["ours", "one_step", "plain", "lagrangian", "sarsa", "expected_sarsa", "double_q"]


def _differ(racers: tuple[Racer, ...]) -> tuple[Racer, ...]:
    """The same, if no learner is among them twice."""
    if len(set(racers)) < len(racers):
        raise ValueError("a learner can't race against itself")
    return racers


Racers = Annotated[tuple[Racer, Racer, Racer], AfterValidator(_differ)]
Side = Annotated[int, Field(ge=200, le=16_384)]


class Settings(BaseModel):
    """Everything a user can choose.

    Attributes:
        palette: colours of the values, a name in `theme.PALETTES`.
        reduce_motion: things are in their new place at once; nothing pulses.
        muted, volume: sound; the volume in steps from 0 to VOLUMES.
        scale: pixels a unit, None for what suits the screen.
        size: the window's [px], None for what suits the screen.
        position: of the window's inside on the screen [px], None for wherever the system puts it.
        full_screen: whether the window fills the screen.
        racers: names of the three learners that race, from left to right.
        tour_seen: whether the tour has been taken or skipped.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    version: Literal[1] = 1
    palette: Palette = "viridis"
    reduce_motion: bool = False
    muted: bool = False
    volume: Annotated[int, Field(ge=0, le=VOLUMES)] = 6
    scale: Annotated[float, Field(ge=0.75, le=8.0)] | None = None
    size: tuple[Side, Side] | None = None
    position: tuple[Place, Place] | None = None
    full_screen: bool = False
    racers: Racers = ("plain", "one_step", "ours")
    tour_seen: bool = False


def default_path() -> Path:
    """The settings file in the platform's folder for them."""
    return Path(platformdirs.user_config_dir("safe-crossing", appauthor=False)) / "settings.json"


def load(path: Path | None) -> tuple[Settings, str]:
    """Reads settings; gives them with a sentence about what was wrong, "" if nothing was.

    Every setting that is in order counts, whatever is wrong with the others. No path gives the defaults.
    """
    try:
        raw = None if path is None else read_kept(path, LARGEST_FILE)
    except UnreadableError as error:
        return Settings(), f"Settings were reset: {path} can't be read ({error})."
    if raw is None:
        return Settings(), ""
    if raw.get("version") != VERSION:
        return Settings(), f"Settings were reset: {path} is not of version {VERSION}."
    found = {name: tuple(v) if isinstance(v, list) else v for name, v in raw.items()}
    wrong = []
    try:
        settings = Settings.model_validate(found)
    except ValidationError as error:
        wrong = sorted({str(fault["loc"][0]) for fault in error.errors()})
        settings = Settings.model_validate({k: v for k, v in found.items() if k not in wrong})
    notice = f"Settings in {path} that were invalid have been reset: {', '.join(wrong)}." if wrong else ""
    return settings, notice


def save_changes(before: Settings, after: Settings, path: Path | None) -> str:
    """Writes the settings that differ over those in the file, where another window may have changed others.

    A file that is not in order is written whole, as `after`. Gives a sentence if it failed, else "".
    """
    if path is None:
        return ""
    with alone(path):
        found, notice = load(path)
        if notice or not is_there(path):
            return save(after, path)
        changed = {name: value for name, value in after if value != getattr(before, name)}
        return save(found.model_copy(update=changed), path)


def save(settings: Settings, path: Path | None) -> str:
    """Writes settings, whole or not at all; gives a sentence if that failed, else "". None writes nothing."""
    failure = "" if path is None else keep(path, settings.model_dump_json(indent=2) + "\n")
    return failure and f"Settings can't be saved: {failure}."
