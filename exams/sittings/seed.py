"""The demo's sittings, one in each state that a visitor should see: open now, together tomorrow, sat, and told already."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.demo import fixture
from accounts.models import Body, Role, User
from accounts.services import join
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.bank.kinds.base import Content
from exams.papers.draws import CannotFill, draw
from exams.papers.models import Blueprint, Paper
from exams.sittings.closure import submit
from exams.sittings.entries import enter, objection
from exams.sittings.models import Attempt, Release, Sitting
from exams.sittings.saving import Draft, save
from exams.sittings.schedules import schedule
from exams.sittings.starts import start

SEED = 2017
OPEN_FOR = dt.timedelta(days=90)
# What is read out at the door of the demo's hall.
CODE = "27B1"
TOM = "tom@example.org"


def seed(demo: bool) -> None:
    """In the demo, make the sittings of each body that has an examiner, unless it has one that is not over."""
    if not demo:
        return
    now = timezone.now()
    for body in Body.objects.all():
        examiner = _somebody(body, Role.EXAMINER)
        if examiner is not None and not Sitting.objects.filter(body=body, closes_at__gt=now).exists():
            papers = _papers(body, examiner)
            for paper in papers:
                _open(paper, examiner, now)
            if papers:
                blueprint, hall = papers[0].blueprint, _hall(body)
                untold, told = _("%(paper)s: sat, not released yet"), _("%(paper)s: sat and released")
                _sat(blueprint, hall, now, number=2, title=untold, release=Release.TOGETHER)
                _sat(blueprint, [*_tom(body), *hall[2:5]], now, number=3, title=told, release=Release.AT_ONCE)
                _tomorrow(blueprint, examiner)


def _papers(body: Body, examiner: User) -> list[Paper]:
    """A paper of each blueprint that the body's bank can fill."""
    drawn = [_drawn(blueprint, examiner, SEED) for blueprint in Blueprint.objects.filter(body=body)]
    return [paper for paper in drawn if paper is not None]


def _drawn(blueprint: Blueprint, examiner: User, number: int) -> Paper | None:
    try:
        return draw(blueprint=blueprint, actor=examiner, seed=number)
    except CannotFill:
        return None


def _open(paper: Paper, examiner: User, now: dt.datetime) -> None:
    """Open to everybody at once, for so long that a visitor will find it."""
    title = _("%(paper)s: open demo") % {"paper": paper.title}
    schedule(paper=paper, title=title, place="", opens_at=now, closes_at=now + OPEN_FOR, actor=examiner)


def _tomorrow(blueprint: Blueprint, examiner: User) -> None:
    """In a hall, all together, with approval and a start code; one is in, others wait for approval."""
    paper = _drawn(blueprint, examiner, SEED + 1)
    if paper is None:
        return
    with timezone.override(paper.body.zone):
        morning = timezone.localtime().replace(hour=10, minute=0, second=0, microsecond=0) + dt.timedelta(days=1)
    sitting = schedule(
        paper=paper,
        title=_("%(paper)s: together in the hall") % {"paper": paper.title},
        place=_("Jacaranda Bridge Club, Hall"),
        opens_at=morning,
        closes_at=morning + dt.timedelta(minutes=paper.minutes),
        together=True,
        late_minutes=10,
        approval=True,
        places=12,
        code=CODE,
        release=Release.TOGETHER,
        actor=examiner,
    )
    for person in [*_hall(paper.body)[:2], *_tom(paper.body)]:
        if not objection(person, sitting):  # who has just failed this paper waits before sitting it again
            enter(sitting=sitting, person=person)


def _sat(
    blueprint: Blueprint, people: list[User], now: dt.datetime, *, number: int, title: str, release: Release
) -> None:
    """Worked and handed in by these people, an hour ago."""
    examiner = _somebody(blueprint.body, Role.EXAMINER)
    paper = _drawn(blueprint, examiner, SEED + number) if examiner and people else None
    if examiner is None or paper is None:
        return
    sitting = schedule(
        paper=paper,
        title=title % {"paper": paper.title},
        place=_("Jacaranda Bridge Club, Hall"),
        opens_at=now - dt.timedelta(hours=1),
        closes_at=now + dt.timedelta(minutes=paper.minutes),
        release=release,
        actor=examiner,
    )
    for place, person in enumerate(people):
        enter(sitting=sitting, person=person)
        _work(start(sitting=sitting, person=person, code=""), number + place, _share(person))
    # Everybody has handed in; it is over.
    Sitting.objects.filter(pk=sitting.pk).update(closes_at=timezone.now())


def _work(attempt: Attempt, number: int, share: float) -> None:
    """Answer the paper as somebody does who knows so much of it, and hand in."""
    chance = random.Random(SEED + number)  # noqa: S311 - sample data
    person = attempt.entry.person
    for sequence, question in enumerate(attempt.paper.questions.select_related("version"), start=1):
        content = question.version.content
        answer = _known(content) if chance.random() < share else _slip(content, chance)
        draft = Draft(question=question.position, answer=answer, flagged=False, sequence=sequence)
        save(attempt_id=attempt.pk, person=person, draft=draft)
    submit(attempt_id=attempt.pk, person=person)


def _known(content: Content) -> str | None:
    """The right answer; of a ruling to write, what the Director says."""
    kind = kind_of(content)
    return str(content["explanation"]["say"]) if kind.by_people else kind.right(content) or None


def _slip(content: Content, chance: random.Random) -> str | None:
    """A wrong answer, of one option that is offered; none where that is no answer to such a question."""
    kind = kind_of(content)
    try:
        answer = kind.read(content, chance.choice([option["id"] for option in content["options"]] or [""]))
    except (NotOffered, Unreadable):
        return None
    return None if kind.is_right(content, answer) else answer


def _hall(body: Body) -> list[User]:
    """The demo's candidates of this body whom nobody can sign in as; made when they are not there yet."""
    found = []
    for candidate in fixture()["hall"]:
        if candidate["body"] == body.slug:
            email = f"{candidate['name'].lower().replace(' ', '.')}@example.org"
            person = User.objects.filter(email=email).first()
            if person is None:
                person = User.objects.create_user(email, name=candidate["name"])
            join(person=person, body=body)
            found.append(person)
    return found


def _tom(body: Body) -> list[User]:
    """The candidate of the body whom a visitor can sign in as to see what comes after an exam, if it is theirs."""
    candidate = {"memberships__body": body, "memberships__role": Role.CANDIDATE, "memberships__until": None}
    return list(User.objects.filter(email=TOM, **candidate))


def _share(person: User) -> float:
    """How much of a paper they know; whoever is not of the hall, half."""
    hall: list[dict[str, Any]] = fixture()["hall"]
    return float(next((one["knows"] for one in hall if one["name"] == person.name), 50)) / 100


def _somebody(body: Body, role: Role) -> User | None:
    holders = User.objects.filter(memberships__body=body, memberships__role=role, memberships__until=None)
    return holders.order_by("email").first()
