"""Occupancy pictures as levels: PGM, PBM and PNG, the YAML file of map_server, and what is refused."""

import contextlib
import io
import pickle
import random
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from levels.files.problems import LevelError
from levels.formats.occupancy import UnplacedError
from levels.proof.prove import prove
from levels.text.reader import parse_level, read_file
from levels.text.writer import to_yaml

GREYS = [[0, 0, 0, 0, 0], [0, 254, 205, 254, 0], [0, 254, 254, 254, 0], [0, 0, 0, 0, 0]]
"""A room with one unknown cell, in the greys that map_server saves."""
PLACES = "start: [1, 1]\ngoal: [1, 3]\n"
ROWS = ("#####", "#S#G#", "#...#", "#####")


def p5(greys, maxval=255):
    sizes = f"P5\n# made by a test\n{len(greys[0])} {len(greys)}\n{maxval}\n".encode()
    return sizes + np.array(greys, dtype=">u2" if maxval > 255 else "u1").tobytes()


def p2(greys, maxval=255):
    rows = "\n".join(" ".join(map(str, row)) for row in greys)
    return f"P2\n{len(greys[0])} {len(greys)}\n{maxval}\n{rows}\n".encode()


def png(array, mode=None, **options):
    image = Image.fromarray(np.array(array, dtype="u1") if not isinstance(array, np.ndarray) else array)
    buffer = io.BytesIO()
    (image.convert(mode) if mode else image).save(buffer, "PNG", **options)
    return buffer.getvalue()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@pytest.fixture
def opened(tmp_path):
    """Writes a picture and the file beside it, and reads the picture as a level."""

    def reading(data, yaml=PLACES, name="office.pgm", by=None):
        (tmp_path / name).write_bytes(data)
        if yaml is not None:
            (tmp_path / "office.yaml").write_text(f"image: {name}\n{yaml}")
        return read_file(tmp_path / (by or name))

    return reading


@pytest.fixture
def refused(opened):
    """The message for a picture that must be refused."""

    def reading(*args, **kwargs):
        with pytest.raises(LevelError) as caught:
            opened(*args, **kwargs)
        return str(caught.value)

    return reading


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("office.pgm", p5(GREYS)),
        ("office.pgm", p2(GREYS)),
        ("office.pgm", p5([[grey * 257 for grey in row] for row in GREYS], 65535)),
        ("office.pgm", p2([[grey // 15 for grey in row] for row in GREYS], 17)),
        ("office.png", png(GREYS)),
        ("office.png", png(GREYS, "RGB")),
        ("office.png", png(GREYS, "P")),
        ("office.png", png(GREYS, "LA")),
        ("office.png", png(GREYS, "RGBA")),
        ("office.png", png(np.array(GREYS, dtype="u2") * np.uint16(257))),
        ("picture", png(GREYS)),
    ],
)
@pytest.mark.parametrize("by_yaml", [False, True])
def test_every_kind_of_picture(opened, name, data, by_yaml):
    file = opened(data, name=name, by="office.yaml" if by_yaml or name == "picture" else None)
    assert file.level.map == ROWS
    assert prove(file).certificate.shortest == 4
    assert "4 × 5 cells, 5 free, 14 occupied, 1 unknown" in file.notes[0]
    assert any("Unknown cells" in note for note in file.notes)
    assert parse_level(to_yaml(file.level), "again") == file.level


def test_bits_of_a_pbm_are_occupied_where_they_are_set(opened):
    plain = b"P1\n5 4\n11111\n10001\n10001\n11111\n"
    packed = b"P4\n5 4\n" + bytes([0b11111000, 0b10001000, 0b10001000, 0b11111000])
    for data in (plain, packed):
        assert opened(data, name="office.pbm").level.map == ("#####", "#S.G#", "#...#", "#####")


def test_without_start_and_goal_it_is_asked_for_them(opened, refused, tmp_path):
    told = refused(p5(GREYS), None)
    assert "this is an occupancy picture of 4 × 5 cells, and its start and its goal are missing" in told
    example = told.split(":\n", 1)[1]
    (tmp_path / "office.yaml").write_text("\n".join(line.strip() for line in example.split("\n")))
    assert read_file(tmp_path / "office.pgm").level.map == ("#####", "#.#.#", "#S.G#", "#####")
    told = refused(p5(GREYS), "start: [1, 1]\n")
    assert "its goal is missing" in told
    assert "add such lines to office.yaml" in told
    assert told.endswith("goal: [2, 3]")


def test_a_level_of_the_same_name_is_never_asked_to_be_overwritten(refused, tmp_path):
    (tmp_path / "office.yaml").write_text("format: 1\nname: a\nmap: |\n  SG\n")
    assert "write such a file office_2.yaml next to it" in refused(p5(GREYS), None)


def test_the_refusal_holds_the_board(tmp_path):
    path = tmp_path / "office.pgm"
    path.write_bytes(p5(GREYS))
    with pytest.raises(UnplacedError) as caught:
        read_file(path)
    assert caught.value.board["map"] == ["#####", "#.#.#", "#...#", "#####"]
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  its own
    assert (str(again), again.board) == (str(caught.value), caught.value.board)


@pytest.mark.parametrize(
    ("yaml", "row"),
    [
        ("", "#S#G#"),
        ("free_thresh: 0.25\n", "#S.G#"),
        ("free_thresh: 0.5\noccupied_thresh: 0.5\n", "#S.G#"),
        ("mode: scale\nresolution: 0.05\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\n", "#S#G#"),
    ],
)
def test_thresholds_decide_what_is_free(opened, yaml, row):
    file = opened(p5(GREYS), yaml + PLACES)
    assert file.level.map[1] == row
    assert any("Grey 205" in note for note in file.notes) == ("free_thresh" in yaml)


def test_a_share_on_the_threshold_is_unknown(opened):
    """128 of 255 black; ROS takes neither side, and the unknown blocks."""
    greys = [[255, 127, 255], [255, 255, 255]]
    places = "start: [0, 0]\ngoal: [0, 2]\n"
    at = 128 / 255
    assert opened(p5(greys), f"free_thresh: {at!r}\noccupied_thresh: {at!r}\n{places}").level.map == (
        "S#G",
        "...",
    )


def test_negate_turns_black_and_white(opened):
    file = opened(p5([[255 - grey for grey in row] for row in GREYS]), f"negate: 1\n{PLACES}")
    assert file.level.map == ROWS


def test_colours_are_averaged(opened):
    colours = np.full((2, 3, 3), 255, dtype="u1")
    colours[0, 1] = (255, 100, 255)  # a mean of 203.3: a share of 0.203
    assert opened(png(colours), "start: [0, 0]\ngoal: [0, 2]\n", "office.png").level.map == ("S#G", "...")


def test_transparency_needs_a_mode(opened, refused):
    array = np.full((2, 3, 4), 255, dtype="u1")
    array[0, 1, 3] = 0
    places = "start: [0, 0]\ngoal: [0, 2]\n"
    assert "the pixel at row 0, column 1 is transparent" in refused(png(array), places, "office.png")
    assert opened(png(array), f"mode: scale\n{places}", "office.png").level.map == ("S#G", "...")


def test_a_picture_named_by_its_whole_path_is_taken_from_beside_the_file(opened, tmp_path):
    for path in ("/srv/maps/office.pgm", "C:\\\\maps\\\\office.pgm", "file:///maps/office.pgm"):
        (tmp_path / "plan.yaml").write_text(f'image: "{path}"\n{PLACES}')
        file = opened(p5(GREYS), None, by="plan.yaml")
        assert (file.level.map, file.level.name) == (ROWS, "plan")
        assert any("named by its full path; “office.pgm”" in note for note in file.notes)


def test_what_the_file_beside_it_says_of_another_picture_is_passed_over(refused, tmp_path):
    (tmp_path / "office.yaml").write_text(f"image: other.pgm\n{PLACES}")
    assert "its start and its goal are missing" in refused(p5(GREYS), None)


@pytest.mark.parametrize(
    ("yaml", "told"),
    [
        ("start: [1, 1]\ngoal: [0, 0]\n", "office.yaml:3:7: the goal [0, 0] lies on a cell that is not free"),
        ("start: [1, 1]\ngoal: [1, 2]\n", "the goal [1, 2] lies on a cell that is not free"),
        ("start: [1, 1]\ngoal: [4, 0]\n", "the goal [4, 0] lies outside the picture of 4 × 5 cells"),
        ("start: [1, 1]\ngoal: [1, 1]\n", "start and goal are the same cell"),
        ("start: here\n", "office.yaml:2:8: this is not a cell: “here”"),
        ("start: [1, 1, 2]\n", "this is not a cell"),
        ("occupied_thresh: 65\n", "occupied_thresh is “65”"),
        ("free_thresh: yes\n", "free_thresh is “yes”"),
        ("free_thresh: 0.7\n", "free_thresh (0.7) is above occupied_thresh (0.65)"),
        ("negate: 2\n", "negate is “2”"),
        ("mode: raw\n", "office.yaml:2:7: the mode “raw” is not read"),
        ("start: [1, 1]\nstart: [1, 2]\n", "start is given twice"),
        ("start: [1, 1\n", "office.yaml:"),
        ("occupied_thresh: 0\nfree_thresh: 0\n", "by its thresholds none is free"),
    ],
)
def test_a_mistake_in_the_file_beside_it(refused, yaml, told):
    assert told in refused(p5(GREYS), yaml)


def test_a_picture_that_is_not_there(tmp_path):
    for image, told in (
        ("gone.pgm", "the picture “gone.pgm” does not exist"),
        ("[1]", "the picture is not named"),
    ):
        (tmp_path / "office.yaml").write_text(f"image: {image}\n{PLACES}")
        with pytest.raises(LevelError, match=told.replace(".", r"\.")):
            read_file(tmp_path / "office.yaml")


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.jpg", b"\xff\xd8\xff\xe0JFIF", "JPEG pictures are not supported"),
        ("a.png", b"\xff\xd8\xff\xe0JFIF", "JPEG pictures are not supported"),
        ("a", b"\xff\xd8\xff\xe0JFIF", "JPEG pictures are not supported"),
        ("a.gif", b"GIF89a\1\0\1\0", "GIF pictures are not supported"),
        ("a.pgm", b"BM6\0\0\0", "BMP pictures are not supported"),
        ("a.png", b"#####\n#S.G#\n", "this is not a readable picture"),
        ("a.pgm", b"", "this is not a readable picture"),
        ("a.pgm", p5(GREYS)[:-3], "this picture is damaged"),
        ("a.pgm", p2(GREYS)[:40], "this picture is damaged"),
        ("a.png", png(GREYS)[:50], "this picture is damaged"),
        ("a.pgm", b"P5 0 4 255\n", "4 × 0 pixels"),
        (
            "a.pgm",
            b"P5 2000 1500 255\n",
            "1,500 × 2,000 pixels, and each pixel is a cell\n  a board has at most 1,000",
        ),
        ("a.pgm", b"P5 999999999 999999999 255\n", "999,999,999 × 999,999,999 pixels"),
    ],
)
def test_pictures_that_are_refused_by_name(refused, name, data, told):
    assert told in refused(data, None, name)


def test_a_bomb_is_refused_before_it_is_decoded(refused):
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    bomb = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(10_000_000))) + chunk(b"IEND", b"")
    assert "60,000 × 60,000 pixels" in refused(b"\x89PNG\r\n\x1a\n" + bomb, None, "a.png")
    small = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
    text = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(200_000_000), 1))
    bomb = chunk(b"IHDR", small) + text + chunk(b"IDAT", zlib.compress(bytes(20))) + chunk(b"IEND", b"")
    assert "damaged" in refused(b"\x89PNG\r\n\x1a\n" + bomb, None, "a.png")


def test_a_film_is_no_map(refused):
    frames = [Image.new("L", (4, 4), shade) for shade in (255, 0)]
    buffer = io.BytesIO()
    frames[0].save(buffer, "PNG", save_all=True, append_images=frames[1:])
    assert "it has several frames" in refused(buffer.getvalue(), None, "a.png")


def test_a_picture_as_large_as_a_board_may_be(opened):
    greys = np.full((1000, 1000), 254, dtype="u1")
    file = opened(png(greys), "start: [0, 0]\ngoal: [999, 999]\n", "office.png")
    assert (file.level.board.n_rows, file.level.board.n_cols) == (1000, 1000)
    assert file.level.learning.learning_rate == 1


def test_mutated_pictures_give_a_level_or_sentences(tmp_path):
    rng = random.Random(3)
    seeds = [p5(GREYS), p2(GREYS), png(GREYS), png(GREYS, "P"), png(GREYS, "RGBA")]
    (tmp_path / "a.yaml").write_text(f"image: a.pgm\n{PLACES}")
    for turn in range(600):
        data = bytearray(seeds[turn % len(seeds)])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 4)] = rng.randbytes(rng.randint(0, 4))
        (tmp_path / "a.pgm").write_bytes(data)
        with contextlib.suppress(LevelError):
            assert read_file(tmp_path / "a.pgm").level.map[1][1] == "S"
