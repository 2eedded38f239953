"""What a level asks for to renew an award of it, and how that stands. Reads in a fixed number of queries, writes nothing.

Evidence counts for a renewal from the first day of the term that is being renewed, and only where neither the grant nor an
earlier renewal of the level rested on it.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone

from accounts.accreditation import standing
from accounts.accreditation.life import Verb
from accounts.accreditation.models import Award, AwardEvent, EvidenceUse, Level, Purpose
from accounts.accreditation.requirements import Item, Judged, Record, Rule, judge, read
from accounts.models import Body

Key = tuple[UUID, int]
"""A person and a level."""


@dataclass(frozen=True)
class Renewal:
    """How the renewal of an award stands today.

    since: the first day of the term, from which evidence counts; record: what does.
    """

    award: Award
    rule: Rule
    judged: Judged
    record: Record
    since: datetime.date

    @property
    def met(self) -> bool:
        """Whether nothing is missing."""
        return self.judged.met


def rule_for(level: Level, day: datetime.date | None = None) -> Rule | None:
    """What a renewal asks for on a day (None: today); None where nothing is, so that the registrar decides."""
    rule = standing.rule_of(level, day, Purpose.RENEWAL)
    return rule if any(rule.leaves()) else None


def rules_of(body: Body) -> dict[int, Rule]:
    """What a renewal asks for today, by the level; without the levels that ask for nothing. One query."""
    found = {level: read(written) for level, written in standing.written_of(body, purpose=Purpose.RENEWAL).items()}
    return {level: rule for level, rule in found.items() if any(rule.leaves())}


def renewal_of(award: Award) -> Renewal | None:
    """How the renewal of this award stands; None where its level has no rules for it."""
    return renewals_of([award], award.body).get(award.pk)


def renewals_of(awards: Collection[Award], body: Body, rules: Mapping[int, Rule] | None = None) -> dict[UUID, Renewal]:
    """The same of several awards of a body, by their ids; in as many queries as for one.

    rules: what is judged by; None: what is in force today.
    """
    if not awards:
        return {}
    rules = rules_of(body) if rules is None else rules
    ruled = [award for award in awards if award.level_id in rules]
    if not ruled:
        return {}
    people = {award.person_id for award in ruled}
    levels = {award.level for award in ruled}
    records = standing.records_by_level(people, body, levels)
    events = _renewals(people, body)
    used = _used(people, body)
    found = {}
    for award in ruled:
        since = _term_began(award, events, body)
        taken = used[award.person_id, award.level_id]
        record = as_of_term(records[award.level][award.person_id], since, taken)
        rule = rules[award.level_id]
        found[award.pk] = Renewal(award, rule, judge(rule, record), record, since)
    return found


def as_of_term(record: Record, since: datetime.date, taken: Collection[str]) -> Record:
    """The record without the evidence from before this day, and without what has been used (by its references)."""
    items = tuple(item for item in record.items if item.day >= since and not _references(item) & set(taken))
    return replace(record, items=items)


def _references(item: Item) -> set[str]:
    """Its own reference, and those of what it took the place of when a paper was marked again."""
    return {item.ref, *item.details.get("replaces", ())}


def _renewals(people: Collection[UUID], body: Body) -> list[AwardEvent]:
    """Every renewal of an award of these people, earliest first."""
    found = AwardEvent.objects.filter(award__person__in=people, award__body=body, verb=Verb.RENEWED)
    return list(found.select_related("award").order_by("at", "pk"))


def _used(people: Collection[UUID], body: Body) -> Mapping[Key, set[str]]:
    """The references of what a grant or a renewal of a level rested on, by person and level."""
    found: dict[Key, set[str]] = defaultdict(set)
    uses = EvidenceUse.objects.filter(award__person__in=people, award__body=body)
    for person, level, ref in uses.values_list("award__person", "award__level", "evidence__reference"):
        found[person, level].add(ref)
    return found


def _term_began(award: Award, events: Iterable[AwardEvent], body: Body) -> datetime.date:
    """The first day of the term that runs: the day after the end that was renewed last, or the beginning of the award."""
    last = next((one for one in reversed(list(events)) if one.award_id == award.pk), None)
    if last is None:
        return award.valid_from
    if last.end_before is None:
        return timezone.localdate(last.at, body.zone)
    return last.end_before + datetime.timedelta(days=1)
