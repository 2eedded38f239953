"""Awards on other pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from accounts.accreditation.models import Award, RegisterEntry
from accounts.accreditation.register.listings import listing_of, settings_of
from accounts.models import Body, User

register = template.Library()
# A page about something else shows the latest; the list has all.
SHOWN = 5


@register.inclusion_tag("accreditation/parts/awards.html")
def awards_of(person: User) -> dict[str, Any]:
    """The person's latest awards, for the person."""
    awards = Award.objects.with_activity().filter(person=person).select_related("body", "level").order_by("-granted_at")
    return {"awards": awards[:SHOWN]}


@register.inclusion_tag("accreditation/parts/public_register.html")
def public_register_of(person: User, body: Body) -> dict[str, Any]:
    """What the public register of the body shows of the person, for the person, and where they decide it."""
    listing = listing_of(person, body)
    settings = None if listing.is_decided else settings_of(body)
    return {"listing": listing, "body": body, "is_published": settings is not None and settings.publishes}


@register.simple_tag
def with_entries(people: Iterable[User], body: Body, asked: bool) -> list[tuple[User, RegisterEntry | None]]:
    """People, each with the entry that nobody has claimed yet, if there is one. asked: by somebody who keeps the register."""
    people = list(people)
    found = RegisterEntry.objects.unclaimed().filter(body=body, person__in=people) if asked else ()
    entries = {entry.person_id: entry for entry in found}
    return [(person, entries.get(person.pk)) for person in people]
