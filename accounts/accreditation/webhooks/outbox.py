"""What is told of an award, stored in the transaction of the deed: nobody is told what did not happen, and nothing is lost."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from accounts.accreditation.life import AwardState, Verb
from accounts.accreditation.models import Award, AwardEvent, Delivery, Webhook
from accounts.audit import seals

Event = Webhook.Event
EVENTS: dict[str, Event] = {
    Verb.GRANTED: Event.GRANTED,
    Verb.RENEWED: Event.RENEWED,
    Verb.EXTENDED: Event.EXTENDED,
    Verb.SUSPENDED: Event.SUSPENDED,
    Verb.REINSTATED: Event.REINSTATED,
    Verb.REVOKED: Event.REVOKED,
    Verb.SURRENDERED: Event.SURRENDERED,
    Verb.DECEASED: Event.ENDED,
    Verb.UNDONE: Event.ENDED,
}
"""What each turn of an award is told as; what only registrars know of is told to nobody."""
ENDED = "ended"
CHUNK = 1000


def tell(events: Iterable[AwardEvent]) -> None:
    """Store what is told of these turns, for each address of the body that asked for it. One query where none did."""
    told = [(one, EVENTS[one.verb]) for one in events if one.verb in EVENTS]
    wanted: dict[UUID, list[Webhook]] = defaultdict(list)
    for hook in Webhook.objects.filter(body__in={one.award.body_id for one, _event in told}, stopped_at=None):
        wanted[hook.body_id].append(hook)
    Delivery.objects.bulk_create(
        (
            Delivery(webhook=hook, event=event, text=worded(event, one.at, facts(one.award)))
            for one, event in told
            for hook in wanted[one.award.body_id]
            if event in hook.events
        ),
        CHUNK,
    )


def facts(award: Award) -> dict[str, Any]:
    """What anybody who holds the code can find out: never whose it is, how they are reached, or why."""
    state = award.state
    return {
        "body": award.body.slug,
        "code": award.verification_code,
        "level": award.level.code,
        "status": ENDED if state in (AwardState.DECEASED, AwardState.UNDONE) else state.value,
        "valid_from": award.valid_from.isoformat(),
        "valid_until": award.valid_until.isoformat(),
    }


def worded(event: str, at: Any, data: dict[str, Any]) -> str:
    """The message as it is signed and sent."""
    return json.dumps({"type": event, "timestamp": seals.moment(at), "data": data}, ensure_ascii=False)
