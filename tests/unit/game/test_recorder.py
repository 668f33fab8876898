"""Films: whole or not there, of the right length, the same for the same seed, or a sentence."""

import os
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
import pytest
from driving import frames, press, until
from PIL import Image

import main
from game import recorder
from game.recorder import ENDINGS, FRAMES_A_SECOND, QUEUE, FilmError, Recorder, refuse_film
from levels.reader import builtin_levels

KINDS = [ending for ending in ENDINGS if ending != ".mp4"]


def surfaces(n, size=(40, 30)):
    for index in range(n):
        surface = pygame.Surface(size)
        surface.fill((5 * index % 256, 40, 200))
        surface.fill((255, 255, 0), (index % size[0], 3, 4, 4))
        yield surface


def filmed(path, n=12, size=(40, 30)):
    film = Recorder(path)
    for surface in surfaces(n, size):
        film.add(surface)
    film.finish()
    assert film.join(30)
    assert film.problem == ""
    return film


@pytest.mark.parametrize("ending", KINDS)
def test_a_film_has_its_pictures_its_size_and_its_time(tmp_path, ending):
    path = tmp_path / f"film{ending}"
    film = filmed(path)
    assert film.progress == 1.0
    with Image.open(path) as image:
        assert image.size == (40, 30)
        assert image.n_frames == 12
        total = 0
        for index in range(image.n_frames):
            image.seek(index)
            image.load()
            total += image.info["duration"]
        assert total == pytest.approx(1000 * 12 / FRAMES_A_SECOND)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", KINDS)
def test_the_same_pictures_make_the_same_bytes(tmp_path, ending):
    films = [tmp_path / f"{name}{ending}" for name in "ab"]
    for path in films:
        filmed(path)
    assert films[0].read_bytes() == films[1].read_bytes()


def test_a_film_that_is_given_up_leaves_nothing(tmp_path):
    film = Recorder(tmp_path / "film.gif")
    for surface in surfaces(5):
        film.add(surface)
    film.cancel()
    assert film.join(10)
    assert list(tmp_path.iterdir()) == []


def test_the_frame_loop_never_waits_and_the_queue_is_bounded(tmp_path, monkeypatch):
    def slow(part, pictures):
        for _ in pictures:
            time.sleep(0.2)
        part.touch()

    monkeypatch.setitem(recorder._ENCODERS, ".gif", slow)
    film = Recorder(tmp_path / "film.gif")
    begun = time.perf_counter()
    for surface in surfaces(200):
        film.pass_time(1.0, surface)
    assert time.perf_counter() - begun < 1
    assert film.n_taken <= QUEUE + 8
    film.cancel()
    assert film.join(10)


def test_a_film_ends_before_it_fills_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "MOST_PIXELS", 40 * 30 * 6)
    assert filmed(tmp_path / "film.webp", n=50).n_taken == 6


def test_a_window_that_changes_its_size_does_not_spoil_the_film(tmp_path):
    film = Recorder(tmp_path / "film.webp")
    for size in ((40, 30), (64, 20), (20, 64)):
        for surface in surfaces(2, size):
            film.add(surface)
    film.finish()
    assert film.join(30)
    with Image.open(tmp_path / "film.webp") as image:
        assert (image.size, image.n_frames) == ((40, 30), 6)


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


def test_the_command_films_a_learned_level_and_again_the_same(tmp_path, capsys):
    for name in ("a.gif", "b.gif"):
        assert main.main(["record", "grid_4", str(tmp_path / name), "--width", "120", "--speed", "8"]) == 0
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames > 20
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["x.avi"], "ends in"),
        (["x.gif", "--speed", "3"], "--speed is one of"),
        (["x.gif", "--overlays", "values,heat"], "not heat"),
        (["x.gif", "--episodes", "1"], "is not learned yet"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, capsys, args, said):
    out, *options = args
    assert main.main(["record", "maze_15", str(tmp_path / out), *options]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_window_films_the_board_and_tells_where_it_is(start, tmp_path):
    app = start(builtin_levels()["grid_4"])
    app.desk.recording.folder = tmp_path
    until(app, lambda: app.top.watching.shown is not None)
    press(app, pygame.K_F9)
    frames(app, 60)
    assert app.desk.recording.message().text.startswith("Recording")
    press(app, pygame.K_F9)
    until(app, lambda: app.desk.recording.recorder is None)
    (film,) = tmp_path.iterdir()
    assert str(film) in app.desk.telling.message.text
    with Image.open(film) as image:
        assert image.size == tuple(app.top.board.rect.size)
        assert 3 <= image.n_frames <= 21  # as many as the encoder keeps up with
    press(app, pygame.K_F12)
    frames(app)
    assert len(list(tmp_path.glob("*.png"))) == 1
