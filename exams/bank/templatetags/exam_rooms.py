"""The rooms of the exam house that a person may enter, for the line that says where a page stands."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from accounts.models import Role
from accounts.rules import roles_of

register = template.Library()

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
