"""What a page without scripts sent and could not store is shown where one gets to, to be copied or sent again."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from exams.papers.models import PaperQuestion
from exams.sittings import closure, invigilation, saving, services
from exams.sittings.locks import LockedAttempt, lock_for_saving
from exams.sittings.models import Answer, Attempt, Sitting
from tests import factories
from tests.exams.contents import written_paper
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks

TEXT = "West may <accept> it.\nElse South corrects."
NOT_STORED = "Not stored"
KEPT = "Everything you have answered is saved."


@pytest.fixture
def attempt(clock: Clock, alice: User) -> Attempt:
    """Alice has started a paper of two rulings to write and a question with options."""
    sitting = services.schedule(
        paper=written_paper(),
        title="In words",
        place="",
        opens_at=clock.now,
        closes_at=clock.now + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    return make_attempt(sitting, alice)


@pytest.fixture
def page(attempt: Attempt, alice: User) -> Client:
    """The browser in which she works."""
    browser = factories.browser(alice)
    assert browser.get(reverse("sittings:question", args=[attempt.pk, 1])).status_code == 200
    return browser


def place(kind: str) -> int:
    return PaperQuestion.objects.filter(version__kind=kind).earliest("position").position


def send(page: Client, attempt: Attempt, number: int, **fields: Any) -> HttpResponse:
    data = {"sequence": 1, "flagged": "false", "go": "2", **fields}
    return page.post(reverse("sittings:question", args=[attempt.pk, number]), data)  # type: ignore[return-value]


def given(response: HttpResponse) -> str:
    """What the page shows as not stored; nothing where it does not."""
    shown = re.search(r'<p class="given">(.*?)</p>', response.content.decode(), re.DOTALL)
    return html.unescape(shown[1]) if shown else ""


def pause(attempt: Attempt, erin: User, clock: Clock) -> None:
    invigilation.pause_all(sitting=attempt.sitting, actor=erin, reason="Alarm.")
    clock.forward(seconds=60)


def test_what_came_while_the_clock_stood_is_shown_and_can_be_sent_again(
    page: Client, attempt: Attempt, erin: User, clock: Clock
) -> None:
    pause(attempt, erin, clock)
    number = place("written")
    response = send(page, attempt, number, option=TEXT, flagged="true")
    assert (response.status_code, given(response)) == (423, TEXT)
    shown = response.content.decode()
    assert f"Question {number}" in shown
    assert KEPT not in shown
    assert "data-still" in shown  # or its script would leave it when the clock goes on
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', shown)
    again = {name: html.unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}
    path = reverse("sittings:question", args=[attempt.pk, number])
    assert f'action="{path}"' in shown
    # Too early is no harm.
    assert given(page.post(path, again)) == TEXT  # type: ignore[arg-type]
    invigilation.go_on_all(sitting=attempt.sitting, actor=erin)
    assert page.post(path, again)["Location"] == path
    assert Answer.objects.values_list("answer", "flagged").get() == (TEXT, True)


def test_an_option_is_shown_by_its_letter(page: Client, attempt: Attempt, erin: User, clock: Clock) -> None:
    pause(attempt, erin, clock)
    assert given(send(page, attempt, place("best_ruling"), option="c")) == "C"


def test_a_flag_and_an_answer_taken_back_are_shown(page: Client, attempt: Attempt, erin: User, clock: Clock) -> None:
    number = place("best_ruling")
    send(page, attempt, number, option="b")
    pause(attempt, erin, clock)
    assert given(send(page, attempt, number, sequence=2)) == "no answer"
    flagged = send(page, attempt, number, option="b", sequence=2, go="flag").content.decode()
    assert f"Question {number} (flagged)" in flagged
    assert '<input type="hidden" name="go" value="flag">' in flagged


def test_what_could_not_be_read_either_is_shown_too(page: Client, attempt: Attempt, erin: User, clock: Clock) -> None:
    pause(attempt, erin, clock)
    assert given(send(page, attempt, place("written"), option="x" * 20_001)) == "x" * 20_001


def test_where_nothing_was_refused_everything_is_kept(page: Client, attempt: Attempt, erin: User, clock: Clock) -> None:
    number = place("written")
    send(page, attempt, number, option=TEXT)
    pause(attempt, erin, clock)
    # The same once more, nothing at all, and no answer but a look.
    for response in (
        send(page, attempt, number, option=TEXT, sequence=2),
        send(page, attempt, place("best_ruling")),
        page.get(reverse("sittings:question", args=[attempt.pk, number])),
    ):
        shown = page.get(response["Location"], follow=True) if response.status_code == 302 else response
        assert KEPT in shown.content.decode()
        assert NOT_STORED not in shown.content.decode()


def test_what_another_browser_sends_is_shown_there(page: Client, attempt: Attempt, alice: User) -> None:
    other = factories.browser(alice)
    response = send(other, attempt, place("written"), option=TEXT)
    assert (response.status_code, given(response)) == (409, TEXT)
    assert not Answer.objects.exists()


def test_what_the_wrong_browser_sends_is_shown_there(page: Client, attempt: Attempt) -> None:
    Sitting.objects.update(browser_keys=["0" * 64])
    response = send(page, attempt, place("written"), option=TEXT)
    assert (response.status_code, given(response)) == (403, TEXT)
    assert not Answer.objects.exists()


@pytest.mark.parametrize(("why", "status"), [(saving.Why.MOVED, 409), (saving.Why.BROWSER, 403)])
def test_also_when_that_is_found_only_as_it_is_saved(
    page: Client, attempt: Attempt, monkeypatch: pytest.MonkeyPatch, why: saving.Why, status: int
) -> None:
    """The attempt moves, or the sitting begins to demand a browser, between the door and the lock."""

    def changed_meanwhile(*args: Any) -> LockedAttempt:
        if why is saving.Why.MOVED:
            Attempt.objects.update(machine="another")
        else:
            Sitting.objects.update(browser_keys=["0" * 64])
        return lock_for_saving(*args)

    monkeypatch.setattr(saving, "lock_for_saving", changed_meanwhile)
    response = send(page, attempt, place("written"), option=TEXT)
    assert (response.status_code, given(response)) == (status, TEXT)


def test_a_stale_window_shows_what_it_could_not_store(page: Client, attempt: Attempt) -> None:
    number = place("written")
    send(page, attempt, number, option="Of the other window.")
    response = send(page, attempt, number, option=TEXT)
    assert (response.status_code, given(response)) == (409, TEXT)
    assert "Of the other window.</textarea>" in response.content.decode()


def the_deadline(attempt: Attempt, alice: User, clock: Clock) -> None:
    clock.forward(hours=3)


def handing_in(attempt: Attempt, alice: User, clock: Clock) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)


def a_void(attempt: Attempt, alice: User, clock: Clock) -> None:
    closure.close_void(attempt, actor=alice)


CLOSINGS = [the_deadline, handing_in, a_void]


@walks("close", CLOSINGS, apart=True)
def test_what_came_when_the_paper_was_closed_is_shown_with_the_receipt(
    page: Client, attempt: Attempt, alice: User, clock: Clock, close: Callable[..., None]
) -> None:
    number = place("written")
    close(attempt, alice, clock)
    response = send(page, attempt, number, option=TEXT)
    assert (response.status_code, given(response)) == (409, TEXT)
    shown = response.content.decode()
    assert "Receipt</h2>" in shown
    assert "Send it again" not in shown
    assert not Answer.objects.exists()


def test_with_what_came_too_late_the_receipt_tells_what_counts(page: Client, attempt: Attempt, clock: Clock) -> None:
    written, chosen = place("written"), place("best_ruling")
    send(page, attempt, written, option="West may accept it.")
    send(page, attempt, chosen, option="b", sequence=2)
    send(page, attempt, chosen, option="", sequence=3)
    clock.forward(hours=3)
    late = send(page, attempt, written, option=TEXT, sequence=4)
    assert given(late) == TEXT
    assert re.search(
        r'What counts, saved at 10:00:00:</p>\s*<p class="counts">West may accept it.</p>', late.content.decode()
    )
    taken_back = send(page, attempt, chosen, option="c", sequence=4)
    assert given(taken_back) == "C"
    assert "No answer counts for this question." in taken_back.content.decode()
    assert '<p class="counts">' not in taken_back.content.decode()


def test_of_a_void_attempt_nothing_counts(page: Client, attempt: Attempt, alice: User) -> None:
    send(page, attempt, place("written"), option="West may accept it.")
    closure.close_void(attempt, actor=alice)
    late = send(page, attempt, place("written"), option=TEXT, sequence=2)
    assert given(late) == TEXT
    assert "What counts, saved" not in late.content.decode()


@pytest.mark.parametrize("close", CLOSINGS)
def test_also_when_it_closes_only_as_it_is_saved(
    page: Client,
    attempt: Attempt,
    alice: User,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    close: Callable[..., None],
) -> None:
    def closed_meanwhile(*args: Any) -> LockedAttempt:
        close(attempt, alice, clock)
        return lock_for_saving(*args)

    monkeypatch.setattr(saving, "lock_for_saving", closed_meanwhile)
    response = send(page, attempt, place("written"), option=TEXT)
    assert (response.status_code, given(response)) == (409, TEXT)
    assert "Receipt</h2>" in response.content.decode()


def test_what_counts_when_the_paper_closes_leads_to_the_receipt_alone(
    page: Client, attempt: Attempt, alice: User, clock: Clock
) -> None:
    number = place("written")
    send(page, attempt, number, option=TEXT)
    clock.forward(hours=3)
    receipt = reverse("sittings:receipt", args=[attempt.pk])
    assert send(page, attempt, number, option=TEXT, sequence=2)["Location"] == receipt
    assert NOT_STORED not in page.get(receipt).content.decode().split('id="refused"')[0]
