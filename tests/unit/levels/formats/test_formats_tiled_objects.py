"""What objects, words and shapes of a Tiled map mean: places, turns, sprites, templates, and what blocks."""

import json

import pytest

from levels.files.problems import LevelError
from levels.formats.tiled_words import look_of
from levels.proof.prove import prove
from levels.text.reader import read_file

TILES = '<tile id="0" type="wall"/><tile id="1" type="start"/><tile id="2" type="goal"/>'
ENDS = (
    '<object id="1" type="start" x="0" y="0" width="32" height="32"/>',
    '<object id="2" type="goal" x="128" y="96" width="32" height="32"/>',
)


def tmx(*things, tiles=TILES, tileset="", layer="things", cells=None, before="", name="ground"):
    """A map of 4 × 5 cells of 32 pixels: one tile layer and one layer of objects."""
    rows = cells or ["0,0,0,0,0"] * 4
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="5" height="4" tilewidth="32" tileheight="32">
<tileset firstgid="1" name="t" tilewidth="32" tileheight="32" {tileset}>{tiles}</tileset>
{before}
<layer id="1" name="{name}" width="5" height="4"><data encoding="csv">{",".join(rows)}</data></layer>
<objectgroup id="2" name="{layer}">{"".join(things)}</objectgroup>
</map>"""


def thing(kind="", x=0, y=0, w=32, h=32, more="", inside="", id=3):  # noqa: A002  as Tiled calls it
    return (
        f'<object id="{id}" type="{kind}" x="{x}" y="{y}" width="{w}" height="{h}" {more}>{inside}</object>'
    )


def sprite(gid, x, y, w=32, h=32, more="", id=3):  # noqa: A002
    return f'<object id="{id}" gid="{gid}" x="{x}" y="{y}" width="{w}" height="{h}" {more}/>'


def held(name, value, kind="bool"):
    return f'<properties><property name="{name}" type="{kind}" value="{value}"/></properties>'


@pytest.fixture
def opened(tmp_path):
    """Writes a map and reads it."""

    def reading(content, name="map.tmx"):
        (tmp_path / name).write_text(content)
        return read_file(tmp_path / name)

    return reading


@pytest.fixture
def blocked(opened):
    """The cells that block in a map."""

    def reading(content, name="map.tmx"):
        board = opened(content, name).level.board
        return {
            (row, col)
            for row in range(board.n_rows)
            for col in range(board.n_cols)
            if board.blocked[row, col]
        }

    return reading


@pytest.fixture
def refused(opened):
    """The message for a map that must be refused."""

    def reading(content, name="map.tmx"):
        with pytest.raises(LevelError) as caught:
            opened(content, name)
        return str(caught.value)

    return reading


@pytest.mark.parametrize(
    ("alignment", "x", "y"),
    [
        *[("", 32, 64), ("unspecified", 32, 64), ("bottomleft", 32, 64), ("topleft", 32, 32)],
        *[("top", 48, 32), ("topright", 64, 32), ("left", 32, 48), ("center", 48, 48), ("right", 64, 48)],
        *[("bottom", 48, 64), ("bottomright", 64, 64)],
    ],
)
def test_a_sprite_lies_where_its_tilesets_alignment_says(blocked, opened, tmp_path, alignment, x, y):
    said = f'objectalignment="{alignment}"' if alignment else ""
    content = tmx(*ENDS, sprite(1, x, y), tileset=said)
    assert blocked(content) == {(1, 1)}
    turned = tmx(*ENDS, sprite(1, x, y, more='rotation="-360"'), tileset=said)
    assert blocked(turned) == {(1, 1)}
    flipped = tmx(*ENDS, sprite(1 + 0xE0000000, x, y), tileset=said)
    assert blocked(flipped) == {(1, 1)}
    outside = tmx(*ENDS, sprite(1, x, y)).replace('name="t"', 'source="t.tsx"', 1)
    (tmp_path / "t.tsx").write_text(
        f'<tileset name="t" tilewidth="32" tileheight="32" {said}>{TILES}</tileset>'
    )
    assert blocked(outside) == {(1, 1)}


@pytest.mark.parametrize(
    ("alignment", "turns", "cell"),
    [
        *[("bottomleft", 90, (2, 1)), ("bottomleft", 180, (2, 0)), ("bottomleft", 270, (1, 0))],
        *[("bottomleft", -90, (1, 0)), ("topleft", 90, (2, 0)), ("topleft", 180, (1, 0))],
        *[("topright", 90, (1, 0)), ("bottomright", 90, (1, 1)), ("bottomright", 180, (2, 1))],
    ],
)
def test_a_sprite_is_turned_about_its_place(blocked, alignment, turns, cell):
    """Clockwise about (32, 64), the corner between the cells (1, 0), (1, 1), (2, 0) and (2, 1)."""
    content = tmx(
        *ENDS, sprite(1, 32, 64, more=f'rotation="{turns}"'), tileset=f'objectalignment="{alignment}"'
    )
    assert blocked(content) == {cell}


def test_alignments_that_are_unknown_or_can_not_be_known(refused):
    assert "object alignment “middle” of tileset “t”" in refused(
        tmx(*ENDS, tileset='objectalignment="middle"')
    )
    lost = tmx(*ENDS, sprite(1, 32, 64, more='type="wall"')).replace('name="t"', 'source="gone.tsx"', 1)
    assert "where object 3 lies is not known, since its tileset is not read" in refused(lost)


@pytest.mark.parametrize(
    ("x", "y", "w", "h", "turns", "cells"),
    [
        (64, 0, 96, 32, 90, {(0, 1), (1, 1), (2, 1)}),
        (128, 96, 96, 32, 180, {(2, 1), (2, 2), (2, 3)}),
        (32, 96, 96, 32, 270, {(0, 1), (1, 1), (2, 1)}),
        (32, 96, 96, 32, -90.0, {(0, 1), (1, 1), (2, 1)}),
    ],
)
def test_a_rectangle_is_turned_about_its_corner(blocked, x, y, w, h, turns, cells):
    wall = thing("wall", x, y, w, h, f'rotation="{turns}"')
    assert blocked(tmx(*ENDS, wall)) == cells


def test_other_turns_are_refused(refused, opened):
    told = refused(tmx(*ENDS, thing("wall", 64, 32, more='rotation="45"')))
    assert "object 3 is rotated by 45 degrees, so the cells it covers are ambiguous" in told
    point = thing("goal", 40, 40, 0, 0, 'rotation="45"', "<point/>")
    assert opened(tmx(*ENDS, point)).level.map[1][1] == "G"


def test_a_high_sprite_is_one_start_at_its_foot(opened, refused):
    file = opened(tmx(ENDS[1], sprite(2, 0, 64, h=64)))
    assert file.level.board.starts == ((1, 0),)
    assert any("the start is at its foot" in note for note in file.notes)
    assert opened(tmx(ENDS[0], sprite(3, 96, 128, h=96))).level.board.goals == ((3, 3),)
    assert "object 3 is a start on 4 cells" in refused(tmx(ENDS[1], sprite(2, 0, 64, 64, 64)))
    assert "object 3 is a start on 2 cells" in refused(tmx(ENDS[1], thing("start", h=64)))
    assert "object 3 is a goal on 2 cells" in refused(tmx(ENDS[0], sprite(3, 64, 64, 64)))


def test_a_rectangle_of_class_goal_is_a_line_to_cross(opened):
    file = opened(tmx(ENDS[0], thing("goal", 128, 0, h=128)))
    assert file.level.board.goals == ((0, 4), (1, 4), (2, 4), (3, 4))
    assert any("Each of the 4 cells that object 3 covers is a goal" in note for note in file.notes)


def test_a_sprite_without_a_size_has_its_tiles(opened):
    content = tmx(ENDS[1], '<object id="3" gid="2" x="32" y="64"/>')
    assert opened(content).level.board.starts == ((1, 1),)


@pytest.mark.parametrize(
    ("inside", "cells"),
    [
        ("<ellipse/>", {(0, 2), (1, 1), (1, 2), (1, 3), (2, 2)}),
        ('<polygon points="0,0 64,0 64,64 32,64 32,32 0,32"/>', {(0, 1), (0, 2), (1, 2)}),
        ('<polygon points="0,10 96,10 96,20 0,20"/>', {(0, 1), (0, 2), (0, 3)}),
        ('<polygon points="0,0 96,96 96,97"/>', {(0, 1), (1, 2), (2, 3)}),
    ],
)
def test_ellipses_and_polygons_block_the_cells_they_cover(opened, blocked, inside, cells):
    content = tmx(*ENDS, thing("wall", 32, 0, 96, 96, inside=inside))
    found = blocked(content)
    assert found >= cells
    assert inside == "<ellipse/>" or found == cells
    assert any("across cell borders" in note for note in opened(content).notes)


def test_what_blocks_reaches_as_far_as_it_touches(blocked, opened):
    wall = tmx(*ENDS, thing("wall", 32 + 20, 32, 32, 32))
    assert blocked(wall) == {(1, 1), (1, 2)}
    assert any("1 object across cell borders" in note for note in opened(wall).notes)
    assert blocked(tmx(*ENDS, thing("wall", 60, 32, 8, 64))) == {(1, 2), (2, 2)}
    even = opened(tmx(*ENDS, thing("wall", 33, 31, 30, 34)))
    assert not any("across" in note for note in even.notes)


def test_lines_of_what_blocks_are_refused(refused):
    line = thing("wall", 32, 0, inside='<polyline points="0,0 0,96"/>')
    assert "object 3 is a line, so the cells it covers are ambiguous" in refused(tmx(*ENDS, line))


@pytest.mark.parametrize(
    "said",
    [
        *[
            "lava",
            "Lava",
            "walls",
            "stone_wall",
            "Wall2",
            "wall_left",
            "DeepWater",
            "deep-waters",
            "collision",
        ],
        *["Collision Layer", "spikes", "obstacles", "rocks", "River", "pit", "boundaries"],
    ],
)
def test_words_that_block(blocked, opened, said):
    content = tmx(*ENDS, thing(said, 64, 64))
    assert blocked(content) == {(2, 2)}
    assert any(
        f"Read as blocking by words or shapes: class “{said}”" in note for note in opened(content).notes
    )
    tiles = f'{TILES}<tile id="3" class="{said}"/>'
    assert blocked(tmx(*ENDS, tiles=tiles, cells=["0,0,0,0,0", "0,4,0,0,0", *["0,0,0,0,0"] * 2])) == {(1, 1)}
    assert blocked(tmx(*ENDS, thing("", 64, 64), layer=said)) == {(2, 2)}
    assert blocked(tmx(*ENDS, thing("", 64, 64, more=f'name="{said}"'))) == {(2, 2)}
    group = f'<group name="{said}"><layer name="l" width="5" height="4"><data encoding="csv">'
    group += f"{','.join(['0,0,0,0,0', '0,9,0,0,0', *['0,0,0,0,0'] * 2])}</data></layer></group>"
    assert blocked(tmx(*ENDS, before=group)) == {(1, 1)}
    assert blocked(tmx(*ENDS, thing(said, 64, 64, inside=held("blocks", "false")))) == set()


@pytest.mark.parametrize(
    "said", ["wall_torch", "no_collision", "water_lily", "grass", "floor", "player_start", "", "decoration"]
)
def test_words_that_do_not(said):
    assert look_of(said) == ""


@pytest.mark.parametrize("name", ["blocks", "solid", "collides", "collidable", "Collision", "impassable"])
@pytest.mark.parametrize(("value", "blocks"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_properties_that_block(blocked, name, value, blocks):
    tiles = f'{TILES}<tile id="3">{held(name, value)}</tile>'
    cells = ["0,4,0,0,0", *["0,0,0,0,0"] * 3]
    assert blocked(tmx(*ENDS, tiles=tiles, cells=cells)) == ({(0, 1)} if blocks else set())


@pytest.mark.parametrize("name", ["walkable", "passable", "traversable"])
def test_properties_that_open(blocked, name):
    cells = ["0,4,0,0,0", *["0,0,0,0,0"] * 3]
    for value, found in (("false", {(0, 1)}), ("true", set())):
        tiles = f'{TILES}<tile id="3" type="wall">{held(name, value)}</tile>'
        assert blocked(tmx(*ENDS, tiles=tiles, cells=cells)) == found


def test_properties_that_contradict_or_say_nothing(refused):
    two = held("solid", "true").replace("</p", '<property name="walkable" value="true"/></p')
    told = refused(tmx(*ENDS, tiles=f'<tile id="3">{two}</tile>'))
    assert "tile 3 of tileset “t” blocks by its property “solid”, and by “walkable” it does not" in told
    told = refused(tmx(*ENDS, thing("lamp", inside=held("solid", "half", "string"))))
    assert "the property “solid” of object 3 is “half”" in told


def test_shapes_of_the_collision_editor_block(blocked, opened, refused):
    shape = '<objectgroup><object id="1" x="0" y="16" width="32" height="16"/></objectgroup>'
    point = '<objectgroup><object id="1" x="0" y="16"><point/></object></objectgroup>'
    cells = ["0,4,0,0,0", *["0,0,0,0,0"] * 3]

    def of(tile):
        return tmx(*ENDS, tiles=f"{TILES}{tile}", cells=cells)

    assert blocked(of(f'<tile id="3">{shape}</tile>')) == {(0, 1)}
    file = opened(of(f'<tile id="3" type="bush">{shape}</tile>'))
    assert (file.level.board.blocked[0, 1], file.level.board.looks[0][1]) == (True, "bush")
    assert any("the collision shape of tile 3 of tileset “t”" in note for note in file.notes)
    assert blocked(of(f'<tile id="3">{point}</tile>')) == set()
    assert blocked(of(f'<tile id="3">{held("solid", "false")}{shape}</tile>')) == set()
    assert "is of class “road”, which is open, and has a collision shape" in refused(
        of(f'<tile id="3" type="road">{shape}</tile>')
    )
    hero = TILES.replace('<tile id="1" type="start"/>', f'<tile id="1" type="start">{shape}</tile>')
    assert opened(tmx(ENDS[1], sprite(2, 0, 64), tiles=hero)).level.board.starts == ((1, 0),)


def test_tiles_without_a_meaning_are_named_by_class_or_property(opened):
    tiles = f'{TILES}<tile id="3" type="shrub"/><tile id="4">{held("weight", "3", "int")}</tile>'
    notes = opened(tmx(*ENDS, tiles=tiles, cells=["0,4,5,0,0", *["0,0,0,0,0"] * 3])).notes
    told = next(note for note in notes if note.startswith("Tiles without a meaning"))
    assert "number 4 (class “shrub”) on 1 cell and number 5 (property “weight”) on 1 cell" in told
    assert "collidable" in told
    assert "walkable" in told


def test_what_was_left_out_is_named_where_a_start_is_missing(refused):
    told = refused(tmx(ENDS[1], thing("player_start"), thing("", more='name="spawn"', id=4)))
    assert "no start on the board" in told
    assert "Left out: objects of class “player_start” and object “spawn” without a class." in told
    assert "The map's layers: “ground” and “things”." in told


def test_layers_are_told_by_name(opened):
    assert "1 tile layer (“paths”)" in opened(tmx(*ENDS, name="paths")).notes[0]


@pytest.mark.parametrize("place", ["group", "layer"])
def test_shifts_are_told(opened, place):
    layer = '<layer name="up" width="5" height="4" {}><data encoding="csv">' + ",".join(["0"] * 20)
    inner = layer.format('offsetx="32" offsety="-16.5"' if place == "layer" else "") + "</data></layer>"
    before = (
        inner
        if place == "layer"
        else f'<group name="a"><group name="up" offsetx="32" offsety="-16.5">{inner}'
    )
    before += "</group></group>" if place == "group" else ""
    notes = opened(tmx(*ENDS, before=before)).notes
    told = f"The {place} “up” is read unshifted, though it is shifted by 32 and -16.5 pixels"
    assert any(note.startswith(told) for note in notes)


def test_parallax_hidden_objects_and_shifted_tiles_are_told(opened):
    content = tmx(*ENDS, thing("wall", 64, 64, more='visible="0"'), tiles=f'<tileoffset x="0" y="8"/>{TILES}')
    content = content.replace('<layer id="1"', '<layer id="1" parallaxx="0.5"')
    notes = " ".join(opened(content).notes)
    assert "The layer “ground” is read as if it scrolled with the rest." in notes
    assert "Hidden objects count like any others." in notes
    assert "The tiles of “t” are read unshifted." in notes


def test_notes_on_many_parts_are_counted(opened):
    lines = [thing("goal", 64, 64, w=64, id=number) for number in range(10, 60)]
    notes = opened(tmx(*ENDS, *lines)).notes
    assert len(notes) == 22
    assert notes[-1] == "There are 30 more notes such as these."


def test_a_start_is_never_covered_without_a_word(refused, opened):
    told = refused(tmx(*ENDS, thing("wall", 0, 0, 64, 32)))
    assert "object 3 covers the start at row 0, column 0" in told
    file = opened(tmx(thing("water", 0, 0, 160, 128), thing("road", 0, 0, 160, 32), *ENDS))
    assert any(
        "On 6 cells open ground lies above a blocking tile, and counts." in note for note in file.notes
    )


def test_an_objects_own_class_stands_above_its_tiles(opened):
    file = opened(tmx(*ENDS, sprite(2, 32, 64, more='type="statue"')))
    assert file.level.board.starts == ((0, 0),)
    assert any("objects of class “statue”" in note for note in file.notes)


def test_objects_made_from_templates(blocked, opened, refused, tmp_path):
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/own.tsx").write_text(
        '<tileset name="own" tilewidth="32" tileheight="32" objectalignment="topleft">'
        '<tile id="7" type="wall"/></tileset>'
    )
    (tmp_path / "sets/wall.tx").write_text(
        '<template><tileset firstgid="1" source="own.tsx"/>'
        '<object name="w" gid="8" width="32" height="32"/></template>'
    )
    (tmp_path / "box.tj").write_text(
        json.dumps(
            {"type": "template", "object": {"type": "wall", "width": 64, "height": 32, "x": 0, "y": 0}}
        )
    )
    content = tmx(
        *ENDS,
        '<object id="3" template="sets/wall.tx" x="32" y="32"/>',
        '<object id="4" template="box.tj" x="64" y="64"/>',
        '<object id="5" template="box.tj" x="64" y="96" width="32"/>',
    )
    assert blocked(content) == {(1, 1), (2, 2), (2, 3), (3, 2)}
    own = f'<object id="4" template="box.tj" x="64" y="64">{held("blocks", "false")}</object>'
    assert blocked(tmx(*ENDS, own)) == set()
    told = refused(tmx(*ENDS, '<object id="6" template="gone.tx" x="32" y="32"/>'))
    assert "object 6 is made from “gone.tx”, which is not read (no such file)" in told


def test_old_json_keeps_properties_and_tiles_in_objects(blocked):
    world = {
        "orientation": "orthogonal",
        "width": 3,
        "height": 1,
        "tilewidth": 32,
        "tileheight": 32,
        "tilesets": [
            {
                "firstgid": 1,
                "name": "t",
                "tilewidth": 32,
                "tileheight": 32,
                "tiles": {"1": {"type": "start"}, "2": {"type": "goal"}},
                "tileproperties": {"0": {"collides": True}},
            }
        ],
        "layers": [{"type": "tilelayer", "name": "g", "width": 3, "height": 1, "data": [2, 3, 1]}],
    }
    assert blocked(json.dumps(world), "map.json") == {(0, 2)}


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.tsx", '<tileset name="t"/>', "this is a tileset of Tiled, not a map"),
        (
            "a.tsj",
            '{"type": "tileset", "tilecount": 4, "tilewidth": 16}',
            "this is a tileset of Tiled, not a map",
        ),
        ("a.tx", "<template/>", "this is a template of Tiled, not a map"),
        ("a.world", '{"type": "world", "maps": []}', "this is a world of Tiled"),
    ],
)
def test_other_files_of_tiled_are_named(refused, name, content, told):
    assert told in refused(content, name)


def test_chunks_are_named(refused):
    chunked = tmx(*ENDS).replace('<data encoding="csv">', '<data encoding="csv"><chunk x="0" y="0"/>')
    assert "layer ground: its cells are kept in chunks" in refused(chunked)


def test_lava_walls_off_a_goal(opened):
    proof = prove(opened(tmx(*ENDS, thing("lava", 32, 0, 32, 128))))
    assert proof.refused
    assert "the goal cannot be reached" in str(proof.objection)
