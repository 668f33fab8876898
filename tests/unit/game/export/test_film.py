"""The command `record`: the learned way as a film, the same for the same seed, or a sentence."""

import pytest
from PIL import Image

import main
from game.board.overlays import OverlayData
from game.export import film
from game.services.films.recorder import ENDINGS
from levels.text.reader import builtin_levels


def test_the_command_films_a_learned_level_and_again_the_same(tmp_path, capsys):
    for name in ("a.gif", "b.gif"):
        assert main.main(["record", "grid_4", str(tmp_path / name), "--width", "120", "--speed", "8"]) == 0
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames > 20
    told = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in told] == [
        f"{tmp_path / name}: written" for name in ("a.gif", "b.gif")
    ]


@pytest.mark.parametrize(
    ("level", "width"), [("grid_4", 64), ("grid_4", 203), ("grid_9", 95), ("maze_15", 64)]
)
def test_no_film_is_wider_than_it_may_be(tmp_path, level, width):
    out = tmp_path / "film.png"
    assert main.main(["record", level, str(out), "--width", str(width), "--speed", "32"]) == 0
    with Image.open(out) as image:
        assert width - 12 <= image.size[0] <= width  # no cell could be a pixel larger


def test_a_film_s_delays_are_those_of_its_seed(tmp_path, monkeypatch):
    seeds = []
    monkeypatch.setattr(film, "delays_of", lambda _level, seed, _phase: seeds.append(seed))
    options = ("--width", "64", "--speed", "32", "--seed", "7")
    assert main.main(["record", "grid_4", str(tmp_path / "film.gif"), *options]) == 0
    assert seeds == [7]


def test_a_fast_film_has_maps_that_change_by_even_numbers_of_ticks(tmp_path, monkeypatch):
    """trains is one without waiting: at every tick the map of values would turn over."""
    phases = []

    def data_of(*fields, **more):
        phases.append(fields[6])
        return OverlayData(*fields, **more)

    monkeypatch.setattr(film, "OverlayData", data_of)
    out = tmp_path / "film.gif"
    options = ("--width", "120", "--speed", "8", "--overlays", "values")
    assert main.main(["record", "trains", str(out), *options]) == 0
    playing = phases[: phases.index(max(phases))]
    assert len(set(playing)) > 1
    assert all(phase % 2 == 0 for phase in playing)


def test_the_help_names_every_ending(capsys):
    main.main(["record", "--help"])
    told = capsys.readouterr().out
    assert [ending for ending in ENDINGS if ending not in told] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["x.avi"], "ends in"),
        (["x.gif", "--speed", "3"], "--speed is one of"),
        (["x.gif", "--overlays", "values,heat"], "not heat"),
        (["x.gif", "--episodes", "1"], "is not learned yet"),
        (["x.gif", "--speed", "0.5"], "choose a higher --speed"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, capsys, args, said):
    out, *options = args
    assert main.main(["record", "maze_15", str(tmp_path / out), *options]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_level_that_leads_into_dead_ends_is_told(tmp_path, capsys):
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    level = tmp_path / "level.yaml"
    level.write_text(f"{text}\nsafety: one_step\n", encoding="utf-8")
    assert main.main(["record", str(level), str(tmp_path / "film.gif")]) == 2
    assert "dead end" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["level.yaml"]


def test_of_a_large_board_a_part_is_filmed_that_goes_along_with_the_agent(tmp_path, capsys):
    rows = ["." * 110] * 110
    rows[50] = rows[50][:50] + "S......G" + rows[50][58:]
    level = tmp_path / "field.yaml"
    drawing = "".join(f"  {row}\n" for row in rows)
    level.write_text(f"format: 1\nname: Field\nmap: |\n{drawing}learning: {{learning_rate: 1, epsilon: 0}}\n")
    out = tmp_path / "field.gif"
    assert main.main(["record", str(level), str(out), "--width", "320", "--speed", "8"]) == 0, (
        capsys.readouterr()
    )
    with Image.open(out) as film:
        assert film.size == (320, 320)
        assert film.n_frames >= 7  # one for each move at least; equal ones are one
