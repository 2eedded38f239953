"""The demo's question that a person wrote, sent to review with a comment: for a visitor to read, change and decide about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from accounts.models import Body, User
from exams.bank import notation
from exams.bank.editing import saving
from exams.bank.editing.typed import content_of
from exams.bank.kinds import KINDS
from exams.bank.models import QuestionVersion

FILE = Path(__file__).parents[3] / "fixtures" / "demo" / "question-by-hand.yaml"


def write_one(*, body: Body, author: User) -> QuestionVersion:
    """Write it in the author's name."""
    told: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    diagrams = notation.read(notation.Typed(**{name: told[name] for name in ("board", "auction", "hands", "play")}))
    rows = {
        "options": told["options"],
        "rubric": [],
        "steps": [{"taken": True, **step} for step in told["steps"]],
        "outcomes": [{"main": True, **outcome} for outcome in told["outcomes"]],
    }
    fields = {**told, "stem": "\n\n".join(told["stem"])}
    content = content_of(KINDS[told["kind"]], fields, rows, diagrams)
    version = saving.write(body=body, author=author, content=content, difficulty=told["difficulty"])
    saving.comment(version_id=version.pk, author=author, text=told["comment"])
    return saving.send_to_review(version_id=version.pk, author=author)
