"""Films of a learned policy, made without a window: the command `record`."""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame

from game.board.fit import View, is_large, view_of
from game.board.large import LargeView
from game.board.overlays import OVERLAYS, OverlayData
from game.board.view import BoardView, cell_px_for
from game.presenters.playback import SPEEDS, Playback, delays_of, scene_of
from game.presenters.steady_phase import SteadyPhase
from game.presenters.watching import value_range
from game.services.films.formats import FRAMES_A_SECOND
from game.services.films.recorder import LONGEST, FilmError, Recorder, refuse_film
from game.shell.window.display import open_display
from game.ui.theme import BACKGROUND
from learner.core.rollout import Rollout, play
from learner.core.snapshot import Snapshot
from learner.core.trainer import DeadEndError, Trainer
from learner.runs.train import learn
from levels.files.problems import UserError
from levels.files.terminal import named, size_of, tell
from levels.model.level import Level
from levels.proof.optimal_values import OptimalValues, solve
from levels.proof.prove import Proof, prove
from levels.text.outputs import refuse_level
from levels.text.reader import find_level, read_file

MARGIN = 0.25
"""Background round a board that is shown whole [cells]."""
REST = 1.0
"""How long a film stays on its last move [s]."""
MOST_MOVES = int((LONGEST - REST) * SPEEDS[-1])
"""Moves of a rollout that is filmed at most: what the highest speed shows."""
FILMED = tuple(name for name, overlay in OVERLAYS.items() if "svm" not in overlay.reads)
"""Overlays that a film can have: no SVM is fitted for it."""


@dataclass(frozen=True)
class Shot:
    """The shot.

    Attributes:
        seed: of the learner and of the delays.
        speed: moves per second, of SPEEDS.
        overlays: their names.
        width: at most [px].
    """

    seed: int = 0
    speed: float = 4.0
    overlays: tuple[str, ...] = ()
    width: int = 640


def record(name: str, out: Path, shot: Shot, episodes: int, *, force: bool) -> None:
    """Learn a level in at most so many episodes and film its policy: the command `record`."""
    proof = prove(read_file(find_level(name)))
    if proof.refused:
        raise UserError(str(proof.objection))
    refuse_level(out, force=force)
    seconds = make_film(proof, out, shot, lambda trainer: learn(trainer, episodes))
    tell(f"{named(out)}: written, {seconds:.1f} s, {size_of(out)}")


def make_film(proof: Proof, out: Path, shot: Shot, train: Callable[[Trainer], object]) -> float:
    """Learns a level, films the greedy rollout from its first start, and gives the film's length [s].

    The same level, shot and versions of the packages give the same file. `train` advances the trainer as far
    as it is to learn.

    Raises:
        FilmError: the film cannot be made, learning met a dead end, or the policy has no path to
            a goal.
    """
    refuse_film(out)
    if shot.speed not in SPEEDS:
        raise FilmError(f"--speed is one of {', '.join(f'{speed:g}' for speed in SPEEDS)} moves per second.")
    unknown = set(shot.overlays) - set(FILMED)
    if unknown:
        raise FilmError(f"--overlays knows {', '.join(FILMED)}, not {', '.join(sorted(unknown))}.")
    level, mdp, safe = proof.level, proof.mdp, proof.safe
    optimal = solve(mdp, safe, level.learning.discount)
    trainer = Trainer(mdp, safe, level.learning, shot.seed)
    try:
        train(trainer)
    except DeadEndError as error:
        raise FilmError(error.named(level, mdp, safe).describe()) from error
    snapshot = trainer.snapshot(optimal)
    rng = np.random.default_rng(shot.seed)
    rollout = play(mdp, safe, snapshot.labels, mdp.starts[0], 0.0, rng, limit=MOST_MOVES)
    if rollout.outcome != "goal":
        raise FilmError(f"{level.name} is not learned yet: {rollout.message}. More --episodes may help.")
    if len(rollout.actions) > (LONGEST - REST) * shot.speed:
        raise FilmError(
            f"{level.name} takes {len(rollout.actions):,} moves, and a film is at most {LONGEST} s long: "
            "choose a higher --speed."
        )
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    open_display()
    try:
        return _film(proof, out, shot, rollout, (snapshot, optimal))
    finally:
        pygame.display.quit()


def _view(level: Level, width: int) -> tuple[View, int]:
    """What draws the board, and the margin round it [px]: together they have at most this width.

    Of a large board a square is shown that goes along with the agent, without a margin.
    """
    square = (width, width)
    if not is_large(level, square):
        margin = round(MARGIN * cell_px_for(level, width, 100 * width))
        view = BoardView(level, cell_px_for(level, width - 2 * margin, 100 * width))
        return view, round(MARGIN * view.cell)
    large = view_of(level, square)
    assert isinstance(large, LargeView)
    large.patience = math.inf  # no film waits for its next frame
    return large, 0


def _film(
    proof: Proof,
    out: Path,
    shot: Shot,
    rollout: Rollout,
    learned: tuple[Snapshot, OptimalValues],
) -> float:
    level, mdp, (snapshot, optimal) = proof.level, proof.mdp, learned
    pygame.display.set_mode((1, 1))  # surfaces take their format from a window
    view, margin = _view(level, shot.width)
    surface = pygame.Surface((view.size[0] + 2 * margin, view.size[1] + 2 * margin)).convert()
    overlays = [OVERLAYS[name] for name in shot.overlays]
    way = [mdp.cell(state) for state in rollout.states]
    playback = Playback(speed_index=SPEEDS.index(shot.speed))
    playback.start(rollout, delays_of(level, shot.seed, mdp.phase(rollout.states[0])))
    recorder = Recorder(out)
    steady, rest, ends = SteadyPhase(), 0.0, value_range(snapshot.q)
    try:
        while rest < REST and not recorder.full:
            state = rollout.states[playback.deciding]
            speed = 0.0 if playback.finished else shot.speed
            phase = steady.follow(1 / FRAMES_A_SECOND, mdp.phase(state), mdp.period, speed)
            overlay_data = OverlayData(
                *(level, mdp, proof.safe, snapshot.q, snapshot.labels, state, phase, ends),
                optimal=optimal,
                visits=snapshot.visits,
            )
            surface.fill(BACKGROUND)
            scene = scene_of(playback, level, mdp, way.__getitem__)
            view.draw(surface, (margin, margin), scene, overlays, overlay_data)
            recorder.add(surface)
            rest += playback.finished / FRAMES_A_SECOND
            playback.advance(1 / FRAMES_A_SECOND)
        recorder.finish()
        while not recorder.join(0.1):
            pass  # Ctrl+C is heard between two of these
    except BaseException:
        recorder.cancel()
        recorder.join()
        raise
    if recorder.problem:
        raise FilmError(recorder.problem)
    return recorder.seconds
