"""The rules of the house, held by tools: who may import whom, lint, types, nothing of one machine only."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import networkx as nx
import pytest

PROJECT = Path(__file__).resolve().parent.parent

WITHOUT_PYGAME = """
import importlib, sys

class NoPygame:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pygame":
            raise ImportError("pygame is out of bounds here")

sys.meta_path.insert(0, NoPygame())
for name in sys.argv[1:]:
    importlib.import_module(name)
"""
"""Imports the named modules while pygame cannot be imported."""

HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("deb", "debian", "org"))]
"""Package registries; put together here, so that this file does not name them either."""
MACHINE_PATH = re.compile(r"(?<![\w./*~-])(/(work|home|root|opt|Users|tmp)/[\w.]+|[A-Z]:\\+Users\b)")
"""An absolute path that exists on somebody's machine only."""


def project_files() -> list[Path]:
    """Give the project's files: those git tracks or would track; in a copy without git, the known folders."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = shutil.which("git") and subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)
    if listed and listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
        return [PROJECT / name for name in names if name and (PROJECT / name).is_file()]
    folders = ("levels", "learner", "game", "assets", "tests", "docs")
    inside = [path for folder in folders for path in (PROJECT / folder).rglob("*") if path.is_file()]
    return [*inside, *(path for path in PROJECT.iterdir() if path.is_file())]


def python_files() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".py"]


def modules_of(*folders: str) -> list[str]:
    files = [path for folder in folders for path in sorted((PROJECT / folder).rglob("*.py"))]
    names = [".".join(path.relative_to(PROJECT).with_suffix("").parts) for path in files]
    return [name.removesuffix(".__init__") for name in names]


def holds(*command: str) -> None:
    """Run a tool in the project folder; its own words are the failure's message."""
    ended = subprocess.run(
        [sys.executable, *command], cwd=PROJECT, capture_output=True, text=True, timeout=280, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_imports_point_one_way():
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    holds("-c", lint)


def test_no_files_import_each_other_in_a_circle():
    """Not even for types alone."""
    graph = grimp.build_graph("levels", "learner", "game", cache_dir=None)
    arrows = nx.DiGraph()
    arrows.add_edges_from(
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    )
    assert len(arrows.edges) > 1000
    circles = [sorted(c) for c in nx.strongly_connected_components(arrows) if len(c) > 1]
    assert circles == []


def test_main_only_declares_commands():
    """A command's body imports one module and calls it; the work is below."""
    tree = ast.parse((PROJECT / "main.py").read_text(encoding="utf-8"))
    commands = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "app.command()" in map(ast.unparse, node.decorator_list)
    ]
    assert len(commands) == 14
    for command in commands:
        docstring, imported, *rest = command.body
        assert isinstance(docstring, ast.Expr), command.name
        assert isinstance(imported, ast.ImportFrom), command.name
        kinds = [type(statement) for statement in rest]
        assert kinds in ([ast.Expr], [ast.Raise], [ast.Assign, ast.Raise]), command.name


@pytest.mark.parametrize("folder", ["levels", "learner"])
def test_the_core_works_without_pygame(folder):
    names = modules_of(folder)
    assert folder in names
    holds("-c", WITHOUT_PYGAME, *names)


def test_the_windows_own_reckoning_works_without_pygame():
    presenters = modules_of("game/presenters", "game/userdata")
    assert "game.presenters.watching" in presenters
    holds("-c", WITHOUT_PYGAME, *presenters)


def test_ruff_finds_nothing():
    holds("-m", "ruff", "check", "--no-cache", "--output-format", "concise", ".")


@pytest.mark.slow
def test_the_program_is_strictly_typed(type_check):
    words, _ = type_check.communicate(timeout=280)
    assert type_check.returncode == 0, words


def test_every_python_file_says_what_it_is():
    silent = [path for path in python_files() if not ast.get_docstring(ast.parse(path.read_bytes()))]
    assert silent == []


def test_nothing_shown_names_a_file_of_docs():
    """An installed program has no folder docs/; docstrings, which programmers read, may name it."""
    files = [path for folder in ("levels", "learner", "game") for path in (PROJECT / folder).rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in (".py", ".json")}
    found = []
    for path, text in texts.items():
        if "docs/" not in text:
            continue
        nodes = list(ast.walk(ast.parse(text)))
        unshown = [node.value for node in nodes if isinstance(node, ast.Expr)] if path.suffix == ".py" else []
        strings = [node for node in nodes if isinstance(node, ast.Constant) and node not in unshown]
        found += [f"{path.name}:{node.lineno}" for node in strings if "docs/" in str(node.value)]
    assert found == []


def test_no_file_names_a_package_registry_or_a_place_on_one_machine():
    found = []
    for path in project_files():
        data = path.read_bytes()
        if b"\0" in data:  # a picture or a font
            continue
        for number, line in enumerate(data.decode("utf-8").splitlines(), start=1):
            if any(host in line for host in HOSTS) or MACHINE_PATH.search(line):
                found.append(f"{path.relative_to(PROJECT)}:{number}: {line.strip()[:100]}")
    assert found == []
