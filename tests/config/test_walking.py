"""Walks of many cases in one test: no fault is lost, each is told with its case, and an empty walk is a fault."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from accounts.models import Club, Role, User
from tests import factories
from tests.walking import LINE, ONLY, WHOLE, faults, named, walks


@walks("number", lambda: range(WHOLE + 30), ids=lambda number: f"case {number}")
def _odd(number: int) -> None:
    assert number % 2, f"{number} is even"


@walks(("one", "other"), [(1, 1), (1, 2)])
def _same(other: int, one: int, fixture: int) -> None:
    assert one == other - fixture


def test_every_fault_is_told_with_its_case() -> None:
    with pytest.raises(pytest.fail.Exception) as failed:
        _odd()
    told = str(failed.value)
    assert told.startswith("25 of 50 cases are wrong")
    assert [number for number in range(50) if f"at case {number}\n" in told] == [*range(0, 50, 2)]
    assert all(f"{number} is even" in told for number in range(0, 50, 2))
    assert "assert number % 2" in told


def test_a_case_of_several_values_is_given_by_name_beside_the_fixtures() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"1 of 2 cases are wrong\n\nat \(1, 2\)\n"):
        _same(fixture=0)


def test_whatever_is_raised_is_a_fault_of_its_case_alone() -> None:
    with pytest.raises(pytest.fail.Exception, match="2 of 3 cases are wrong") as failed, faults() as found:
        for at in ("a", "b", "c"):
            with found.at(at):
                if at == "a":
                    raise KeyError(at)
                if at == "b":
                    pytest.fail("said so")
    assert "at a\n" in str(failed.value) and "KeyError: 'a'" in str(failed.value)
    assert "at b\n" in str(failed.value) and "said so" in str(failed.value)


def test_a_walk_over_nothing_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="nothing to walk"), faults():
        pass


def test_only_some_cases_can_be_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ONLY, "text", "case 4")
    with pytest.raises(pytest.fail.Exception, match="6 of 11 cases are wrong"):
        _odd()


@dataclass
class Bell:
    """Something a test is given besides records."""

    rung: int = 0


@pytest.fixture
def bell() -> Bell:
    return Bell()


@walks("number", [1, 2, 3], apart=True)
def _alone(number: int, erin: User, bell: Bell, client: Client, heard: list[int]) -> None:
    assert not heard
    heard.append(number)
    assert (erin.name, bell.rung, len(mail.outbox), len(client.cookies)) == ("Erin", 0, 0, 0)
    assert erin.memberships.get().person is erin
    assert [*User.objects.values_list("name", flat=True)] == ["Erin"]
    erin.name, bell.rung = f"Erin {number}", number
    erin.save()
    client.force_login(factories.person(f"Number {number}"))
    mail.send_mail("Ring", "Ring", None, [erin.email])
    assert number != 2, "two is wrong"


def test_cases_apart_know_nothing_of_each_other(db: None, bell: Bell, client: Client) -> None:
    erin = factories.person("Erin", Role.EXAMINER)
    with pytest.raises(pytest.fail.Exception, match=r"1 of 3 cases are wrong\n\nat 2\n") as failed:
        _alone(erin=erin, bell=bell, client=client, heard=[])
    assert "two is wrong" in str(failed.value)
    assert (erin.name, bell.rung, len(mail.outbox), len(client.cookies)) == ("Erin", 0, 0, 0)
    assert User.objects.get().name == "Erin"


@walks("role", [Role.EXAMINER, "nonsense"], apart=True)
def _checked(role: str, erin: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    club = Club(body_id=UUID(int=1 if role == "nonsense" else erin.memberships.get().body_id.int), name="A club")
    club.save()


def test_what_the_database_checks_at_the_end_is_a_fault_of_its_case(db: None) -> None:
    with pytest.raises(pytest.fail.Exception, match="1 of 2 cases are wrong\n\nat 'nonsense'") as failed:
        _checked(erin=factories.person("Erin", Role.EXAMINER))
    assert "IntegrityError" in str(failed.value)
    assert not Club.objects.exists()


def test_a_case_is_called_by_what_it_says() -> None:
    assert named(("a", (len, 2))) == "('a', (len, 2))"
    assert named("x" * 500) == f"'{'x' * (LINE - 1)}…"
