"""The field's cases about MovingAI and Tiled maps (V, T); files/SOURCES.md tells where boards are from."""

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.proof.prove import prove
from levels.text.reader import find_level, read_file
from main import main

BOARDS = Path(__file__).parent / "files" / "moving_ai"
SMALL_MAP = "type octile\nheight 3\nwidth 5\nmap\n.@...\n.@.@.\n...@.\n"
TILED = (
    '<map version="1.10" orientation="orthogonal" width="{}" height="{}" tilewidth="16" tileheight="16" '
    'infinite="{}">{}</map>'
)


def shortest(path):
    return prove(read_file(find_level(str(path)))).certificate.shortest


def refusal(path):
    with pytest.raises(LevelError) as caught:
        read_file(path)
    return str(caught.value)


def test_v02_columns_of_a_scenario_are_x_and_y(tmp_path):
    (tmp_path / "m.map").write_text(SMALL_MAP)
    (tmp_path / "m.map.scen").write_text("version 1\n0\tm.map\t5\t3\t0\t0\t4\t2\t10.00000000\n")
    (tmp_path / "swapped.scen").write_text("version 1\n0\tm.map\t5\t3\t0\t0\t2\t4\t10.00000000\n")
    assert shortest(tmp_path / "m.map") == 10
    assert "goal (2,4) is outside a 5×3 map" in refusal(tmp_path / "swapped.scen")


def test_v04_carriage_returns_and_no_final_one(tmp_path):
    (tmp_path / "m.map").write_bytes(b"type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n...\r\n.@.")
    (tmp_path / "m.scen").write_text("version 1\n0\tm.map\t3\t2\t0\t0\t2\t1\t3\n")
    assert read_file(tmp_path / "m.map").level.map == ("S..", ".#G")
    assert shortest(tmp_path / "m.map") == 3
    (tmp_path / "m.scen").write_text("version 1\n0\tm.map\t3\t2\t0\t0\t1\t1\t2\n")
    assert "goal (1,1) lies on “@”, which blocks" in refusal(tmp_path / "m.map")


def test_v08_blanks_version_1_0_and_folders_before_the_map(tmp_path):
    (tmp_path / "m.map").write_text(SMALL_MAP)
    (tmp_path / "own.scen").write_text("version 1.0\n0 maps/x/m.map 5 3 0 0 4 2 10.00\n")
    assert shortest(tmp_path / "own.scen") == 10
    (tmp_path / "lost.scen").write_text(
        "version 1\n0\tmaps/dao/elsewhere.map\t5\t3\t0\t0\t4\t2\t90.97056274\n"
    )
    assert "its map “elsewhere.map” is not next to it" in refusal(tmp_path / "lost.scen")


def test_v10_each_row_of_an_empty_board_takes_the_distance_in_rows_and_columns():
    path = BOARDS / "empty-8-8-even-1.scen"
    rows = [list(map(int, line.split()[4:8])) for line in path.read_text().splitlines()[1:]]
    assert len(rows) == 32
    for number, (x, y, goal_x, goal_y) in enumerate(rows, start=1):
        assert shortest(f"{path}#{number}") == abs(goal_x - x) + abs(goal_y - y)


def test_the_longest_row_of_the_maze_is_learned_to_its_88_steps(capsys):
    assert main(["train", str(BOARDS / "maze-32-32-4.map"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["shortest"], result["rollout_steps"], result["violations"]) == (88, 88, 0)


def test_t01_an_infinite_map_tells_how_to_make_it_finite(tmp_path):
    chunk = '<chunk x="-2" y="0" width="1" height="1">1</chunk>'
    layer = f'<layer name="g"><data encoding="csv">{chunk}</data></layer>'
    (tmp_path / "a.tmx").write_text(TILED.format(4, 2, 1, layer))
    assert "Map > Map Properties and untick Infinite" in refusal(tmp_path / "a.tmx")
    chunks = [{"x": -2, "y": 0, "width": 1, "height": 1, "data": [1]}]
    layer = {"type": "tilelayer", "name": "g", "startx": -2, "width": 4, "height": 2, "chunks": chunks}
    said = {
        "orientation": "orthogonal",
        "infinite": True,
        "width": 4,
        "height": 2,
        "tilewidth": 16,
        "tileheight": 16,
    }
    (tmp_path / "a.tmj").write_text(json.dumps(said | {"layers": [layer], "tilesets": []}))
    assert "Map > Map Properties and untick Infinite" in refusal(tmp_path / "a.tmj")


def test_t05_zstd_is_named_or_read(tmp_path):
    frame = "KLUv/SAIQQAAAQAAAAIAAAA="
    layer = f'<layer name="g"><data encoding="base64" compression="zstd">{frame}</data></layer>'
    (tmp_path / "a.tmx").write_text(TILED.format(2, 1, 0, layer))
    told = refusal(tmp_path / "a.tmx")
    assert "zstd" in told or "no start and no goal" in told


def test_t05_all_other_ways_to_pack_a_layer_give_the_same_40_by_40_cells(tmp_path):
    cells = [7 if (row * 7 + col * 3) % 11 == 0 else 1 for row in range(40) for col in range(40)]
    cells[0], cells[-1] = 2, 3
    raw = struct.pack("<1600I", *cells)
    packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}
    data = [f'<data encoding="csv">{",".join(map(str, cells))}</data>']
    for name, content in packed.items():
        text = base64.b64encode(content).decode()
        data.append(f'<data encoding="base64" compression="{name}">\n  {text}\n</data>')
    legend = '<properties><property name="legend" value="2=start, 3=goal, 7=wall"/></properties>'
    maps = set()
    for one in data:
        (tmp_path / "a.tmx").write_text(TILED.format(40, 40, 0, f'{legend}<layer name="g">{one}</layer>'))
        maps.add(read_file(tmp_path / "a.tmx").level.map)
    (rows,) = maps
    assert ("".join(rows).count("#"), len(rows), len(rows[0])) == (cells.count(7), 40, 40)


@pytest.mark.parametrize("kind", ["hexagonal", "staggered", "isometric"])
def test_t07_maps_that_are_not_square_are_named(tmp_path, kind):
    (tmp_path / "a.tmx").write_text(TILED.format(2, 1, 0, "").replace("orthogonal", kind))
    assert f"{kind} maps are not supported" in refusal(tmp_path / "a.tmx")


def test_t06_and_t11_a_sokoban_level_without_its_tileset_by_the_numbers_of_its_tiles(tmp_path):
    floor = '<layer name="floor"><data encoding="csv">' + ",".join(["1"] * 20) + "</data></layer>"
    upper = [7, 7, 8, 7, 7, 7, 73, 0, 0, 7, 7, 0, 8, 42, 7, 7, 7, 7, 7, 8]
    walls = f'<layer name="up"><data encoding="csv">{",".join(map(str, upper))}</data></layer>'
    legend = '<properties><property name="legend" value="7=wall, 8=wall, 73=start, 42=goal"/></properties>'
    parts = legend + '<tileset firstgid="1" source="gone.tsx"/>' + floor + walls
    (tmp_path / "a.tmx").write_text(TILED.format(5, 4, 0, parts))
    file = read_file(tmp_path / "a.tmx")
    assert file.level.map == ("#####", "#S..#", "#.#G#", "#####")
    assert shortest(tmp_path / "a.tmx") == 3
    assert sum("gone.tsx" in note for note in file.notes) == 1


def test_t11_walls_on_the_second_layer_8_by_5_in_7_steps(tmp_path):
    drawn = ("########", "#S # # #", "# # #  #", "#     G#", "########")
    upper = [{"#": 7 + index % 2, "S": 73, "G": 42}.get(char, 0) for index, char in enumerate("".join(drawn))]
    layers = "".join(
        f'<layer name="{name}"><data encoding="csv">{",".join(map(str, cells))}</data></layer>'
        for name, cells in (("floor", [5] * 40), ("up", upper))
    )
    legend = '<properties><property name="legend" value="7=wall, 8=wall, 73=start, 42=goal"/></properties>'
    (tmp_path / "a.tmx").write_text(TILED.format(8, 5, 0, legend + layers))
    assert read_file(tmp_path / "a.tmx").level.map == tuple(row.replace(" ", ".") for row in drawn)
    assert shortest(tmp_path / "a.tmx") == 7


def test_t10_a_layer_of_another_size_is_told_in_cells(tmp_path):
    layer = '<layer name="ground" width="3" height="2"><data encoding="csv">1,1,1,1,1</data></layer>'
    (tmp_path / "a.tmx").write_text(TILED.format(3, 2, 0, layer))
    assert "layer ground: 5 cells, expected 6" in refusal(tmp_path / "a.tmx")
