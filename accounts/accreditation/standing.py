"""What the body has on record: the rules in force by day, and what somebody has that they may ask about.

Reads in a fixed number of queries, writes nothing.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import F, Prefetch, Q
from django.utils import timezone

from accounts.accreditation import requirements
from accounts.accreditation.life import IN_FORCE, STANDING, Status, Verb, state_of, term_of
from accounts.accreditation.models import (
    Appeal,
    AppealAnswer,
    Application,
    Award,
    AwardEvent,
    Evidence,
    EvidenceUse,
    Level,
    Purpose,
)
from accounts.accreditation.models import RequirementsVersion as Version
from accounts.accreditation.papers import PaperOnOffer, papers_of
from accounts.accreditation.requirements import NOTHING, Held, Item, Judged, Known, Record, Rule, Use
from accounts.models import Body, Club, User

COUNTING = (Evidence.Standing.ACCEPTED, Evidence.Standing.WAITING, Evidence.Standing.DISPUTED)
MARRING = (Verb.SUSPENDED, Verb.REVOKED)
ONE_DAY = datetime.timedelta(days=1)


# --- What the levels ask for ------------------------------------------------------------------------------------------


def known(body: Body, day: datetime.date | None = None) -> Known:
    """What the body has: its papers, their topics, its levels, and the rules in force on a day (None: today)."""
    return known_from(papers_of(body), rules_of(body, day))


def known_from(papers: Collection[PaperOnOffer], rules: Mapping[Level, Rule]) -> Known:
    """The same from what has been read already."""
    return Known(
        papers={paper.code: paper.name for paper in papers},
        levels={level.code: level.name for level in rules},
        topics={paper.code: paper.topics for paper in papers},
        rules={level.code: rule for level, rule in rules.items()},
    )


def version_of(level: Level, day: datetime.date | None = None, purpose: Purpose = Purpose.GRANT) -> Version | None:
    """The version in force on a day (None: today, by the clock of the body); None where the level never had one by then."""
    day = day or level.body.today()
    return level.versions.filter(purpose=purpose, from_day__lte=day).order_by("-number").first()


def rule_of(level: Level, day: datetime.date | None = None, purpose: Purpose = Purpose.GRANT) -> Rule:
    """What the level asks for on a day (None: today)."""
    version = version_of(level, day, purpose)
    return NOTHING if version is None else requirements.read(version.written)


def rules_of(body: Body, day: datetime.date | None = None, purpose: Purpose = Purpose.GRANT) -> dict[Level, Rule]:
    """What each level of the body asks for on a day (None: today), from the lowest level up; in two queries."""
    written = written_of(body, day, purpose)
    levels = list(Level.objects.filter(body=body))
    for level in levels:
        level.body = body
    return {
        level: requirements.read(written[level.pk]) if level.pk in written else NOTHING
        for level in sorted(levels, key=lambda one: (one.order, one.name))
    }


def written_of(
    body: Body, day: datetime.date | None = None, purpose: Purpose = Purpose.GRANT
) -> dict[int, dict[str, object]]:
    """The same as it is written, by the level; without those that never asked for anything by then. One query."""
    latest = (
        Version.objects.filter(level__body=body, purpose=purpose, from_day__lte=day or body.today())
        .order_by("level_id", "-number")
        .distinct("level_id")
    )
    return {version.level_id: version.written for version in latest}


# --- What somebody has ------------------------------------------------------------------------------------------------


def judged(person: User, level: Level) -> Judged:
    """How the level's rule of today stands for the person."""
    return requirements.judge(rule_of(level), record_of(person, level.body, level=level))


def record_of(
    person: User, body: Body, today: datetime.date | None = None, level: Level | None = None
) -> requirements.Record:
    """All that is on record of the person with the body. level: as far as it counts for this level."""
    return records_of([person.pk], body, today, level)[person.pk]


def records_of(
    people: Collection[UUID], body: Body, today: datetime.date | None = None, level: Level | None = None
) -> dict[UUID, requirements.Record]:
    """The same of several people at once, by their ids; in as many queries as for one."""
    return records_by_level(people, body, [level], today)[level]


def records_by_level(
    people: Collection[UUID], body: Body, levels: Iterable[Level | None], today: datetime.date | None = None
) -> dict[Level | None, dict[UUID, requirements.Record]]:
    """The same as far as it counts for each of several levels, in as many queries as for one."""
    today = today or body.today()
    resting = _resting(people, body)
    used = _used(people, body)
    kept = list(_kept(people, body))
    awards: dict[UUID, list[Award]] = defaultdict(list)
    for award in _awards(people, body):
        awards[award.person_id].append(award)
    held = {person: tuple(_held(awards[person], body, today)) for person in people}
    found: dict[Level | None, dict[UUID, requirements.Record]] = {}
    for level in levels:
        items: dict[UUID, list[Item]] = defaultdict(list)
        for person, item in kept:
            refs = (item.ref, *item.details.get("replaces", ()))
            bases = [basis for ref in refs for basis in resting.get((person, ref), ())]
            if uses := [use for ref in refs for use in used.get((person, ref), ())]:
                item = replace(item, uses=tuple(uses))
            if (counting := _as_it_counts(item, bases, level) if bases else item) is not None:
                items[person].append(counting)
        code = level.code if level is not None else ""
        found[level] = {person: Record(today, tuple(items[person]), held[person], code) for person in people}
    return found


def _kept(people: Collection[UUID], body: Body) -> Iterable[tuple[UUID, Item]]:
    """The evidence of these people that has not been refused or withdrawn. There may be much, so no models are made of it."""
    found = Evidence.objects.filter(person__in=people, body=body, standing__in=COUNTING).order_by("-day", "pk")
    # What its own director says is wrong counts for nothing; what the club says so of waits for a registrar.
    found = found.exclude(standing=Evidence.Standing.DISPUTED, disputed_by=F("person"))
    names: Mapping[str, str] | None = None
    told = ("person_id", "kind", "day", "details", "reference", "standing", "confirmed_by", "with_club")
    rows = found.told_who_waits().values_list(*told)
    for person, kind, day, details, ref, stands, confirmed, with_club in rows:
        if details.get("club"):
            # A club that was renamed or merged is one club, under whichever name a session was logged.
            names = _former_names(body) if names is None else names
            details["club"] = names.get(details["club"], details["club"])
        settled = stands == Evidence.Standing.ACCEPTED
        yield (
            person,
            Item(kind, day, details, ref, settled=settled, with_club=with_club, by_club=confirmed is not None),
        )


def _used(people: Collection[UUID], body: Body) -> Mapping[tuple[UUID, str], list[Use]]:
    """The awards that rest on each piece of evidence, by the person and its reference."""
    found: dict[tuple[UUID, str], list[Use]] = defaultdict(list)
    uses = EvidenceUse.objects.filter(award__person__in=people, award__body=body)
    told = uses.values_list("award__person_id", "evidence__reference", "award__level__code", "only_for")
    for person, ref, level, only_for in told:
        found[person, ref].append(Use(level, only_for))
    return found


def _former_names(body: Body) -> dict[str, str]:
    """The name of today of each club of the body, by its former ones."""
    clubs = Club.objects.filter(body=body).exclude(former_names=[])
    return {former: name for name, names in clubs.values_list("name", "former_names") for former in names}


@dataclass(frozen=True)
class _Basis:
    """That an application rests on a piece of evidence. own: it is about nothing else, being made of this very result.

    open_doubt, doubted: whether a doubt about this evidence is open, or was ever raised.
    """

    level: int
    own: bool
    declined: bool
    open_doubt: bool
    doubted: bool


def _resting(people: Collection[UUID], body: Body) -> Mapping[tuple[UUID, str], list[_Basis]]:
    """The applications that rest on each piece of evidence, by the person and its reference."""
    found: dict[tuple[UUID, str], list[_Basis]] = defaultdict(list)
    applications = Application.objects.filter(person__in=people, body=body).order_by().prefetch_related("doubts")
    for one in applications:
        own = f"paper:{one.evidence['result']}"
        doubts = [(doubt.reference or own, doubt.settled_at is None) for doubt in one.doubts.all()]
        for ref in rests_on(one):
            about = [is_open for about, is_open in doubts if about == ref]
            declined = one.status == Application.Status.DECLINED
            found[one.person_id, ref].append(
                _Basis(one.level_id, own=ref == own, declined=declined, open_doubt=any(about), doubted=bool(about))
            )
    return found


def rests_on(application: Application) -> list[str]:
    """The references of the evidence that an application rests on."""
    if "rests_on" in application.evidence:
        return [one["reference"] for one in application.evidence["rests_on"]]
    return [f"paper:{application.evidence['result']}"]


def resting_on(results: Collection[object]) -> dict[str, list[tuple[Application, str]]]:
    """The applications that rest on each of these results, by its id, each with the reference that a doubt has to name.

    None is named where the application was made for this result. What was declined rests on nothing. One query.
    """
    told = {f"paper:{result}": str(result) for result in results}
    people = Evidence.objects.filter(reference__in=told).values("person")
    asked = Q(evidence__result__in=list(told.values())) | Q(evidence__has_key="rests_on", person__in=people)
    found: dict[str, list[tuple[Application, str]]] = defaultdict(list)
    applications = Application.objects.filter(asked).exclude(status=Application.Status.DECLINED)
    for one in applications.select_related("body", "person", "level", "award", "renews").order_by("level__order", "pk"):
        for ref in rests_on(one):
            if ref in told:
                found[told[ref]].append((one, ref if "rests_on" in one.evidence else ""))
    return found


def _as_it_counts(item: Item, bases: Iterable[_Basis], level: Level | None) -> Item | None:
    """The item with what stands against it; None where it does not count.

    A pass on which a registrar decided in the negative counts no more for that level; one that was in doubt as well, and on
    which nothing rests any longer, for none.
    """
    bases = list(bases)
    standing = [basis for basis in bases if not basis.declined]
    if level is not None and any(basis.declined and basis.own and basis.level == level.pk for basis in bases):
        return None
    if not standing and any(basis.doubted for basis in bases):
        return None
    if level is not None:
        standing = [basis for basis in standing if basis.level == level.pk] or standing
    return replace(item, in_doubt=any(basis.open_doubt for basis in standing))


def _awards(people: Collection[UUID], body: Body) -> Iterable[Award]:
    overturned = Appeal.objects.filter(answer__outcome=AppealAnswer.Outcome.UPHELD, event__isnull=False)
    events = AwardEvent.objects.exclude(pk__in=overturned.values("event")).order_by("at", "pk")
    ends = Q(verb__in=(*MARRING, Verb.SURRENDERED, Verb.DECEASED))
    awards = Award.objects.filter(person__in=people, body=body).exclude(status=Status.UNDONE)
    awards = awards.select_related("level").order_by("valid_from", "pk")
    awards = awards.prefetch_related(Prefetch("events", events.filter(ends), to_attr="turns"))
    for award in awards:
        award.body = body
        yield award


def _held(awards: Iterable[Award], body: Body, today: datetime.date) -> Iterable[Held]:
    """Awards of one person as requirements read them. One that follows on another of its level goes on from it."""
    run: dict[int, tuple[datetime.date, datetime.date]] = {}
    for award in awards:
        turns: list[AwardEvent] = award.turns  # type: ignore[attr-defined]
        since, last = run.get(award.level_id, (award.valid_from, award.valid_from))
        if award.valid_from > last + ONE_DAY:
            since = award.valid_from
        until = award.valid_until
        if Status(award.status) not in STANDING and turns:
            until = min(until, timezone.localdate(turns[-1].at, body.zone))
        run[award.level_id] = since, max(last, until)
        marred = tuple(timezone.localdate(turn.at, body.zone) for turn in turns if turn.verb in MARRING)
        state = state_of(Status(award.status), term_of(award.valid_until, award.level, today))
        yield Held(award.level.code, since, award.valid_until, state in IN_FORCE, marred)
