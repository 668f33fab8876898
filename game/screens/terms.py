"""The paper's terms, each explained in two sentences: one table, for tooltips in Details and for the help."""

from typing import NamedTuple

from levels.model.delays import is_late
from levels.model.level import Level


class Term(NamedTuple):
    """A term as the window writes it, and what it means."""

    name: str
    meaning: str


TERMS: dict[str, Term] = {
    "q": Term(
        "Q",
        "The reward an action is expected to earn from here to the goal. Every step costs 1, so Q near 0 "
        "means close to the goal.",
    ),
    "change": Term(
        "Σ|ΔQ|",
        "How much all values changed in one episode. Learning can only have converged when it is below the "
        "threshold.",
    ),
    "error": Term(
        "|Q − Q*|",
        "The largest difference between a learned value and its optimum. It covers all actions tried so far "
        "and need not reach 0, because rare states stay inexact.",
    ),
    "residual": Term(
        "Residual",
        "The largest |r + γ max Q(x′, u′) − Q(x, u)|: by how much a value contradicts its successors. At 0 "
        "all learned values agree with each other.",
    ),
    "optimal_states": Term(
        "Optimal states",
        "The share of states whose greedy path is a shortest safe one. All viable states from which a goal "
        "can be reached count, also those off the learned path.",
    ),
    "labels": Term(
        "Labels",
        "The best allowed action of each state. They are the classes on which the support vector machine is "
        "trained.",
    ),
    "counts": Term(
        "N⁺",
        "How many states carry an action as their label. N⁻ counts the states that carry another one.",
    ),
    "alpha": Term(
        "α",
        "The multiplier of a state in the support vector machine. The paper gives it in closed form from N⁺ "
        "and N⁻.",
    ),
    "decision": Term(
        "h",
        "The decision value of an action in a state. The support vector machine takes the action with the "
        "largest one.",
    ),
    "epsilon": Term(
        "ε",
        "The probability of a random move in learning. Random moves are drawn from the allowed actions only.",
    ),
    "beta": Term(
        "β",
        "The learning rate: how far a value moves towards what a transition shows. A large one learns fast, "
        "a small one evens out chance.",
    ),
    "gamma": Term(
        "γ",
        "The discount: what a reward one step later is worth now. At 1 all steps to the goal count the same.",
    ),
    "eta": Term(
        "η",
        "The width of the SVM's kernel. A large one tells all states apart, a small one blurs them.",
    ),
    "phase": Term(
        "Phase",
        "The point in the traffic's cycle. A state is a cell together with a phase.",
    ),
    "doomed": Term(
        "Doomed",
        "A state that is safe now, but from which a crash can no longer be avoided. The plain word for it is "
        "a trap.",
    ),
    "episode": Term(
        "Episode",
        "One attempt from a start to a goal, a practice run. It is cut short after a number of transitions.",
    ),
    "transition": Term(
        "Transition",
        "One move made in learning, a practice move. Each one updates one value.",
    ),
    "late": Term(
        "Late",
        "How many steps a vehicle may be behind its timetable. The agent sees only the timetable, so each "
        "of its moves is safe whatever the delay is.",
    ),
    "guaranteed": Term(
        "Best guaranteed",
        "The fewest steps in which the agent surely gets across, whatever the delays are. Somebody who sees "
        "the delays may do better.",
    ),
    "carrier": Term(
        "Carrier",
        "A log, raft, turtle or ferry: it takes along whoever stands on it. Open water is a crash, and so is "
        "being carried off the board.",
    ),
}


def best_tip(level: Level) -> str:
    """What “best guaranteed” means, where the window says so; "" where it is “best possible”."""
    term = TERMS["guaranteed"]
    return f"{term.name}: {term.meaning}" if is_late(level) else ""
