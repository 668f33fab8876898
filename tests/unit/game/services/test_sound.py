"""The effects' waveforms, and Sounds on machines with audio, without, and with audio that goes away."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.services.services import Services
from game.services.sound import EFFECTS, HEARD_UP_TO, PEAK, RATE, VOICES, Sounds, samples
from game.userdata.settings import VOLUMES, Settings

PROJECT = Path(__file__).resolve().parents[4]
FULL = 32_768
OPEN_AND_PLAY = (
    "from game.services.sound import EFFECTS, Sounds\n"
    "sounds = Sounds()\n"
    "sounds.open()\n"
    "for name in EFFECTS: sounds.play(name)\n"
    "sounds.close()\n"
)


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_short_quiet_and_without_cracks(name):
    wave = samples(name).astype(float) / FULL
    assert 0.02 <= len(wave) / RATE <= 0.8
    assert 10 ** (-24 / 20) < np.abs(wave).max() <= 10 ** (-9 / 20)
    assert wave[0] == wave[-1] == 0
    edge = round(0.001 * RATE)
    assert max(np.abs(wave[:edge]).max(), np.abs(wave[-edge:]).max()) < 0.2 * np.abs(wave).max()
    assert np.abs(np.diff(wave)).max() < 0.07, "a jump from sample to sample is heard as a crack"
    assert abs(wave.mean()) < 0.002


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_has_the_same_bytes_every_time(name):
    assert samples(name).tobytes() == samples(name).tobytes()


def pitch(wave):
    """Frequency of the strongest partial [Hz]."""
    return int(np.abs(np.fft.rfft(wave, RATE)).argmax())


def test_effects_are_told_apart_by_their_pitch():
    crash, refused, hop, click = (pitch(samples(name)) for name in ("crash", "refused", "hop", "click"))
    assert 1.2 * crash < refused < hop / 1.5 < click / 3


def test_a_random_move_falls_where_a_hop_rises():
    for name, rises in (("hop", True), ("random", False)):
        first, second = (pitch(half) for half in np.array_split(samples(name), 2))
        assert (second > first) == rises


def test_no_burst_can_clip():
    assert VOICES * PEAK < 1
    assert all(np.abs(samples(name)).max() <= PEAK * FULL for name in EFFECTS)


@pytest.fixture
def sounds():
    """Sounds on the driver that plays to nowhere."""
    assert os.environ["SDL_AUDIODRIVER"] == "dummy"
    sounds = Sounds()
    sounds.open()
    yield sounds
    sounds.close()


def test_an_effect_sounds(sounds):
    assert not sounds.silent
    sounds.play("goal")
    assert pygame.mixer.get_busy()


def test_a_burst_leaves_out_what_is_too_much(sounds):
    for _ in range(20):
        sounds.play("train")
    assert pygame.mixer.get_num_channels() == VOICES
    assert all(pygame.mixer.Channel(voice).get_busy() for voice in range(VOICES))


@pytest.mark.parametrize(
    ("muted", "volume", "speed"), [(True, 1.0, 1.0), (False, 0.0, 1.0), (False, 1.0, 1.01 * HEARD_UP_TO)]
)
def test_nothing_sounds_when_muted_turned_down_or_too_fast(sounds, muted, volume, speed):
    sounds.muted, sounds.volume = muted, volume
    sounds.play("goal", speed)
    assert not pygame.mixer.get_busy()


def test_the_volume_is_that_of_the_effect(sounds):
    sounds.volume = 0.5
    sounds.play("goal", HEARD_UP_TO)
    playing = pygame.mixer.Channel(0).get_sound()
    assert playing.get_volume() == pytest.approx(0.5, abs=0.01)


def test_sounds_that_were_not_opened_are_silent():
    sounds = Sounds()
    sounds.play("hop")
    sounds.close()
    assert sounds.silent
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("error", [pygame.error("no device"), NotImplementedError("no mixer")])
def test_a_machine_without_audio_is_silent(monkeypatch, error):
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds()
    sounds.open()
    sounds.play("hop")
    assert sounds.silent


def test_audio_that_goes_away_leaves_silence(sounds):
    pygame.mixer.quit()
    sounds.play("hop")
    assert sounds.silent
    sounds.play("hop")


@pytest.mark.parametrize("driver", [None, "dummy", "alsa", "no_such_driver"])
def test_opening_says_nothing_on_stderr(driver):
    without = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    environment = without if driver is None else {**without, "SDL_AUDIODRIVER": driver}
    ended = subprocess.run(
        [sys.executable, "-c", OPEN_AND_PLAY],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="threads are looked at as Linux lists them")
def test_the_audio_thread_does_not_push_the_window_aside(sounds):
    threads = [int(entry.name) for entry in Path("/proc/self/task").iterdir()]
    assert not sounds.silent
    assert all(os.getpriority(os.PRIO_PROCESS, thread) >= 0 for thread in threads)


def test_stderr_is_heard_again_after_opening(sounds, capfd):
    os.write(2, b"a word")
    assert capfd.readouterr().err == "a word"


def test_sounds_follow_the_settings():
    services = Services(Settings(muted=True, volume=VOLUMES))
    assert (services.sounds.muted, services.sounds.volume) == (True, 1.0)
    services.change(Settings(volume=VOLUMES // 2))
    assert (services.sounds.muted, services.sounds.volume) == (False, 0.5)
