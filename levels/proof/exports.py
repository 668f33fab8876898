"""What others can check: the tables in the format of the Storm model checker, and certificates as files.

The tables are written as they are before any safety analysis, so that a model checker finds the
safe set and the shortest paths by itself. A certificate names the level's text by its hash, and the viable
states one by one, so that an independent program can check them.
"""

import hashlib
import json
from itertools import chain
from pathlib import Path
from typing import Literal

import numpy as np

from levels.files.saving import replacing
from levels.files.terminal import named, size_of, tell
from levels.model.mdp import Mdp
from levels.proof.prove import Proof, prove
from levels.text.outputs import refuse_level
from levels.text.reader import LevelFile, find_level, read_file

CERTIFICATE_FORMAT = "safe-crossing certificate 1"
BLOCK = 20_000
"""States that are turned into text at a time."""


def export(name: str, out: Path, kind: Literal["drn", "certificate"], *, force: bool) -> None:
    """Write a level's tables or its certificate: the command `export`."""
    file = read_file(find_level(name))
    refuse_level(out, force=force)
    proof = prove(file)
    if kind == "drn":
        write_drn(proof.mdp, out, file.level.name)
    else:
        write_certificate(file, proof, out)
    tell(f"{named(out)}: written, {size_of(out)}")


def write_drn(mdp: Mdp, path: Path, name: str) -> None:
    """Write the tables as an MDP in Storm's DRN text; a million states take a few seconds and 150 MB.

    State numbers are the program's own: state x below `mdp.n_states` is passable cell x mod n_cells, in
    reading order, at phase x div n_cells; state `mdp.n_states` is the crash. None is left out, so states in
    which a vehicle stands on the agent (`mdp.violation`) have their number too: no transition leads into
    them, and every one of theirs leads to the crash. Each action is one choice, named after it; choice
    x · n_actions + u is column u of row x. Choices of goals and of the crash lead back to themselves.

    Labels: `init` for the starts at phase 0, `goal` for goals that no vehicle stands on (where one never is
    free, no state has that label), `crash`. The reward model `steps` pays 1 in every state but those labelled
    goal or crash.

    Args:
        mdp: the tables; independent of the one-step set and the kernel.
        path: the file; an existing one is replaced once the new one is complete.
        name: the level's name, for the comment at the top.

    Raises:
        UnwritableError: no file can be written there.
    """
    n_states, n_actions = mdp.next_state.shape
    targets = np.vstack([mdp.next_state, np.full((1, n_actions), mdp.crash, dtype=np.int32)])
    labels = np.zeros(n_states + 1, dtype=np.int8)  # bits: 1 init, 2 goal, 4 crash
    labels[list(mdp.starts)] |= 1
    labels[:-1][mdp.goal & ~mdp.violation] |= 2
    labels[mdp.crash] = 4
    choices = "".join(f"\taction {action.name.lower()}\n\t\t%d : 1\n" for action in mdp.actions)
    names = {0: "", 1: " init", 2: " goal", 4: " crash"}
    with replacing(path) as file:
        file.write(
            f"// Safe Crossing: the level {json.dumps(name)}\n"
            f"// {mdp.n_cells} passable cells, {mdp.period} phases, {n_states} states, {n_actions} actions\n"
            f"// State x is cell x mod {mdp.n_cells}, in reading order, at phase x div {mdp.n_cells}; "
            f"state {mdp.crash} is the crash.\n"
            f"@type: MDP\n@parameters\n\n@reward_models\nsteps\n@nr_states\n{n_states + 1}\n"
            f"@nr_choices\n{(n_states + 1) * n_actions}\n@model\n"
        )
        for begin in range(0, n_states + 1, BLOCK):
            bits = labels[begin : begin + BLOCK].tolist()
            rows = zip(
                range(begin, begin + len(bits)),
                [int(bit < 2) for bit in bits],
                map(names.__getitem__, bits),
                *targets[begin : begin + BLOCK].T.tolist(),
                strict=True,
            )
            file.write((f"state %d [%d]%s\n{choices}" * len(bits)) % tuple(chain.from_iterable(rows)))


def write_certificate(file: LevelFile, proof: Proof, path: Path) -> None:
    """Write what was proved as a JSON file that can be checked against the level's file alone.

    Its keys: `format`; `level_sha256`, of the level's text in UTF-8 without a byte order mark and with plain
    line feeds; the figures of `check --json`; `viable_states`, for each phase one character per passable cell
    in reading order, 1 where the state is viable. A level that is not certified gets a file that says so.

    Args:
        file: the level with its text.
        proof: of this very file.
        path: as for `write_drn`.

    Raises:
        UnwritableError: no file can be written there.
    """
    head = {
        "format": CERTIFICATE_FORMAT,
        "level_sha256": hashlib.sha256(file.text.encode()).hexdigest(),
        **proof.certificate.to_json(),
    }
    phases = proof.safe.viable.reshape(proof.mdp.period, proof.mdp.n_cells)
    rows = (f'  "{(phase + ord("0")).astype(np.uint8).tobytes().decode()}"' for phase in phases)
    with replacing(path) as out:
        out.write(json.dumps(head, indent=1).removesuffix("\n}") + ',\n "viable_states": [\n')
        out.write(",\n".join(rows) + "\n ]\n}\n")
