"""Which deed writes which letter. Each is stored in the transaction of the deed and sent once: its key is the deed.

Nobody is written to after a death: what waits is stopped, and nothing more is stored. An import writes to nobody: it tells of
what was granted elsewhere, long ago.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

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
from accounts.letters.services import address, send_words, stop
from accounts.letters.texts import Kind, filled, texts_of, words_of
from accounts.models import Body, User

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
    lines = [f"{in_words(one.kind, one.details)}, {written(one.day)}" for one in pieces]
    values = {
        "evidence": "\n".join(lines),
        "reason": first.note,
        "page": address("accreditation:way", first.body.slug),
    }
    kind = catalogue.EVIDENCE_ACCEPTED if accepted else catalogue.EVIDENCE_REFUSED
    _send(kind, first.person, first.body, values, f"evidence.{first.standing}:{first.pk}", f"evidence:{first.pk}")


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
    back = Q(verb=Verb.REINSTATED, data__status_before=Status.DECEASED.value)
    told = AwardEvent.objects.filter(Q(verb=Verb.DECEASED) | back, award__person=person, award__body=body)
    last = told.order_by("-at", "-pk").values_list("verb", flat=True).first()
    return last == Verb.DECEASED


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
    if has_died(person, body):
        return
    told = {"name": str(person), "body": str(body), **values}
    subject, text = (filled(one, told) for one in words_of(kind, texts_of(body, kind.code).get(kind.code)))
    send_words(person=person, subject=subject, text=text, body=body, once=once, about=about)
