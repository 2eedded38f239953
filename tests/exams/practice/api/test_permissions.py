"""Every address of the training room's API: what somebody practised does not exist for anybody else, whatever their role.

The addresses are those of `urls.py`, so that a new one is tested or this fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, User
from exams.papers.models import Blueprint
from exams.practice import exercises, mocks, sheets
from exams.practice.api.urls import urlpatterns
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise, Learner, Lesson, Memory, Mock, MockQuestion, Plan, Review, Run
from exams.practice.queue import Wanted
from tests import factories
from tests.exams.bank.api.conftest import client_of
from tests.exams.practice.api.conftest import Clock, key_of
from tests.exams.practice.conftest import days
from tests.exams.sittings.conftest import make_attempt, make_sitting
from tests.walking import faults

pytestmark = pytest.mark.django_db

EVERYBODYS = {"findings"}
"""Told to whoever examines, of many people together; nobody is named."""

OF_A_LAW = {"lesson", "lesson-questions"}
"""They name no person's thing: each is told how far they are themselves."""


LAST = ["answer", "answers", "mock-hand-in", "mock-give-up"]
"""After these, other addresses answer otherwise."""


@dataclass
class Things:
    """What Ruth has practised: by what the addresses name it."""

    answered: Exercise
    waiting: Exercise
    run: Run
    sat: Mock
    running: Mock
    sheet: Run

    def of(self, name: str) -> list[UUID]:
        """The ids for an address of this name. Raises KeyError for an address that this test does not know."""
        questions, both = [self.answered.pk, self.waiting.pk], [self.sat.pk, self.running.pk]
        return {
            "run": [self.run.pk, self.sheet.pk],
            "next": [self.run.pk, self.sheet.pk],
            "exercise": [*questions, self.secret],
            "answer": [*questions, self.secret],
            "another": questions,
            "one-fact": questions,
            "what-ifs": questions,
            "report": questions,
            "mock": both,
            "mock-question": both,
            "mock-hand-in": both,
            "mock-give-up": both,
            "sheet": [self.sheet.pk],
        }[name]

    @property
    def secret(self) -> UUID:
        """A question of the mock that runs."""
        return self.running.questions.get(number=1).exercise_id

    def body(self, name: str) -> dict[str, Any]:
        """What is sent there. Raises KeyError for an address that this test does not know."""
        later = {"key": str(uuid4()), "exercise": str(self.waiting.pk), "at": timezone.now().isoformat()}
        given = {"answer": key_of(self.waiting), "sure": True}
        sent: dict[str, dict[str, Any]] = {
            "settings": {"weekly_aim": 7},
            "erasure": {"confirm": True},
            "runs": {"law": "27"},
            "next": {"count": 2},
            "answer": given,
            "another": {},
            "one-fact": {},
            "report": {"text": "The key is wrong."},
            "answers": {"answers": [{**later, **given}]},
            "plan": {"until": str(timezone.localdate() + days(30))},
            "plan-end": {},
            "mocks": {"paper": "club"},
            "mock-question": {"answer": "", "flagged": True},
            "mock-hand-in": {},
            "mock-give-up": {},
            "lesson": {"at": 0},
            "lesson-questions": {},
            "sheets": {"count": 1},
        }
        return sent[name]


@pytest.fixture
def things(learner: Learner, paper: Blueprint) -> Things:
    """Ruth has answered a question, been shown the next, sat a mock, begun another, made a sheet and a plan."""
    run = exercises.start(Somebody(learner), Wanted(deck="due"))
    first, second = exercises.ahead(run, 2)
    answered = exercises.answer(first.pk, key_of(first), sure=True)
    sat = mocks.begin(learner, paper)
    mocks.save(sat.pk, 1, key_of(sat.questions.get(number=1).exercise), flagged=False)
    mocks.finish(sat.pk)
    sheet = sheets.make(learner, Wanted(law="27"), 1, "Ruth's evening")
    Plan.objects.create(learner=learner, since=learner.day(), until=learner.day() + days(20))
    return Things(answered, second, run, sat, mocks.begin(learner, paper), sheet)


def routes() -> Iterator[tuple[str, list[str], list[str]]]:
    """Every address: its name, the names of what it takes, its methods."""
    for one in urlpatterns:
        called: Any = one.callback
        view = called.cls
        yield str(one.name), list(one.pattern.converters), [how for how in ("get", "post") if hasattr(view, how)]


def addresses(name: str, takes: list[str], things: Things) -> list[str]:
    """The addresses of this name, of Ruth's things."""
    if not takes:
        return [reverse(f"practice-api:{name}")]
    if name in OF_A_LAW:
        return [reverse(f"practice-api:{name}", kwargs={"law": "27"})]
    more = {"number": 1} if "number" in takes else {}
    return [reverse(f"practice-api:{name}", kwargs={"id": one, **more}) for one in things.of(name)]


def asked(client: Client, how: str, address: str, sent: Any) -> Any:
    """The answer to a request."""
    return client.get(address) if how == "get" else client.post(address, sent, "application/json")


def rows(learner: Learner) -> str:
    """Everything that is kept of a learner, as text."""
    kept: list[Any] = [list(Learner.objects.filter(pk=learner.pk).values())]
    for model in (Exercise, Run, Mock, Review, Memory, Plan, Lesson):
        kept.append(list(model._default_manager.filter(learner=learner).order_by("pk").values()))
    kept.append(list(MockQuestion.objects.filter(mock__learner=learner).order_by("pk").values()))
    return json.dumps(kept, default=str)


def everybody_else() -> list[User]:
    """A learner of the same body, one person of each role, one without any, and who runs the installation."""
    others = [factories.person("Sam", Role.CANDIDATE), factories.person("Norbert")]
    others += [factories.person(f"An {role.value}", role) for role in Role if role != Role.CANDIDATE]
    return [*others, User.objects.create_superuser("root@example.org", name="Root")]


def test_nobody_reaches_what_another_practised(things: Things, learner: Learner) -> None:
    before = rows(learner)
    theirs = {str(one) for name in ("run", "exercise", "mock") for one in things.of(name)}
    theirs |= {str(key) for key in learner.reviews.values_list("key", flat=True)} | {str(learner.pk), "Ruth"}
    with faults() as found:
        for person in everybody_else():
            for name, takes, methods in routes():
                for how in methods:
                    for address in addresses(name, takes, things):
                        with found.at(f"{how} {address} as {person}"):
                            answer = asked(
                                client_of(person), how, address, things.body(name) if how == "post" else None
                            )
                            text = answer.content.decode()
                            if takes and name not in OF_A_LAW:
                                assert answer.status_code == 404, text
                            elif name not in EVERYBODYS:
                                assert answer.status_code in (200, 404, 409, 422), text
                            told = text.replace(str(things.waiting.pk), "") if name == "answers" else text
                            assert not [one for one in theirs if one in told]
        with found.at("what is kept"):
            assert rows(learner) == before


def test_a_guest_has_no_api(things: Things, learner: Learner) -> None:
    before = rows(learner)
    with faults() as found:
        for name, takes, methods in routes():
            for how in methods:
                for address in addresses(name, takes, things):
                    with found.at(f"{how} {address}"):
                        answer = asked(client_of(None), how, address, things.body(name) if how == "post" else None)
                        assert (answer.status_code, answer.json()["code"]) == (403, "not-authenticated")
    assert rows(learner) == before


def test_one_reaches_ones_own(things: Things, learner: Learner) -> None:
    """So that the refusals above say something; what has a question asked needs its answer first, and a sheet is no run."""
    unasked = {("another", things.waiting.pk), ("one-fact", things.waiting.pk), ("what-ifs", things.waiting.pk)}
    unasked |= {("report", things.waiting.pk), ("exercise", things.secret), ("answer", things.secret)}
    unasked |= {("run", things.sheet.pk), ("next", things.sheet.pk)}
    with faults() as found:
        for name, takes, methods in sorted(routes(), key=lambda one: LAST.index(one[0]) if one[0] in LAST else -1):
            for how in methods:
                ids = things.of(name) if takes and name not in OF_A_LAW else [None]
                for one, address in zip(ids, addresses(name, takes, things), strict=True):
                    if name == "erasure":
                        continue
                    with found.at(f"{how} {address}"):
                        sent = things.body(name) if how == "post" else None
                        answer = asked(client_of(learner.person), how, address, sent)
                        wanted: tuple[int, ...] = (404,) if (name, one) in unasked or name == "findings" else (200,)
                        wanted = (
                            (200, 409)
                            if name in ("one-fact", "mock-question", "lesson-questions") and wanted == (200,)
                            else wanted
                        )
                        assert answer.status_code in wanted, answer.content.decode()


def test_findings_are_for_examiners(things: Things) -> None:
    address = reverse("practice-api:findings")
    for person in everybody_else():
        examines = person.name == "An examiner"
        assert client_of(person).get(address).status_code == (200 if examines else 404), person


def test_all_of_it_is_closed_while_ones_own_paper_runs(things: Things, learner: Learner, clock: Clock) -> None:
    before = rows(learner)
    make_attempt(make_sitting(opens_at=clock.now), learner.person)
    with faults() as found:
        for name, takes, methods in routes():
            for how in methods:
                for address in addresses(name, takes, things):
                    with found.at(f"{how} {address}"):
                        sent = things.body(name) if how == "post" else None
                        answer = asked(client_of(learner.person), how, address, sent)
                        assert (answer.status_code, answer.json()["code"]) == (403, "exam-running")
    assert rows(learner) == before


def test_what_changes_something_needs_the_token_of_the_session(things: Things, learner: Learner) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner.person)
    before = rows(learner)
    for name, takes, methods in routes():
        for address in addresses(name, takes, things) if "post" in methods else ():
            assert client.post(address, things.body(name), "application/json").status_code == 403, address
    assert rows(learner) == before
