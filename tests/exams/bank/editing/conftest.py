"""A law book of a few provisions, a syllabus, and what the editor's form sends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exams.bank.editing.typed import fields_of, rows_of
from exams.bank.models import Difficulty
from tests import factories, shelves
from tests.exams.contents import content as content_of_kind
from tests.laws.conftest import Digest

ACCEPTED = """\
  - key: "27A1"
    text: The next player may accept it.
  - key: "27B"
"""
OTHERWISE = """\
  - key: "27B1(b)"
    text: A comparable call.
  - key: "27B2"
    text: Anything else silences partner.
  - key: "27D"
    text: The score may be adjusted.
footnotes:
"""


@pytest.fixture
def law_27(db: None, tmp_path: Path) -> None:
    """Law 27 as the contents of the tests cite it, and the topic they are about."""
    digest = Digest(tmp_path)
    digest.change("duplicate-2017/law-27.yaml", '  - key: "27B"\n', ACCEPTED)
    digest.change("duplicate-2017/law-27.yaml", "footnotes:\n", OTHERWISE)
    shelves.load_small(tmp_path)
    factories.topic()


def written(kind: str = "best_ruling", **changes: Any) -> dict[str, Any]:
    """A content as a person writes it: no record, no receipt."""
    made = content_of_kind(kind, **changes)
    for part in ("record", "receipt", "generator", "fingerprint"):
        del made[part]
    for outcome in made["explanation"]["outcomes"]:
        outcome["main"] = True
    for number, item in enumerate(made.get("rubric", []), start=1):
        item["id"] = str(number)
    return made


def sent(content: dict[str, Any], act: str = "save", **changes: Any) -> dict[str, Any]:
    """What the form sends for this content; a change to None leaves the field out."""
    data: dict[str, Any] = {**fields_of(content), "difficulty": Difficulty.MEDIUM, "act": act}
    for part, rows in rows_of(content).items():
        data[f"{part}-rows"] = len(rows)
        for place, row in enumerate(rows):
            data |= {f"{part}-{place}-{name}": value for name, value in row.items()}
    data |= changes
    ticked = {name: "on" if value is True else value for name, value in data.items()}
    return {name: value for name, value in ticked.items() if value not in (None, False)}
