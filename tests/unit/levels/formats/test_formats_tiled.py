"""Maps of Tiled as levels: packed layers, classes, objects that move, tilesets, and what is refused."""

import base64
import contextlib
import gc
import gzip
import json
import random
import struct
import time
import zlib

import pytest

from levels.files.problems import LevelError
from levels.formats import tiled, tiled_cells
from levels.proof.prove import prove
from levels.text.reader import parse_level, read_file
from levels.text.writer import to_yaml

CELLS = [2, 1, 1, 1, 3, 1, 1, 1, 4]
"""S.. / .#. / ..G by the tiles of TILESET."""
ROWS = ("S..", ".#.", "..G")
TILESET = """<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2">
 <tile id="1" type="start"/><tile id="2" class="Wall"/><tile id="3" type="goal"/>
</tileset>"""


def packed(cells):
    return struct.pack(f"<{len(cells)}I", *cells)


def tmx(data, *, tileset=TILESET, more="", attributes="", size=(3, 3), properties=""):
    """A map of one layer, whose data element is given."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="{size[0]}" height="{size[1]}" tilewidth="16"
 tileheight="16" infinite="0" {attributes}>{properties}{tileset}
 <layer id="1" name="ground" width="{size[0]}" height="{size[1]}">{data}</layer>{more}
</map>"""


def csv(cells):
    return f'<data encoding="csv">\n{",".join(map(str, cells))}\n</data>'


def based(raw, compression=""):
    return f'<data encoding="base64" compression="{compression}">{base64.b64encode(raw).decode()}</data>'


def objects(*shapes):
    return f'<objectgroup id="2" name="things">{"".join(shapes)}</objectgroup>'


def line(kind, points, properties="", shape="polyline"):
    """A line object at pixel (8, 8), the middle of the first cell."""
    return (
        f'<object id="7" type="{kind}" x="8" y="8"><properties>{properties}</properties>'
        f'<{shape} points="{points}"/></object>'
    )


OPEN = csv([2, 1, 1, 1, 1, 1, 1, 1, 4])


@pytest.fixture
def opened(tmp_path):
    """Writes a map and reads it as a level."""

    def reading(content, name="map.tmx"):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_file(tmp_path / name)

    return reading


@pytest.fixture
def refused(opened):
    """The message for a map that must be refused, within a second."""

    def reading(content, name="map.tmx"):
        gc.freeze()  # what other tests left behind is not searched for garbage meanwhile
        begin = time.thread_time()  # their threads may still be at work
        with pytest.raises(LevelError) as caught:
            opened(content, name)
        taken = time.thread_time() - begin
        gc.unfreeze()
        assert taken < 1
        return str(caught.value)

    return reading


@pytest.mark.parametrize(
    "data",
    [
        csv(CELLS),
        "<data>" + "".join(f'<tile gid="{cell}"/>' for cell in CELLS) + "</data>",
        based(packed(CELLS)),
        based(zlib.compress(packed(CELLS)), "zlib"),
        based(gzip.compress(packed(CELLS), mtime=0), "gzip"),
        based(packed([CELLS[0] | 0x80000000, CELLS[1] | 0x70000000, *CELLS[2:]])),
    ],
)
def test_every_way_to_keep_cells(opened, data):
    file = opened(tmx(data))
    assert file.level.map == ROWS
    assert prove(file).certificate.shortest == 4
    assert parse_level(to_yaml(file.level), "again") == file.level


def as_json(**changes):
    tiles = [{"id": 1, "type": "start"}, {"id": 2, "class": "wall"}, {"id": 3, "type": "goal"}]
    world = {
        "type": "map",
        "orientation": "orthogonal",
        "infinite": False,
        "width": 3,
        "height": 3,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [{"firstgid": 1, "name": "t", "tiles": tiles}],
        "layers": [{"type": "tilelayer", "name": "ground", "width": 3, "height": 3, "data": CELLS}],
    }
    return json.dumps(world | changes)


@pytest.mark.parametrize("name", ["map.tmj", "map.json"])
def test_json_reads_like_xml(opened, name):
    assert opened(as_json(), name).level.map == ROWS


def test_upper_layers_count_where_they_say_something(opened):
    more = f'<group><layer name="up" width="3" height="3">{csv([9, 0, 3, *[0] * 6])}</layer></group>'
    file = opened(tmx(csv(CELLS), more=more))
    assert file.level.map == ("S.#", ".#.", "..G")
    assert any("number 9 on 1 cell" in note for note in file.notes)


def test_a_layer_of_a_class_gives_it_to_its_tiles(opened):
    more = f'<layer name="up" class="wall" visible="0" width="3" height="3">{csv([0, 9, *[0] * 7])}</layer>'
    file = opened(tmx(csv(CELLS), more=more))
    assert file.level.map == ("S#.", ".#.", "..G")
    assert any("hidden layer “up”" in note for note in file.notes)


def test_classes_of_ones_own_with_a_property(opened):
    tile = (
        '<tile id="{}" type="{}"><properties><property name="{}" type="bool" value="{}"/></properties></tile>'
    )
    tiles = tile.format(8, "Big Bush", "blocks", "true") + tile.format(9, "moss", "solid", "false")
    tiles += tile.format(10, "", "collides", "true") + tile.format(11, "water", "blocks", "false")
    more = f'<layer name="up" width="3" height="3">{csv([0, 9, 10, 0, 0, 11, 12, 0, 0])}</layer>'
    tileset = TILESET.replace("</tileset>", f"{tiles}</tileset>")
    level = opened(tmx(csv(CELLS), tileset=tileset, more=more)).level
    looks = level.board.looks
    assert (looks[0][1], looks[0][2], looks[1][2], looks[2][0]) == ("big_bush", "moss", "wall", "water")
    blocked = [[False, True, False], [False, True, True], [False, False, False]]
    assert level.board.blocked.tolist() == blocked


def test_the_maps_own_legend_explains_numbers(opened, refused):
    def explained(text):
        properties = f'<properties><property name="legend" value="{text}"/></properties>'
        return tmx(csv([73, 0, 7, 7, 0, 8, 7, 0, 42]), tileset="", properties=properties)

    file = opened(explained("7 = wall, 8 = water, 73 = start, 42 = goal, 0 = road"))
    assert file.level.map == ("S=#", "#=~", "#=G")
    assert "at “7 = wal”" in refused(explained("7 = wal"))


def test_a_tileset_in_a_file_of_its_own(opened, refused, tmp_path):
    mention = '<tileset firstgid="1" source="own.tsx"/>'
    told = refused(tmx(csv(CELLS), tileset=mention))
    assert "no start and no goal on the board" in told
    assert "Tileset “own.tsx” is not read (no such file)" in told
    (tmp_path / "own.tsx").write_text(TILESET.replace(' firstgid="1"', ""))
    assert opened(tmx(csv(CELLS), tileset=mention)).level.map == ROWS
    for source in (str(tmp_path / "own.tsx"), "\\\\server\\own.tsx", "c:/own.tsx"):
        assert "full path" in refused(tmx(csv(CELLS), tileset=mention.replace("own.tsx", source)))


def test_a_missing_tileset_is_no_obstacle_where_objects_say_what_counts(opened):
    things = objects(
        '<object id="1" type="start" x="8" y="8"><point/></object>',
        '<object id="2" class="goal" x="32" y="32" width="16" height="16"/>',
        '<object id="3" type="wall" x="17" y="1" width="30" height="14"/>',
        '<object id="4" type="lamp" x="17" y="1"/>',
    )
    file = opened(tmx(csv([5] * 9), tileset='<tileset firstgid="1" source="gone.tsx"/>', more=things))
    assert file.level.map == ("S##", "...", "..G")
    assert any("“gone.tsx”" in note for note in file.notes)
    assert any("objects of class “lamp”" in note for note in file.notes)


def test_an_object_that_shows_a_tile_stands_on_its_place(opened):
    things = objects('<object id="1" gid="3" x="16" y="16" width="16" height="16"/>')
    assert opened(tmx(OPEN, more=things)).level.map == ("S#.", "...", "..G")


def test_patrols_and_lanes_are_lines(opened):
    own = '<property name="{}" type="{}" value="{}"/>'
    patrol = line(
        "patrol", "16,0 16,32 0,32 0,16 16,16", own.format("every", "int", 2) + own.format("at", "", "1")
    )
    lane = line("lane", "-4,16 40,16", own.format("look", "string", "bus") + own.format("loop", "int", 6))
    level = opened(tmx(OPEN, more=objects(patrol, lane))).level
    walker, bus = level.obstacles
    assert (walker.kind, walker.look, walker.every, walker.at) == ("patrol", "robot", 2, (1,))
    assert walker.path == ((0, 1), (2, 1), (2, 0), (1, 0), (1, 1))
    assert (bus.kind, bus.look, bus.row, bus.direction, bus.loop, bus.at) == (
        "lane",
        "bus",
        1,
        "right",
        6,
        (0,),
    )
    up = opened(tmx(OPEN, more=objects(line("lane", "16,32 16,0", own.format("at", "", "0, 2"))))).level
    assert (up.obstacles[0].column, up.obstacles[0].direction, up.obstacles[0].at) == (1, "up", (0, 2))


def test_a_polygon_is_walked_round_and_round(opened):
    level = opened(tmx(OPEN, more=objects(line("patrol", "16,0 32,0 32,16 16,16", shape="polygon")))).level
    assert level.obstacles[0].closed
    assert len(level.movers[0].track) == 4


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (line("patrol", "0,0 16,16"), "the path from [0, 0] to [1, 1] is not straight"),
        (line("patrol", "16,0 99,0"), "object 7 leaves the board of 3 × 3 cells"),
        (line("patrol", "16,0 x,0"), "x is “x”"),
        (line("patrol", "16,0 1e999,0"), "x is “1e999”"),
        (line("patrol", "16,0 32,0", '<property name="every" value="often"/>'), "“often”"),
        (line("lane", "16,0 32,16"), "not along one row or column"),
        (line("lane", "0,99 32,99"), "object 7 leaves the board"),
        ('<object id="3" type="patrol" x="1" y="1"/>', "object 3 is of class patrol, but is not a line"),
        ('<object id="3" name="end" type="goal" x="99" y="1"/>', "object “end” lies outside the board"),
        (line("patrol", "16,0 32,0").replace('x="8"', 'x="8" rotation="45"'), "object 7 is rotated"),
    ],
)
def test_an_object_with_a_mistake(refused, thing, told):
    message = refused(tmx(OPEN, more=objects(thing)))
    assert told in message


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (tmx(csv(CELLS)).replace("orthogonal", "isometric"), "isometric maps are not supported"),
        (tmx(csv(CELLS)).replace("orthogonal", "hexagonal"), "hexagonal maps are not supported"),
        (tmx(csv(CELLS)).replace("orthogonal", "staggered"), "staggered maps are not supported"),
        (tmx(csv(CELLS)).replace('infinite="0"', 'infinite="1"'), "untick Infinite"),
        (tmx(csv(CELLS[:5])), "layer ground: 5 cells, expected 9"),
        (tmx(csv([*CELLS, 1])), "layer ground: 10 cells, expected 9"),
        (tmx(csv(["x", *CELLS[1:]])), "layer ground: “x” is not a tile number"),
        (tmx(csv([-1, *CELLS[1:]])), "layer ground: “-1” is not a tile number"),
        (tmx(based(packed(CELLS[:5]))), "layer ground: 5 cells, expected 9"),
        (tmx(based(packed([*CELLS, 1]))), "layer ground: 10 cells, expected 9"),
        (tmx(based(zlib.compress(packed([*CELLS, 1])), "zlib")), "more cells than the expected 9"),
        (tmx(based(b"nonsense", "zlib")), "its zlib data is damaged"),
        (tmx(based(zlib.compress(packed(CELLS))[:-9], "zlib")), "its zlib data is truncated"),
        (tmx(based(packed(CELLS), "lzma")), "the compression “lzma” is not known"),
        (tmx('<data encoding="base64">%%%</data>'), "its base64 is damaged"),
        (tmx('<data encoding="rot13">1</data>'), "the encoding “rot13” is not known"),
        (tmx(csv(CELLS), size=(3, 2000)), "2,000 × 3 cells"),
        (tmx(csv(CELLS)).replace("</map>", ""), "this can't be read as XML"),
        (tmx(csv(CELLS)).replace('tilewidth="16"', 'tilewidth="0"', 1), "size of its tiles"),
        ("<svg/>", "outermost element is “svg”"),
        ("", "this can't be read as XML"),
    ],
)
def test_what_is_refused_with_a_sentence(refused, content, told):
    assert told in refused(content)


def test_infinite_json_is_refused_too(refused):
    assert "untick Infinite" in refused(as_json(infinite=True), "map.tmj")


def test_entities_are_never_expanded(refused, tmp_path):
    (tmp_path / "secret").write_text("secret")
    bomb = '<!DOCTYPE map [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">]><map orientation="&b;"/>'
    outside = (
        f'<!DOCTYPE map [<!ENTITY a SYSTEM "file://{tmp_path}/secret">]><map orientation="&a;">&a;</map>'
    )
    for content in (bomb, outside):
        told = refused(content)
        assert "declarations in a DOCTYPE" in told
    assert "can't be read as XML" in refused('<map orientation="orthogonal">&a;</map>')


@pytest.mark.parametrize(
    "content",
    [
        "<map>" + "<group>" * 100_000,
        "<map>" + "<layer/>" * 400_000 + "</map>",
        tmx(based(zlib.compress(bytes(200_000_000), 1), "zlib")),
        tmx(based(gzip.compress(bytes(200_000_000), 1, mtime=0), "gzip")),
        tmx(csv(range(1_000_000))),
        tmx(
            based(zlib.compress(bytes(4_000_000)), "zlib"),
            size=(1000, 1000),
            more=f'<layer name="x">{based(zlib.compress(bytes(4_000_000)), "zlib")}</layer>' * 100,
        ),
        tmx(
            csv(["0"] * 1_000_000),
            size=(1000, 1000),
            more=objects('<object type="wall" x="0" y="0" width="16000" height="16000"/>' * 9000),
        ),
    ],
)
def test_a_bomb_is_defused(refused, content):
    refused(content)


@pytest.mark.parametrize("content", ['{"layers":' * 100_000, "[" * 100_000, "[]", '{"a": NaN}', "{"])
def test_json_that_is_no_map(refused, content):
    refused(content, "map.tmj")


def test_zstd_is_unpacked_where_python_can(opened, refused, monkeypatch):
    frame = base64.b64decode("KLUv/SAIQQAAAQAAAAIAAAA=")
    content = tmx(based(frame, "zstd"), size=(2, 1), more=objects('<object type="goal" x="1" y="1"/>'))
    monkeypatch.setattr(tiled_cells, "ZSTD", ("no.such.module",))
    assert "it is packed by zstd" in refused(content)

    class Stand:
        """What such a module offers."""

        ZstdError = ArithmeticError

        class ZstdDecompressor:
            """Gives the same for any frame."""

            def decompress(self, data, max_length):
                assert data == frame
                return packed([1, 2])[:max_length]

    monkeypatch.setattr(tiled_cells, "import_module", lambda _: Stand)
    assert opened(content).level.map == ("GS",)


def test_mutated_maps_give_a_level_or_sentences(tmp_path):
    rng = random.Random(5)
    things = objects(line("patrol", "16,0 16,32"), '<object id="3" type="wall" x="33" y="1"/>')
    seeds = [tmx(OPEN, more=things), tmx(based(zlib.compress(packed(CELLS)), "zlib")), as_json()]
    words = [
        b"",
        b"-1",
        b'"',
        b"<",
        b"null",
        b"[]",
        b"{}",
        b"1e400",
        b"99999999999",
        b"\xff",
        b"true",
        b"NaN",
    ]
    for turn in range(900):
        data = bytearray(seeds[turn % 3].encode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 6)] = rng.choice(words)
        path = tmp_path / "map.tmx"
        path.write_bytes(data)
        with contextlib.suppress(LevelError):
            assert read_file(path).level.board.starts


@pytest.mark.parametrize("name", ["map.tmx", "map.json", "map"])
@pytest.mark.parametrize(
    "content", ["<map " * 790_000, as_json(layers=[{}] * 400_000)], ids=["tags", "layers"]
)
def test_large_files_are_refused_at_once(refused, name, content):
    refused(content, name)


def test_only_maps_fit():
    assert tiled.fits(tmx(csv(CELLS)))
    assert tiled.fits(as_json())
    assert not tiled.fits('["SFFF", "FFFG"]')
    assert not tiled.fits("#######\n#S...G#\n")
