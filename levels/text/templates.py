"""Starting boards for a new level, one of each kind; each is certified as it is."""

TEMPLATES: dict[str, str] = {
    "Crossing": """\
format: 1
name: My Crossing
map: |
  .T..G...T
  =========
  =========
  ,,,,,,,,,
  =========
  T...S..T.
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, loop: 12, at: [1, 7]}
  - {kind: lane, look: truck, row: 2, direction: right, every: 2, length: 2, loop: 12, at: [3, 9]}
  - {kind: lane, look: car, row: 4, direction: right, every: 2, loop: 12, at: [0, 6]}
""",
    "Maze": """\
format: 1
name: My Maze
map: |
  ###########
  #S....#...#
  #.###.#.#.#
  #...#...#.#
  ###.###.#.#
  #.......#G#
  ###########
""",
    "Warehouse": """\
format: 1
name: My Warehouse
map: |
  ###########
  #S........#
  #.##.#.##.#
  #....#....#
  #.##.#.##.#
  #........G#
  ###########
actions: [right, up, left, down, wait]
obstacles:
  - {kind: patrol, look: robot, path: [[3, 1], [3, 4]], closed: false, at: [0]}
  - {kind: patrol, look: robot, path: [[3, 6], [3, 9]], closed: false, at: [3]}
""",
    "Grid": """\
format: 1
name: My Grid
map: |
  ......G
  .......
  ..R....
  ....R..
  .......
  S......
""",
}
"""World → text of a level file, in the order in which they are offered."""
