"""Laying down a regulation, and finding those in force.

A regulation is never changed. Another one from a later day follows it; one that was entered wrongly is corrected by a new
record that names it, and is then as if it had never been laid down.
"""

from __future__ import annotations

import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from laws.editing.models import BodyRegulation
from laws.editing.regulations.matters import MATTERS
from laws.editing.rules import must_lay_down
from laws.rulings.regulations import BadRegulation, Regulation, parse_value, regulation_data, value_data


def regulations_of(body: Body, day: datetime.date, known_at: datetime.datetime | None = None) -> dict[str, Regulation]:
    """What the body has laid down and was in force on a day, by the names of a record's `regulations`.

    A matter on which it had no regulations of its own that day is not there: the engine's default holds. known_at: as it was on
    record at that moment, without later corrections; now, when it is not given.
    """
    found: dict[str, Regulation] = {}
    rows = BodyRegulation.objects.standing(known_at).of(body).filter(since__lte=day)
    for row in rows.order_by("since", "laid_down_at", "pk"):
        regulation = row.regulation
        if regulation is None:
            found.pop(row.matter, None)
        else:
            found[row.matter] = regulation
    return found


def told_in_a_record(
    body: Body, day: datetime.date, known_at: datetime.datetime | None = None
) -> dict[str, dict[str, Any]]:
    """The same as plain data, for the `regulations` of a table record."""
    return {name: regulation_data(found) for name, found in regulations_of(body, day, known_at).items()}


@transaction.atomic
def lay_down(
    *,
    actor: User,
    body: Body,
    matter: str,
    value: Any,
    since: datetime.date,
    source: str,
    reason: str = "",
    corrects: BodyRegulation | None = None,
) -> BodyRegulation:
    """Lay down what holds in a body from a day on; `value` as a record writes it, None for "nothing of our own any more".

    `corrects`: the record that was entered wrongly and falls, which needs a reason. Raises NotAllowed for whoever may not,
    and ValidationError naming the field: an unknown matter, a value that is none of its kind, no source, a day on which
    the body has begun one already, a record that is another body's or was corrected before.
    """
    must_lay_down(actor, body)
    Body.objects.select_for_update().get(pk=body.pk)  # two who do it at the same moment come one after the other
    if matter not in MATTERS:
        raise ValidationError({"matter": _("There is no such matter: %(name)s.") % {"name": matter}})
    source, reason = source.strip(), reason.strip()
    if not source:
        raise ValidationError(
            {"source": _("Give the document or the meeting that made the regulation, and where it says so.")}
        )
    if corrects is not None:
        _must_be_corrigible(corrects, body, matter, reason)
    _must_be_free(body, matter, since, corrects)
    laid = BodyRegulation(
        body=body,
        matter=matter,
        value=_checked(matter, value),
        since=since,
        source=source,
        reason=reason,
        corrects=corrects,
        laid_down_by=actor,
    )
    laid.save(force_insert=True)
    verb = "regulation.corrected" if corrects else "regulation.laid_down"
    data = {"matter": matter, "value": laid.value, "since": since, "source": source}
    record(actor=actor, verb=verb, target=laid, body=body, reason=reason, data=data)
    return laid


def _checked(matter: str, value: Any) -> Any:
    if value is None:
        return None
    try:
        return value_data(parse_value(matter, value, "value"))
    except BadRegulation as error:
        raise ValidationError({error.path.removeprefix("value.") or "value": error.message}) from None


def _must_be_corrigible(wrong: BodyRegulation, body: Body, matter: str, reason: str) -> None:
    if wrong.body_id != body.pk or wrong.matter != matter:
        raise ValidationError({"corrects": _("A correction has to be by the same body and about the same matter.")})
    if BodyRegulation.objects.filter(corrects=wrong).exists():
        raise ValidationError({"corrects": _("This has already been corrected: correct the record that replaced it.")})
    if not reason:
        raise ValidationError({"reason": _("Say what was wrong with it.")})


def _must_be_free(body: Body, matter: str, since: datetime.date, corrects: BodyRegulation | None) -> None:
    """Two of the same day would leave it to chance which holds."""
    others = BodyRegulation.objects.standing().of(body).filter(matter=matter, since=since)
    if corrects is not None:
        others = others.exclude(pk=corrects.pk)
    if others.exists():
        raise ValidationError({"since": _("There is already one from that day: correct it, or choose another day.")})
