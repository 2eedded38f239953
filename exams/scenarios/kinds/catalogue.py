"""Every kind of question by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exams.scenarios.kinds.asking import Kind
from exams.scenarios.kinds.best_ruling import best_ruling

KINDS: Final[Mapping[str, Kind]] = {
    "best_ruling": best_ruling,
}
"""As the content of a version names them."""
MIXED: Final = ("best_ruling",)
"""The kinds of a mixed batch in turn; where a story gives no question of the kind, the best ruling is asked."""
