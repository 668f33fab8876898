"""One sound obstacle of each kind, and a board for it: what the tests of all kinds have in common."""

from levels.text.reader import parse_level

SAMPLES = {
    "lane": "{kind: lane, look: truck, row: 1, direction: left, length: 2, loop: 9, every: 2, at: [1, 5]}",
    "patrol": "{kind: patrol, look: robot, path: [[1, 0], [1, 4]], closed: false, at: [2]}",
}
PLACES = {"lane": "row 1", "patrol": "patrol from row 1, column 0"}
"""Where each sample is, as messages say it."""
FILE = "format: 1\nname: Kinds\nmap: |\n  S....\n  .....\n  ....G\nobstacles:\n  - {obstacle}\n"


def text_with(kind):
    """The text of a level with the sample of a kind."""
    return FILE.replace("{obstacle}", SAMPLES[kind])


def level_with(kind):
    """The level."""
    return parse_level(text_with(kind), f"{kind}.yaml")
