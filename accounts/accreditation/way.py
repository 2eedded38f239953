"""Somebody's way to the levels of a body, as plain values for its page. Reads in a fixed number of queries, writes nothing."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.accreditation import standing
from accounts.accreditation.asks import (
    Ask,
    Next,
    Reader,
    Sign,
    asks,
    headline,
    next_of,
    papers_missing,
    top,
)
from accounts.accreditation.clubs.sessions import told_by_clubs
from accounts.accreditation.evidence import in_brief, in_words, particulars_in_words
from accounts.accreditation.life import HELD, AwardState
from accounts.accreditation.models import Application, Award, Evidence, Level
from accounts.accreditation.papers import Appointment, appointments_of, papers_of
from accounts.accreditation.renewal_rules import renewals_of
from accounts.accreditation.renewals import Offer, offers
from accounts.accreditation.requirements import Judged, Known, Standing, judge, missing
from accounts.models import Body, Membership, Role, User
from accounts.rules import roles_of

PAGE = 20

SHAPES = {
    Evidence.Standing.ACCEPTED: "yes",
    Evidence.Standing.WAITING: "wait",
    Evidence.Standing.REFUSED: "no",
    Evidence.Standing.WITHDRAWN: "none",
    Evidence.Standing.DISPUTED: "doubt",
}


@dataclass(frozen=True)
class Stage:
    """One level on the way. since: from when its requirements are in force; None: from the beginning, or it has none.

    application: the latest for the level that waits or was declined. can_apply: whether one press makes one now; lacking: what
    would still be missing then, in sentences.
    """

    level: Level
    headline: str
    asks: Sequence[Ask]
    is_met: bool
    since: datetime.date | None = None
    application: Application | None = None
    can_apply: bool = False
    lacking: Sequence[str] = ()


@dataclass(frozen=True)
class Ahead:
    """The renewal of an award: whether it can be asked for, and what it asks for."""

    offer: Offer
    asks: Sequence[Ask]


@dataclass(frozen=True)
class Seen:
    """A piece of evidence in a list, and how it stands. paper: the name of the one that was passed, where it is of one."""

    evidence: Evidence
    paper: str
    sign: Sign

    @property
    def words(self) -> str:
        """What it is, with all its particulars."""
        return in_words(self.evidence.kind, self.evidence.details, self.paper)

    @property
    def at_its_club(self) -> str:
        """Of a session: what it is, where the page says at which club and that it is one."""
        details = {name: value for name, value in self.evidence.details.items() if name != "club"}
        said = particulars_in_words(self.evidence.kind, details)
        return said[:1].upper() + said[1:]

    @property
    def brief(self) -> str:
        """What it is, in a few words."""
        return in_brief(self.evidence.kind, self.evidence.details, self.paper)


@dataclass(frozen=True)
class Way:
    """All that the page shows. first: the next level that the person does not hold (None: there is none); then: those after.

    held: the awards that the person holds; renewals: those that can be renewed now, by the rules of their levels; chance: when
    a paper that is missing can be sat; appointments: the assessments arranged for the person; evidence: a page of `Seen`;
    told: the sessions that a club has entered and that the person can still dispute.
    """

    held: Sequence[Award]
    first: Stage | None
    then: Sequence[Stage]
    chance: Next | None
    appointments: Sequence[Appointment]
    is_candidate: bool
    evidence: Page[Any]
    renewals: Sequence[Ahead] = ()
    told: Iterable[Evidence] = ()


def candidate_of(person: User) -> list[UUID]:
    """The ids of the bodies of which the person is a candidate."""
    return [body for body, roles in roles_of(person).items() if Role.CANDIDATE in roles]


def is_known_to(person: User, body: Body) -> bool:
    """Whether the body knows the person: as one with a role, now or once, or as one who applied."""
    if body.pk in roles_of(person):
        return True
    roles = Membership.objects.filter(person=OuterRef("pk"), body=body)
    applied = Application.objects.filter(person=OuterRef("pk"), body=body)
    return User.objects.filter(pk=person.pk).filter(Exists(roles) | Exists(applied)).exists()


def way_of(person: User, body: Body, *, own: bool, page: str | None = None) -> Way:
    """How far the person has come with the levels of the body. own: whether the person reads it, or a registrar does.

    page: which page of the evidence.
    """
    papers = {paper.code: paper for paper in papers_of(body, person)}
    rules = standing.rules_of(body)
    known = standing.known_from(papers.values(), rules)
    found = Award.objects.in_state(*HELD, AwardState.EXPIRED).with_activity().filter(person=person, body=body)
    awards = list(found.select_related("body", "level"))
    held = [award for award in awards if award.state in HELD]
    ahead = _ahead(list(rules), held)
    is_candidate = body.pk in candidate_of(person)
    applications = _applications(person, ahead)
    records = standing.records_by_level([person.pk], body, ahead)
    appointments = appointments_of(body, person)
    stages = []
    chance = None
    for n, level in enumerate(ahead):
        record = records[level][person.pk]
        judged = judge(rules[level], record)
        application = applications.get(level.pk)
        waits = application is not None and application.status == Application.Status.SUBMITTED
        first = n == 0
        if first:
            chance = next_of(papers_missing(judged, papers))
        stages.append(
            Stage(
                level=level,
                headline=headline(judged, known),
                asks=asks(
                    judged, Reader(body, known, record, papers, own=own, later=not first, appointments=appointments)
                ),
                is_met=judged.met,
                since=_since(level) if first else None,
                application=application,
                can_apply=first and own and is_candidate and not waits and (judged.met or level.applies_early),
                lacking=missing(judged, known) if first else (),
            )
        )
    evidence = _evidence(person, body, known, page)
    renewals = [
        Ahead(offer, asks(offer.renewal.judged, Reader(body, known, offer.renewal.record, papers, own=own)))
        for offer in offers(awards, body)
    ]
    told = told_by_clubs(person, body) if own else Evidence.objects.none()
    return Way(
        held, stages[0] if stages else None, stages[1:], chance, appointments, is_candidate, evidence, renewals, told
    )


def _since(level: Level) -> datetime.date | None:
    version = standing.version_of(level)
    return version.from_day if version is not None and version.made_by_id else None


def _ahead(levels: Sequence[Level], held: Collection[Award]) -> list[Level]:
    """The levels above the highest that the person holds, from the lowest up."""
    ids = {award.level_id for award in held}
    reached = max((n for n, level in enumerate(levels) if level.pk in ids), default=-1)
    return list(levels[reached + 1 :])


def _applications(person: User, levels: Collection[Level]) -> Mapping[int, Application]:
    """The latest application for each level, where it has not led to an award."""
    found = (
        Application.objects.filter(person=person, level__in=levels, renews=None)
        .order_by("level_id", "-created_at")
        .distinct("level_id")
    )
    return {one.level_id: one for one in found.select_related("body") if one.status != Application.Status.GRANTED}


def progress(applications: Collection[Application], body: Body) -> dict[UUID, Sign]:
    """How the requirements stand for each application that waits, by its id; in a fixed number of queries."""
    waiting = [one for one in applications if one.status == Application.Status.SUBMITTED]
    if not waiting:
        return {}
    rules = standing.rules_of(body)
    people = {one.person_id for one in waiting}
    records = standing.records_by_level(people, body, {one.level for one in waiting})
    renewals = renewals_of([one.renews for one in waiting if one.renews is not None], body)
    judged = {
        one.pk: judge(rules[one.level], records[one.level][one.person_id]) for one in waiting if one.renews_id is None
    }
    judged |= {one.pk: renewals[one.renews_id].judged for one in waiting if one.renews_id in renewals}
    return {pk: _as_a_whole(found) for pk, found in judged.items()}


def _as_a_whole(judged: Judged) -> Sign:
    if judged.met:
        return Sign("yes", _("all met"))
    parts = top(judged)
    have = sum(part.met for part in parts)
    shape = "part" if have or judged.standing != Standing.MISSING else "no"
    return Sign(shape, _("%(have)s of %(needed)s met") % {"have": have, "needed": len(parts)})


def _evidence(person: User, body: Body, known: Known, number: str | None) -> Page[Any]:
    """A page of what is on record of the person, the latest first."""
    found = Evidence.objects.told_who_waits().filter(person=person, body=body).order_by("-day", "pk")
    page: Page[Any] = Paginator(found, PAGE).get_page(number)
    page.object_list = [seen(one, known) for one in page.object_list]
    return page


def seen(evidence: Evidence, known: Known) -> Seen:
    """A piece of evidence as lists show it."""
    stands = Evidence.Standing(evidence.standing)
    is_pass = evidence.kind == "paper" and stands == Evidence.Standing.ACCEPTED
    words = _("passed") if is_pass else stands.label.lower()
    if getattr(evidence, "with_club", False):
        words = _("waiting for the club")
    sign = Sign(SHAPES[stands], words)
    return Seen(evidence, known.paper_passed(evidence.details), sign)
