"""Level: one frozen value that says everything a level file says, format 1."""

from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from levels.files.problems import shown
from levels.model.board import Action, Board, build_board
from levels.model.movers import Mover
from levels.model.obstacle import LookName, Obstacle, movers_of
from levels.model.obstacles import OBSTACLES

Fraction = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
PositiveFraction = Annotated[float, Field(gt=0.0, le=1.0, allow_inf_nan=False)]
if TYPE_CHECKING:
    AnyObstacle = Obstacle
else:  # whatever kinds the table holds, distinguished by their "kind"
    AnyObstacle = Annotated[reduce(or_, OBSTACLES.values()), Field(discriminator="kind")]
ACTION_NAMES = {action.name.lower(): action for action in Action}


def _named_action(value: Any) -> Any:
    """The action of that name; an Action passes."""
    action = ACTION_NAMES.get(value) if isinstance(value, str) else value
    if not isinstance(action, Action):
        raise ValueError(f"{shown(value)} is not an action")  # noqa: TRY004 - pydantic reports ValueErrors
    return action


def version(value: Any) -> Any:
    """The whole number; true and 1.0, which Python takes for 1, as the text that they are in a file."""
    return value if type(value) is int else str(value).lower()


NamedAction = Annotated[Action, BeforeValidator(_named_action)]


class Part(BaseModel):
    """A strict, frozen block of the file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Tile(Part):
    """What a character of the level's own means."""

    look: LookName = Field(description="What it looks like, for example crate or bush; any name will do.")
    blocks: bool = Field(default=True, description="Whether it blocks the agent and the obstacles.")


class Rewards(Part):
    """The agent's rewards, the paper's g(x, u)."""

    step: Annotated[float, Field(ge=-1e6, le=0.0, allow_inf_nan=False)] = Field(
        default=-1.0, description="Reward of every transition."
    )
    goal: Annotated[float, Field(ge=0.0, le=1e6, allow_inf_nan=False)] = Field(
        default=0.0, description="Added to it on arriving at a goal."
    )


class Learning(Part):
    """Settings of the paper's Algorithm 1 that the level proposes."""

    learning_rate: PositiveFraction = Field(default=0.07, description="β of equation 4.")
    discount: PositiveFraction = Field(default=1.0, description="γ of equation 4.")
    epsilon: Fraction = Field(
        default=0.1, description="ε of equation 13 in the first episode: the share of random actions."
    )
    epsilon_decay: PositiveFraction = Field(default=1.0, description="Factor on ε after each episode.")
    epsilon_floor: Fraction = Field(default=0.0, description="ε never decays below it.")
    threshold: Annotated[float, Field(gt=0.0, le=1e6, allow_inf_nan=False)] = Field(
        default=0.001,
        description="Converged when Σ|ΔQ| of an episode that reached a goal is below it, and the rest of "
        "the stopping rule holds.",
    )
    stopping_rule: Literal["settled", "published"] = Field(
        default="settled",
        description="settled: an episode converges only if afterwards the greedy path from every start "
        "reaches a goal with Σβ|δ| along it below the threshold too; published: as in the paper, which "
        "does not look at these paths and can stop before anything is learned.",
    )
    episode_limit: Annotated[int, Field(ge=1, le=10_000_000)] = Field(
        default=5000, description="Transitions after which an episode is cut off."
    )
    start_phases: Literal["zero", "all"] = Field(
        default="zero",
        description="zero: every episode starts at phase 0; all: each at a random phase of those "
        "from which a goal can be reached safely.",
    )
    start_cells: Literal["level", "all"] = Field(
        default="level",
        description="level: every episode starts at an S of the map; all: each in a random state, of "
        "any cell, from which a goal can be reached safely.",
    )


class Level(Part):
    """A level as its file says it; `levels.model.checks` checks whether its parts fit together.

    `map` holds one string per row. `actions` are kept in the paper's order whatever the file's order is.
    """

    format: Annotated[Literal[1], BeforeValidator(version)] = Field(
        description="The version of the format: 1."
    )
    name: Annotated[str, Field(min_length=1, max_length=80)] = Field(description="The title in the menu.")
    about: Annotated[str, Field(max_length=2000)] = Field(
        default="", description="A sentence or two about the level."
    )
    map: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]
    legend: dict[Annotated[str, Field(min_length=1, max_length=1)], Tile] = Field(
        default_factory=dict, description="Characters of your own and what they mean."
    )
    actions: Annotated[tuple[NamedAction, ...], Field(min_length=1, strict=False)] = Field(
        default=(Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN),
        description="What the agent can do in a tick; add wait to let it stand still.",
    )
    walls: Literal["forbidden", "stay"] = Field(
        default="forbidden",
        description="What happens on moving off the board or into a blocked cell. forbidden: it is unsafe; "
        "stay: the agent stays where it is.",
    )
    safety: Literal["viable", "one_step"] = Field(
        default="viable",
        description="viable: only actions after which the agent can stay safe forever; one_step: the "
        "paper's set, which looks one tick ahead and may run into dead ends.",
    )
    obstacles: Annotated[tuple[AnyObstacle, ...], Field(max_length=1000, strict=False)] = Field(
        default=(), description=f"What moves: one block for each {' or '.join(OBSTACLES)}."
    )
    rewards: Rewards = Field(default=Rewards(), description="The agent's rewards.")
    learning: Learning = Field(default=Learning(), description="How the agent learns.")

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
        legend = {char: (tile.look, tile.blocks) for char, tile in self.legend.items()}
        tracks = [
            obstacle.track(len(self.map), len(self.map[0])) for obstacle in self.obstacles if obstacle.carries
        ]
        return build_board(self.map, legend, {cell for track in tracks for cell in track if cell is not None})

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        """Every vehicle of every obstacle, in the file's order."""
        return tuple(
            mover
            for index, obstacle in enumerate(self.obstacles)
            for mover in movers_of(obstacle, index, len(self.map), len(self.map[0]))
        )
