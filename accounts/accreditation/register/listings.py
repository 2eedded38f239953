"""What the public register shows of a person, decided by the person; and by the body for those who have not decided.

A decision is one transaction with an entry in the audit log. What an award is and how it stands is never changed here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.models import Award, AwardQuerySet, Consent, Listing, RegisterSettings
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from accounts.services import required_reason


@dataclass(frozen=True)
class Shown:
    """What somebody agrees to: to be found by name with level and standing, that their club is shown, that people write."""

    is_found: bool
    shows_club: bool = False
    takes_letters: bool = False


def make_listings(body: UUID, people: Iterable[UUID]) -> None:
    """Give each of these people a listing in the body's register, undecided; whoever has one keeps it."""
    Listing.objects.bulk_create([Listing(body_id=body, person_id=one) for one in people], ignore_conflicts=True)


def listing_of(person: User, body: Body) -> Listing:
    """The person's listing, as stored or as one that is not there yet and undecided."""
    found = Listing.objects.filter(person=person, body=body).first()
    return found or Listing(person=person, body=body)


@transaction.atomic
def decide(*, person: User, body: Body, actor: User, shown: Shown) -> Listing:
    """Note what the person agrees to. The same once more changes nothing, and leaves no second entry.

    Raises ValidationError where the club or letters are agreed to and being found is not.
    """
    require(actor, "accreditation.decide_listing", Listing(person=person, body=body))
    if not shown.is_found and (shown.shows_club or shown.takes_letters):
        raise ValidationError(_("Your club and letters need your name in the register."), "needs_the_name")
    make_listings(body.pk, [person.pk])
    listing = Listing.objects.select_for_update(of=("self",)).get(person=person, body=body)
    if (listing.is_found, listing.shows_club, listing.takes_letters) == (
        shown.is_found,
        shown.shows_club,
        shown.takes_letters,
    ):
        return listing
    listing.is_found, listing.shows_club, listing.takes_letters = shown.is_found, shown.shows_club, shown.takes_letters
    listing.save(update_fields=["is_found", "shows_club", "takes_letters"])
    told = {"is_found": shown.is_found, "shows_club": shown.shows_club, "takes_letters": shown.takes_letters}
    Consent.objects.create(listing=listing, by=actor, **told)
    record(actor=actor, verb="listing.decided", target=listing, body=body, data=told)
    return listing


def settings_of(body: Body) -> RegisterSettings:
    """How the body keeps its register; one that has chosen nothing does not publish whoever has not decided."""
    return RegisterSettings.objects.filter(body=body).first() or RegisterSettings(body=body)


@transaction.atomic
def change_settings(*, body: Body, actor: User, publishes: bool, address: str, reason: str) -> RegisterSettings:
    """Change how the body keeps its register, with a reason. What people have decided stays as it is."""
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    Body.objects.select_for_update().get(pk=body.pk)
    found = settings_of(body)
    before = {"publishes": found.publishes, "address": found.address}
    after = {"publishes": publishes, "address": address}
    if before == after:
        return found
    found.publishes, found.address = publishes, address
    found.save()
    record(
        actor=actor,
        verb="register.settings_changed",
        target=found,
        body=body,
        reason=reason,
        data={"before": before, "after": after},
    )
    return found


# --- Who is shown -----------------------------------------------------------------------------------------------------


def publishing_bodies() -> set[UUID]:
    """The bodies whose register names people who have not decided."""
    return set(RegisterSettings.objects.filter(publishes=True).values_list("body", flat=True))


def named(awards: AwardQuerySet, publishing: Collection[UUID]) -> AwardQuerySet:
    """Of these awards, those whose holders a search may name. publishing: what `publishing_bodies` says."""
    listings = Listing.objects.filter(person=OuterRef("person"), body=OuterRef("body"))
    agreed = Exists(listings.filter(is_found=True))
    if not publishing:
        return awards.filter(agreed)
    decided = Exists(listings.filter(is_found__isnull=False))
    return awards.filter(agreed | (Q(body__in=publishing) & ~decided))


def showing_clubs(awards: AwardQuerySet) -> AwardQuerySet:
    """Of these awards, those whose holders agreed that their club is shown, and so that it finds them."""
    listings = Listing.objects.filter(person=OuterRef("person"), body=OuterRef("body"))
    return awards.filter(Exists(listings.filter(shows_club=True)))


def public_listings() -> QuerySet[Listing]:
    """The listings whose page is open to everybody: of people whom a search may name, with an award that nobody has ended."""
    awards = Award.objects.on_register().filter(person=OuterRef("person"), body=OuterRef("body"))
    return Listing.objects.filter(
        Exists(awards), Q(is_found=True) | Q(is_found=None, body__register_settings__publishes=True)
    )
