"""What pages of the exam house show of questions and around them.

{% topic_title titles version %}    what the syllabus calls its topic; `titles` is exams.bank.topics.Titles
{{ version|way }}                   the engine's way through the law, a line for each step
{% upkeep %}                        what waits for an examiner beside the questions in review
{% exam_rooms here %}               the rooms that a person may enter, for the line that says where a page stands
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from accounts.models import Role
from accounts.rules import roles_of
from exams.bank.models import QuestionVersion
from exams.bank.presenting import way_of
from exams.bank.rules import examined_bodies
from exams.bank.topics import Titles
from exams.bank.upkeep.flags import open_flags
from exams.bank.upkeep.problems import open_problems
from laws import library

register = template.Library()


@register.simple_tag
def topic_title(titles: Titles, version: QuestionVersion) -> str:
    """The title of the topic that the version is filed under."""
    return titles.of(version.body_id, version.topic)


@register.filter
def way(version: QuestionVersion) -> list[tuple[str, str]]:
    """Questions and answers; none of a question that the engine did not rule on."""
    return way_of(version.content)


@register.inclusion_tag("bank/parts/upkeep.html", takes_context=True)
def upkeep(context: dict[str, Any]) -> dict[str, Any]:
    """Links to changed laws, reported problems, coverage and levels, with how much waits there. Two queries."""
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


EXAMINER = frozenset({Role.EXAMINER})
PAPERS = frozenset({Role.EXAMINER, Role.ADMINISTRATOR})


@register.inclusion_tag("bank/parts/rooms.html", takes_context=True)
def exam_rooms(context: dict[str, Any], here: str) -> dict[str, Any]:
    """Links to sittings, syllabus, papers, bank and marking, as far as the person's roles reach."""
    user = context["request"].user
    held = {role for roles in roles_of(user).values() for role in roles} if user.is_authenticated else set()
    rooms = [("sittings", _("Sittings"), "sittings:list")]
    if held:
        rooms.append(("syllabus", _("Syllabus"), "papers:syllabi"))
    if held & PAPERS:
        rooms.append(("papers", _("Papers"), "papers:index"))
    if held & EXAMINER:
        rooms.append(("bank", _("Question bank"), "bank:questions"))
        rooms.append(("marking", _("Marking"), "marking:scripts"))
    return {"rooms": rooms, "here": here}
