"""Files that went wrong on their way: built-in levels and foreign files, cut, flipped, stuffed and joined.

`mutant(seed, number)` is always the same; a failure of tests/soak/test_fuzz.py tells both numbers.
"""

import base64
import json
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from levels.formats import FORMATS
from levels.text.reader import builtin_levels

BOARDS = Path(__file__).parent / "cases" / "files" / "moving_ai"
ENDINGS = [".yaml", ".yml", "", ".md", *sorted({end for form in FORMATS.values() for end in form.endings})]
CELLS = [1, 1, 1, 1, 1, 1, 5, 2, 3, 1, 4, 1, 1, 1, 1, 1]
PACKED = base64.b64encode(zlib.compress(b"".join(n.to_bytes(4, "little") for n in CELLS))).decode()
TILES = (
    '<tileset firstgid="1" name="t"><tile id="1" class="wall"/><tile id="2" type="goal"/><tile id="4">'
    '<properties><property name="blocks" type="bool" value="true"/></properties></tile></tileset>'
)
OBJECTS = (
    '<objectgroup id="3"><object id="1" class="start" x="2" y="2"/><object id="2" class="lane" x="8" y="56">'
    '<properties><property name="look" value="bus"/></properties><polyline points="0,0 48,0"/></object>'
    "</objectgroup>"
)
TMX = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="orthogonal" width="4"'
    ' height="4" tilewidth="16" tileheight="16" infinite="0">\n <properties><property name="legend"'
    f' value="4 = water"/></properties>\n {TILES}\n <layer id="1" name="ground" width="4" height="4">\n'
    "  <data encoding="
)
TMJ = {
    **dict.fromkeys(("width", "height"), 4),
    **dict.fromkeys(("tilewidth", "tileheight"), 16),
    "type": "map",
    "orientation": "orthogonal",
    "infinite": False,
    "tilesets": [{"firstgid": 1, "source": "away.tsx"}],
    "properties": [{"name": "legend", "value": "2 = wall, 3 = goal, 5 = start"}],
    "layers": [{"type": "tilelayer", "name": "a", "width": 4, "height": 4, "data": CELLS}],
}
SAMPLES = {
    "maze.txt": "A  #\n#   \n#  B\nlegend: # = wall\n",
    "named.txt": "0001\n1000\n1000\nstart: 0, 0\ngoal: [2, 3]\n",
    "digits.txt": "3 4\nS 0 0 1\n1 0 0 0\n1 0 0 G\n",
    "lake.txt": "SFFF\nFHFH\nFFFH\nHFFG\n",
    "lake.json": '{"desc": ["SFFH", "FFFG"],\n "is_slippery": true}\n',
    "world.txt": "#####\n#AWG#\n# L #\n#I  #\n#####\nlegend: I = floor\n",
    "boards.xsb": "; one\n####\n#+ #\n# .#\n####\n\n#####\n#@$.#\n#####\nlevel: 2\n",
    "runs.xsb": "7#|#@2-$-.#|7#",
    "csv.tmx": f"{TMX}'csv'>{','.join(map(str, CELLS))}</data></layer>\n {OBJECTS}\n</map>\n",
    "packed.tmx": f"{TMX}'base64' compression='zlib'>{PACKED}</data></layer>\n {OBJECTS}\n</map>\n",
    "tiled.tmj": json.dumps(TMJ, indent=1),
}
"""One small file or two of each format, in its own words: the seeds of foreign mutants."""
# fmt: off
SPECIALS = [
    "\t", "&a ", "*a", "<<: *a\n", "!!python/object/apply:os.getcwd []", "!!binary ", "\0", "\ufeff", "\r",
    "---\n", "...\n", "%YAML 1.2\n", "? ", ": ", "- ", "#", "'", '"', "{", "}", "[", "]", "|\n", ">-\n", "`",
    "@", "\\U", "\u2028", "\x85", "渡る", "\u202e", "🐸", "\ud7ff", "é", "ß", "İ", "\ufb01", "\uff11",
    "\x1b[31m", "~", "null", ".inf", "-.nan", "-1", "0", "1e999", "0x" + "f" * 60, "9" * 30, "9" * 5000,
    "true", "S", "G", "format: 1\n", "map: |\n", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;", "<![CDATA[", "-->",
    "<map ", "</map>", "level: 9\n", "legend: x = wall\n", "goal: 9999, 0\n", "version 1\n", "type octile\n",
    "obstacles:\n", "path: [[0, 0]]", "at: [0]",
]
"""What means something to YAML, XML, JSON or one of our formats."""
NESTS = [
    "[", "{a: ", "- ", "? ", '{"layers":[', "<group>", "'", "((", "&a [", "\n  - ", "<map ", "<b a='",
    "map: |\n",
]
RUNS = [
    " ", "\t", "0", "9", "a", "#", ".", "\n", "\r\n", "|", ", ", "0 ", "start: 0, 0\n", "\n\n ", "\\", "=",
    "é", "/",
]
NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
NUMBERS = [
    b"0", b"-1", b"1", b"2", b"999", b"1000", b"1001", b"65536", b"99999", b"100000", b"4294967296", b"1e9",
    b"0.5",
]
# fmt: on
Mutation = Callable[[random.Random, bytes, bytes], bytes]


def place(rng: random.Random, data: bytes) -> int:
    """Somewhere in the file."""
    return rng.randrange(len(data) + 1)


def stretch(rng: random.Random, data: bytes, most: int = 400) -> bytes:
    """A random slice of the file."""
    begin = place(rng, data)
    return data[begin : begin + rng.randrange(1, most)]


def flip(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Change some bits."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8]) if data else 0):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def move_lines(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Delete, repeat, swap or indent lines."""
    lines = data.split(b"\n")
    here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[here : here + rng.randrange(1, 4)]
        case 1:
            lines[there:there] = lines[here : here + rng.randrange(1, 9)] * rng.choice([1, 1, 3, 100])
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case _:
            lines[here] = rng.choice([b" ", b"  ", b"\t", b"- "]) + lines[here].lstrip()
    return b"\n".join(lines)


def cut_off(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Leave out the end, the beginning or a part."""
    here, there = sorted((place(rng, data), place(rng, data)))
    return rng.choice([data[:here], data[here:], data[:here] + data[there:]])


def put_in(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Insert what means something to YAML, XML, JSON or one of our formats."""
    at = place(rng, data)
    if rng.random() < 0.5:  # where a value begins
        at = data.find(b":", at) + 2 or at
    return data[:at] + rng.choice(SPECIALS).encode() + data[at:]


def nest(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Open the same bracket again and again."""
    at, bracket = place(rng, data), rng.choice(NESTS).encode()
    return data[:at] + bracket * rng.choice([2, 13, 100, 5000, 20_000]) + data[at:]


def stuff(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Put in a long run of the same, before or after what is a word in a format."""
    at, run = place(rng, data), rng.choice(RUNS).encode()
    if rng.random() < 0.5:
        at = data.find(rng.choice([b":", b" ", b"\t", b"=", b"|", b"\n", b">"]), at) + 1 or at
    return data[:at] + run * rng.choice([20, 1000, 30_000, 400_000]) + data[at:]


def blow_up(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Exchange numbers."""
    chance = rng.choice([0.05, 0.5])
    return NUMBER.sub(lambda found: rng.choice(NUMBERS) if rng.random() < chance else found[0], data)


def join(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Join slices of two files."""
    at = place(rng, data)
    return rng.choice([data[:at] + other[place(rng, other) :], data[:at] + stretch(rng, other) + data[at:]])


def repeat(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Repeat a slice until the file is large."""
    at, piece = place(rng, data), stretch(rng, data, 40)
    return data[:at] + piece * rng.choice([2, 50, 2000]) + data[at:]


def recode(rng: random.Random, data: bytes, _: bytes) -> bytes:
    """Save it as another editor would."""
    text = data.decode("utf-8", "replace")
    match rng.randrange(5):
        case 0:
            return data.replace(b"\n", rng.choice([b"\r", b"\r\n", b"\n\r", b"\n\n", b" \n", b""]))
        case 1:
            return text.encode(rng.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig"]))
        case 2:
            return (text + "é").encode("cp1252", "replace")
        case 3:
            return text.swapcase().encode()
        case _:
            return data.replace(b" ", rng.choice([b"\t", b"\xc2\xa0", b"", b"  "]))


MUTATIONS: tuple[Mutation, ...] = (
    flip,
    move_lines,
    cut_off,
    put_in,
    nest,
    blow_up,
    join,
    repeat,
    stuff,
    recode,
)


@cache
def sources() -> dict[str, bytes]:
    """The files that mutants are made of: name → content."""
    files = {path.name: path.read_bytes() for path in builtin_levels().values()}
    files |= {path.name: path.read_bytes() for path in sorted(BOARDS.iterdir())}
    return files | {name: text.encode() for name, text in SAMPLES.items()}


def mutant(seed: int, number: int) -> tuple[str, bytes]:
    """Name and content of one mutant, always the same."""
    rng = random.Random(f"{seed} {number}")
    names = list(sources())
    foreign = names[len(builtin_levels()) :]
    name = rng.choice(names if rng.random() < 0.5 else foreign)
    data = sources()[name]
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        data = rng.choice(MUTATIONS)(rng, data, sources()[rng.choice(names)])
    if rng.random() < 0.15:
        name = Path(name).stem + rng.choice(ENDINGS)
    return name, data


HEADS = {
    ".yaml": ["", "format: 1\nname: a\nmap: |\n", "format: 1\nname: a\nobstacles: ["],
    "": [""],
    ".txt": ["", "S.G\nstart: ", "S.G\nlegend: "],
    ".json": ["", '{"desc": [', '{"desc": ["SG"], '],
    ".xsb": ["", "#@.|"],
    ".tmx": ["", TMX + '"csv">', TMX.partition("<layer")[0], TMX.partition("<layer")[0] + "<objectgroup>"],
    ".tmj": ["", '{"orientation": "orthogonal", "width": 4, "height": 4, "tilewidth": 16, "layers": ['],
    ".map": ["", "type octile\nheight 8\nwidth 8\nmap\n"],
    ".scen": ["", "version 1\n", "version 1\n0 "],
}
"""Beginnings of files that are filled up, by ending."""
PIECES = [
    *(
        "\n",
        "\r",
        " ",
        "\t",
        "#",
        "9",
        "a\n",
        " a b",
        "a: 1\n",
        "[",
        "{",
        '"',
        "- ",
        "1,",
        "S.G\n",
        "é\n",
        "🐸\n",
    ),
    *(
        "  S\n",
        "[],",
        "{},",
        '{"a":1},',
        '"SF",',
        "<a/>",
        "<a>",
        "<map ",
        "<tile gid='1'/>",
        "<layer/>",
        "x y\n",
    ),
    *(
        "<property name='a' value='b'/>",
        "<object type='wall' x='1' y='1'/>",
        "<!-- -->",
        "999#",
        "|",
        "a=wall,",
    ),
    *("0 empty-8-8.map 8 8 0 0 1 0 1\n", "........\n", "&a ", "? ", "a: b: ", "map: |\n", "start: 0, 0\n"),
]
LARGE = [(ending, head, piece) for ending, heads in HEADS.items() for head in heads for piece in PIECES]
N_LARGE = 2 * len(LARGE)


def large(number: int) -> tuple[str, bytes]:
    """Name and content of a file of 4 MB that goes on and on; the second half of them is in Latin-1."""
    ending, head, piece = LARGE[number % len(LARGE)]
    encoding = "utf-8" if number < len(LARGE) else "latin-1"
    begin, more = (text.encode(encoding, "replace") for text in (head, piece))
    return f"large{ending}", begin + more * ((3_999_999 - len(begin)) // len(more))
