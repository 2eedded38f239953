"""The clubs of a body and its regions, as a registrar keeps them: made, renamed, moved, and two clubs merged into one.

Each function is one transaction, asks for the permission itself and leaves one entry in the audit log. Sessions name their club
in words that never change; so a club remembers the names that it had, and what was logged under them counts as its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.models import Award, Evidence, Intake
from accounts.accreditation.standing import COUNTING
from accounts.audit.services import record
from accounts.models import Body, Club, Membership, Region, Role, User
from accounts.rules import require
from accounts.services import required_reason

FIELDS = ("name", "region", "place", "latitude", "longitude")


def clubs_of(body: Body) -> QuerySet[Club]:
    """The clubs of the body by name, each with how many candidates are at it (`people`) and how many of them hold a level today
    (`directors`).
    """
    holders = Award.objects.in_force().filter(body=body, person=OuterRef("memberships__person"))
    here = Q(memberships__until=None, memberships__role=Role.CANDIDATE)
    directing = Q(here, Exists(holders))
    return (
        Club.objects.filter(body=body)
        .select_related("region")
        .annotate(
            people=Count("memberships__person", filter=here, distinct=True),
            directors=Count("memberships__person", filter=directing, distinct=True),
        )
        .order_by("name", "pk")
    )


# --- Clubs ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def make_club(*, body: Body, actor: User, fields: Mapping[str, Any]) -> Club:
    """Make a club; the same one sent twice is made once."""
    require(actor, "accreditation.keep_register", body)
    _one_at_a_time(body)
    told = {name: fields.get(name) for name in FIELDS}
    known = Club.objects.filter(body=body, name=told["name"]).first()
    if known is not None and all(getattr(known, name) == told[name] for name in FIELDS):
        return known
    club = Club(body=body, **told)
    _must_have_a_free_name(club)
    club.full_clean()
    club.save(force_insert=True)
    record(actor=actor, verb="club.made", target=club, body=body, data=_said(club))
    return club


@transaction.atomic
def change_club(*, club: Club, actor: User, fields: Mapping[str, Any], reason: str) -> None:
    """Rename a club, or move it to another region or place. What was logged under its old name stays its own."""
    require(actor, "accreditation.keep_register", club)
    reason = required_reason(reason)
    _one_at_a_time(club.body)
    club.refresh_from_db()
    before = _said(club)
    old = club.name
    for name in FIELDS:
        setattr(club, name, fields[name])
    if _said(club) == before:
        return
    _must_have_a_free_name(club)
    if club.name != old:
        club.former_names = [name for name in dict.fromkeys([*club.former_names, old]) if name != club.name]
    club.full_clean()
    club.save()
    data = {"before": before, "after": _said(club)}
    record(actor=actor, verb="club.changed", target=club, body=club.body_id, reason=reason, data=data)


def _must_have_a_free_name(club: Club) -> None:
    others = Club.objects.filter(body=club.body_id).exclude(pk=club.pk)
    if others.filter(name__iexact=club.name).exists():
        raise ValidationError({"name": _("There is a club of this name already.")})
    former = others.filter(former_names__contains=[club.name]).first()
    if former is not None:
        raise ValidationError(
            {
                "name": ValidationError(
                    _("This was the name of %(club)s, and sessions logged under it count there. Choose another name."),
                    "former",
                    {"club": former},
                )
            }
        )


def _said(club: Club) -> dict[str, Any]:
    """What the audit log keeps of a club."""
    told = {name: getattr(club, name) for name in FIELDS}
    return {name: str(value) if value is not None else None for name, value in told.items()}


# --- Two clubs that are one -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merged:
    """What a merge of two clubs would move, or did: memberships, and sessions that were logged under the names of the other."""

    gone: UUID
    kept: UUID
    memberships: int
    sessions: int

    @property
    def seen(self) -> str:
        """What a registrar has seen of it, to be sent along and compared."""
        return f"{self.gone}:{self.kept}:{self.memberships}:{self.sessions}"


def would_merge(gone: Club, kept: Club) -> Merged:
    """What merging the one into the other would move. Raises ValidationError where the same session is logged at both."""
    _must_not_double(gone, kept)
    return Merged(
        gone.pk,
        kept.pk,
        Membership.objects.filter(club=gone).count(),
        Evidence.objects.filter(body=gone.body_id, details__club__in=gone.names).count(),
    )


@transaction.atomic
def merge_clubs(*, gone: Club, kept: Club, actor: User, reason: str, seen: str) -> Merged:
    """Let one club become part of another: its people and sessions are the other's from then on, and it is gone.

    seen: `Merged.seen` of the preview. Refused where a session would count twice. It cannot be undone.
    """
    require(actor, "accreditation.keep_register", gone)
    require(actor, "accreditation.keep_register", kept)
    reason = required_reason(reason)
    if gone.body_id != kept.body_id or gone.pk == kept.pk:
        raise ValidationError(_("Choose another club of your body."), "club")
    _one_at_a_time(gone.body)
    for club in (gone, kept):
        club.refresh_from_db()
    found = would_merge(gone, kept)
    if found.seen != seen:
        raise ValidationError(_("Something has changed since the preview, and nothing was done. Look again."), "moved")
    told = _said(gone) | {"former_names": gone.former_names}
    try:
        with transaction.atomic():
            for relation in Club._meta.get_fields(include_hidden=True):
                if relation.one_to_many or relation.one_to_one:
                    model: Any = relation.related_model
                    name = relation.field.name  # type: ignore[union-attr]
                    model._default_manager.filter(**{name: gone}).update(**{name: kept})
    except IntegrityError as double:
        raise ValidationError(
            _("Both clubs have something that there can be only once. Remove it from one of them first."), "double"
        ) from double
    for intake in Intake.objects.filter(body=gone.body_id, stage=Intake.Stage.OPEN).order_by("pk"):
        chosen = intake.terms.get("clubs", {})
        if str(gone.pk) in chosen.values():
            intake.terms["clubs"] = {word: str(kept.pk) if one == str(gone.pk) else one for word, one in chosen.items()}
            intake.save(update_fields=["terms"])
    kept.former_names = [name for name in dict.fromkeys([*kept.former_names, *gone.names]) if name != kept.name]
    kept.save(update_fields=["former_names"])
    data = {"gone": str(gone.pk), "was": told, "memberships": found.memberships, "sessions": found.sessions}
    record(actor=actor, verb="club.merged", target=kept, body=kept.body_id, reason=reason, data=data)
    gone.delete()
    return found


def _must_not_double(gone: Club, kept: Club) -> None:
    """Refuse where somebody has one and the same session at both clubs: it would count twice for the one."""
    names = {name: club.pk for club in (gone, kept) for name in club.names}
    found = Evidence.objects.filter(body=gone.body_id, details__club__in=list(names), standing__in=COUNTING)
    seen: dict[tuple[Any, ...], UUID] = {}
    for one in found.select_related("person").order_by("day", "pk"):
        rest = tuple(sorted((name, str(value)) for name, value in one.details.items() if name != "club"))
        at = names[one.details["club"]]
        if seen.setdefault((one.person_id, one.kind, one.day, rest), at) != at:
            raise ValidationError(
                _("%(name)s has the same session on %(day)s at both clubs. Refuse or withdraw one of the two first."),
                "double",
                {"name": one.person, "day": date_format(one.day, "j F Y")},
            )


# --- Regions ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def make_region(*, body: Body, actor: User, fields: Mapping[str, Any]) -> Region:
    """Make a region; the same one sent twice is made once."""
    require(actor, "accreditation.keep_register", body)
    _one_at_a_time(body)
    known = Region.objects.filter(body=body, name=fields["name"]).first()
    if known is not None and known.order == fields["order"]:
        return known
    region = Region(body=body, name=fields["name"], order=fields["order"])
    region.full_clean()
    region.save(force_insert=True)
    data = {"name": region.name, "order": region.order}
    record(actor=actor, verb="region.made", target=region, body=body, data=data)
    return region


@transaction.atomic
def change_region(*, region: Region, actor: User, fields: Mapping[str, Any], reason: str) -> None:
    """Rename a region or give it another place in the order."""
    require(actor, "accreditation.keep_register", region)
    reason = required_reason(reason)
    _one_at_a_time(region.body)
    region.refresh_from_db()
    before = {"name": region.name, "order": region.order}
    region.name, region.order = fields["name"], fields["order"]
    after = {"name": region.name, "order": region.order}
    if before == after:
        return
    region.full_clean()
    region.save()
    data = {"before": before, "after": after}
    record(actor=actor, verb="region.changed", target=region, body=region.body_id, reason=reason, data=data)


@transaction.atomic
def remove_region(*, region: Region, actor: User, reason: str) -> None:
    """Remove a region in which there is no club any more."""
    require(actor, "accreditation.keep_register", region)
    reason = required_reason(reason)
    _one_at_a_time(region.body)
    if region.clubs.exists():
        raise ValidationError(_("There are clubs in this region. Move them to another one first."), "clubs")
    data = {"name": region.name, "order": region.order}
    record(actor=actor, verb="region.removed", target=region, body=region.body_id, reason=reason, data=data)
    region.delete()


def _one_at_a_time(body: Body) -> None:
    """Hold the body: two who change its clubs come after each other."""
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
