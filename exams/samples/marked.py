"""Marking what a visitor answers to a sample: in the request that brings it, as a paper is marked, and never stored."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from accounts.models import Body
from exams.bank.commentary import Notes, notes
from exams.bank.kinds import Unreadable, kind_of
from exams.bank.presenting import Asked, Explained, Given, asked, explained, given
from exams.marking.explained_result import study
from exams.marking.marks import Earned, Marked, earned, plain, verdict
from exams.papers.models import Topic
from exams.papers.syllabus import called
from exams.practice.sheets import Printed
from exams.samples.models import Drawing


@dataclass(frozen=True)
class Version(Printed):
    """A table of a sample as marks, pages and paper read a question."""

    topic: str


@dataclass(frozen=True)
class Place:
    """Its place in the sample. version_id: nothing has ever been laid down about it."""

    position: int
    marks: int
    version: Version
    version_id: None = None

    @property
    def pk(self) -> int:
        """By which it is found."""
        return self.position

    @property
    def prefix(self) -> str:
        """Before the names of its fields on the page, which asks all questions."""
        return f"q{self.position}-"

    @property
    def by_people(self) -> bool:
        """Whether examiners mark it in an exam, so that nothing marks it here."""
        return kind_of(self.version.content).by_people


@dataclass(frozen=True)
class Answer:
    """What was given to a question. read: its one spelling, None for nothing; fault: why what was typed cannot be read."""

    typed: str
    read: str | None
    fault: str = ""


@dataclass(frozen=True)
class Shown:
    """A question as it is asked on the page, with what has been given to it."""

    place: Place
    asked: Asked
    given: Given


@dataclass(frozen=True)
class Reviewed:
    """A question afterwards. how: `right`, `part`, `wrong`, `unanswered`, or `people` where nothing marks it here."""

    question: Place
    number: int
    how: str
    asked: Asked
    explained: Explained
    remarks: Notes
    topic: str
    edition: str
    marks: int | float
    out_of: int


def places(drawing: Drawing) -> list[Place]:
    """The questions of a sample, in order."""
    return [
        Place(number, one["marks"], Version(f"{drawing.pk}/{number}", one["content"], one["topic"]))
        for number, one in enumerate(drawing.asked, start=1)
    ]


def shown(drawing: Drawing, answers: Mapping[int, Answer] | None = None) -> list[Shown]:
    """The questions to answer; with answers, as they were typed."""
    held = answers or {}
    return [shown_at(one, held.get(one.position), partial=drawing.partial_credit) for one in places(drawing)]


def shown_at(place: Place, answer: Answer | None = None, *, partial: bool) -> Shown:
    """One question to answer; with an answer, as it was typed."""
    told = dataclasses.replace(asked(place.version, partial=partial), prefix=place.prefix)
    if answer is None:
        return Shown(place, told, given(place.version))
    typed = answer.typed if answer.fault else None
    return Shown(place, told, given(place.version, answer.read, typed=typed, fault=answer.fault))


def answers_in(drawing: Drawing, fields: QueryDict) -> dict[int, Answer]:
    """What a form holds, by the number of the question. Raises exams.bank.kinds' NotOffered for what no page of ours sends."""
    return {one.position: _answer(one, fields) for one in places(drawing)}


def _answer(place: Place, fields: QueryDict) -> Answer:
    own = QueryDict(mutable=True)
    for name, values in fields.lists():
        if name.startswith(place.prefix):
            own.setlist(name.removeprefix(place.prefix), values)
    content = place.version.content
    kind = kind_of(content)
    typed = kind.sent(content, own)
    try:
        return Answer(typed, kind.read(content, typed) if typed.strip() else None)
    except Unreadable as fault:
        return Answer(typed, None, str(fault))


@dataclass(frozen=True)
class Outcome:
    """A sample that was answered. marked: None where people would mark all of it."""

    marked: Marked | None
    topics: list[dict[str, Any]]
    reviewed: list[Reviewed]
    to_study: list[dict[str, Any]]


def outcome(drawing: Drawing, body: Body, answers: Mapping[int, Answer], day: dt.date) -> Outcome:
    """Mark it by the terms of the paper and explain every question by the law of the day. Writes nothing."""
    asked_for, titles = places(drawing), Topic.objects.titles(body)
    rows = {
        one.position: earned(one, answers[one.position].read, paper=drawing) for one in asked_for if not one.by_people
    }
    marked = verdict(drawing, list(rows.values()), titles) if rows else None
    remarks = notes([one.version.content for one in asked_for], drawing.edition, day)
    reviewed = [
        _reviewed(one, answers[one.position].read, rows.get(one.position), said, titles, drawing)
        for one, said in zip(asked_for, remarks, strict=True)
    ]
    by_topic = marked.by_topic if marked else []
    missed = {row["topic"] for row in marked.floors_missed} if marked else set()
    topics = [{**row, "floor": drawing.floors.get(row["topic"]), "missed": row["topic"] in missed} for row in by_topic]
    return Outcome(marked, topics, reviewed, study(by_topic, body.pk, reviewed))


def _reviewed(
    place: Place, answer: str | None, row: Earned | None, remarks: Notes, titles: Mapping[str, str], drawing: Drawing
) -> Reviewed:
    return Reviewed(
        question=place,
        number=place.position,
        how=_how(row),
        asked=asked(place.version, partial=drawing.partial_credit),
        explained=explained(place.version, answer),
        remarks=remarks,
        topic=called(titles, place.version.topic),
        edition=drawing.edition,
        marks=plain(row.marks) if row else 0,
        out_of=place.marks,
    )


def _how(row: Earned | None) -> str:
    if row is None:
        return "people"
    if row.marks == row.out_of:
        return "right"
    if row.marks > 0:
        return "part"
    return "unanswered" if row.answer is None else "wrong"


def faults(answers: Mapping[int, Answer]) -> Sequence[int]:
    """The numbers of the questions whose answer cannot be read."""
    return [number for number, one in answers.items() if one.fault]
