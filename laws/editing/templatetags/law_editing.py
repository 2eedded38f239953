"""The way from the library's pages to the editing of what they show.

{% law_editing_links edition.slug provision.key %}     nothing, but for law editors of the body that keeps the edition
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from laws.editing.models import Stewardship
from laws.editing.rules import edited_bodies

register = template.Library()


@register.inclusion_tag("editing/parts/links.html", takes_context=True)
def law_editing_links(context: Context, edition: str, key: str) -> dict[str, Any]:
    """Links to propose a change and to the record of edits. A query only for law editors."""
    request = context.get("request")
    bodies = edited_bodies(request.user) if request is not None else []
    may_edit = bool(bodies) and Stewardship.objects.filter(edition__slug=edition, body__in=bodies).exists()
    return {"may_edit": may_edit, "edition": edition, "key": key}
