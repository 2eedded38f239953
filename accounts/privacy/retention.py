"""How long bodies keep what need not be kept for good. Off until a body sets it; awards, results and the audit log never go.

An app tells of each kind in its module `kept`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.privacy.models import Retention
from accounts.rules import require

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

BATCH = 500


@dataclass(frozen=True)
class Kind:
    """A kind of thing that may go. rows: what a body has of it, older than a moment; since: the column that says how old.

    remove: takes some of these rows away, for good.
    """

    key: str
    label: StrOrPromise
    help: StrOrPromise
    rows: Callable[[Body, dt.datetime], QuerySet[Any]]
    since: str
    remove: Callable[[QuerySet[Any]], Any]


@dataclass(frozen=True)
class Outlook:
    """What would go today of one kind, and the oldest of it."""

    kind: Kind
    months: int | None
    count: int
    oldest: dt.datetime | None


_kinds: dict[str, Kind] = {}


def may_go(kind: Kind) -> None:
    """Tell of a kind of thing that a body may set a time for."""
    _kinds[kind.key] = kind


def kinds() -> list[Kind]:
    """All of them, in the order in which the apps were loaded."""
    return list(_kinds.values())


def cut_off(body: Body, months: int) -> dt.datetime:
    """What is older than this moment goes: so many months before today, at midnight where the body is."""
    today = body.today()
    years, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    # The 31st of a shorter month is its last day.
    for day in range(today.day, 0, -1):
        try:
            return dt.datetime(years, month + 1, day, tzinfo=body.zone)
        except ValueError:
            continue
    raise ValueError(f"{months} months before {today} there is no day.")


def set_months(body: Body) -> dict[str, int | None]:
    """The months of each kind, as the body has set them."""
    known = dict(Retention.objects.filter(body=body).values_list("kind", "months"))
    return {key: known.get(key) for key in _kinds}


def outlook(body: Body, months: Mapping[str, int | None]) -> list[Outlook]:
    """What would go today with these months; nothing is removed."""
    told = []
    for kind in kinds():
        wanted = months.get(kind.key)
        if wanted is None:
            told.append(Outlook(kind, None, 0, None))
            continue
        rows = kind.rows(body, cut_off(body, wanted))
        oldest = rows.order_by().aggregate(oldest=Min(F(kind.since)))["oldest"]
        told.append(Outlook(kind, wanted, rows.count(), oldest))
    return told


@transaction.atomic
def set_times(*, body: Body, actor: User, months: Mapping[str, int | None]) -> None:
    """Set how long the body keeps what; a kind that is not named stays as it is. What is so already changes nothing."""
    require(actor, "privacy.set_retention", body)
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    before = set_months(body)
    changed = {key: value for key, value in months.items() if key in before and before[key] != value}
    if not changed:
        return
    for key, value in changed.items():
        Retention.objects.update_or_create(
            body=body, kind=key, defaults={"months": value, "set_by": actor, "set_at": timezone.now()}
        )
    record(
        actor=actor,
        verb="retention.set",
        target=body,
        body=body,
        data={"before": {key: before[key] for key in changed}, "after": changed},
    )


def remove_all() -> int:
    """Remove what is older than its body keeps it; how many things went. Killed and run again, it goes on."""
    gone = 0
    for one in Retention.objects.exclude(months=None).select_related("body").order_by("pk"):
        kind = _kinds.get(one.kind)
        while kind is not None and (removed := _remove_some(one, kind)):
            gone += removed
    return gone


@transaction.atomic
def _remove_some(one: Retention, kind: Kind) -> int:
    """One batch, with its entry in the audit log."""
    before = cut_off(one.body, one.months or Retention.MOST)
    ids = list(kind.rows(one.body, before).order_by(kind.since, "pk").values_list("pk", flat=True)[:BATCH])
    if not ids:
        return 0
    kind.remove(kind.rows(one.body, before).filter(pk__in=ids))
    data = {"kind": kind.key, "months": one.months, "before": before, "count": len(ids)}
    record(actor=None, verb="retention.removed", target=one.body, body=one.body, data=data)
    return len(ids)
