"""Which deed writes which letter. Each is stored in the transaction of the deed and sent once: its key is the deed.

Nobody is written to after a death: what waits is stopped, and nothing more is stored. An import writes to nobody: it tells of
what was granted elsewhere, long ago.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.evidence import in_words
from accounts.accreditation.life import Status, Verb
from accounts.accreditation.mail import catalogue
from accounts.accreditation.models import (
    Appeal,
    AppealAnswer,
    Application,
    Award,
    AwardEvent,
    Dispensation,
    Evidence,
)
from accounts.letters.models import Letter
from accounts.letters.services import address, composed, stop
from accounts.letters.texts import Kind, filled, signature_of, texts_of, words_of
from accounts.models import Body, Club, User

OF_EVENTS: Mapping[str, Kind] = {
    Verb.GRANTED: catalogue.GRANTED,
    Verb.RENEWED: catalogue.RENEWED,
    Verb.EXTENDED: catalogue.EXTENDED,
    Verb.SUSPENDED: catalogue.SUSPENDED,
    Verb.REINSTATED: catalogue.REINSTATED,
    Verb.REVOKED: catalogue.REVOKED,
    Verb.SURRENDERED: catalogue.SURRENDERED,
}
"""Of a proposal to revoke only registrars know, and of a death there is nobody to tell."""


def award_changed(award: Award, event: AwardEvent) -> None:
    """Tell the holder what was done to the award. An appeal that put it in force again is told of by its answer."""
    if event.verb == Verb.DECEASED:
        stop(person=award.person, body=award.body, why=_("The death of this person was recorded."))
    elif event.verb in OF_EVENTS and "appeal" not in event.data:
        values = of_award(award) | {
            "reason": event.reason,
            "appeal_until": written(award.application.last_day_to_appeal(event.at)),
        }
        _send(OF_EVENTS[event.verb], award.person, award.body, values, f"award:{event.pk}", f"award:{award.pk}")


def of_award(award: Award) -> dict[str, str]:
    """What stands for the places that an award fills by itself."""
    return {
        "level": award.level.name,
        "since": written(award.valid_from),
        "until": written(award.valid_until),
        "renewable_until": written(award.renewable_until),
        "page": address("accreditation:award", award.pk),
    }


def application_received(application: Application) -> None:
    """Tell the person that the application has arrived."""
    _of_application(catalogue.APPLICATION_RECEIVED, application, {}, f"application.received:{application.pk}")


def application_declined(application: Application) -> None:
    """Tell the person that it was declined, and why. One that was opened again by an appeal may be declined again."""
    at = application.decided_at or timezone.now()
    values = {"reason": application.reason, "appeal_until": written(application.last_day_to_appeal(at))}
    once = f"application.declined:{application.pk}:{at.isoformat()}"
    _of_application(catalogue.APPLICATION_DECLINED, application, values, once)


def appeal_answered(appeal: Appeal, answer: AppealAnswer) -> None:
    """Tell the person what was answered, and why."""
    values = {
        "against": appeal.get_against_display().lower(),
        "outcome": answer.get_outcome_display().lower(),
        "reasons": answer.reasons,
    }
    _of_application(catalogue.APPEAL_ANSWERED, appeal.application, values, f"award_appeal.answered:{appeal.pk}")


def evidence_settled(pieces: Sequence[Evidence]) -> None:
    """Tell the person that these pieces, all of theirs and all settled alike, were accepted or refused: one letter."""
    first = pieces[0]
    accepted = first.standing == Evidence.Standing.ACCEPTED
    kind = catalogue.EVIDENCE_ACCEPTED if accepted else catalogue.EVIDENCE_REFUSED
    told = [_of_evidence(first.body, pieces, f"evidence.{first.standing}", {"reason": first.note})]
    tell_each(kind, first.body, told)


def evidence_entered(evidence: Evidence) -> None:
    """Tell the person what a registrar has entered about them."""
    tell_each(
        catalogue.EVIDENCE_ENTERED, evidence.body, [_of_evidence(evidence.body, [evidence], "evidence.entered", {})]
    )


def sessions_confirmed(club: Club, pieces: Sequence[Evidence]) -> None:
    """Tell each director what the club has confirmed: one letter to each."""
    told = [_of_evidence(club.body, theirs, "session.confirmed", {"club": club.name}) for theirs in _by_person(pieces)]
    tell_each(catalogue.SESSION_CONFIRMED, club.body, told)


def sessions_disputed(club: Club, pieces: Sequence[Evidence]) -> None:
    """Tell each director what the club says is wrong, all of it for one reason: one letter to each."""
    told = [
        _of_evidence(club.body, theirs, "session.disputed", {"club": club.name, "reason": theirs[0].dispute})
        for theirs in _by_person(pieces)
    ]
    tell_each(catalogue.SESSION_DISPUTED, club.body, told)


def sessions_entered(club: Club, pieces: Sequence[Evidence], dispute_until: datetime.date) -> None:
    """Tell each director what the club has entered for them, and until when they can dispute it: one letter to each."""
    values = {"club": club.name, "dispute_until": written(dispute_until)}
    told = [_of_evidence(club.body, theirs, "session.entered", values) for theirs in _by_person(pieces)]
    tell_each(catalogue.SESSION_ENTERED, club.body, told)


def dispensation_given(dispensation: Dispensation) -> None:
    """Tell the person what they may direct."""
    _of_dispensation(catalogue.DISPENSATION_GIVEN, dispensation, dispensation.why)


def dispensation_withdrawn(dispensation: Dispensation, reason: str) -> None:
    """Tell the person that they may not direct it after all, and why."""
    _of_dispensation(catalogue.DISPENSATION_WITHDRAWN, dispensation, reason)


def written(day: datetime.date) -> str:
    """A day as a letter says it."""
    return date_format(day, "j F Y")


def has_died(person: User, body: Body) -> bool:
    """Whether a registrar of the body recorded that this person died, and none took it back."""
    return person.pk in _died([person.pk], body)


def _died(people: Collection[UUID], body: Body) -> set[UUID]:
    """Which of these people have died, as `has_died` tells of one. One query."""
    back = Q(verb=Verb.REINSTATED, data__status_before=Status.DECEASED.value)
    told = AwardEvent.objects.filter(Q(verb=Verb.DECEASED) | back, award__person__in=people, award__body=body)
    last = dict(told.order_by("at", "pk").values_list("award__person", "verb"))
    return {person for person, verb in last.items() if verb == Verb.DECEASED}


class Told(NamedTuple):
    """A letter to one person: what stands for its places, by what it is known, and of which record it is (as kind:id)."""

    person: User
    values: Mapping[str, str]
    once: str
    about: str


def tell_each(kind: Kind, body: Body, letters: Collection[Told]) -> None:
    """Store a letter of this kind to each of these people, once, in the body's own words. The queries are as many for any
    number.

    Call it in the transaction of the deed. Name and body are filled in here.
    """
    if not letters:
        return
    gone = _died([one.person.pk for one in letters], body)
    subject, text = words_of(kind, texts_of(body, kind.code).get(kind.code))
    signature = signature_of(body)
    made = []
    for one in letters:
        if one.person.pk in gone:
            continue
        values = {"name": str(one.person), "body": str(body), **one.values}
        words = filled(subject, values), filled(text, values)
        made.append(composed(one.person, body, *words, once=one.once, about=one.about, signature=signature))
    # Asked for again, the letter of the first time stands.
    Letter.objects.bulk_create(made, ignore_conflicts=True)


def lines_of(pieces: Iterable[Evidence], *, named: bool = False) -> list[str]:
    """Pieces of evidence as a letter lists them; named: with whom each is about."""
    lines = ((one, f"{in_words(one.kind, one.details)}, {written(one.day)}") for one in pieces)
    return [f"{one.person.name or _('a director')}: {line}" if named else line for one, line in lines]


def _by_person(pieces: Iterable[Evidence]) -> list[list[Evidence]]:
    found: dict[UUID, list[Evidence]] = {}
    for one in pieces:
        found.setdefault(one.person_id, []).append(one)
    return list(found.values())


def _of_evidence(body: Body, pieces: Sequence[Evidence], verb: str, values: Mapping[str, str]) -> Told:
    """About pieces of one person; it is known by the first of them."""
    first = pieces[0]
    told = {
        "evidence": "\n".join(lines_of(pieces)),
        "page": address("accreditation:way", body.slug),
        **values,
    }
    return Told(first.person, told, f"{verb}:{first.pk}", f"evidence:{first.pk}")


def _of_application(kind: Kind, application: Application, values: Mapping[str, str], once: str) -> None:
    told = {"level": application.level.name, "page": address("accreditation:application", application.pk), **values}
    _send(kind, application.person, application.body, told, once, f"application:{application.pk}")


def _of_dispensation(kind: Kind, dispensation: Dispensation, reason: str) -> None:
    values = {
        "event": dispensation.event,
        "place": dispensation.place,
        "first_day": written(dispensation.first_day),
        "last_day": written(dispensation.last_day),
        "reason": reason,
        "page": address("accreditation:dispensation", dispensation.pk),
    }
    about = f"dispensation:{dispensation.pk}"
    _send(kind, dispensation.person, dispensation.body, values, f"{kind.code}:{dispensation.pk}", about)


def _send(kind: Kind, person: User, body: Body, values: Mapping[str, str], once: str, about: str) -> None:
    tell_each(kind, body, [Told(person, values, once, about)])
