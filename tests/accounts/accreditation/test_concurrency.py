"""Two registrars press at the same moment: real threads, real transactions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection

from accounts.accreditation import services
from accounts.accreditation.models import Application, Award, AwardEvent, Level
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """What the deeds gave, done at the same time in threads of their own; an error is a result like others."""

    def do(deed: Callable[[], object]) -> object:
        try:
            return deed()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


@pytest.fixture
def applications() -> list[Application]:
    """Two applications of one person for one level, from two results."""
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    level.requirements.create(blueprint_code="club-auction", description="Pass the paper on the auction")
    alice = person("Alice Archer", body, Role.CANDIDATE)
    person("Rita Rowe", body, Role.REGISTRAR)
    person("Rolf Reed", body, Role.REGISTRAR)
    return [passed(alice, level, "result-1"), passed(alice, level, "result-2")]


def grants(*applications: Application) -> list[Callable[[], object]]:
    """For each application a press of the button, by a registrar of its own and from a page loaded before."""
    registrars = User.objects.filter(memberships__role=Role.REGISTRAR)

    def press(application: Application, actor: User) -> object:
        return services.grant(application=Application.objects.get(pk=application.pk), actor=actor)

    return [partial(press, *pair) for pair in zip(applications, registrars, strict=True)]


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as `_lock` does but hold nothing; both sides meet after their checks, so that the race is sure to happen."""
    both_have_checked = threading.Barrier(2, timeout=60)
    check = services._must_not_be_held

    def check_and_meet(thing: Application | Award) -> None:
        check(thing)
        both_have_checked.wait()

    monkeypatch.setattr(services, "_lock", lambda thing: thing.refresh_from_db())
    monkeypatch.setattr(services, "_must_not_be_held", check_and_meet)


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_one_press_fails_in_the_database(applications: list[Application]) -> None:
    outcomes = at_once(*grants(applications[0], applications[0]))
    assert {type(outcome) for outcome in outcomes} == {Award, IntegrityError}


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_two_applications_give_two_awards(applications: list[Application]) -> None:
    at_once(*grants(*applications))
    assert Award.objects.count() == 2


def test_two_presses_give_one_award_to_both(applications: list[Application]) -> None:
    first, second = at_once(*grants(applications[0], applications[0]))
    assert isinstance(first, Award)
    assert first == second
    assert Award.objects.count() == AwardEvent.objects.count() == 1


def test_of_two_applications_one_gives_an_award(applications: list[Application]) -> None:
    outcomes = at_once(*grants(*applications))
    assert {type(outcome) for outcome in outcomes} == {Award, ValidationError}
    assert Award.objects.count() == 1


def test_two_workers_make_one_application_of_one_result(applications: list[Application]) -> None:
    application = applications[0]
    made = at_once(*(lambda: passed(application.person, application.level, "result-3") for _ in range(4)))
    assert len({one.pk for one in made if isinstance(one, Application)}) == 1
    assert Application.objects.filter(evidence__result="result-3").count() == 1
