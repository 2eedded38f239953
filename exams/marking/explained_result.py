"""A result as its candidate reads it: each question, what was given, what it earned and why."""

from __future__ import annotations

import dataclasses
import decimal
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import get_language

from accounts.accreditation.models import Application
from exams import scenarios
from exams.bank.commentary import Notes, notes
from exams.bank.kinds import kind_of
from exams.bank.presenting import Asked, Explained, asked
from exams.marking.marks import Place, plain
from exams.marking.models import AnswerMark, Regrade, Result
from exams.marking.regrades.words import explained_since, of_result
from exams.marking.results import applications_of
from exams.marking.written.rubrics import rows
from exams.papers.models import PaperQuestion, Topic
from exams.papers.places import questions_of
from laws.rulings.editions import EDITIONS

LOST = frozenset({"wrong", "part", "unanswered"})
"""How a question went that did not earn all its marks."""
_TOLD_WITH_THE_KEY = (AnswerMark.Adjusted.KEY, AnswerMark.Adjusted.ACCEPTED)


@dataclass(frozen=True)
class Part:
    """An item of a rubric with the points it earned."""

    part: str | Promise
    text: str
    provision: str
    points: int | float
    most: int


@dataclass(frozen=True)
class Ruling:
    """A written ruling with what people gave for it; their names are not in it."""

    text: str
    parts: list[Part]
    comments: list[str]


@dataclass(frozen=True)
class ExplainedQuestion:
    """One question of the paper as the candidate reads it afterwards.

    how: `right`, `part`, `wrong`, `unanswered` or `dropped`. adjusted: in words, what was laid down since about what it earns;
    of another key, or another answer that is accepted, the explanation itself tells. same: what two candidates have in common
    to whom the same is explained of it; their pages need it written only once.
    """

    question: PaperQuestion
    number: int
    how: str
    asked: Asked
    explained: Explained
    remarks: Notes
    edition: str
    topic: str
    marks: int | float
    out_of: int
    adjusted: str
    ruling: Ruling | None
    same: str


class Reviewed(Protocol):
    """A question as a page reads it afterwards: its number, and how it went."""

    @property
    def number(self) -> int:
        """Its place in the paper, from 1."""

    @property
    def how(self) -> str:
        """As `ExplainedQuestion` has it."""


def with_next_lost(reviewed: Sequence[Reviewed]) -> list[tuple[Reviewed, int | None]]:
    """Each question with the number of the next one after it that lost marks; None after the last of those."""
    found: list[tuple[Reviewed, int | None]] = []
    onward = None
    for question in reversed(reviewed):
        found.append((question, onward))
        if question.how in LOST:
            onward = question.number
    return found[::-1]


def lost(reviewed: Sequence[Reviewed]) -> list[int]:
    """The numbers of the questions that lost marks."""
    return [question.number for question in reviewed if question.how in LOST]


def explained_questions(result: Result) -> list[ExplainedQuestion]:
    """Every question of the result's paper, in its order."""
    titles = {row["topic"]: row["title"] for row in result.by_topic}
    paper = result.attempt.paper
    asked_for = {question.pk: question for question in questions_of(paper.pk)}
    marks = list(result.answer_marks.select_related("settlement").order_by())
    for mark in marks:
        mark.paper_question = asked_for[mark.paper_question_id]
    marks.sort(key=lambda mark: mark.paper_question.position)
    contents = [mark.paper_question.version.content for mark in marks]
    remarks = notes(contents, paper.edition, result.attempt.day)
    since = of_result(result, [mark.paper_question.version_id for mark in marks])
    return [
        _explained_question(mark, titles, said, since, partial=paper.partial_credit)
        for mark, said in zip(marks, remarks, strict=True)
    ]


def application_of(result: Result, results: Sequence[Result]) -> Application | None:
    """What a pass of this attempt applied for, the last time if it was won back, at the lowest level of several.

    results: all of the attempt's.
    """
    made = applications_of(result.attempt.entry.person, [one.pk for one in results])
    return made[0] if made else None


@dataclass(frozen=True)
class ToStudy:
    """A path of the law on which marks were lost, in words, with what decides on it.

    procedure: whose interview takes one through it; empty where the edition has none. questions: the numbers of those that
    took the path. path: by the name that the engine has for it today.
    """

    words: str
    decides: tuple[str, ...]
    edition: str
    procedure: str
    questions: list[int]
    path: str = ""


class Answered(Protocol):
    """A question that was answered, as `ExplainedQuestion` tells it, of a paper or of a sample."""

    @property
    def how(self) -> str:
        """How it went."""

    @property
    def number(self) -> int:
        """Its number in the paper."""

    @property
    def topic(self) -> str:
        """What its topic is called."""

    @property
    def edition(self) -> str:
        """Of the laws."""

    @property
    def question(self) -> Place:
        """Its place."""


def to_study(result: Result, reviewed: Iterable[Answered] = ()) -> list[dict[str, Any]]:
    """The topics in which marks were lost, the weakest first, with the laws the syllabus names for them, and the paths."""
    return study(result.by_topic, result.body_id, reviewed)


def study(by_topic: Iterable[Mapping[str, Any]], body: UUID, reviewed: Iterable[Answered]) -> list[dict[str, Any]]:
    """The same of rows as a result keeps them. One query."""
    lost = sorted((row for row in by_topic if row["marks"] < row["out_of"]), key=lambda row: row["percent"])
    laws = dict(Topic.objects.filter(body=body, slug__in=[row["topic"] for row in lost]).values_list("slug", "laws"))
    paths = _paths_to_study(reviewed)
    return [{**row, "laws": laws.get(row["topic"], []), "paths": paths.get(row["title"], [])} for row in lost]


def _paths_to_study(reviewed: Iterable[Answered]) -> Mapping[str, list[ToStudy]]:
    """By the title of the topic, the paths of the questions that lost marks, each once; a written question has none."""
    found: dict[str, dict[str, ToStudy]] = defaultdict(dict)
    for one in reviewed:
        if one.how not in ("wrong", "part", "unanswered"):
            continue
        path = one.question.version.content.get("receipt", {}).get("path", "")
        reason = scenarios.reason_of(path) if path else None
        if reason is None:
            continue
        procedure = path.partition("/")[0]
        known = EDITIONS[one.edition].procedures if one.edition in EDITIONS else {}
        new = ToStudy(
            reason.case, reason.cites, one.edition, procedure if procedure in known else "", [], scenarios.way_of(path)
        )
        found[one.topic].setdefault(reason.case, new).questions.append(one.number)
    return {topic: list(paths.values()) for topic, paths in found.items()}


def by_topic(result: Result) -> list[dict[str, Any]]:
    """The rows of the result, each with its floor where the paper has one for that very topic."""
    floors = result.attempt.paper.floors
    missed = {row["topic"] for row in result.floors_missed}
    return [{**row, "floor": floors.get(row["topic"]), "missed": row["topic"] in missed} for row in result.by_topic]


def _explained_question(
    mark: AnswerMark, titles: dict[str, str], remarks: Notes, since: Mapping[UUID, list[Regrade]], *, partial: bool
) -> ExplainedQuestion:
    version = mark.paper_question.version
    told, ruling = explained_since(version, since.get(version.pk, ()), mark.answer), None
    if kind_of(version.content).by_people:
        # The ruling and its points are told apart from the rest, each in a form of its own.
        told, ruling = dataclasses.replace(told, chosen=[], rubric=[]), _ruling(mark)
    return ExplainedQuestion(
        question=mark.paper_question,
        number=mark.paper_question.position,
        how=_how(mark),
        asked=asked(version, partial=partial),
        explained=told,
        remarks=remarks,
        edition=version.edition,
        topic=titles.get(version.topic, version.topic_words),
        marks=plain(mark.marks),
        out_of=mark.out_of,
        adjusted="" if mark.adjusted in _TOLD_WITH_THE_KEY and told.since else mark.get_adjusted_display(),
        ruling=ruling,
        same=_same(mark, remarks, told),
    )


def _same(mark: AnswerMark, remarks: Notes, told: Explained) -> str:
    """The version, the answer, and the notes as they read. What was laid down since, or given by people, one is told alone."""
    if told.since or mark.settlement_id or mark.adjusted:
        return f"mark {mark.pk}"
    said = [(one.remark.version, one.remark.official_version, one.key) for one in remarks.shown]
    return f"{get_language()} {mark.paper_question.version_id} {mark.answer!r} {said} {remarks.more} {remarks.key}"


def _how(mark: AnswerMark) -> str:
    if not mark.out_of:
        return "dropped"
    if mark.marks == mark.out_of:
        return "right"
    if mark.marks > 0:
        return "part"
    return "unanswered" if mark.answer is None else "wrong"


def _ruling(mark: AnswerMark) -> Ruling:
    settled = mark.settlement
    points = {part["id"]: part["points"] for part in settled.parts} if settled else {}
    return Ruling(
        text=mark.answer or "",
        parts=[
            Part(row.part, row.text, row.provision, plain(decimal.Decimal(str(points.get(row.id, 0)))), row.most)
            for row in rows(mark.paper_question.version.content)
        ],
        comments=list(settled.comments) if settled else [],
    )
