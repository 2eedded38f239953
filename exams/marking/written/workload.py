"""What pages read about the marking of a sitting."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q

from accounts.models import Membership, Role, User
from exams.marking.models import Marker, MarkerTask, Script, ScriptMark
from exams.marking.written.agreement import Pair
from exams.sittings.models import Entry, Sitting


@dataclass(frozen=True)
class Pile:
    """A person's scripts of one sitting: how many there are, and how many still wait for them."""

    sitting: Sitting
    scripts: int
    waiting: int

    @property
    def done(self) -> int:
        """How many they have marked, or need no mark any more."""
        return self.scripts - self.waiting


@dataclass(frozen=True)
class Progress:
    """How far the scripts of a sitting are. undealt: those that lack a marker."""

    scripts: int
    settled: int
    disputed: int
    undealt: int


@dataclass(frozen=True)
class Load:
    """A marker's share of a sitting. able: whether they may still mark it."""

    person: User
    scripts: int
    marked: int
    chosen: bool
    able: bool


def piles(person: User) -> list[Pile]:
    """What this person has to mark or has marked, the sitting that was over last on top; where they may still mark."""
    tasks = MarkerTask.objects.filter(person=person, script__in=Script.objects.counting().of_others(person))
    counts = dict(tasks.order_by().values_list("script__sitting").annotate(n=Count("pk")))
    waiting = Script.objects.to_mark_by(person).order_by().values_list("sitting").annotate(n=Count("pk"))
    left = dict(waiting)
    sittings = Sitting.objects.filter(pk__in=counts).select_related("body", "paper").order_by("-closes_at", "pk")
    return [Pile(sitting, counts[sitting.pk], left.get(sitting.pk, 0)) for sitting in sittings]


def disputes(person: User) -> list[Script]:
    """The scripts this person may adjudicate, by sitting and code: they are none of the two who differ, and examine for the
    body or has said yes to it.
    """
    own = MarkerTask.objects.filter(script=OuterRef("pk"), person=person)
    open_ones = Script.objects.disputed().filter(~Exists(own))
    mine = Script.objects.of_others(person).values("pk"), Script.objects.lent_to(person).values("pk")
    found = open_ones.filter(Q(pk__in=mine[0]) | Q(pk__in=mine[1]))
    return list(found.select_related("sitting", "paper_question").order_by("sitting__closes_at", "code"))


def next_script(person: User, sitting_id: uuid.UUID) -> Script | None:
    """The next one they have to mark in this sitting. By question, so that one rubric is kept in mind; among those by code,
    which is in no order of the candidates.
    """
    waiting = Script.objects.to_mark_by(person).filter(sitting=sitting_id)
    return waiting.order_by("paper_question__position", "paper_question", "code").first()


def progress(sitting: Sitting) -> Progress:
    """How far the marking of the sitting is."""
    scripts = Script.objects.needed().filter(sitting=sitting)
    second = MarkerTask.objects.filter(script=OuterRef("pk"), place=2)
    return Progress(
        scripts=scripts.count(),
        settled=scripts.settled().count(),
        disputed=Script.objects.disputed().filter(sitting=sitting).count(),
        undealt=Script.objects.unsettled().filter(sitting=sitting).filter(~Exists(second)).count(),
    )


def loads(sitting: Sitting) -> list[Load]:
    """Everybody who is chosen for the sitting or has marked in it, by name."""
    marked = ScriptMark.objects.filter(script=OuterRef("script"), by=OuterRef("person"))
    rows = MarkerTask.objects.filter(script__in=Script.objects.needed().filter(sitting=sitting)).order_by()
    counts = {
        person: (scripts, done)
        for person, scripts, done in rows.annotate(done=Exists(marked))
        .values_list("person")
        .annotate(scripts=Count("pk"), marked=Count("pk", filter=Q(done=True)))
    }
    chosen = set(Marker.objects.filter(sitting=sitting).values_list("person", flat=True))
    people = User.objects.filter(pk__in={*counts, *chosen}).order_by("name", "pk")
    able = {person.pk for person in possible_markers(sitting)}
    return [
        Load(person, *counts.get(person.pk, (0, 0)), chosen=person.pk in chosen, able=person.pk in able)
        for person in people
    ]


def pairs(sitting: Sitting) -> list[Pair]:
    """The two marks of every script both of whose markers are done; of each marker the last they gave."""
    places = {
        (script, person): place
        for script, person, place in MarkerTask.objects.filter(script__sitting=sitting).values_list(
            "script", "person", "place"
        )
    }
    given = ScriptMark.objects.filter(
        script__in=Script.objects.counting().filter(sitting=sitting), given_as=ScriptMark.As.MARKER
    ).order_by("number")
    last: dict[uuid.UUID, dict[int, ScriptMark]] = {}
    for one in given.select_related("script__paper_question__paper"):
        place = places.get((one.script_id, one.by_id))
        if place is not None:
            last.setdefault(one.script_id, {})[place] = one
    return [_pair(both[1], both[2]) for both in last.values() if len(both) == 2]


def _pair(first: ScriptMark, second: ScriptMark) -> Pair:
    question = first.script.paper_question
    return Pair(
        first_by=first.by_id,
        first=Fraction(first.marks) * 100 / question.marks,
        second_by=second.by_id,
        second=Fraction(second.marks) * 100 / question.marks,
        tolerance=question.paper.tolerance,
    )


def possible_markers(sitting: Sitting) -> list[User]:
    """The examiners of the body who have not entered the sitting, by name."""
    examiners = Membership.objects.active().filter(body=sitting.body_id, role=Role.EXAMINER).order_by()
    entered = Entry.objects.inside().filter(sitting=sitting).order_by().values("person")
    found = User.objects.filter(pk__in=examiners.values("person"), is_active=True).exclude(pk__in=entered)
    return list(found.order_by("name", "pk"))
