"""Two records of one person made one: an entry that nobody has claimed becomes part of another record of the body.

What the body has of the entry moves to the record that stays, along a `Merge`, which the database asks for; histories stay as
they were, and each award tells of it. The entry is closed. One registrar does it with a reason: nothing is lost by it, and
only an entry to which nobody has ever signed in can be closed. It cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation.deeds import hold, note
from accounts.accreditation.life import Verb
from accounts.accreditation.models import Application, Award, Dispensation, Evidence, Listing, Merge, RegisterEntry
from accounts.accreditation.register.listings import make_listings
from accounts.audit.services import record
from accounts.letters.models import Letter
from accounts.letters.services import stop
from accounts.models import Body, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

MOVES: tuple[Any, ...] = (Application, Award, Evidence, Dispensation)
"""What moves to the record that stays. Memberships end, the line in the register is emptied, a listing without awards is shown
to nobody; the rest has to be absent.
"""
STAYS: frozenset[Any] = frozenset({*MOVES, Membership, RegisterEntry, Listing, EmailAddress, Letter, Merge})


@dataclass(frozen=True)
class Preview:
    """What a merge would do, in sentences; or why it cannot be done, with what to do about it."""

    says: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def seen(self) -> str:
        """What a registrar has seen of it, to be sent along and compared."""
        return "|".join(self.says)


def preview(*, body: Body, kept: User, gone: User, actor: User) -> Preview:
    """What merging `gone` into `kept` would do. Writes nothing."""
    require(actor, "accreditation.keep_register", body)
    refusals = list(_refusals(body, kept, gone, actor))
    return Preview([] if refusals else list(_says(body, kept, gone)), refusals)


@transaction.atomic
def merge(*, body: Body, kept: User, gone: User, actor: User, reason: str, seen: str) -> Merge:
    """Move what the body has of `gone` to `kept`, and close `gone`. seen: `Preview.seen`. Sent twice, it is done once."""
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    for person in sorted((kept.pk, gone.pk)):
        hold(person)
    done = Merge.objects.filter(body=body, gone=gone, kept=kept).first()
    if done is not None:
        return done
    kept, gone = User.objects.get(pk=kept.pk), User.objects.get(pk=gone.pk)
    found = preview(body=body, kept=kept, gone=gone, actor=actor)
    if found.refusals:
        raise ValidationError(found.refusals[0], "refused")
    if found.seen != seen:
        raise ValidationError(_("Something has changed since the preview, and nothing was done. Look again."), "moved")
    awards = list(Award.objects.filter(body=body, person=gone).select_related("body", "level").order_by("pk"))
    there = RegisterEntry.objects.filter(body=body, person=gone).first()
    data: dict[str, Any] = {
        model._meta.model_name: [
            str(pk) for pk in model.objects.filter(body=body, person=gone).values_list("pk", flat=True)
        ]
        for model in MOVES
    }
    data |= {
        "kept": str(kept.pk),
        "gone": str(gone.pk),
        "name": gone.name,
        "email": gone.shown_email,
        "number": there.number if there else "",
        "phone": there.phone if there else "",
    }
    made = Merge.objects.create(body=body, kept=kept, gone=gone, by=actor, reason=reason, data=data)
    # The database lets these through because of the row above, and for no other reason.
    for model in MOVES:
        model.objects.filter(body=body, person=gone).update(person=kept)
    for award in awards:
        award.person = kept
        note(award, Verb.MERGED, actor, reason, {"person_before": str(gone.pk), "merge": str(made.pk)})
    _join_memberships(body, kept, gone)
    _join_entries(body, kept, there)
    make_listings(body.pk, [kept.pk])
    stop(person=gone, body=body, why=_("This record became part of another one."))
    _close(kept, gone)
    record(actor=actor, verb="register.merged", target=made, body=body, reason=reason, data=data)
    return made


def _join_memberships(body: Body, kept: User, gone: User) -> None:
    theirs = Membership.objects.active().filter(body=body, person=gone)
    club = theirs.exclude(club=None).values_list("club", flat=True).first()
    own = Membership.objects.active().filter(body=body, person=kept, role=Role.CANDIDATE)
    if club is not None:
        own.filter(club=None).update(club=club)
    theirs.update(until=timezone.now())


def _join_entries(body: Body, kept: User, there: RegisterEntry | None) -> None:
    """The record that stays gets number and phone where it has none."""
    if there is None:
        return
    number, phone = there.number, there.phone
    # A number is given once: first it is free, then it is given.
    there.number = there.phone = ""
    there.save(update_fields=["number", "phone"])
    own = RegisterEntry.objects.filter(body=body, person=kept).first() or RegisterEntry(body=body, person=kept)
    own.number, own.phone = own.number or number, own.phone or phone
    if own.number or own.phone or not own._state.adding:
        own.save()


def _close(kept: User, gone: User) -> None:
    """Nobody signs in to it any more; an entry that stays without an address takes over this one, and is claimed with it."""
    address = gone.shown_email
    EmailAddress.objects.filter(user=gone).delete()
    gone.is_active, gone.email = False, gone.placeholder
    gone.save(update_fields=["is_active", "email"])
    if address and not kept.shown_email:
        kept.email = address
        kept.save(update_fields=["email"])


# --- Whether it can be done -------------------------------------------------------------------------------------------


def _refusals(body: Body, kept: User, gone: User, actor: User) -> Iterator[str]:
    if kept.pk == gone.pk:
        yield _("Choose another record: this is the same one.")
        return
    if actor.pk in (kept.pk, gone.pk):
        yield _("One of the two is you. Another registrar has to merge them.")
        return
    here = Membership.objects.active().filter(body=body)
    if not kept.is_active or not here.filter(person=kept, role=Role.CANDIDATE).exists():
        yield _("%(name)s is not a candidate of %(body)s. They join first, or you invite them; then merge.") % {
            "name": kept,
            "body": body.short_name,
        }
    if not RegisterEntry.objects.unclaimed().filter(body=body, person=gone).exists():
        yield _(
            "%(name)s can sign in or belongs to another body as well, so this record cannot be closed. If the other record is "
            "an entry that nobody has claimed, merge it into this one. If people sign in to both, ask them which they will "
            "use; grant by hand there, and record the surrender of the award here."
        ) % {"name": gone}
        return
    if here.filter(person=gone).exclude(role=Role.CANDIDATE).exists():
        yield _("%(name)s has a role beside candidate. End it first.") % {"name": gone}
    held = Award.objects.held().filter(body=body).select_related("level")
    levels = {one.level_id for one in held.filter(person=kept)}
    for award in held.filter(person=gone):
        if award.level_id in levels:
            yield _(
                "Both hold %(level)s. Nobody holds a level twice: decide which award is right, and end the other on its page."
            ) % {"level": award.level}
    if other := _other_things(body, gone):
        yield _("There is more of this entry than can be moved: %(what)s.") % {"what": ", ".join(other)}


def _other_things(body: Body, gone: User) -> list[str]:
    """What points to the person and would neither move nor may stay: of another body, or of another kind. In one query."""
    asked: dict[str, Exists] = {}
    names: dict[str, str] = {}
    for relation in User._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        model: Any = relation.related_model
        place = relation.field.name  # type: ignore[union-attr]
        rows = model._default_manager.filter(**{place: OuterRef("pk")}).order_by()
        if model in STAYS and place in ("person", "user", "kept", "gone"):
            # Of this body it is dealt with; of another one it is theirs.
            if model not in MOVES and model is not RegisterEntry:
                continue
            rows = rows.exclude(body=body)
        key = f"has_{len(asked)}"
        asked[key], names[key] = Exists(rows), str(model._meta.verbose_name)
    row = User.objects.filter(pk=gone.pk).values(**asked).get()
    return sorted({names[key] for key, is_there in row.items() if is_there})


def _says(body: Body, kept: User, gone: User) -> Iterator[str]:
    awards = Award.objects.filter(body=body, person=gone).select_related("body", "level").order_by("pk")
    if n := len(awards):
        said = ngettext("%(n)s award moves to %(kept)s", "%(n)s awards move to %(kept)s", n) % {"n": n, "kept": kept}
        yield said + ": " + ", ".join(f"{one.level} ({one.state.label.lower()})" for one in awards) + "."
    if n := Application.objects.filter(body=body, person=gone).count():
        yield ngettext("%(n)s application moves.", "%(n)s applications move.", n) % {"n": n}
    if n := Evidence.objects.filter(body=body, person=gone).count():
        yield ngettext("%(n)s piece of evidence moves.", "%(n)s pieces of evidence move.", n) % {"n": n}
    if n := Dispensation.objects.filter(body=body, person=gone).count():
        yield ngettext("%(n)s dispensation moves.", "%(n)s dispensations move.", n) % {"n": n}
    own = RegisterEntry.objects.filter(body=body, person=kept).first()
    there = RegisterEntry.objects.get(body=body, person=gone)
    for name, mine, theirs in (
        (_("number"), own.number if own else "", there.number),
        (_("phone"), own.phone if own else "", there.phone),
    ):
        if theirs and not mine:
            yield _("%(kept)s gets the %(what)s %(value)s.") % {"kept": kept, "what": name, "value": theirs}
        elif theirs and mine != theirs:
            yield _("%(kept)s keeps the %(what)s %(mine)s; %(value)s is kept in the history alone.") % {
                "kept": kept,
                "what": name,
                "mine": mine,
                "value": theirs,
            }
    if gone.shown_email and not kept.shown_email:
        yield _("The entry can then be claimed with the address %(address)s.") % {"address": gone.shown_email}
    elif gone.shown_email and gone.shown_email != kept.shown_email:
        yield _("The address %(address)s is no longer known; %(kept)s signs in with their own.") % {
            "address": gone.shown_email,
            "kept": kept,
        }
    yield _("The entry of %(name)s is closed. What was done to it so far stays readable, and names stay on awards.") % {
        "name": gone
    }


def candidates(body: Body, gone: User) -> QuerySet[User]:
    """The records of the body into which this one could be merged, by name."""
    members = Membership.objects.active().filter(body=body, role=Role.CANDIDATE).values("person")
    return User.objects.filter(pk__in=members, is_active=True).exclude(pk=gone.pk).order_by("name", "email")
