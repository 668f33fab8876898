"""What a sweep runs: every learner on every level with every setting and seed."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from learner.baselines.table import BASELINES
from learner.runs.report import VERSION
from learner.runs.training import OURS_ALONE, with_settings
from levels.files.problems import UserError
from levels.model.level import Learning
from levels.proof.prove import prove
from levels.text.reader import LevelFile, find_level, parse_file, read_file
from levels.text.writer import to_yaml

LEARNERS = ("ours", *(name for name in BASELINES if name != "ours"))
SETTINGS = ("safety", *Learning.model_fields)
"""What `--set` can change."""
MOST_RUNS = 1_000_000
AT_MOST = f"a sweep has at most {MOST_RUNS:,} runs"
SEEDS = re.compile(r"([0-9]{1,18})(?::([0-9]{1,18}))?")
"""A seed or a range of them; the tables hold whole numbers of 64 bits."""


@dataclass(frozen=True)
class Run:
    """One run.

    Attributes:
        level: its name as it was given.
        text: the level as a file of ours, so that a worker needs no files.
        learner: a key of BASELINES.
        seed: of the learner.
        settings: (name, value) of what differs from the level's own, in the order of SETTINGS.
        episodes: the cap.
    """

    level: str
    text: str
    learner: str
    seed: int
    settings: tuple[tuple[str, Any], ...]
    episodes: int

    @property
    def key(self) -> str:
        """Names the run among all runs ever: the same work has the same key."""
        told = [self.text, self.learner, self.seed, self.settings, self.episodes, VERSION]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]


def plan(
    names: Sequence[str],
    seeds: Sequence[int],
    learners: Sequence[str],
    values: Sequence[tuple[str, Sequence[Any]]],
    episodes: int,
) -> tuple[Run, ...]:
    """Every combination, in the order of the arguments, the seeds innermost.

    A level that is named twice, or by two names, counts once, by its first: its runs would be the same.

    Raises:
        UserError: there is no such learner, a level can't be learned, settings do not fit or would be
            ignored by a learner, or too many runs.
    """
    unknown = [name for name in learners if name not in BASELINES]
    if unknown:
        raise UserError(f"There is no learner “{unknown[0]}”; the learners are {', '.join(LEARNERS)}.")
    _refuse_ignored(learners, [name for name, _ in values])
    ordered = sorted(values, key=lambda setting: SETTINGS.index(setting[0]))
    choices = [[(name, value) for value in its_values] for name, its_values in ordered]
    combinations = list(product(*choices))
    files: dict[str, tuple[str, LevelFile]] = {}
    for name in names:
        file = read_file(find_level(name))
        files.setdefault(to_yaml(file.level), (name, file))
    total = len(files) * len(learners) * len(combinations) * len(seeds)
    if total > MOST_RUNS:
        raise UserError(f"These are {total:,} runs; {AT_MOST}.")
    runs = []
    for text, (name, file) in files.items():
        for settings in combinations:
            _refuse_unfit(file, settings)
        runs += [
            Run(name, text, learner, seed, settings, episodes)
            for learner, settings, seed in product(learners, combinations, seeds)
        ]
    return tuple(runs)


def changed(file: LevelFile, settings: Sequence[tuple[str, Any]]) -> LevelFile:
    """The level with a run's settings."""
    given = dict(settings)
    safety = given.pop("safety", None)
    return parse_file(to_yaml(with_settings(file.level, safety, given)), file.name)


def _refuse_ignored(learners: Sequence[str], settings: Sequence[str]) -> None:
    """Refuse settings that a learner would ignore, since its rows would claim them."""
    others = [name for name in learners if name != "ours"]
    ignored = [f"--set {name}" for name in settings if name in OURS_ALONE]
    if others and ignored:
        who, what = ("learner " if len(others) == 1 else "learners ") + ", ".join(others), ", ".join(ignored)
        raise UserError(
            f"The {who} can't be combined with {what}, which only ours obeys: "
            f"drop {what}, or sweep ours alone."
        )


def _refuse_unfit(file: LevelFile, settings: Sequence[tuple[str, Any]]) -> None:
    proof = prove(changed(file, settings))
    if proof.refused:
        raise UserError(str(proof.objection))


def seeds_of(text: str) -> tuple[int, ...]:
    """The seeds of “0:100” (the last one left out), “7”, or a list of these with commas.

    Raises:
        UserError: it is none of these, or has no seed.
    """
    seeds: list[int] = []
    for part in text.split(","):
        said = SEEDS.fullmatch(part.strip())
        if said is None:
            seeds.clear()
            break
        first = int(said[1])
        end = first + 1 if said[2] is None else int(said[2])
        if end - first > MOST_RUNS:
            raise UserError(f"--seeds {text}: {part.strip()} are {end - first:,} seeds; {AT_MOST}.")
        seeds += range(first, end)
    if not seeds:
        raise UserError(
            f"--seeds {text}: write for example 0:100, which is 0 to 99, or 1,2,3, with up to 18 digits each."
        )
    return tuple(dict.fromkeys(seeds))


def setting_of(text: str) -> tuple[str, tuple[Any, ...]]:
    """The setting and its values of “epsilon=0.05,0.1”.

    Raises:
        UserError: there is no such setting, or no value.
    """
    name, _, values = text.partition("=")
    if name not in SETTINGS:
        raise UserError(f"--set {text}: the settings are {', '.join(SETTINGS)}.")
    found = tuple(dict.fromkeys(_value(value.strip()) for value in values.split(",") if value.strip()))
    if not found:
        raise UserError(f"--set {text}: write its values, for example {name}=…,….")
    if name == "safety" and not set(found) <= {"viable", "one_step"}:
        raise UserError(f"--set {text}: the safe set is viable or one_step.")
    return name, found


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
