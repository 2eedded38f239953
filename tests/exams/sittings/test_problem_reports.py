"""/sittings/attempt/…/report/ and /sittings/reports/: a candidate says what is wrong with a question."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from exams.bank.models import Problem
from exams.bank.upkeep.problems import settle_problem
from exams.sittings import closure
from exams.sittings.models import Attempt, Release, Sitting
from tests import factories
from tests.exams.sittings.conftest import Clock
from tests.walking import walks

pytestmark = pytest.mark.django_db

OWN = reverse("sittings:reports")
SCRIPT = {"Accept": "application/json"}


def address(attempt: Attempt) -> str:
    return reverse("sittings:report", args=[attempt.pk])


def words(**changes: Any) -> dict[str, Any]:
    return {"question": "2", "text": "East has 14 cards.", **changes}


def settle(examiner: User, reply: str) -> None:
    problem = Problem.objects.get()
    settle_problem(problem_id=problem.pk, examiner=examiner, reply=reply, seen=len(problem.text))


def test_nobody_reports_from_the_attempt_of_another(attempt: Attempt, bob: User, charlie: User, erin: User) -> None:
    for stranger in (bob, charlie, erin):
        client = factories.browser(stranger)
        assert client.get(address(attempt)).status_code == 404
        assert client.post(address(attempt), words()).status_code == 404
    assert not Problem.objects.exists()


def test_a_report_from_the_room_leads_back_to_the_question(attempt: Attempt, alice: User) -> None:
    client = factories.browser(alice)
    page = client.get(address(attempt), {"question": "2"}).content.decode()
    assert '<option value="2" selected>' in page
    response = client.post(address(attempt), words())
    assert response.url == reverse("sittings:question", args=[attempt.pk, 2])  # type: ignore[attr-defined]
    met = attempt.paper.questions.get(position=2).version
    problem = Problem.objects.get()
    assert (problem.version, problem.person, problem.attempt) == (met, alice, attempt.pk)


def test_it_shows_nothing_of_the_question_or_its_key(attempt: Attempt, alice: User) -> None:
    """Not even its stem: the page can be opened where the question may not, as while the clock is stopped."""
    client = factories.browser(alice)
    content = attempt.paper.questions.get(position=2).version.content
    sent = client.post(address(attempt), words(), headers=SCRIPT).content.decode()
    for shown in (client.get(address(attempt)).content.decode(), sent, client.get(OWN).content.decode()):
        assert content["stem"][0] not in shown
        assert not any(option["text"] in shown for option in content["options"])
        assert content["explanation"]["say"] not in shown


def test_the_script_of_the_room_is_answered_in_words(attempt: Attempt, alice: User) -> None:
    client = factories.browser(alice)
    sent = client.post(address(attempt), words(), headers=SCRIPT)
    assert sent.json() == {"said": "Your report on question 2 is with the examiners."}
    refused = client.post(address(attempt), words(text=" "), headers=SCRIPT)
    assert (refused.status_code, refused.json()) == (422, {"said": "Say what is wrong with the question."})


def test_the_room_has_the_form_beside_the_question(attempt: Attempt, alice: User) -> None:
    page = factories.browser(alice).get(reverse("sittings:question", args=[attempt.pk, 3])).content.decode()
    assert f'action="{address(attempt)}"' in page
    assert "What is wrong with question 3?" in page


@walks(
    ("changes", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "x" * 4001}, "text"),
        ({"question": "9"}, "question"),
        ({"question": ""}, "question"),
    ],
    apart=True,
)
def test_what_cannot_be_taken_down_is_named_and_kept(
    attempt: Attempt, alice: User, changes: dict[str, Any], field: str
) -> None:
    response = factories.browser(alice).post(address(attempt), words(**changes))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    if field == "question":
        assert "East has 14 cards." in response.content.decode()
    assert not Problem.objects.exists()


def test_a_second_report_on_the_question_is_added_to_the_first(attempt: Attempt, alice: User) -> None:
    client = factories.browser(alice)
    client.post(address(attempt), words())
    client.post(address(attempt), words(text="And no dealer."))
    assert Problem.objects.get().text == "East has 14 cards.\n\nAnd no dealer."


def test_after_the_end_a_report_leads_to_what_was_reported(attempt: Attempt, alice: User, clock: Clock) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)
    client = factories.browser(alice)
    page = client.post(address(attempt), words(), follow=True)
    assert page.redirect_chain == [(OWN, 302)]
    assert "Waiting for the examiners." in page.content.decode()


def test_the_reply_reaches_whoever_reported_and_nobody_else(
    attempt: Attempt, alice: User, bob: User, erin: User
) -> None:
    factories.browser(alice).post(address(attempt), words())
    settle(erin, "Mended in the next version.")
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert "Mended in the next version." in factories.browser(alice).get(OWN).content.decode()
    page = factories.browser(bob).get(OWN).content.decode()
    assert "Mended" not in page
    assert "You have not reported any problems." in page


def test_a_reply_waits_while_it_could_help(attempt: Attempt, alice: User, erin: User, clock: Clock) -> None:
    """It may name the ruling: not while the candidate works, nor, where results come together, while others do."""
    Sitting.objects.update(release=Release.TOGETHER)
    factories.browser(alice).post(address(attempt), words())
    settle(erin, "The bid may be accepted.")

    def shown() -> str:
        return factories.browser(alice).get(OWN).content.decode()

    assert "The bid may be accepted." not in shown()
    assert "The examiners have replied." in shown()
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert "The bid may be accepted." not in shown()
    clock.now = attempt.sitting.closes_at
    assert "The bid may be accepted." in shown()
