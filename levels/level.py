"""Level: one frozen value that says everything a level file says, format 1."""

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from levels.board import Action, Board, build_board
from levels.obstacles import Lane, LookName, Mover, Patrol, movers_of
from levels.problems import shown

Fraction = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
ACTION_NAMES = {action.name.lower(): action for action in Action}


def _named_action(value: Any) -> Any:
    """The action of that name; an Action passes."""
    action = ACTION_NAMES.get(value) if isinstance(value, str) else value
    if not isinstance(action, Action):
        raise ValueError(f"{shown(value)} is not an action")  # noqa: TRY004 - pydantic reports ValueErrors
    return action


NamedAction = Annotated[Action, BeforeValidator(_named_action)]


class Part(BaseModel):
    """A strict, frozen block of the file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Tile(Part):
    """What a character of the level's own stands for."""

    look: LookName
    blocks: bool = True


class Rewards(Part):
    """Reward of every transition (`step`), and what arriving at a goal adds to it (`goal`)."""

    step: Annotated[float, Field(ge=-1e6, le=0.0, allow_inf_nan=False)] = -1.0
    goal: Annotated[float, Field(ge=0.0, le=1e6, allow_inf_nan=False)] = 0.0


class Learning(Part):
    """Settings of Algorithm 1 that a level proposes.

    Attributes:
        learning_rate: β of E4.
        discount: γ of E4.
        epsilon: ε of E13 in the first episode; constant within an episode.
        epsilon_decay: factor on ε after each episode.
        epsilon_floor: ε never falls below it by decay.
        threshold: converged when Σ|ΔQ| of an episode that reached the goal is below it.
        episode_limit: transitions after which an episode is cut off.
        start_phases: "zero", episodes start at phase 0; "all", at a phase drawn uniformly.
    """

    learning_rate: Annotated[float, Field(gt=0.0, le=1.0, allow_inf_nan=False)] = 0.07
    discount: Annotated[float, Field(gt=0.0, le=1.0, allow_inf_nan=False)] = 1.0
    epsilon: Fraction = 0.1
    epsilon_decay: Annotated[float, Field(gt=0.0, le=1.0, allow_inf_nan=False)] = 1.0
    epsilon_floor: Fraction = 0.0
    threshold: Annotated[float, Field(gt=0.0, le=1e6, allow_inf_nan=False)] = 0.001
    episode_limit: Annotated[int, Field(ge=1, le=10_000_000)] = 5000
    start_phases: Literal["zero", "all"] = "zero"


class Level(Part):
    """A level as its file says it; `levels.checks` tells whether its parts fit together.

    `map` holds one string a row. `actions` are kept in the paper's order whatever the file's order is.
    """

    format: Literal[1]
    name: Annotated[str, Field(min_length=1, max_length=80)]
    about: Annotated[str, Field(max_length=2000)] = ""
    map: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]
    legend: dict[Annotated[str, Field(min_length=1, max_length=1)], Tile] = Field(default_factory=dict)
    actions: Annotated[tuple[NamedAction, ...], Field(min_length=1, strict=False)] = (
        Action.RIGHT,
        Action.UP,
        Action.LEFT,
        Action.DOWN,
    )
    walls: Literal["forbidden", "stay"] = "forbidden"
    safety: Literal["viable", "one_step"] = "viable"
    obstacles: Annotated[
        tuple[Annotated[Lane | Patrol, Field(discriminator="kind")], ...],
        Field(max_length=1000, strict=False),
    ] = ()
    rewards: Rewards = Rewards()
    learning: Learning = Learning()

    @field_validator("map", mode="before")
    @classmethod
    def _rows(cls, value: Any) -> Any:
        """A block of text becomes rows; blank lines at its end are the editor's, not the level's."""
        return tuple(value.rstrip("\n").split("\n")) if isinstance(value, str) else value

    @field_validator("actions", mode="after")
    @classmethod
    def _order(cls, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        for action in Action:
            if actions.count(action) > 1:
                raise ValueError(f"“{action.name.lower()}” is listed twice")
        return tuple(sorted(actions))

    @cached_property
    def board(self) -> Board:
        """The fixed parts as arrays."""
        return build_board(self.map, {char: (tile.look, tile.blocks) for char, tile in self.legend.items()})

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        """Every vehicle of every obstacle, in the file's order."""
        return tuple(
            mover
            for index, obstacle in enumerate(self.obstacles)
            for mover in movers_of(obstacle, index, len(self.map), len(self.map[0]))
        )
