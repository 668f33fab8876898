"""Sounds: short effects made with numpy, played where the machine can, silence elsewhere. No audio files.

pygame's mixer keeps the interpreter to itself while it opens the device, from another thread too. So it is
opened once, between the first picture and the second, and never when a sound is wanted.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
"""Samples per second."""
PEAK = 0.3
"""Largest sample of an effect, of 1: -10.5 dBFS."""
VOICES = 3
"""Effects heard at a time, others are left out: VOICES · PEAK < 1, so that no burst of them clips."""
BUFFER = 1024
"""Samples handed to the device at a time: 23 ms, in which the learner may hold the interpreter."""
ATTACK, RELEASE = 0.004, 0.012
"""Ramps from and to zero at the ends of every tone [s]: without them one hears a crack."""
HEARD_UP_TO = 4.0
"""Above this speed of the display [moves/s] its sounds would run into one another."""

Wave = NDArray[np.float64]
"""Samples in [-1, 1], (n,)."""


def _seconds(duration: float) -> Wave:
    return np.arange(round(duration * RATE)) / RATE


def _tone(start: float, end: float, duration: float, fade: float, overtones: tuple[float, ...] = ()) -> Wave:
    """A tone gliding from one pitch to another [Hz] and dying away with the time constant `fade` [s].

    It begins and ends at zero. `overtones` are the strengths of the 2nd, 3rd … partial relative to the first.
    """
    time = _seconds(duration)
    pitch = start * (end / start) ** (time / duration)
    turn = 2 * np.pi * np.cumsum(pitch) / RATE
    wave = np.sin(turn) + sum(a * np.sin(k * turn) for k, a in enumerate(overtones, start=2))
    wave = np.asarray(wave * np.exp(-time / fade))
    into, out = round(ATTACK * RATE), round(RELEASE * RATE)
    wave[:into] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(into) / into)
    wave[-out:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, out + 1) / out)
    return wave


def _together(*parts: tuple[float, Wave]) -> Wave:
    """Waves that begin at their own times [s], added."""
    starts = [round(at * RATE) for at, _ in parts]
    whole = np.zeros(max(start + len(wave) for start, (_, wave) in zip(starts, parts, strict=True)))
    for start, (_, wave) in zip(starts, parts, strict=True):
        whole[start : start + len(wave)] += wave
    return whole


def _levelled(wave: Wave, peak: float) -> Wave:
    """The wave as loud as asked."""
    return np.asarray(wave * (peak / np.abs(wave).max()))


def _hop() -> Wave:
    return _levelled(_tone(330, 640, 0.11, 0.045, (0.25, 0.08)), 0.15)


def _random() -> Wave:
    """A random move: the hop upside down, so that exploring is heard."""
    return _levelled(_tone(520, 300, 0.11, 0.04, (0.1, 0.3)), 0.12)


def _refused() -> Wave:
    low = _tone(247, 238, 0.08, 0.06, (0.0, 0.35, 0.0, 0.12))
    lower = _tone(196, 186, 0.13, 0.06, (0.0, 0.35, 0.0, 0.12))
    return _levelled(_together((0.0, low), (0.085, lower)), 0.2)


def _goal() -> Wave:
    """A rising chord of bells."""
    bells = (0.3, 0.12, 0.05)
    notes = ((0.0, 523.25, 0.3), (0.08, 659.26, 0.3), (0.16, 783.99, 0.35), (0.24, 1046.5, 0.55))
    return _levelled(_together(*((at, _tone(f, f, length, 0.16, bells)) for at, f, length in notes)), 0.25)


def _train() -> Wave:
    """A horn of three pipes, once short and once long."""

    def blow(duration: float) -> Wave:
        time = _seconds(duration)
        pipes = sum(_tone(f, f, duration, 9.0, (0.5, 0.35, 0.18)) for f in (277.2, 329.6, 415.3))
        breath = np.minimum(1.0, time / 0.04) * np.minimum(1.0, (duration - time) / 0.09)
        return np.asarray(pipes * breath)

    return _levelled(_together((0.0, blow(0.2)), (0.27, blow(0.45))), 0.17)


def _crash() -> Wave:
    """A dull thud."""
    return _levelled(_tone(170, 48, 0.32, 0.09, (0.4, 0.3, 0.2)), PEAK)


def _trap() -> Wave:
    """Three steps down: no way on."""
    notes = ((0.0, 330.0), (0.12, 277.0), (0.24, 220.0))
    return _levelled(_together(*((at, _tone(f, 0.97 * f, 0.2, 0.09, (0.3, 0.15))) for at, f in notes)), 0.22)


def _star() -> Wave:
    """A high bell, for each star that pops up."""
    return _levelled(_tone(1318.5, 1318.5, 0.3, 0.09, (0.25, 0.1)), 0.16)


def _click() -> Wave:
    return _levelled(_tone(1500, 1100, 0.03, 0.006), 0.1)


EFFECTS: dict[str, Callable[[], Wave]] = {
    "hop": _hop,
    "random": _random,
    "refused": _refused,
    "goal": _goal,
    "train": _train,
    "crash": _crash,
    "trap": _trap,
    "star": _star,
    "click": _click,
}
"""Every sound there is, by name."""


def samples(name: str) -> NDArray[np.int16]:
    """An effect for the mixer: one channel at RATE, (n,)."""
    return (EFFECTS[name]() * 32767).astype(np.int16)


class Sounds:
    """The program's effects; silent until `open`, and always where there is no audio device.

    Attributes:
        muted: whether nothing is played for now.
        volume: how loud, from 0 to 1.
    """

    def __init__(self) -> None:
        self.muted = False
        self.volume = 1.0
        self._made: dict[str, Any] = {}
        """pygame's sounds by name, none while there is silence."""

    @property
    def silent(self) -> bool:
        """Whether there is nothing to play sounds on."""
        return not self._made

    def open(self) -> None:
        """Opens the machine's audio and makes the effects; a machine without it stays silent."""
        import pygame  # noqa: PLC0415  whoever holds silent sounds needs no pygame

        # By itself SDL gives its audio thread the strongest nice value it can get. On a busy machine with two
        # cores Linux then lets the window wait for the learner: the longest frames took twice as long.
        os.environ.setdefault("SDL_THREAD_PRIORITY_POLICY", "rr")
        try:
            # The audio library writes to stderr past Python. An interrupt during the call is raised as soon
            # as Python calls a function of its own: at the end of a `with` it comes before stderr is back.
            kept = _hush()
            try:
                pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
            finally:
                if kept is not None:
                    os.dup2(kept, 2)
                    os.close(kept)
            pygame.mixer.set_num_channels(VOICES)
            self._made = {name: pygame.mixer.Sound(buffer=samples(name).tobytes()) for name in EFFECTS}
        except (pygame.error, NotImplementedError, ImportError):
            self._made = {}

    def play(self, name: str, speed: float = 0.0) -> None:
        """Plays an effect on top of those already playing, unless these are VOICES.

        Args:
            name: a name in EFFECTS.
            speed: of the display [moves/s], if that is where the sound comes from.
        """
        if self.silent or self.muted or self.volume <= 0 or speed > HEARD_UP_TO:
            return
        import pygame  # noqa: PLC0415  as above

        try:
            channel = pygame.mixer.find_channel()
            if channel is not None:
                self._made[name].set_volume(self.volume)
                channel.play(self._made[name])
        except pygame.error:  # the device is gone
            self._made = {}

    def close(self) -> None:
        """Gives the machine's audio back."""
        if not self.silent:
            import pygame  # noqa: PLC0415  as above

            self._made = {}
            pygame.mixer.quit()


def _hush() -> int | None:
    """Sends stderr nowhere and gives a copy of where it went, None if there is none."""
    try:
        sys.stderr.flush()
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except (OSError, AttributeError):  # a window without a console has no stderr
        return None
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return kept
