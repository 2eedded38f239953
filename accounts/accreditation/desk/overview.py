"""What lies on the desk of a registrar: how much of what waits, and which awards end. Each figure leads to its list.

Reads in a fixed number of queries and writes nothing. A figure counts what the list behind it shows to this registrar.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation import appeals, deeds, evidencing
from accounts.accreditation.life import HELD, AwardState
from accounts.accreditation.lists import SOON, Age, ends_within, older_than
from accounts.accreditation.models import Application, Award, Doubt, Intake, Level
from accounts.letters.models import Letter
from accounts.models import Body, User
from accounts.rules import is_administrator


@dataclass(frozen=True)
class Waiting:
    """A kind of work that waits: how much of it, in words, with what is to be known of it, and where it is done.

    kind: by which programs know it.
    """

    kind: str
    n: int
    words: str
    note: str
    url: str


@dataclass(frozen=True)
class Ending:
    """Awards of a level that end or have ended. within: how many, by the number of days; renewable: expired, not lapsed yet."""

    level: Level
    within: list[tuple[int, int]]
    renewable: int


def waiting(body: Body, actor: User) -> list[Waiting]:
    """What waits in the body for this registrar; nothing of what is done."""
    return [one for one in _waiting(body, actor) if one.n]


def _waiting(body: Body, actor: User) -> Iterator[Waiting]:
    queue = reverse("accreditation:queue", args=[body.slug])
    asked = Application.objects.filter(body=body, status=Application.Status.SUBMITTED).aggregate(
        n=Count("pk"),
        oldest=Min("created_at"),
        **{age.value: Count("pk", filter=older_than(age)) for age in Age},
    )
    yield Waiting(
        "applications",
        asked["n"],
        ngettext("application to decide", "applications to decide", asked["n"]),
        _since(asked["oldest"], body),
        queue,
    )
    for age in (Age.MONTH, Age.WEEK):
        yield Waiting(
            f"applications_over_a_{age.value}",
            asked[age.value],
            _("of them for more than four weeks") if age == Age.MONTH else _("of them for more than a week"),
            "",
            f"{queue}?age={age}",
        )
    evidence = evidencing.to_settle(actor, [body.pk]).aggregate(n=Count("pk"), oldest=Min("entered_at"))
    yield Waiting(
        "evidence",
        evidence["n"],
        ngettext("session to accept or refuse", "sessions to accept or refuse", evidence["n"]),
        _since(evidence["oldest"], body),
        reverse("accreditation:to_settle", args=[body.slug]),
    )
    appealed = appeals.answerable_by(actor, [body.pk]).aggregate(n=Count("pk"), oldest=Min("made_at"))
    yield Waiting(
        "appeals",
        appealed["n"],
        ngettext("appeal to answer", "appeals to answer", appealed["n"]),
        _since(appealed["oldest"], body),
        f"{queue}#appeals",
    )
    proposed = deeds.to_countersign(actor, [body.pk]).aggregate(n=Count("pk"), oldest=Min("proposed_at"))
    yield Waiting(
        "revocations",
        proposed["n"],
        ngettext("revocation to countersign", "revocations to countersign", proposed["n"]),
        _since(proposed["oldest"], body),
        f"{queue}#revocations",
    )
    doubted = Doubt.objects.filter(application__body=body, settled_at=None).aggregate(
        n=Count("application", distinct=True), oldest=Min("raised_at")
    )
    yield Waiting(
        "doubts",
        doubted["n"],
        ngettext("application or award in doubt", "applications or awards in doubt", doubted["n"]),
        _since(doubted["oldest"], body),
        f"{queue}#doubts",
    )
    files = Intake.objects.filter(body=body, stage=Intake.Stage.OPEN).aggregate(n=Count("pk"), oldest=Min("made_at"))
    yield Waiting(
        "imports",
        files["n"],
        ngettext("import not finished", "imports not finished", files["n"]),
        _since(files["oldest"], body),
        reverse("accreditation:intake_upload", args=[body.slug]) + "#batches",
    )
    # Only administrators can do something about those.
    if is_administrator(actor, body):
        n = Letter.objects.to_see(actor, [body.pk]).count()
        words = ngettext("letter that could not be sent", "letters that could not be sent", n)
        yield Waiting("letters", n, words, "", reverse("sittings:letters"))


def _since(moment: datetime.datetime | None, body: Body) -> str:
    if moment is None:
        return ""
    return _("the oldest since %(day)s") % {"day": date_format(timezone.localtime(moment, body.zone), "j F Y")}


def ending(body: Body) -> list[Ending]:
    """The levels of the body from the lowest up, each with how many awards end soon or can still be renewed."""
    levels = list(Level.objects.filter(body=body).order_by("order", "name"))
    counted = (
        Award.objects.filter(body=body)
        .in_state(*HELD, AwardState.EXPIRED)
        .order_by()
        .values("level")
        .annotate(
            **{f"within_{days}": Count("pk", filter=ends_within(days, body)) for days in SOON},
            renewable=Count("pk", filter=Q(valid_until__lt=body.today())),
        )
    )
    rows: Iterable[Mapping[str, Any]] = counted
    found = {row["level"]: row for row in rows}
    return [
        Ending(
            level,
            [(days, found[level.pk][f"within_{days}"] if level.pk in found else 0) for days in SOON],
            found[level.pk]["renewable"] if level.pk in found else 0,
        )
        for level in levels
    ]


def next_end(body: Body) -> datetime.date | None:
    """When the next award of the body ends that is in force; None where none is."""
    found = Award.objects.filter(body=body).in_force().order_by("valid_until", "pk")
    return found.values_list("valid_until", flat=True).first()
