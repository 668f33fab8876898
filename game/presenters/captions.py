"""What the watch page says in plain words about the replay on show and about learning. No pygame."""

from typing import Literal, NamedTuple

from game.presenters.watching import Watching
from learner.core.snapshot import Snapshot
from levels.model.delays import is_late
from levels.model.level import Level

Stage = Literal["preparing", "practising", "learned", "converged", "paused", "failed"]
"""What learning has come to, as the window says it."""
STAGES: dict[Stage, tuple[str, str]] = {
    "preparing": ("", "not started yet"),
    "practising": ("practising", "goes on while the board shows replays"),
    "learned": ("learned", "nothing better is left to find"),
    "converged": ("converged", "on a path that is not the shortest"),
    "paused": ("paused", "the board goes on showing replays"),
    "failed": ("stopped", "learning cannot go on"),
}
"""The word of each stage, "" while the note above the board has it, and the line below it."""
ENDS = {
    "loop": "it goes in circles",
    "limit": "it has not got across in time",
    "dead_end": "no move is safe here",
    "crash": "it has crashed",
}
"""Why a replay ended without getting across."""


def best_on(level: Level) -> str:
    """What a shortest safe crossing is called; where traffic is late, who saw the delays might do better."""
    return "best guaranteed" if is_late(level) else "best possible"


def best_name(watching: Watching) -> str:
    """What a shortest safe crossing of the level being watched is called."""
    return "best possible" if watching.opened is None else best_on(watching.opened.level)


class Crossing(NamedTuple):
    """How the replay on show gets across.

    Attributes:
        steps: steps it takes, None if it does not arrive.
        best: steps of the best possible crossing from the same start, None before the level is proved.
        text: in a sentence.
    """

    steps: int | None
    best: int | None
    text: str


def stage_of(watching: Watching) -> Stage:
    """What learning has come to: learned means that it has converged to shortest paths, nothing less."""
    snapshot = watching.snapshot
    if watching.status in {"opening", "warming_up"} or snapshot is None:
        return "preparing"
    if watching.status in {"failed", "stopped"}:
        return "failed"
    if snapshot.converged_episode is not None:
        return "learned" if snapshot.optimal else "converged"
    return "paused" if watching.training_paused else "practising"


def stage_line(stage: Stage, snapshot: Snapshot | None) -> str:
    """The line below the word of a stage."""
    if stage == "failed" and snapshot is not None and snapshot.message:
        return snapshot.message
    return STAGES[stage][1]


def counted(number: int, word: str) -> str:
    """A number with its noun: "1 step", "1,204 steps", "3 crashes"."""
    plural = "es" if word.endswith("sh") else "s"
    return f"{number:,} {word}{'' if number == 1 else plural}"


def crossing_of(watching: Watching) -> Crossing:
    """How the replay on show ends; it changes only when the next one begins."""
    shown, opened = watching.shown, watching.opened
    if shown is None or opened is None:
        return Crossing(None, None, "No crossing yet")
    rollout = shown.rollout
    best = int(opened.optimal.steps_to_goal[rollout.states[0]])
    n_moves = len(rollout.actions)
    if shown.svm is not None:
        return Crossing(None, best, f"The SVM: {_svm_end(rollout.outcome, n_moves)}")
    if shown.first_tick is not None:
        return Crossing(None, None, "Ends where no move is safe")
    if rollout.outcome == "goal":
        return Crossing(n_moves, best, f"Crosses in {counted(n_moves, 'step')}")
    if rollout.outcome == "dead_end":
        return Crossing(None, best, "Ends where no move is safe")
    by_now = watching.newest_steps is not None  # it has learned since what this replay shows
    return Crossing(None, best, "Did not get across then" if by_now else "Does not get across yet")


def _svm_end(outcome: str, n_moves: int) -> str:
    """How a rollout of the SVM ends, in a few words."""
    if outcome == "goal":
        return f"across in {counted(n_moves, 'step')}"
    return {"crash": f"a crash after {counted(n_moves, 'step')}", "dead_end": "no move is safe"}.get(
        outcome, "not across"
    )


def captions_of(watching: Watching) -> tuple[str, ...]:
    """Which knowledge the board replays, from the longest way to say it to the shortest."""
    shown, snapshot = watching.shown, watching.snapshot
    if shown is None:
        return ("No replay yet",)
    if shown.svm is not None:
        mask = "with the mask" if shown.svm.masked else "without the mask"
        return f"The SVM acts, not the learner: {mask}", f"The SVM acts, {mask}", "The SVM acts"
    if shown.first_tick is not None:
        return "The last moves of learning", "Last moves"
    converged = snapshot.converged_episode if snapshot is not None else None
    if converged is not None and shown.episodes >= converged:
        return "The path it has learned", "As learned"
    if shown.episodes == 0:
        return "Replay of what it knew before learning", "Before learning"
    runs = counted(shown.episodes, "run")
    return (
        f"Replay of what it knew after {counted(shown.episodes, 'practice run')}",
        *(f"What it knew after {runs}", f"After {runs}"),
    )


def replay_note(watching: Watching, *, fitting: bool = False) -> tuple[str, str]:
    """A bold word and the rest of the line above the board: what kind of picture this is.

    `fitting`: an overlay waits for its SVM.
    """
    shown = watching.shown
    if fitting and shown is not None and shown.svm is not None and watching.svm.stands_in:
        return "The SVM acts", "the closed form, until the fit is there"
    if fitting:
        return "Fitting the SVM", "this takes a moment"
    if watching.ahead:
        return "Looking ahead", f"{counted(watching.ahead, 'step')} from now"
    if shown is not None and shown.svm is not None:
        if watching.playback.finished and shown.rollout.outcome in ENDS:
            return "The SVM acts", ENDS[shown.rollout.outcome]
        rest = "with the mask" if shown.svm.masked else "without the mask it may crash"
        return "The SVM acts", f"not the learner · {rest}"
    if shown is not None and watching.playback.finished and shown.rollout.outcome in ENDS:
        return "Replay over", ENDS[shown.rollout.outcome]
    stage = stage_of(watching)
    meanwhile = "learning is paused" if stage == "paused" else "learning goes on meanwhile"
    if watching.moment is not None:
        return "From the past", f"it has {stage} since" if stage in {"learned", "converged"} else meanwhile
    if stage == "preparing":
        proving = watching.opened is None and watching.opening.stage
        return "Getting ready", proving or "learning starts in a moment"
    if stage == "failed":
        return "Learning has stopped", "the board shows where"
    if stage in {"learned", "converged"}:
        return stage.capitalize(), "replaying its path"
    return "Replay", meanwhile


def progress_of(watching: Watching) -> str:
    """Whether it has learned yet, in the paper's words, for the details; it is of now, whatever is shown."""
    progress = _progress(watching.snapshot)
    return progress if watching.moment is None else f"Now: {progress[:1].lower()}{progress[1:]}"


def _progress(snapshot: Snapshot | None) -> str:
    if snapshot is None or not snapshot.transitions:
        return "Nothing learned yet"
    if snapshot.converged_episode is not None:
        return f"Converged in episode {snapshot.converged_episode:,}"
    if snapshot.detour is None:
        return (
            "No greedy path to a goal yet"
            if (snapshot.start_steps < 0).all()
            else ("Some starts have no greedy path to a goal yet")
        )
    if snapshot.detour == 0:
        return "Greedy paths are shortest, not converged yet"
    return f"Greedy paths are up to {counted(snapshot.detour, 'step')} too long"
