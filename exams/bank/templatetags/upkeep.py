"""What waits for an examiner beside the questions in review, on the pages that lead to it."""

from __future__ import annotations

from typing import Any

from django import template

from exams.bank.models import QuestionVersion
from exams.bank.rules import examined_bodies
from exams.bank.upkeep.flags import open_flags
from exams.bank.upkeep.problems import open_problems
from laws import library

register = template.Library()


@register.inclusion_tag("bank/parts/upkeep.html", takes_context=True)
def upkeep(context: dict[str, Any]) -> dict[str, Any]:
    """Links to changed laws, reported problems and coverage, with how much waits there. Two queries."""
    bodies = examined_bodies(context["request"].user)
    return {
        "flags": open_flags(bodies).values("version").distinct().count(),
        "problems": open_problems(bodies).count(),
    }


@register.inclusion_tag("bank/parts/called_back.html")
def called_back(version: QuestionVersion) -> dict[str, Any]:
    """What is open about one version: its changed laws and the problems reported with it. Two queries."""
    flags = list(open_flags([version.body_id]).filter(version=version).order_by("pk"))
    today = library.today()
    return {
        "flags": flags,
        "today": today,
        "all_to_come": all(flag.day and flag.day > today for flag in flags),
        "problems": list(open_problems([version.body_id]).filter(version=version).order_by("at", "pk")),
    }
