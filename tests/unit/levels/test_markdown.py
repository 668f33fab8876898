"""Tables of text: Markdown that is straight in a terminal too."""

import pytest

from levels.markdown import table


def test_the_first_column_stands_left_and_the_others_right():
    assert table([["level", "N"], ["`a`", "1,000"], ["`longer`", "2"]]).splitlines() == [
        "| level    |     N |",
        "| -------- | ----: |",
        "| `a`      | 1,000 |",
        "| `longer` |     2 |",
    ]


def test_rows_have_equally_many_cells():
    with pytest.raises(ValueError, match="shorter"):
        table([["a", "b"], ["c"]])
