"""The way from the library's pages to the editing of what they show.

{% law_editing_links edition.slug provision.key %}

For law editors of the body that keeps the edition, links to edit it; for everybody, where it leaves a matter to the body in
charge, the way to what bodies have laid down.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from laws.editing.models import Stewardship
from laws.editing.regulations.matters import MATTERS
from laws.editing.rules import edited_bodies

register = template.Library()

# Matters are named by their provisions in this edition.
ENGINE_EDITION = "duplicate-2017"


@register.inclusion_tag("editing/parts/links.html", takes_context=True)
def law_editing_links(context: Context, edition: str, key: str) -> dict[str, Any]:
    """Links to propose a change, to the record of edits, and to regulations. A query only for law editors."""
    request = context.get("request")
    bodies = edited_bodies(request.user) if request is not None else []
    may_edit = bool(bodies) and Stewardship.objects.filter(edition__slug=edition, body__in=bodies).exists()
    matter = (
        next((one for one in MATTERS.values() if key in one.provisions), None) if edition == ENGINE_EDITION else None
    )
    return {"may_edit": may_edit, "edition": edition, "key": key, "matter": matter}
