"""The paper's questions as an open page keeps them, so that one can go on through them while the network is away.

They hold what a candidate may see and nothing else: they are made from `asked`, in which there is no key.
"""

from __future__ import annotations

import functools
import uuid
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from exams.bank.presenting import asked, given
from exams.papers.models import Paper, PaperQuestion

# The id of the line that tells how an answer is kept; the fields point to it.
HINT = "save-status"


def sheets(paper: Paper) -> list[dict[str, Any]]:
    """Every question of the paper without an answer: its number, its kind and its HTML, in order."""
    return _sheets(paper.pk, paper.partial_credit, get_language())


@functools.lru_cache(maxsize=32)
def _sheets(paper_id: uuid.UUID, partial: bool, _language: str | None) -> list[dict[str, Any]]:
    """Made once for all candidates of a paper: what a paper asks never changes, and a hall starts within a minute."""
    questions = PaperQuestion.objects.filter(paper=paper_id).select_related("version").order_by("position")
    return [
        {
            "number": question.position,
            "kind": question.version.content["kind"],
            "html": render_to_string(
                "bank/parts/question.html",
                {"asked": asked(question.version, partial=partial), "given": given(question.version), "hint": HINT},
            ),
        }
        for question in questions
    ]
