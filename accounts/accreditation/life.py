"""The life of an award: the one table of what may be done to it, by whom, and how it stands by the date.

Services, pages, docs/registrar.md and tests read it here. Two things make a standing: the status, which is stored, and the
term, which the date alone decides and which nobody stores. Both are plain values, so this knows no tables.
"""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """What has been decided about an award.

    UNDONE is no deed of the table: it comes of an import that was undone (`intake.services.undo`), and nothing leads out of it.
    It says that the level was never granted, which no other end says: a revocation or a surrender tells of a director.
    """

    GRANTED = "granted", _("Granted")
    SUSPENDED = "suspended", _("Suspended")
    REVOKED = "revoked", _("Revoked")
    SURRENDERED = "surrendered", _("Surrendered")
    DECEASED = "deceased", _("Ended by death")
    UNDONE = "undone", _("Entered in error")


class Term(models.TextChoices):
    """How far the time of an award has run, by the clock of its body."""

    RUNNING = "running", _("before the notice period")
    NOTICE = "notice", _("in the notice period")
    RETURN = "return", _("after the end, until it lapses")
    OVER = "over", _("after it has lapsed")


class AwardState(models.TextChoices):
    """How an award stands today, in a word. Time is never stored: the date decides it."""

    VALID = "valid", _("Valid")
    EXPIRING = "expiring", _("Valid, ends soon")
    SUSPENDED = "suspended", _("Suspended")
    EXPIRED = "expired", _("Expired")
    LAPSED = "lapsed", _("Lapsed")
    REVOKED = "revoked", _("Revoked")
    SURRENDERED = "surrendered", _("Surrendered")
    DECEASED = "deceased", _("Ended by death")
    UNDONE = "undone", _("Entered in error")


class Activity(models.TextChoices):
    """Whether whoever holds an award in force has directed lately, by the log and the setting of the level. Never stored."""

    ACTIVE = "active", _("Active")
    INACTIVE = "inactive", _("Inactive")


class Verb(models.TextChoices):
    """What an event of an award tells of."""

    GRANTED = "granted", _("Granted")
    RENEWED = "renewed", _("Renewed")
    EXTENDED = "extended", _("Extended")
    SUSPENDED = "suspended", _("Suspended")
    REINSTATED = "reinstated", _("Reinstated")
    PROPOSED = "proposed", _("Revocation proposed")
    WITHDRAWN = "withdrawn", _("Proposal withdrawn")
    REVOKED = "revoked", _("Revoked")
    SURRENDERED = "surrendered", _("Surrendered")
    DECEASED = "deceased", _("Death recorded")
    UNDONE = "undone", _("Import undone")
    MERGED = "merged", _("Record merged")


CONFIDENTIAL = frozenset({Verb.PROPOSED, Verb.WITHDRAWN})
"""What only registrars read in the history: a proposal has done nothing to the award."""

STANDING = frozenset({Status.GRANTED, Status.SUSPENDED})
"""The statuses that let time go on; the others have ended the award, whatever its dates say."""

IN_FORCE = frozenset({AwardState.VALID, AwardState.EXPIRING})
"""The states in which somebody is a director of that level."""

HELD = IN_FORCE | {AwardState.SUSPENDED}
"""The states in which the level cannot be granted a second time."""

EXTENSION_MONTHS = 12
"""How far beyond the end of its term an award can be extended."""


# --- What may be done -------------------------------------------------------------------------------------------------


class Deed(models.TextChoices):
    """What can be done to an award."""

    RENEW = "renew", _("Renew")
    EXTEND = "extend", _("Extend")
    SUSPEND = "suspend", _("Suspend")
    REINSTATE = "reinstate", _("Reinstate")
    PROPOSE = "propose", _("Propose to revoke")
    COUNTERSIGN = "countersign", _("Countersign the revocation")
    WITHDRAW = "withdraw", _("Withdraw the proposal")
    REVOKE = "revoke", _("Revoke")
    SURRENDER = "surrender", _("Surrender")
    RECORD_DEATH = "record_death", _("Record a death")


class Who(models.TextChoices):
    """Who may do it. Nobody decides about their own award, registrar or not."""

    REGISTRAR = "registrar", _("a registrar of the body")
    SECOND = "second", _("a registrar who did not propose it")
    HOLDER = "holder", _("the holder, or a registrar on their word")


class Reason(models.TextChoices):
    """Whether a reason is asked for."""

    ALWAYS = "always", _("yes")
    REGISTRAR = "registrar", _("of a registrar")
    UNRULED = "unruled", _("yes; not where the level has rules for it, which must be met")
    NEVER = "never", _("no: the proposal has it")


class Proposal(models.TextChoices):
    """What a deed has to do with a proposal to revoke."""

    ANY = "any", _("with or without")
    NONE = "none", _("without")
    OPEN = "open", _("with")


@dataclass(frozen=True)
class Transition:
    """One line of the table.

    found, terms: the statuses and terms it may find; left: the status it leaves, None where that stays. proposal: whether a
    revocation has to be proposed by then. by_two: True only where a level asks for a second registrar, False only where it does
    not, None either way. ends: whether it moves the end of the award.
    """

    deed: Deed
    verb: Verb
    found: frozenset[Status]
    terms: frozenset[Term]
    left: Status | None
    who: Who = Who.REGISTRAR
    reason: Reason = Reason.ALWAYS
    proposal: Proposal = Proposal.ANY
    by_two: bool | None = None
    ends: bool = False

    @property
    def address(self) -> str:
        """The name of the address to which it is sent."""
        return f"accreditation:{self.deed.value}"

    def allows(self, status: Status, term: Term, *, proposed: bool, two: bool) -> bool:
        """Whether it may be done to an award that stands so. two: whether its level asks for two to revoke."""
        return (
            status in self.found
            and term in self.terms
            and (self.proposal == Proposal.ANY or proposed == (self.proposal == Proposal.OPEN))
            and (self.by_two is None or two == self.by_two)
        )


ANY_TERM = frozenset(Term)
NOT_OVER = ANY_TERM - {Term.OVER}
RENEWABLE = frozenset({Term.NOTICE, Term.RETURN})
GRANTED = frozenset({Status.GRANTED})

TABLE: tuple[Transition, ...] = (
    Transition(Deed.RENEW, Verb.RENEWED, STANDING, RENEWABLE, None, reason=Reason.UNRULED, ends=True),
    Transition(Deed.EXTEND, Verb.EXTENDED, STANDING, NOT_OVER, None, ends=True),
    Transition(Deed.SUSPEND, Verb.SUSPENDED, GRANTED, NOT_OVER, Status.SUSPENDED),
    Transition(
        Deed.REINSTATE,
        Verb.REINSTATED,
        frozenset({Status.SUSPENDED, Status.REVOKED, Status.DECEASED}),
        ANY_TERM,
        Status.GRANTED,
    ),
    Transition(Deed.PROPOSE, Verb.PROPOSED, STANDING, ANY_TERM, None, proposal=Proposal.NONE, by_two=True),
    Transition(
        Deed.COUNTERSIGN,
        Verb.REVOKED,
        STANDING,
        ANY_TERM,
        Status.REVOKED,
        who=Who.SECOND,
        reason=Reason.NEVER,
        proposal=Proposal.OPEN,
    ),
    Transition(Deed.WITHDRAW, Verb.WITHDRAWN, STANDING, ANY_TERM, None, proposal=Proposal.OPEN),
    Transition(Deed.REVOKE, Verb.REVOKED, STANDING, ANY_TERM, Status.REVOKED, proposal=Proposal.NONE, by_two=False),
    Transition(
        Deed.SURRENDER,
        Verb.SURRENDERED,
        STANDING,
        NOT_OVER,
        Status.SURRENDERED,
        who=Who.HOLDER,
        reason=Reason.REGISTRAR,
    ),
    Transition(Deed.RECORD_DEATH, Verb.DECEASED, STANDING, ANY_TERM, Status.DECEASED),
)

TRANSITIONS: Mapping[Deed, Transition] = {line.deed: line for line in TABLE}


def columns(line: Transition) -> tuple[str, ...]:
    """A line in words, as docs/registrar.md has it: deed, from, when, to, who, reason, by two."""
    wanted = {Proposal.OPEN: _("; a revocation is proposed"), Proposal.NONE: _("; no revocation is proposed")}
    by_two = {None: _("no"), True: _("yes, must countersign"), False: _("no, and the level asks for none")}
    two = _("this is the countersignature") if line.who == Who.SECOND else by_two[line.by_two]
    return (
        str(line.deed.label),
        ", ".join(str(one.label).lower() for one in Status if one in line.found) + str(wanted.get(line.proposal, "")),
        _when(line.terms),
        str(line.left.label).lower() if line.left else str(_("as it was")),
        str(line.who.label),
        str(line.reason.label),
        str(two),
    )


def _when(terms: frozenset[Term]) -> str:
    if terms == ANY_TERM:
        return str(_("any time"))
    if terms == NOT_OVER:
        return str(_("until it lapses"))
    return "; ".join(str(one.label) for one in Term if one in terms)


# --- How an award stands by the date ----------------------------------------------------------------------------------


class Settings(Protocol):
    """What a level says of the time of its awards."""

    validity_months: int
    notice_months: int
    return_months: int
    end_month: int | None
    end_day: int | None


def months_later(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month so many months on; the last day of that month where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def term_of(end: datetime.date, level: Settings, today: datetime.date) -> Term:
    """How far the time has run. The last day counts as before the end, and so does the last day of the return."""
    if today > end:
        return Term.RETURN if today <= months_later(end, level.return_months) else Term.OVER
    return Term.NOTICE if today >= months_later(end, -level.notice_months) else Term.RUNNING


def state_of(status: Status, term: Term) -> AwardState:
    """How it stands, in a word: what ended the award outweighs its dates, and its end outweighs a suspension."""
    if status not in STANDING:
        return AwardState(status.value)
    if term == Term.OVER:
        return AwardState.LAPSED
    if term == Term.RETURN:
        return AwardState.EXPIRED
    if status == Status.SUSPENDED:
        return AwardState.SUSPENDED
    return AwardState.EXPIRING if term == Term.NOTICE else AwardState.VALID


def end_of_term(start: datetime.date, level: Settings) -> datetime.date:
    """The last day of a term that is counted from this day.

    Where all awards of the level end on a common day, it is the first such day that leaves nobody less than the months of the
    level.
    """
    end = months_later(start, level.validity_months)
    if level.end_month is None or level.end_day is None:
        return end
    common = _in_year(end.year, level.end_month, level.end_day)
    return common if common >= end else _in_year(end.year + 1, level.end_month, level.end_day)


def _in_year(year: int, month: int, day: int) -> datetime.date:
    return datetime.date(year, month, min(day, calendar.monthrange(year, month)[1]))


# --- What a history comes to ------------------------------------------------------------------------------------------


class Told(Protocol):
    """An event, as far as the standing follows from it."""

    @property
    def verb(self) -> str:
        """What it tells of, as stored."""

    @property
    def data(self) -> Mapping[str, Any]:
        """What changed."""


_LEFT: Mapping[Verb, Status | None] = {line.verb: line.left for line in TABLE} | {
    Verb.GRANTED: Status.GRANTED,
    Verb.UNDONE: Status.UNDONE,
    # Two records were of one person (`desk.merges`): the award has another person, and stands as it stood.
    Verb.MERGED: None,
}


def standings_after(events: Iterable[Told]) -> Iterator[tuple[Status, datetime.date | None]]:
    """The status and the end that each event leaves, earliest first; no end where an old event says nothing of it."""
    status, end = Status.GRANTED, None
    for event in events:
        status = _LEFT[Verb(event.verb)] or status
        if after := event.data.get("end_after"):
            end = datetime.date.fromisoformat(after)
        yield status, end
