"""docs/python.md keeps its word: its examples run one after the other and print what stands below them."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE, re.DOTALL)


@pytest.mark.slow
def test_the_examples_run_and_print_what_stands_below_them(tmp_path, monkeypatch, capsys):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    known = {}
    for example, printed in EXAMPLES:
        exec(example, known)  # noqa: S102  they are ours
        assert capsys.readouterr().out == printed
    assert (tmp_path / "values.png").stat().st_size > 5000
    known["plt"].close("all")
