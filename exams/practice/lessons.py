"""Going through the lesson of a law: its steps, its tables, its flow chart as far as it is known, the questions at its end.

What a lesson says stands in `exams.scenarios.lessons`. Its steps are the idea, each table, each question of the flow chart
that these tables came through, and up to five questions. Whoever has an account is kept where they are; a guest's step
stands in their session, and the questions are then those that any guest may try.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from exams.practice import exercises
from exams.practice.exercises import NotPractised, Somebody, kept_back, open_for
from exams.practice.models import Learner, Lesson, LessonTable, Memory, Run
from exams.practice.queue import Wanted, least_known
from exams.practice.units import EDITION, Unit, catalogue, levels
from exams.scenarios import NotStagedError, staged
from exams.scenarios import lessons as files
from exams.scenarios.lessons import KIND, Branch, lessons
from laws import library
from laws.assistant import charts
from laws.assistant.addresses import last_day, spoken
from laws.assistant.arranging import arrange
from laws.assistant.charts import Chart, Node, opened, way_through
from laws.assistant.drawing import WIDTHS, draw
from laws.assistant.svg import drawn, in_words
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import FACTS
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.words import NOBODY, fill

QUESTIONS: Final = 5
FACTS_MOST: Final = 1
"""Of the questions at the end so many are about the words of the book, where there are others."""
_TRIES: Final = 6
_SHOWN_ANEW: Final = dt.timedelta(hours=6)
"""How old what is stored of a table's last showing may get."""

Stage = Literal["idea", "table", "chart", "questions"]


class Step(NamedTuple):
    """A step of a lesson: its stage, its number in the whole lesson from nought, and in its stage from one, of how many."""

    stage: Stage
    at: int
    number: int
    total: int


@dataclass(frozen=True)
class Walk:
    """A lesson as it is gone through."""

    lesson: files.Lesson
    steps: Sequence[Step]
    questions: Sequence[tuple[Chart, Node]]

    @property
    def title(self) -> str:
        """That of its first procedure."""
        return EDITIONS[EDITION].procedures[self.lesson.procedures[0]].title

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self.steps[-1].at

    @property
    def stages(self) -> list[Step]:
        """The first step of each stage."""
        return [step for step in self.steps if step.number == 1]


@lru_cache(maxsize=128)
def walk_of(law: str) -> Walk | None:
    """The lesson of a law; None where there is none."""
    lesson = lessons().get(law)
    if lesson is None:
        return None
    questions = list(_questions(lesson))
    counts: dict[Stage, int] = {"idea": 1, "table": len(lesson.branches), "chart": len(questions), "questions": 1}
    of_stage = [(stage, number, total) for stage, total in counts.items() for number in range(1, total + 1)]
    steps = [Step(stage, at, number, total) for at, (stage, number, total) in enumerate(of_stage)]
    return Walk(lesson, steps, questions)


def lessons_of(top: str) -> list[files.Lesson]:
    """The lessons that the page of a law leads to."""
    return [one for one in lessons().values() if one.top == top]


def _questions(lesson: files.Lesson) -> Iterable[tuple[Chart, Node]]:
    """The questions of its charts that its tables come through, each after those that lead to it."""
    for procedure in lesson.procedures:
        chart = next(one for one in charts.charts(EDITION, lesson.top) if one.procedure == procedure)
        passed: set[Node] = set()
        for branch in lesson.branches:
            if branch.procedure == procedure:
                passed.update(one.node for one in way_through(chart.root, _spoken(branch)))
        yield from ((chart, node) for node in charts.nodes(chart.root) if node.branches and node in passed)


def _spoken(branch: Branch) -> dict[str, str]:
    """The answers at its table as charts have them."""
    return {fact: spoken(answer) for fact, answer in branch.answers.items()}


# --- where somebody is ------------------------------------------------------------------------------------------------


class BranchMissing(ValueError):
    """No branch was chosen at a table."""


def kept_of(person: User, law: str) -> Lesson | None:
    """Where a person is in a lesson; None where they have not begun it. One query."""
    return Lesson.objects.select_related("run").filter(learner__person=person, law=law).first()


def going_on(person: User, law: str, brought: Mapping[str, Any] | None = None) -> Lesson:
    """The same, begun now where it was not, and locked until the caller's transaction ends.

    brought: the step and answers of a guest who has signed in since, with which it then begins.
    """
    Lesson.objects.get_or_create(learner=exercises.learner_of(person), law=law, defaults=brought)
    return Lesson.objects.to_move().get(learner__person=person, law=law)


def moved(kept: Lesson, walk: Walk, at: int, sent: Mapping[str, Any]) -> int:
    """Take what a form at a step says, and tell the step to show next. What was said before stays; `kept` is not saved.

    sent: `branch`, the number of the one chosen at a table, or `skip` at one that is not shown; `rest` to open what is left
    of the chart. Raises BranchMissing where a table has none.
    """
    at = min(max(at, 0), kept.step, walk.last)
    step = walk.steps[at]
    if step.stage == "table" and str(step.number) not in kept.answers and "skip" not in sent:
        chosen = str(sent.get("branch", ""))
        if chosen not in {str(number) for number in range(1, step.total + 1)}:
            raise BranchMissing
        kept.answers[str(step.number)] = int(chosen)
        return at
    onward = at + 1
    if step.stage == "chart" and "rest" in sent:
        onward = at - step.number + step.total
    onward = min(onward, walk.last)
    kept.step = max(kept.step, onward)
    return onward


def finished(learner: Learner) -> list[str]:
    """The laws whose lessons a learner has finished, in the order of the law book. One query."""
    done = set(Lesson.objects.filter(learner=learner).finished().values_list("law", flat=True))
    return [law for law in lessons() if law in done]


def begun(learner: Learner) -> dict[str, int]:
    """The step at which each lesson stands that a learner has begun, by its law. One query."""
    return dict(Lesson.objects.filter(learner=learner).values_list("law", "step"))


# --- the tables -------------------------------------------------------------------------------------------------------


def table_of(walk: Walk, number: int, now: dt.datetime | None = None) -> LessonTable:
    """The table at which a branch is shown, staged where there is none yet or its situation is wanted elsewhere.

    Raises NotPractised where the text that it rests on has changed, or none may be shown.
    """
    now = now or timezone.now()
    law, branch = walk.lesson.law, walk.lesson.branches[number - 1]
    open_for(None, branch.path)
    shown = LessonTable.objects.filter(law=law, number=number, unit=branch.path).first()
    if shown is None or kept_back([shown.fingerprint]):
        content = _staged(branch.path, shown)
        fresh = {"unit": branch.path, "fingerprint": content["fingerprint"], "content": content, "shown_at": now}
        shown, _new = LessonTable.objects.update_or_create(law=law, number=number, defaults=fresh)
    elif shown.shown_at < now - _SHOWN_ANEW:
        LessonTable.objects.filter(pk=shown.pk).update(shown_at=now)
    return shown


def _staged(path: str, former: LessonTable | None) -> dict[str, Any]:
    """A table on the path that nobody is to meet in a paper."""
    for number in range(_TRIES):
        seed = f"lesson/{former.fingerprint if former else ''}/{number}"
        try:
            content = staged(path, seed=seed, kinds=[KIND])
        except NotStagedError:
            break
        if not kept_back([content["fingerprint"]]):
            return content
    raise NotPractised


def lines_of(walk: Walk, number: int) -> list[tuple[int, str]]:
    """What the law may do, as it is offered at a table: each branch with its number. Each table has an order of its own, which
    stays, so that where a line stands says nothing.
    """
    lines = [(place, branch.does) for place, branch in enumerate(walk.lesson.branches, start=1)]
    order = random.Random(f"{walk.lesson.law}/{number}")  # noqa: S311 - not for secrets
    return order.sample(lines, len(lines))


@dataclass(frozen=True)
class Fork:
    """A question at which the law forks, and the answer, as they are at a table."""

    question: str
    answer: str


def forks(table: LessonTable, own: Branch, chosen: Branch) -> tuple[list[Fork], list[Fork]]:
    """What makes a table one of its branch, and what would have to be otherwise for the branch that somebody chose."""
    words = _words_at(table, own.procedure)
    return (
        [_fork(words, fact, answer) for fact, answer in own.when.items()],
        [_fork(words, fact, answer) for fact, answer in otherwise(own, chosen)],
    )


def otherwise(own: Branch, chosen: Branch) -> list[tuple[str, str]]:
    """The answers of a chosen branch that its table gives otherwise: where that branch forks, else anywhere on its path.

    Of questions that the table comes to. Any other would be nonsense at it: whether a double is the cheapest sufficient bid.
    """
    if chosen.procedure != own.procedure:
        return []
    answers = own.answers
    for way in (chosen.when, chosen.answers):
        if apart := [(fact, told) for fact, told in way.items() if answers.get(fact, told) != told]:
            return apart
    return []


def _fork(words: Callable[[str], str], fact: str, answer: str) -> Fork:
    return Fork(words(FACTS[fact].question), words(spoken(answer)))


def _words_at(table: LessonTable, procedure: str) -> Callable[[str], str]:
    """How a question is put at a table, with its players and calls; as on the chart where the engine rules otherwise today."""
    try:
        return rule(parse_record(table.content["record"]), procedure).words
    except ValueError:
        return lambda text: fill(text, NOBODY)


# --- the flow chart ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """The part of a flow chart that is known at a step.

    asks, provision, answers: the question that was opened last, and each of its answers with what follows at once. drawings:
    for a phone and for a desk. words: the same as a list.
    """

    asks: str
    provision: str
    answers: Sequence[tuple[str, str]]
    drawings: Sequence[SafeString]
    words: SafeString
    procedure: str


def known_at(walk: Walk, number: int) -> Known:
    """The part that is known once so many questions are open."""
    chart, last = walk.questions[number - 1]
    part = _part(walk.lesson.law, number)
    edition = EDITIONS[EDITION]
    known = library.known_keys(edition.book)
    former = frozenset(charts.not_confirmed([part], edition, last_day(edition)).by_provision)
    arranged = arrange(part.root)
    return Known(
        asks=last.items[0].words,
        provision=last.items[0].provision,
        answers=[(answer, _follows(node)) for answer, node in last.branches],
        drawings=[
            drawn(draw(arranged, kind, f"{kind}-{chart.procedure}"), part, EDITION, known, former=former)
            for kind in WIDTHS
        ],
        words=in_words(part, arranged, EDITION, known, former),
        procedure=chart.procedure,
    )


@lru_cache(maxsize=1024)
def _part(law: str, number: int) -> Chart:
    """One chart for each step, so that it is drawn once."""
    walk = walk_of(law)
    assert walk is not None  # noqa: S101 - whoever asks has it
    chart = walk.questions[number - 1][0]
    return opened(chart, frozenset(node for of, node in walk.questions[:number] if of is chart))


def _follows(node: Node) -> str:
    """What an answer leads to at once, in sentences."""
    if node.law:
        return _("It goes on in the chart of Law %s.") % node.law
    told = [] if node.branches else [f"{item.words}." for item in node.items]
    if node.branches or node.then:
        told.append(_("A further question follows."))
    return " ".join(told) or _("Nothing more is ruled.")


# --- the questions at its end -----------------------------------------------------------------------------------------


@transaction.atomic
def begin_questions(person: User, walk: Walk, now: dt.datetime | None = None) -> Run:
    """Begin the questions of a lesson, or go on with them where they were begun. Raises NotPractised where there are none."""
    kept = going_on(person, walk.lesson.law)
    if kept.run is not None and kept.run.ended_at is None:
        return kept.run
    learner = exercises.learner_of(person)
    run = exercises.start(Somebody(learner), Wanted(deck="lesson", units=tuple(_mixed(walk, learner, now))), now)
    if kept.run is not None:
        kept.finished_at = kept.finished_at or kept.run.ended_at
    kept.run, kept.asked = run, len(run.units)
    kept.save(update_fields=["run", "asked", "finished_at"])
    return run


def count_of(walk: Walk) -> int:
    """How many questions there are at its end; few laws have fewer than five that can be asked."""
    return min(len(_units(walk)), QUESTIONS)


def _units(walk: Walk) -> list[Unit]:
    laws = {*walk.lesson.procedures, walk.lesson.top}
    return [unit for unit in catalogue().values() if unit.law in laws]


def _mixed(walk: Walk, learner: Learner, now: dt.datetime | None) -> list[str]:
    """Units of the law at the learner's level, those least known first, each as far as can be about another provision."""
    level, units = levels(learner), _units(walk)
    held = Memory.objects.filter(learner=learner, unit__in=[unit.path for unit in units]).held()
    known = least_known([unit.path for unit in units], held, learner, now or timezone.now())
    known.sort(key=lambda path: learner.level == "club" and level(catalogue()[path]) != "club")
    in_turn = [catalogue()[path] for path in known]
    paths = _various([unit for unit in in_turn if not unit.is_fact])
    facts = [unit.path for unit in in_turn if unit.is_fact]
    some = facts[:FACTS_MOST]
    chosen = [*paths[: QUESTIONS - len(some)], *some]
    return [*chosen, *facts[FACTS_MOST : FACTS_MOST + QUESTIONS - len(chosen)]]


def _various(units: Sequence[Unit]) -> list[str]:
    """The same units, first one for each set of provisions that decide."""
    first: dict[tuple[str, ...], str] = {}
    for unit in units:
        first.setdefault(tuple(unit.cites), unit.path)
    leading = set(first.values())
    return [*first.values(), *(unit.path for unit in units if unit.path not in leading)]
