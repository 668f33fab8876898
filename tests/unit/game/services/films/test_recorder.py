"""Films: whole or not there, of the right length, the same for the same seed, or a sentence."""

import os
import sys
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace

os.environ["SDL_VIDEODRIVER"] = "dummy"
import numpy as np
import pygame
import pytest
from PIL import Image

from game.services.films import recorder
from game.services.films import reel as reel_module
from game.services.films.recorder import ENDINGS, QUEUE, FilmError, Recorder, refuse_film
from game.services.films.reel import Reel
from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, press, until

KINDS = [ending for ending in ENDINGS if ending != ".mp4"]


def surfaces(n, size=(40, 30)):
    for index in range(n):
        surface = pygame.Surface(size)
        surface.fill((5 * index % 256, 40, 200))
        surface.fill((255, 255, 0), (index % size[0], 3, 4, 4))
        yield surface


def filmed(path, pictures=None):
    """A film of these pictures, a frame each."""
    film = Recorder(path)
    for surface in surfaces(12) if pictures is None else pictures:
        film.add(surface)
    film.finish()
    assert film.join(30)
    assert film.problem == ""
    return film


def seen(path):
    """What a viewer shows: (height, width, 3) pixels of each picture, and how long it stays [ms]."""
    with Image.open(path) as image:
        pixels, durations = [], []
        for index in range(image.n_frames):
            image.seek(index)
            image.load()  # a WebP's duration is known only then
            pixels.append(np.asarray(image.convert("RGB")).astype(int))
            durations.append(image.info["duration"])
    return pixels, durations


def pixels_of(surface):
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)


@pytest.mark.parametrize("ending", KINDS)
def test_a_film_has_its_pictures_its_size_and_its_time(tmp_path, ending):
    path = tmp_path / f"film{ending}"
    film = filmed(path)
    assert (film.progress, film.seconds) == (1.0, 12 / 25)
    pixels, durations = seen(path)
    assert durations == [40] * 12
    with Image.open(path) as image:
        assert image.size == (40, 30)
        assert image.info["loop"] == 0  # again and again
    lost = max(abs(a - pixels_of(b)).max() for a, b in zip(pixels, surfaces(12), strict=True))
    assert lost <= 4  # the palette tells colours apart by six bits
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", KINDS)
def test_a_picture_of_many_colours_at_odd_places(tmp_path, ending):
    noise = np.random.default_rng(0).integers(0, 256, (37, 23, 3), dtype=np.uint8)
    pictures = [pygame.surfarray.make_surface(noise)]
    for place in ((5, 3, 1, 1), (35, 21, 2, 2), (0, 0, 37, 23)):
        pictures.append(pictures[-1].copy())
        pictures[-1].fill((1, 2, 3), place)
    filmed(tmp_path / f"film{ending}", pictures)
    pixels, _ = seen(tmp_path / f"film{ending}")
    means = [abs(a - pixels_of(b)).mean() for a, b in zip(pixels, pictures, strict=True)]
    assert max(means) < 16
    assert len(np.unique(np.concatenate([picture.reshape(-1, 3) for picture in pixels]), axis=0)) <= 255


@pytest.mark.parametrize("ending", KINDS)
def test_a_colour_of_few_pixels_that_comes_late_is_kept(tmp_path, ending):
    def pictures():
        for index in range(60):
            surface = pygame.Surface((100, 100))
            for col in range(100):
                surface.fill((60 + col // 2, 150 + col, 40 + col // 3), (col, 0, 1, 100))
            surface.fill((50, 60, 150), (0, index, 100, 1))
            if index >= 50:
                surface.fill((230, 20, 30), (40, 40, 4, 4))
            yield surface

    filmed(tmp_path / f"film{ending}", pictures())
    pixels, _ = seen(tmp_path / f"film{ending}")
    assert abs(pixels[-1][41, 41] - (230, 20, 30)).max() <= 8


@pytest.mark.parametrize("ending", KINDS)
def test_what_does_not_change_lasts(tmp_path, ending):
    (one, two) = surfaces(2)
    filmed(tmp_path / f"film{ending}", [one, one, one, two, two, one, one])
    assert seen(tmp_path / f"film{ending}")[1] == [120, 80, 80]


@pytest.mark.parametrize("ending", KINDS)
def test_the_same_pictures_make_the_same_bytes(tmp_path, ending):
    films = [tmp_path / f"{name}{ending}" for name in "ab"]
    for path in films:
        filmed(path)
    assert films[0].read_bytes() == films[1].read_bytes()


def test_pictures_of_another_depth_make_the_same_film(tmp_path):
    filmed(tmp_path / "a.gif")
    filmed(tmp_path / "b.gif", [surface.convert(24) for surface in surfaces(12)])
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_a_film_that_is_given_up_leaves_nothing(tmp_path):
    film = Recorder(tmp_path / "film.gif")
    for surface in surfaces(5):
        film.add(surface)
    film.cancel()
    assert film.join(10)
    assert list(tmp_path.iterdir()) == []


def test_giving_up_is_possible_while_the_film_is_written(tmp_path, monkeypatch):
    film = Recorder(tmp_path / "film.gif")

    def writer(file, reel, n_frames):
        file.write(b"the beginning")
        for frame in reel.frames(n_frames):
            film.cancel()
            yield frame.share

    monkeypatch.setitem(recorder.WRITERS, ".gif", writer)
    for surface in surfaces(5):
        film.add(surface)
    film.finish()
    assert film.join(10)
    assert (film.progress, film.problem) == (0.2, "")
    assert list(tmp_path.iterdir()) == []


def test_a_writer_that_fails_is_told_and_leaves_the_old_film(tmp_path, monkeypatch):
    def writer(file, reel, n_frames):
        file.write(b"the beginning")
        yield 0.5
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(recorder.WRITERS, ".gif", writer)
    (tmp_path / "film.gif").write_bytes(b"old")
    film = Recorder(tmp_path / "film.gif")
    film.add(next(surfaces(1)))
    film.finish()
    assert film.join(10)
    assert "No space left on device" in film.problem
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("film.gif", b"old")]


@pytest.fixture
def blocked(monkeypatch):
    """Holds the recorder's thread back from packing, until the event is set."""
    go = Event()
    keep = Reel.add

    def add(reel, start, rgb):
        go.wait(10)
        keep(reel, start, rgb)

    monkeypatch.setattr(Reel, "add", add)
    yield go
    go.set()


def test_the_display_never_waits_and_no_time_is_lost(tmp_path, blocked):
    film = Recorder(tmp_path / "film.apng")
    for surface in surfaces(50):
        film.pass_time(1 / 25, surface)
    assert QUEUE <= film.n_frames <= QUEUE + 1
    blocked.set()
    while film._queue.qsize():
        time.sleep(0.01)
    film.pass_time(1 / 25, *surfaces(1))
    assert film.seconds == 51 / 25
    film.finish()
    assert film.join(30)
    durations = seen(tmp_path / "film.apng")[1]
    assert sum(durations) == 51 * 40
    assert durations[: QUEUE - 1] == [40] * (QUEUE - 1)
    assert durations[-1] == 40


def test_pictures_are_taken_when_they_are_due(tmp_path):
    film = Recorder(tmp_path / "film.apng")
    for surface in surfaces(61):
        film.pass_time(1 / 60, surface)
        time.sleep(0.002)
    film.finish()
    assert film.join(30)
    durations = seen(tmp_path / "film.apng")[1]
    assert sum(durations) == 1040  # the picture at 1 s is the 26th
    assert len(durations) == 26


def test_a_gap_between_two_frames_counts_as_it_does_for_the_display(tmp_path):
    film = Recorder(tmp_path / "film.apng")
    for surface in surfaces(3):
        film.pass_time(60.0, surface)
    film.finish()
    assert film.join(30)
    assert sum(seen(tmp_path / "film.apng")[1]) == pytest.approx(240)


def test_a_film_has_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "LONGEST", 1)
    film = filmed(tmp_path / "film.webp", surfaces(50))
    assert film.full
    assert sum(seen(tmp_path / "film.webp")[1]) == 1000


def test_a_film_has_an_end_on_the_disk_too(tmp_path, monkeypatch):
    monkeypatch.setattr(reel_module, "MOST_PACKED", 1_000)
    films = [tmp_path / name for name in ("a.apng", "b.apng")]
    for path in films:
        assert filmed(path, surfaces(200)).full
    n = len(seen(films[0])[0])
    assert 1 < n < 100
    assert films[0].read_bytes() == films[1].read_bytes()


def test_a_window_that_changes_its_size_ends_the_film(tmp_path):
    pictures = [*surfaces(2, (40, 30)), *surfaces(2, (64, 20)), *surfaces(1, (40, 30))]
    film = filmed(tmp_path / "film.webp", pictures)
    assert film.full
    assert seen(tmp_path / "film.webp")[1] == [40, 40]


def test_a_film_without_pictures_is_none(tmp_path):
    film = Recorder(tmp_path / "film.gif")
    film.finish()
    assert film.join(10)
    assert film.problem == "The recording has no frames."
    assert list(tmp_path.iterdir()) == []


def test_an_mp4_has_its_time_and_even_sides(tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    films = [tmp_path / f"{name}.mp4" for name in "ab"]
    for path in films:
        filmed(path, [*surfaces(30, (41, 31))] * 2)
    about = next(imageio_ffmpeg.read_frames(str(films[0])))
    assert (about["size"], about["fps"], about["duration"]) == ((40, 30), 25, 2.4)
    assert films[0].read_bytes() == films[1].read_bytes()


@pytest.mark.parametrize("found", [9, RuntimeError("moov atom not found")])
def test_an_mp4_that_ffmpeg_could_not_write_whole_is_not_called_saved(tmp_path, monkeypatch, found):
    """Its exit code is kept from us, so the film is counted afterwards."""

    def write_frames(path, _size, **_settings):
        with Path(path).open("wb") as file:
            while True:
                file.write((yield)[:1])

    def count(_path):
        if isinstance(found, int):
            return found, 0.4
        raise found

    ffmpeg = SimpleNamespace(write_frames=write_frames, count_frames_and_secs=count)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", ffmpeg)
    (tmp_path / "film.mp4").write_bytes(b"old")
    film = Recorder(tmp_path / "film.mp4")
    for surface in surfaces(12):
        film.add(surface)
    film.finish()
    assert film.join(30)
    assert "ffmpeg could not write all of it" in film.problem
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("film.mp4", b"old")]


@pytest.mark.parametrize("name", ["film.avi", "film", "nowhere/film.gif"])
def test_what_cannot_be_made_is_said_before(tmp_path, name):
    with pytest.raises(FilmError) as caught:
        refuse_film(tmp_path / name)
    assert str(caught.value).endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_an_mp4_needs_a_package_and_says_which(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "imageio_ffmpeg", None)
    with pytest.raises(FilmError, match="pip install imageio-ffmpeg"):
        refuse_film(tmp_path / "film.mp4")


def test_the_window_films_the_board_and_tells_where_it_is(start, tmp_path):
    app = start(builtin_levels()["grid_4"])
    app.services.recording.folder = tmp_path
    until(app, lambda: app.top.watching.shown is not None)
    press(app, pygame.K_F9)
    frames(app, 60)  # one second of the display, whatever it takes here
    assert app.services.recording.message().text.startswith("Recording")
    press(app, pygame.K_F9)
    until(app, lambda: app.services.recording.recorder is None)
    (film,) = tmp_path.iterdir()
    assert str(film) in app.services.messages.message.text
    with Image.open(film) as image:
        assert image.size == tuple(app.top.board.rect.size)
    assert sum(seen(film)[1]) == pytest.approx(1000, abs=40)
    press(app, pygame.K_F12)
    frames(app)
    assert len(list(tmp_path.glob("*.png"))) == 1


def test_a_folder_for_pictures_that_may_not_be_looked_into_is_told(start, tmp_path):
    app = start(builtin_levels()["grid_4"])
    until(app, lambda: app.top.watching.shown is not None)
    app.services.recording.folder = tmp_path / ("x" * 300)  # the system refuses to look there
    for key in (pygame.K_F12, pygame.K_F9):
        app.services.messages.message = None
        press(app, key)
        frames(app)
        assert app.services.messages.message.icon == "triangle-alert"
    assert app.failures == []
    assert app.top.name == "watch"
