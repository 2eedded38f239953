"""Many deeds for one reason: grants from the queue, renewals from the list of awards.

First a plan says line by line what would be done, and what cannot be and why. Then exactly that is done, in one transaction: if
a line would say something else by then, nothing is done and the lines are named. Each deed is the ordinary one, with its own
event and its own entry in the audit log; one entry more tells of all together. The same form sent twice does it once.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation import deeds, services, standing
from accounts.accreditation.life import RENEWABLE, STANDING, AwardState, Status, end_of_term
from accounts.accreditation.models import Application, Award, Doubt, RegisterEntry, Revocation
from accounts.accreditation.papers import papers_of
from accounts.accreditation.renewal_rules import renewals_of
from accounts.accreditation.requirements import judge, missing_in_short
from accounts.audit.models import AuditEntry
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.names import folded
from accounts.rules import require
from accounts.services import required_reason

MOST = 200
"""So many are done at once at most: one reason for more than these nobody has looked at."""
NAMED = 10
A_WEEK = datetime.timedelta(days=7)


class Kind(TextChoices):
    """What is done to many."""

    GRANTS = "grants", gettext_lazy("Grants")
    RENEWALS = "renewals", gettext_lazy("Renewals")


@dataclass(frozen=True)
class Line:
    """What would happen to one of them. pk: of the application or award; does: whether anything; words: what, or why not."""

    pk: UUID
    person: UUID
    name: str
    level: str
    does: bool
    words: str
    ending: datetime.date | None = None

    @property
    def seen(self) -> str:
        """What a registrar has seen of it, to be sent along and compared."""
        print_ = hashlib.sha256(f"{self.does}|{self.name}|{self.words}".encode()).hexdigest()[:16]
        return f"{self.pk}:{print_}"


# --- What would happen ------------------------------------------------------------------------------------------------


def plan(kind: Kind, body: Body, actor: User, chosen: Collection[UUID]) -> list[Line]:
    """A line for each of these applications or awards of the body, by name; in a fixed number of queries."""
    require(actor, "accreditation.keep_register", body)
    if len(chosen) > MOST:
        raise ValidationError(_("Choose at most %(n)s at once."), "many", {"n": MOST})
    return _PLANS[kind](body, actor, chosen)


def _grants(body: Body, actor: User, chosen: Collection[UUID]) -> list[Line]:
    found = Application.objects.filter(body=body, pk__in=chosen).select_related("person", "level")
    applications = list(found.order_by("person__name", "level__order", "pk"))
    people = {one.person_id for one in applications}
    rules = standing.rules_of(body)
    known = standing.known_from(papers_of(body), rules)
    records = standing.records_by_level(people, body, {one.level for one in applications})
    doubted = set(
        Doubt.objects.filter(application__in=applications, settled_at=None).values_list("application", flat=True)
    )
    taken = {
        (person, level): _("They hold this level until %(day)s.") % {"day": _written(until)}
        for person, level, until in Award.objects.held()
        .filter(body=body, person__in=people)
        .values_list("person", "level", "valid_until")
    }
    lines = []
    for one in applications:
        judged = judge(rules[one.level], records[one.level][one.person_id])
        if one.person_id == actor.pk:
            why = _("It is your own. Another registrar decides.")
        elif one.status != Application.Status.SUBMITTED:
            why = _("It has been decided: %(status)s.") % {"status": one.get_status_display().lower()}
        elif one.renews_id is not None:
            why = _("It asks for a renewal. Renew it on its own page, or from the list of awards.")
        elif one.pk in doubted:
            why = _("What it rests on is in doubt. Settle the doubt first.")
        elif not judged.met:
            why = _("Not met yet: %(what)s.") % {"what": missing_in_short(judged, known)}
        elif not one.person.name:
            why = _("This person has not entered a name yet, and a certificate needs one.")
        else:
            why = taken.get((one.person_id, one.level_id), "")
        if why:
            lines.append(Line(one.pk, one.person_id, str(one.person), str(one.level), False, why))
            continue
        taken[one.person_id, one.level_id] = _("Another of their applications for this level is granted above.")
        words = _("Granted from %(first)s until %(last)s.") % {
            "first": _written(body.today()),
            "last": _written(end_of_term(body.today(), one.level)),
        }
        lines.append(Line(one.pk, one.person_id, str(one.person), str(one.level), True, words))
    return lines


def _renewals(body: Body, actor: User, chosen: Collection[UUID]) -> list[Line]:
    awards = list(
        Award.objects.filter(body=body, pk__in=chosen).select_related("level").order_by("name", "level__order", "pk")
    )
    renewals = renewals_of(awards, body)
    known = standing.known(body) if renewals else None
    held = {
        (person, level): pk
        for person, level, pk in Award.objects.held()
        .filter(body=body, person__in={one.person_id for one in awards})
        .values_list("person", "level", "pk")
    }
    proposed = set(
        Revocation.objects.filter(award__in=awards, standing=Revocation.Standing.OPEN).values_list("award", flat=True)
    )
    lines = []
    for one in awards:
        one.body = body
        told = {"from": _written(one.renewable_from), "last": _written(one.renewable_until)}
        beside = held.get((one.person_id, one.level_id), one.pk)
        if one.person_id == actor.pk:
            why = _("It is your own. Another registrar renews it.")
        elif Status(one.status) not in STANDING or one.state == AwardState.LAPSED:
            why = _("It cannot be renewed: %(state)s.") % {"state": one.state.label.lower()}
        elif one.term not in RENEWABLE:
            why = _("Too early: it can be renewed from %(from)s.") % told
        elif beside != one.pk:
            why = _("They hold another award of this level.")
        elif known is not None and one.pk in renewals and not renewals[one.pk].met:
            why = _("Not met yet: %(what)s.") % {"what": missing_in_short(renewals[one.pk].judged, known)}
        else:
            why = ""
        end = max(one.next_end, one.valid_until)
        words = why or _("Valid until %(before)s; renewed until %(after)s.") % {
            "before": _written(one.valid_until),
            "after": _written(end),
        }
        if not why:
            held[one.person_id, one.level_id] = one.pk
            if one.status == Status.SUSPENDED:
                words += " " + _("It stays suspended.")
            if one.pk in proposed:
                words += " " + _("A revocation is proposed.")
        lines.append(Line(one.pk, one.person_id, one.name, str(one.level), not why, words, one.valid_until))
    return lines


_PLANS: dict[Kind, Callable[[Body, User, Collection[UUID]], list[Line]]] = {
    Kind.GRANTS: _grants,
    Kind.RENEWALS: _renewals,
}


# --- Done -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def carry_out(*, kind: Kind, body: Body, actor: User, seen: Sequence[str], reason: str, reference: UUID) -> int:
    """Do exactly what the registrar has seen, or nothing; how many were done.

    seen: `Line.seen` of every line of the plan. reference: drawn with the plan, so that a second press changes nothing.
    """
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    # One bulk at a time in a body, so that two presses of one form come after each other.
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    verb = f"desk.{kind}"
    earlier = AuditEntry.objects.filter(
        body_id=body.pk, at__gt=timezone.now() - A_WEEK, actor=actor, verb=verb, data__reference=str(reference)
    ).first()
    if earlier is not None:
        return int(earlier.data["n"])
    fingerprints = dict(one.split(":", 1) for one in seen)
    chosen = _ids(fingerprints)
    for person in sorted({line.person for line in plan(kind, body, actor, chosen)}):
        deeds.hold(person)
    lines = plan(kind, body, actor, chosen)
    moved = [line.name for line in lines if line.seen not in seen]
    if moved or len(lines) != len(chosen):
        raise ValidationError(
            _("Something has changed since the preview, and nothing was done: %(names)s. Look again, then send.")
            if moved
            else _("One of these is no longer there, and nothing was done. Look again, then send."),
            "moved",
            {"names": _named(moved)},
        )
    doing = [line for line in lines if line.does]
    if not doing:
        raise ValidationError(_("There is nothing here that can be done."), "nothing")
    if kind == Kind.GRANTS:
        made = {one.pk: one for one in Application.objects.filter(pk__in=[line.pk for line in doing])}
        for line in doing:
            services.grant(application=made[line.pk], actor=actor, reason=reason)
    else:
        awards = {one.pk: one for one in Award.objects.filter(pk__in=[line.pk for line in doing])}
        for line in doing:
            assert line.ending is not None  # noqa: S101 - the plan of renewals gives one to each; tells the type
            deeds.renew(award=awards[line.pk], actor=actor, ending=line.ending, reason=reason)
    data = {"reference": str(reference), "n": len(doing), "of": [str(line.pk) for line in doing]}
    record(actor=actor, verb=verb, target=body, body=body, reason=reason, data=data)
    return len(doing)


def _ids(written: Iterable[str]) -> list[UUID]:
    try:
        return [UUID(one) for one in written]
    except ValueError as wrong:
        raise ValidationError(_("Something is wrong with this form. Open it again."), "form") from wrong


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(names[:NAMED])
    if len(names) > NAMED:
        return _("%(names)s and %(more)s more") % {"names": shown, "more": len(names) - NAMED}
    return shown


# --- A list of participants -------------------------------------------------------------------------------------------


def renewable_by(body: Body, lines: str) -> tuple[list[UUID], list[str]]:
    """The awards to renew of those who are named, one a line, by name, number or address; and the lines that name nobody, or
    more than one.

    Only awards are found that can be renewed today. In two queries.
    """
    asked = [" ".join(line.split()) for line in lines.splitlines() if line.strip()]
    if len(asked) > MOST:
        raise ValidationError(_("Choose at most %(n)s at once."), "many", {"n": MOST})
    numbers = dict(RegisterEntry.objects.filter(body=body).exclude(number="").values_list("person", "number"))
    awards = Award.objects.filter(body=body).in_state(AwardState.EXPIRING, AwardState.SUSPENDED, AwardState.EXPIRED)
    by_word: dict[str, dict[UUID, list[UUID]]] = {}
    for award in awards.select_related("person", "level").order_by("pk"):
        award.body = body
        if award.term not in RENEWABLE:
            continue
        for word in {award.name, award.person.name, award.person.email, numbers.get(award.person_id, "")}:
            by_word.setdefault(folded(word), {}).setdefault(award.person_id, []).append(award.pk)
    by_word.pop("", None)
    found: list[UUID] = []
    unknown = []
    for line in asked:
        people = by_word.get(folded(line), {})
        if len(people) == 1:
            found += next(iter(people.values()))
        else:
            unknown.append(line)
    return list(dict.fromkeys(found)), unknown


def _written(day: datetime.date) -> str:
    return date_format(day, "j F Y")
