"""Every kind of question by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exams.scenarios.kinds.asking import Kind
from exams.scenarios.kinds.best_ruling import best_ruling
from exams.scenarios.kinds.choose_all import choose_all
from exams.scenarios.kinds.cite_law import cite_law
from exams.scenarios.kinds.judge_ruling import judge_ruling
from exams.scenarios.kinds.number import number
from exams.scenarios.kinds.order_steps import order_steps
from exams.scenarios.kinds.whose_turn import whose_turn
from exams.scenarios.kinds.written import written

KINDS: Final[Mapping[str, Kind]] = {
    "best_ruling": best_ruling,
    "judge_ruling": judge_ruling,
    "choose_all": choose_all,
    "order_steps": order_steps,
    "cite_law": cite_law,
    "number": number,
    "whose_turn": whose_turn,
    "written": written,
}
"""As the content of a version names them."""
MIXED: Final = tuple(
    kind
    for other in ("judge_ruling", "choose_all", "order_steps", "cite_law", "whose_turn")
    for kind in ("best_ruling", other)
)
"""The kinds of a mixed batch in turn; where a story gives no question of the kind, INSTEAD is tried.

Written rulings are made only when they are asked for, since people have to mark them.
"""
INSTEAD: Final[Mapping[str, tuple[str, ...]]] = {
    "order_steps": ("whose_turn", "number", "choose_all"),
    "whose_turn": ("order_steps", "number", "choose_all"),
}
"""What a mixed batch tries next; in the end, and for the other kinds, the best ruling is asked."""
