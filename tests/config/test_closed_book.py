"""With the book closed no page explains a ruling to whoever sits: not the law, and not what one earned or said earlier."""

from __future__ import annotations

from typing import Any

from exams.bank.models import Problem
from exams.bank.upkeep.problems import settle_problem
from exams.marking.appeals.proceedings import decide
from exams.marking.models import Appeal
from tests import factories
from tests.config.routes import addresses, answer_of
from tests.config.test_read_log import KEY, examiner, house, somebody, told
from tests.exams.marking.conftest import Clock, clock
from tests.exams.sittings.conftest import make_attempt, make_sitting
from tests.walking import faults

__all__ = ["clock", "house"]

REASONS = "Law 27B1(a) says otherwise."


def test_nothing_that_explains_a_ruling_is_open(house: dict[str, list[Any]], clock: Clock) -> None:
    alice = somebody("Alice")
    appeal = Appeal.objects.get(person=alice)
    decide(appeal=appeal, actor=examiner("Frank"), outcome=Appeal.Standing.DISMISSED, reasons=REASONS, regrade=None)
    problem = Problem.objects.get(person=alice)
    settle_problem(problem_id=problem.pk, examiner=examiner("Frank"), reply=REASONS, seen=len(problem.text))
    browser = factories.browser(alice)

    def explained() -> set[str]:
        found = set()
        for spaces, name, address in addresses(house):
            if address.startswith(("/account/logout", "/laws/", "/api/v1/laws/", "/api/schema", "/admin/")):
                continue
            words = told(answer_of(browser, address))
            if KEY.search(words) or REASONS in words:
                found.add(":".join([*spaces, name]))
        return found

    # Before it starts there is something to read.
    told_by = {"marking:result", "marking:appeal", "appeals-api:appeal", "appeals-api:appeals", "sittings:reports"}
    assert explained() >= told_by
    make_attempt(make_sitting(opens_at=clock.now, open_book=False), alice)
    assert explained() == set()
    with faults() as found:
        for address in ("/results/", "/results/appeals/"):
            with found.at(address):
                assert browser.get(address).status_code == 200, "a list explains nothing"
