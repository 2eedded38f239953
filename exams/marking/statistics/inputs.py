"""From the tables to plain values: the counted results of a sitting, in a fixed number of queries."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from exams.bank.kinds import kind_of
from exams.bank.models import QuestionVersion
from exams.marking.models import AnswerMark, Regrade, Result
from exams.marking.regrades.remedies import key_from
from exams.marking.statistics.scripts import Item, Response, Script, Test
from exams.papers.models import PaperQuestion
from exams.sittings.models import AnswerEvent, RoomEvent, Sitting

STOPS = (RoomEvent.Kind.PAUSED, RoomEvent.Kind.GOES_ON, RoomEvent.Kind.BREAK, RoomEvent.Kind.BREAK_OVER)
UNTOLD = (AnswerMark.Adjusted.FULL, AnswerMark.Adjusted.DROPPED)
"""Marks that say nothing of who could answer the question. Neither do those beside them in the same sitting: who loses or
gains nothing by such a regrade keeps the result that they have, so that only these are left without the note of it."""
OPENING = 120
"""So much of a question's first paragraph tells it apart in a list."""


def counted(sitting: Sitting) -> QuerySet[Result]:
    """The results that statistics rest on: of each attempt the latest, none that is void."""
    return Result.objects.current().counting().filter(attempt__entry__sitting=sitting)


def inputs(sitting: Sitting) -> str:
    """A digest of the results that would be counted now; results never change, so their ids say all."""
    ids = sorted(str(pk) for pk in counted(sitting).values_list("pk", flat=True))
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()


def gather(sitting: Sitting) -> Test:
    """The items and scripts of a sitting. What was dropped afterwards for some counts for nothing in their scripts, but what
    they answered is kept; what was dropped for all is not among the items.
    """
    results = list(counted(sitting).select_related("attempt__entry").order_by("attempt"))
    numbers = _numbers(results)
    rows = AnswerMark.objects.filter(result__in=[result.pk for result in results])
    marks: dict[uuid.UUID, list[tuple[int, str | None, float, bool]]] = defaultdict(list)
    answers: dict[int, set[str]] = defaultdict(set)
    adjusted: dict[int, set[str]] = defaultdict(set)
    for result_id, place_id, answer, given, how in rows.values_list(
        "result_id", "paper_question_id", "answer", "marks", "adjusted"
    ):
        adjusted[place_id].add(how)
        marks[result_id].append((place_id, answer, float(given), how == AnswerMark.Adjusted.DROPPED))
        answers[place_id].update([answer] if answer is not None else [])
    places = PaperQuestion.objects.in_bulk(adjusted)
    versions = QuestionVersion.objects.in_bulk({place.version_id for place in places.values()})
    met = [places[place_id] for place_id, how in adjusted.items() if how != {AnswerMark.Adjusted.DROPPED}]
    by_version = (_by_version(places, answers), _by_version(places, adjusted))
    items = _items(sitting, met, versions, _laid_down(sitting), *by_version)
    seconds = _seconds(sitting, results)

    scripts = []
    for result in results:
        responses: dict[str, Response] = {}
        dropped: dict[str, Response] = {}
        for place_id, answer, earned, is_dropped in marks[result.pk]:
            place = places[place_id]
            kind = kind_of(versions[place.version_id].content)
            (dropped if is_dropped else responses)[str(place.version_id)] = Response(
                marks=earned,
                out_of=place.marks,
                answer=answer,
                chosen=kind.chosen(answer),
                seconds=seconds[result.attempt_id].get(place_id),
            )
        if responses:
            entry = result.attempt.entry
            form = str(entry.own_paper_id or sitting.paper_id)
            scripts.append(Script(numbers[result.pk], form, responses, result.passed, dropped))
    paper = sitting.paper
    return Test(items=items, scripts=scripts, pass_mark=paper.pass_mark, minutes=paper.minutes)


def _numbers(results: list[Result]) -> Mapping[uuid.UUID, int]:
    """The number under which each candidate stands in a table without names: the one drawn for the sitting.

    Where none was drawn for somebody, all are numbered in the order of the attempts' ids, which are random.
    """
    drawn = [result.attempt.entry.number for result in results]
    if all(number is not None for number in drawn):
        return {result.pk: result.attempt.entry.number or 0 for result in results}
    return {result.pk: number for number, result in enumerate(results, start=1)}


def _laid_down(sitting: Sitting) -> Mapping[uuid.UUID, list[Regrade]]:
    """The regrades in force that say what is right, by the version they are about: other keys, and answers accepted too."""
    found: dict[uuid.UUID, list[Regrade]] = defaultdict(list)
    applied = Regrade.objects.applied().reaching(sitting)
    for regrade in applied.filter(remedy__in=[Regrade.Remedy.KEY, Regrade.Remedy.ACCEPT]):
        if regrade.remedy == Regrade.Remedy.KEY:
            found[regrade.version_id].clear()
        found[regrade.version_id].append(regrade)
    return found


def _items(
    sitting: Sitting,
    places: Iterable[PaperQuestion],
    versions: Mapping[uuid.UUID, QuestionVersion],
    laid_down: Mapping[uuid.UUID, list[Regrade]],
    answers: Mapping[uuid.UUID, set[str]],
    adjusted: Mapping[uuid.UUID, set[str]],
) -> list[Item]:
    """Each version once: those of the sitting's own paper by its numbers, then those of candidates' own papers.

    answers, adjusted: what was answered to each version, and what was laid down about it.
    """
    found: dict[uuid.UUID, PaperQuestion] = {}
    for place in sorted(places, key=lambda one: (one.paper_id != sitting.paper_id, one.position, one.pk)):
        found.setdefault(place.version_id, place)
    items, number = [], 0
    for version_id, place in found.items():
        number = place.position if place.paper_id == sitting.paper_id else number + 1
        item = _item(versions[version_id], number, place.marks, laid_down.get(version_id, []), answers[version_id])
        items.append(replace(item, untold=next((str(how) for how in UNTOLD if how in adjusted[version_id]), "")))
    return items


def _by_version(places: Mapping[int, PaperQuestion], told: Mapping[int, set[str]]) -> Mapping[uuid.UUID, set[str]]:
    """What is told of places, of all places of each version together."""
    found: dict[uuid.UUID, set[str]] = defaultdict(set)
    for place_id, those in told.items():
        found[places[place_id].version_id] |= those
    return found


def _item(
    version: QuestionVersion, number: int, out_of: int, laid_down: Sequence[Regrade], answers: Collection[str]
) -> Item:
    content = version.content
    kind = kind_of(content)
    keys = [regrade.answer for regrade in laid_down if regrade.remedy == Regrade.Remedy.KEY]
    key = keys[-1] if keys else kind.right(content)
    accepted = [regrade.answer for regrade in laid_down if regrade.remedy == Regrade.Remedy.ACCEPT]
    # Steps to be put in order are options too, but nobody picks one of them instead of another.
    picks = bool(content["options"]) and not kind.steps(content, None)
    if picks:
        # Of several options to choose together another set may be accepted; that makes none of them right by itself.
        right = [*kind.chosen(key), *(accepted if kind.keyed_by == "one" else [])]
    else:
        # Not the marks tell which answers are right: those may have been given to everybody.
        keyed = {**content, "key": key_from(content, key)} if keys else content
        right = [answer for answer in sorted(answers) if answer in accepted or kind.is_right(keyed, answer)]
    return Item(
        id=str(version.pk),
        number=number,
        question=str(version.question_id),
        pair=version.pair,
        topic=version.topic,
        kind=version.kind,
        out_of=out_of,
        options=tuple(option["id"] for option in content["options"]) if picks else (),
        right=tuple(right),
        picks=picks,
        key=key,
        opening=version.opening[:OPENING],
    )


def _seconds(sitting: Sitting, results: list[Result]) -> Mapping[uuid.UUID, Mapping[int, float]]:
    """Seconds on each question of each attempt."""
    attempts = {result.attempt_id: result.attempt for result in results}
    saves: dict[uuid.UUID, list[tuple[int, dt.datetime]]] = defaultdict(list)
    events = AnswerEvent.objects.filter(attempt__in=list(attempts)).order_by("attempt", "sequence")
    for attempt_id, place, at in events.values_list("attempt_id", "paper_question_id", "at"):
        saves[attempt_id].append((place, at))
    everybody: list[dt.datetime] = []
    own: dict[uuid.UUID, list[dt.datetime]] = defaultdict(list)
    for stop in RoomEvent.objects.filter(sitting=sitting, kind__in=STOPS):
        (everybody if stop.attempt_id is None else own[stop.attempt_id]).append(stop.at)
    return {pk: seconds_on(attempt.started_at, saves[pk], [*everybody, *own[pk]]) for pk, attempt in attempts.items()}


# --- Time on a question -----------------------------------------------------------------------------------------------
#
# The site hears of a candidate when an answer is saved. The time between one save and the next (for the first: since the
# start) is taken to have been spent on the question that the later one answers; a question answered several times adds up.
# Reading a question and leaving it, and thinking after the last save, cannot be seen. So that a candidate who leaves the
# table does not seem to think for an hour, one gap counts as ten minutes at most; a gap in which a break or a pause of
# the sitting falls is not counted at all.


LONGEST = 600.0
"""Seconds that one gap counts at most."""


def seconds_on(
    started: dt.datetime, saves: Iterable[tuple[int, dt.datetime]], stops: Sequence[dt.datetime] = ()
) -> dict[int, float]:
    """Seconds on each question: saves are (question, moment) in the order of their sequence.

    stops: moments at which a break or a pause began or ended.
    """
    spent: dict[int, float] = {}
    before = started
    for question, at in saves:
        if not any(before <= stop <= at for stop in stops):
            gap = min(max(0.0, (at - before).total_seconds()), LONGEST)
            spent[question] = spent.get(question, 0.0) + gap
        before = at
    return spent
