"""What an attempt earns: pure of any writing, so that a result and the dry run of a regrade are worked out alike."""

from __future__ import annotations

import decimal
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from exams.bank.kinds import kind_of
from exams.marking.models import AnswerMark, Result, Settlement
from exams.papers.models import PaperQuestion, Topic
from exams.papers.places import questions_of
from exams.papers.syllabus import called
from exams.sittings.models import Attempt

Adjusted = AnswerMark.Adjusted


class NothingCounts(ValueError):
    """No question of the paper counts any more, so there is nothing to be in percent of."""


class Unsettled(ValueError):
    """People have not settled yet what a written ruling earns."""


class Question(Protocol):
    """What has a topic and a stored content to be marked by: the version of a question, or a table that was practised."""

    @property
    def topic(self) -> str:
        """The topic it is reported under, by its slug."""

    @property
    def content(self) -> Any:
        """As `exams.bank.kinds` reads it."""


class Place(Protocol):
    """A question's place in a paper, or in a mock exam."""

    @property
    def pk(self) -> Any:
        """By which what people gave for it is found."""

    @property
    def marks(self) -> int:
        """What it is worth."""

    @property
    def version_id(self) -> Any:
        """By which what was laid down about the question is found."""

    @property
    def version(self) -> Question:
        """The question."""


class Terms(Protocol):
    """What an attempt is marked by: those of its paper, or of a mock exam."""

    @property
    def pk(self) -> Any:
        """Its id, to name it in an error."""

    @property
    def pass_mark(self) -> int:
        """In percent."""

    @property
    def floors(self) -> Any:
        """By topic, the least share in percent."""

    @property
    def partial_credit(self) -> bool:
        """Whether an answer that is right in part earns a part."""

    def lineage(self, topic: str) -> tuple[str, ...]:
        """The topic, then those above it."""


@dataclass(frozen=True)
class Adjustments:
    """What is laid down after the sitting about questions, each by the id of its version.

    dropped: counts for nobody, and neither do its marks. full: everybody earns all of its marks. accepted: answers (as
    their kind reads them) that earn all marks besides the key. keys: the key that replaces the one stored. Where several
    name one question, the first in this order counts.
    """

    dropped: frozenset[uuid.UUID] = frozenset()
    full: frozenset[uuid.UUID] = frozenset()
    accepted: Mapping[uuid.UUID, frozenset[str]] = field(default_factory=dict)
    keys: Mapping[uuid.UUID, Any] = field(default_factory=dict)


AS_SET = Adjustments()
"""Nothing was adjusted: the paper as it was set."""


@dataclass(frozen=True)
class Earned:
    """What one question earned. question: its place, as it was handed in. out_of: zero where it was dropped.

    adjusted: what was laid down, if it mattered here. settlement: what people gave for a written ruling.
    """

    question: Any
    answer: str | None
    marks: decimal.Decimal
    out_of: int
    adjusted: str = ""
    settlement: Settlement | None = None


@dataclass(frozen=True)
class Marked:
    """A whole attempt marked. by_topic and floors_missed are as `Result` keeps them."""

    earned: Sequence[Earned]
    marks: decimal.Decimal
    out_of: int
    passed: bool
    by_topic: list[dict[str, Any]]
    floors_missed: list[dict[str, Any]]

    @property
    def percent(self) -> decimal.Decimal:
        """The whole in percent, rounded down."""
        return percent(self.marks, self.out_of)


def mark_answers(
    attempt: Attempt,
    adjustments: Adjustments = AS_SET,
    *,
    asked: Sequence[PaperQuestion] | None = None,
    titles: Mapping[str, str] | None = None,
) -> Marked:
    """Mark what an attempt answered, by its paper and what was adjusted since. Writes nothing.

    asked: the questions of its paper with their versions, in order. titles: what the body calls its topics, by slug. Whoever
    marks many attempts reads them once and hands them in. Raises Unsettled while a written ruling waits for people, and
    NothingCounts.
    """
    paper = attempt.paper
    if asked is None:
        asked = questions_of(paper.pk)
    if titles is None:
        titles = Topic.objects.titles(attempt.body_id)
    # From the events, which the database lets nobody change: of one question's events the last counts.
    chosen = dict(attempt.events.order_by("sequence").values_list("paper_question_id", "answer"))
    settled = settlements_of(attempt, asked)
    rows = [
        earned(
            question,
            chosen.get(question.pk),
            adjustments,
            paper=paper,
            settlement=settled.get(question.pk),
        )
        for question in asked
    ]
    return verdict(paper, rows, titles)


def settlements_of(attempt: Attempt, asked: Sequence[PaperQuestion]) -> dict[int, Settlement]:
    """What people gave for the attempt's written rulings, by the question's place: of each script the latest."""
    if not any(kind_of(question.version.content).by_people for question in asked):
        return {}
    found = Settlement.objects.filter(script__attempt=attempt).select_related("script").order_by("number")
    return {settlement.script.paper_question_id: settlement for settlement in found}


def earned(
    question: Place,
    answer: str | None,
    adjustments: Adjustments = AS_SET,
    *,
    paper: Terms,
    settlement: Settlement | None = None,
) -> Earned:
    """What this answer earns at this place of the paper. Raises Unsettled."""
    version, out_of = question.version_id, question.marks
    if version in adjustments.dropped:
        return Earned(question, answer, decimal.Decimal(0), 0, Adjusted.DROPPED)
    if version in adjustments.full:
        return Earned(question, answer, decimal.Decimal(out_of), out_of, Adjusted.FULL)
    if answer is not None and answer in adjustments.accepted.get(version, ()):
        return Earned(question, answer, decimal.Decimal(out_of), out_of, Adjusted.ACCEPTED)
    if kind_of(question.version.content).by_people and answer is not None:
        if settlement is None:
            raise Unsettled(question.pk)
        again = settlement.how == Settlement.How.REMARKED
        return Earned(question, answer, settlement.marks, out_of, Adjusted.REMARKED if again else "", settlement)
    content, adjusted = question.version.content, ""
    if version in adjustments.keys:
        content, adjusted = {**content, "key": adjustments.keys[version]}, Adjusted.KEY
    marks = kind_of(content).marks(content, answer, out_of, partial=paper.partial_credit)
    return Earned(question, answer, marks, out_of, adjusted)


def verdict(paper: Terms, earned: Sequence[Earned], titles: Mapping[str, str]) -> Marked:
    """Add up, compare with the pass mark and with the floors: all by the paper's terms, whatever has been changed since.

    What each question earned comes in to the hundredth, as it is stored and shown. From there on all is exact: a rounded
    percentage never decides, and a candidate who adds the marks up finds the same.
    """
    marks = sum((one.marks for one in earned), start=decimal.Decimal(0))
    out_of = sum(one.out_of for one in earned)
    if not out_of:
        raise NothingCounts(paper.pk)
    topics = _by_topic(earned, titles)
    missed = _floors_missed(paper, topics, titles)
    return Marked(
        earned=earned,
        marks=marks,
        out_of=out_of,
        passed=marks * 100 >= paper.pass_mark * out_of and not missed,
        by_topic=[{**row, "marks": plain(row["marks"])} for row in topics],
        floors_missed=missed,
    )


def worth(of: Marked | Result) -> tuple[bool, Fraction]:
    """By what one outcome of an attempt is better than another: passed or not, then the exact share of the marks.

    A pass outweighs marks, because a floor may hang on a topic.
    """
    return of.passed, Fraction(of.marks) / of.out_of


def _floors_missed(paper: Terms, topics: Iterable[dict[str, Any]], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """The topics in which less was earned than the paper asks. A topic's floor counts what stood under it as well."""
    rows = []
    for slug, floor in paper.floors.items():
        under = [row for row in topics if slug in paper.lineage(row["topic"])]
        marks, out_of = sum(row["marks"] for row in under), sum(row["out_of"] for row in under)
        if out_of and marks * 100 < floor * out_of:
            short = {"percent": int(marks * 100 // out_of), "floor": floor}
            rows.append({"topic": slug, "title": called(titles, slug), **short})
    return rows


def _by_topic(earned: Iterable[Earned], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Marks earned and possible in each topic of the paper, in the order in which it comes to them.

    The title is stored as well: the syllabus may be reworded, a result may not. A topic of which every question was
    dropped has nothing to be in percent of, and is left out.
    """
    topics: dict[str, dict[str, Any]] = {}
    for one in earned:
        version = one.question.version
        row = topics.setdefault(
            version.topic,
            {
                "topic": version.topic,
                "title": called(titles, version.topic),
                "marks": decimal.Decimal(0),
                "out_of": 0,
            },
        )
        row["marks"] += one.marks
        row["out_of"] += one.out_of
    rows = [row for row in topics.values() if row["out_of"]]
    for row in rows:
        row["percent"] = int(row["marks"] * 100 // row["out_of"])
    return rows


# --- Marks as numbers that people and JSON read: exact inside, plain outside ------------------------------------------


HUNDREDTH = decimal.Decimal("0.01")


def plain(value: decimal.Decimal | int) -> int | float:
    """A mark without trailing zeros: 1, 0.5, 2.33."""
    return int(value) if value == int(value) else float(value)


def hundredths(value: decimal.Decimal) -> decimal.Decimal:
    """A mark as it is stored, halves rounded up."""
    return value.quantize(HUNDREDTH, rounding=decimal.ROUND_HALF_UP)


def percent(marks: decimal.Decimal | int, out_of: int) -> decimal.Decimal:
    """Marks in percent, rounded down to hundredths, so that no pass mark is shown that was not reached."""
    return (decimal.Decimal(marks) * 100 / out_of).quantize(HUNDREDTH, rounding=decimal.ROUND_DOWN)
