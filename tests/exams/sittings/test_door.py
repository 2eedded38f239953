"""Who gets into an attempt: whose it is, with which browser, on which machine, and not while its clock stands."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.sittings import breaks, clocks, invigilation, machines
from exams.sittings.browsers import Origin, is_demanded, proof_of
from exams.sittings.models import Answer, Attempt, Entry, Invigilator, Presence, ResumeCode, RoomEvent, Sitting
from exams.sittings.presence import note_lost
from exams.sittings.protocol import milliseconds
from tests import factories
from tests.exams.sittings.conftest import Clock
from tests.walking import walks

PAGES = ("attempt", "question", "shell", "sheets", "submit", "receipt", "answers")
POSTS = ("save", "alive", "take_break", "end_break", "move_here", "submit", "question")


def address(name: str, attempt: Attempt) -> str:
    return reverse(f"sittings:{name}", args=[attempt.pk, *([1] if name == "question" else [])])


def log(*kinds: str) -> list[str]:
    events = RoomEvent.objects.filter(kind__in=kinds) if kinds else RoomEvent.objects.exclude(kind="started")
    return list(events.order_by("pk").values_list("kind", flat=True))


@pytest.fixture
def page(attempt: Attempt, alice: User) -> Client:
    """The browser in which Alice works."""
    browser = factories.browser(alice)
    assert browser.get(address("question", attempt)).status_code == 200
    return browser


@pytest.fixture
def other(page: Client, alice: User) -> Client:
    """Another browser in which she is signed in, after the first has begun."""
    return factories.browser(alice)


def save(
    browser: Client, attempt: Attempt, sequence: int = 1, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, Any]]:
    draft = {"question": 1, "option": "b", "flagged": False, "sequence": sequence}
    response = browser.post(address("save", attempt), draft, content_type="application/json", headers=headers)
    return response.status_code, response.json()


def alive(browser: Client, attempt: Attempt, **sign: Any) -> dict[str, Any]:
    told = {"question": 1, "waiting": 0, "away": None, **sign}
    response = browser.post(address("alive", attempt), told, content_type="application/json")
    assert response.status_code == 200
    reply: dict[str, Any] = response.json()
    return reply


# --- whose it is ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["charlie", "bob", "erin"])
def test_of_anothers_attempt_nobody_learns_anything(attempt: Attempt, who: str, request: pytest.FixtureRequest) -> None:
    """Somebody of another body, another candidate, the examiner."""
    stranger = factories.browser(request.getfixturevalue(who))
    sign = {"question": 1, "waiting": 0, "away": True}
    draft = {"question": 1, "option": "b", "flagged": False, "sequence": 1}
    for name in PAGES:
        assert stranger.get(address(name, attempt)).status_code == 404, name
    for name in POSTS:
        bodies: dict[str, dict[str, Any]] = {"save": draft, "alive": sign}
        body = bodies.get(name, {"code": "ABCDEF", "go": "2", "sequence": "1"})
        sent = json.dumps(body) if name in ("save", "alive") else urlencode(body)
        kind = "application/json" if name in ("save", "alive") else "application/x-www-form-urlencoded"
        assert stranger.post(address(name, attempt), sent, content_type=kind).status_code == 404, name
    attempt.refresh_from_db()
    assert (attempt.machine, attempt.paused_at, log()) == ("", None, [])
    assert not Presence.objects.exists()


def test_nobody_who_is_not_signed_in_gets_in(attempt: Attempt, client: Client) -> None:
    for name in PAGES:
        assert client.get(address(name, attempt))["Location"].startswith("/account/login/")
    for name in ("save", "alive"):
        response = client.post(address(name, attempt), {}, content_type="application/json")
        assert (response.status_code, response.json()["refused"]) == (401, "signed-out")


# --- machines -----------------------------------------------------------------------------------------------------------------


def test_the_first_browser_is_bound_and_no_other_gets_in(page: Client, other: Client, attempt: Attempt) -> None:
    for name in ("attempt", "question", "shell", "sheets", "submit"):
        response = other.get(address(name, attempt))
        assert response.status_code == 409, name
        assert "open on another machine" in response.content.decode()
        assert "South has bid" not in response.content.decode()
    assert save(other, attempt)[1]["refused"] == "moved"
    assert alive(other, attempt)["barred"] == "moved"
    assert not Presence.objects.exists()
    other.post(address("submit", attempt))
    attempt.refresh_from_db()
    assert not attempt.is_closed
    assert save(page, attempt)[0] == 200
    assert log() == ["other_machine"]


def test_the_cookie_is_for_this_attempt_alone_and_no_script_reads_it(page: Client, attempt: Attempt) -> None:
    cookie = page.cookies[machines.COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address("attempt", attempt), True, "Lax")
    attempt.refresh_from_db()
    assert attempt.machine not in cookie.value
    # The secret of another attempt, or one that nobody signed, opens nothing.
    for forged in ("x", attempt.machine, cookie.value[:-1] + ("a" if cookie.value[-1] != "a" else "b")):
        page.cookies[machines.COOKIE] = forged
        assert page.get(address("question", attempt)).status_code == 409


def test_a_code_moves_it_and_the_old_browser_is_refused(
    page: Client, other: Client, attempt: Attempt, erin: User, clock: Clock
) -> None:
    save(page, attempt)
    code = machines.issue_code(attempt=attempt, by=erin)
    response = other.post(address("move_here", attempt), {"code": f" {code[:3].lower()} {code[3:]}"}, follow=True)
    assert 'value="b" checked' in response.content.decode()
    assert page.get(address("question", attempt)).status_code == 409
    status, reply = save(page, attempt, 2)
    assert (status, reply["refused"]) == (409, "moved")
    assert save(other, attempt, 2)[0] == 200
    assert log("code", "moved") == ["code", "moved"]
    assert AuditEntry.objects.filter(verb__in=["attempt.resume_code", "attempt.moved"]).count() == 2
    # Once is once.
    assert page.post(address("move_here", attempt), {"code": code}).status_code == 422


def test_what_the_database_holds_of_a_code_is_not_the_code(attempt: Attempt, erin: User) -> None:
    code = machines.issue_code(attempt=attempt, by=erin)
    kept = ResumeCode.objects.get()
    assert len(code) == 6
    assert set(code) <= set(machines.ALPHABET)
    assert kept.code_hash != hashlib.sha256(code.encode()).hexdigest()
    assert code not in kept.code_hash.upper()


def test_wrong_codes_are_counted_and_the_fifth_ends_it(
    page: Client, other: Client, attempt: Attempt, erin: User
) -> None:
    code = machines.issue_code(attempt=attempt, by=erin)
    for number in range(1, 6):
        response = other.post(address("move_here", attempt), {"code": "222222"})
        assert response.status_code == 422
        assert 'value="222222"' in response.content.decode()
        assert ResumeCode.objects.get().failures == number
    assert other.post(address("move_here", attempt), {"code": code}).status_code == 422
    fresh = machines.issue_code(attempt=attempt, by=erin)
    assert other.post(address("move_here", attempt), {"code": fresh}).status_code == 302


def test_a_code_ends_after_ten_minutes_and_with_the_next_one(
    page: Client, other: Client, attempt: Attempt, erin: User, clock: Clock
) -> None:
    first = machines.issue_code(attempt=attempt, by=erin)
    clock.forward(minutes=1)
    second = machines.issue_code(attempt=attempt, by=erin)
    assert other.post(address("move_here", attempt), {"code": first}).status_code == 422
    clock.forward(minutes=10)
    assert other.post(address("move_here", attempt), {"code": second}).status_code == 422
    assert "No code is open" in other.post(address("move_here", attempt), {"code": second}).content.decode()


@pytest.mark.parametrize("who", ["charlie", "bob", "alice"])
def test_a_code_is_given_by_those_who_watch_alone(attempt: Attempt, who: str, request: pytest.FixtureRequest) -> None:
    with pytest.raises(PermissionDenied):
        machines.issue_code(attempt=attempt, by=request.getfixturevalue(who))
    assert not ResumeCode.objects.exists()


def test_an_invigilator_who_sits_the_exam_gives_himself_none(attempt: Attempt, alice: User) -> None:
    factories.person("Alice", Role.INVIGILATOR)
    with pytest.raises(PermissionDenied):
        machines.issue_code(attempt=attempt, by=User.objects.get(pk=alice.pk))


def test_where_nobody_watches_the_candidates_word_moves_it(
    page: Client, other: Client, attempt: Attempt, erin: User
) -> None:
    Sitting.objects.update(place="")
    shown = other.get(address("question", attempt)).content.decode()
    assert 'name="code"' not in shown
    assert other.post(address("move_here", attempt)).status_code == 302
    assert other.get(address("question", attempt)).status_code == 200
    assert page.get(address("question", attempt)).status_code == 409
    # An invigilator of its own makes it a watched one.
    Invigilator.objects.create(sitting=attempt.sitting, person=erin, assigned_by=erin)
    assert page.post(address("move_here", attempt)).status_code == 422


# --- the Safe Exam Browser ----------------------------------------------------------------------------------------------------

KEY = "81aad4ab9dfd447cc479e6a4a7c9a544e2cafc7f3adeb68b2a21efad68eca4dc"
# printf '%s' "https://rectify.example/sittings/attempt/$KEY" | sha256sum, with KEY as above.
VECTOR = "95fef0db43074c181c42f90302c45d3655869e08be1c51b493ed06250f1ad495"


def test_the_proof_is_the_hash_of_address_and_key() -> None:
    """The example is computed by another program, see the comment at VECTOR."""
    assert proof_of("https://rectify.example/sittings/attempt/", KEY) == VECTOR
    assert proof_of("https://rectify.example/sittings/attempt/", f" {KEY.upper()} ") == VECTOR


@pytest.mark.parametrize(
    ("keys", "sent", "url", "taken"),
    [
        ([], (), "/a", True),
        ([KEY], (), "/a", False),
        ([KEY], (proof_of("/a", KEY),), "/a", True),
        (["0" * 64, KEY], ("nonsense", proof_of("/a", KEY)), "/a", True),
        ([KEY], (proof_of("/b", KEY),), "/a", False),
        ([KEY], (KEY,), "/a", False),
        ([KEY], (proof_of("/a", "0" * 64),), "/a", False),
    ],
)
def test_only_the_proof_of_a_key_for_this_address_is_taken(
    keys: list[str], sent: tuple[str, ...], url: str, taken: bool
) -> None:
    assert is_demanded(Sitting(browser_keys=keys), Origin(url=url, hashes=sent)) is taken


@pytest.mark.parametrize("header", ["X-SafeExamBrowser-ConfigKeyHash", "X-SafeExamBrowser-RequestHash"])
def test_every_request_of_the_attempt_must_prove_it(attempt: Attempt, alice: User, header: str) -> None:
    Sitting.objects.update(browser_keys=[KEY])
    browser = factories.browser(alice)

    def proof(name: str) -> dict[str, str]:
        return {header: proof_of(f"{settings.SITE_URL}{address(name, attempt)}", KEY)}

    for name in ("attempt", "question", "shell", "sheets", "submit"):
        response = browser.get(address(name, attempt))
        assert response.status_code == 403, name
        assert "Safe Exam Browser" in response.content.decode()
        # The proof for one page opens no other.
        wrong = proof("submit" if name != "submit" else "question")
        assert browser.get(address(name, attempt), headers=wrong).status_code == 403
    assert save(browser, attempt)[1]["refused"] == "browser"
    assert alive(browser, attempt)["barred"] == "browser"
    assert browser.post(address("take_break", attempt)).status_code == 403
    assert log() == ["browser"]
    assert browser.get(address("question", attempt), headers=proof("question")).status_code == 200
    assert save(browser, attempt, headers=proof("save"))[0] == 200
    assert Answer.objects.count() == 1


# --- a standing clock ---------------------------------------------------------------------------------------------------------


def test_while_the_clock_stands_no_question_is_shown(page: Client, attempt: Attempt, clock: Clock) -> None:
    clocks.pause(Attempt.objects.with_sitting().get(), clock.now)
    for name in ("attempt", "question", "shell", "sheets", "submit"):
        shown = page.get(address(name, attempt)).content.decode()
        assert "The clock is stopped" in shown, name
        assert "South has bid" not in shown
    clock.forward(minutes=20)
    reply = alive(page, attempt)
    assert (reply["paused"], reply["closed"]) == (True, "")
    assert reply["deadline"] - reply["now"] == 30 * 60 * 1000
    assert (save(page, attempt)[0], save(page, attempt)[1]["refused"]) == (423, "paused")
    clocks.go_on(Attempt.objects.with_sitting().get(), clock.now)
    assert page.get(address("question", attempt)).status_code == 200
    assert save(page, attempt)[0] == 200


def test_a_break_is_taken_and_ended_without_scripts(page: Client, attempt: Attempt, clock: Clock) -> None:
    assert "Take a break" not in page.get(address("question", attempt)).content.decode()
    attempt.entry.break_minutes = 10
    attempt.entry.save()
    assert "10 minutes left for breaks" in page.get(address("question", attempt)).content.decode()
    shown = page.post(address("take_break", attempt), follow=True).content.decode()
    assert "You are on a break" in shown
    assert "10:10:00" in shown
    assert "You will have 30 minutes left" in shown
    clock.forward(minutes=4)
    assert alive(page, attempt)["paused"]
    response = page.post(address("end_break", attempt), follow=True)
    assert response.redirect_chain[-1][0] == address("question", attempt)
    assert "6 minutes left for breaks" in response.content.decode()
    clock.forward(minutes=1)
    page.post(address("take_break", attempt))
    clock.forward(minutes=7)
    # It has ended by itself a minute ago.
    assert page.get(address("question", attempt)).status_code == 200
    assert alive(page, attempt)["deadline"] - alive(page, attempt)["now"] == 28 * 60 * 1000
    assert "no minutes left" in page.post(address("take_break", attempt)).content.decode()


def test_a_page_of_a_standing_clock_can_tell_when_it_is_out_of_date(
    page: Client, attempt: Attempt, erin: User, clock: Clock
) -> None:
    def told() -> tuple[Any, ...]:
        """What the page tells, which is what its script is told in the same moment."""
        shown = page.get(address("attempt", attempt), follow=True).content.decode()
        reply = alive(page, attempt)
        if found := re.search(r'<script id="told"[^>]*>(.*?)</script>', shown):
            assert json.loads(found[1]).items() <= reply.items()
        return reply["stands"], reply["break_ends"], reply["minutes_left"]

    Entry.objects.update(break_minutes=10)
    page.post(address("take_break", attempt))
    on_break = ("break", milliseconds(clock.now + dt.timedelta(minutes=10)), 30)
    assert told() == on_break
    clock.forward(minutes=2, seconds=1)
    assert told() == on_break
    Entry.objects.update(break_minutes=15)
    assert told() == ("break", on_break[1] + 5 * 60 * 1000, 30)
    invigilation.pause_all(sitting=attempt.sitting, actor=erin, reason="Alarm.")
    assert told() == ("all", None, 30)
    invigilation.go_on_all(sitting=attempt.sitting, actor=erin)
    page.post(address("end_break", attempt))
    assert told()[0] is None
    clock.forward(minutes=20)
    invigilation.pause_one(attempt=attempt, actor=erin, reason="Feels ill.")
    stands, _ends, left = told()
    assert stands == "one"
    breaks.set_time(entry=attempt.entry, minutes=5, actor=erin, reason="Light.")
    assert told() == ("one", None, left + 5)
    invigilation.go_on_one(attempt=attempt, actor=erin)
    assert told()[0] is None


# --- signs of life ---------------------------------------------------------------------------------------------------------


def test_a_sign_of_life_is_kept_and_tells_the_clock(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=5)
    reply = alive(page, attempt, question=2, waiting=3)
    assert reply == {
        "now": round(clock.now.timestamp() * 1000),
        "deadline": round(attempt.deadline.timestamp() * 1000),
        "paused": False,
        "stands": None,
        "break_ends": None,
        "minutes_left": 25,
        "closed": "",
        "barred": "",
        "reason": "",
        "every": 15000,
    }
    clock.forward(seconds=15)
    alive(page, attempt, question=None)
    seen = Presence.objects.get()
    assert (seen.seen_at, seen.question, seen.waiting) == (clock.now, None, 0)


def test_it_takes_few_queries_and_no_lock(
    page: Client, attempt: Attempt, django_assert_num_queries: Callable[[int], Any]
) -> None:
    alive(page, attempt)
    # Session, person, the attempt with its presence, and the presence written.
    with django_assert_num_queries(4) as queries:
        alive(page, attempt)
    assert not [query for query in queries.captured_queries if "FOR " in query["sql"]]


def test_leaving_and_returning_is_noted_and_not_without_end(page: Client, attempt: Attempt, clock: Clock) -> None:
    alive(page, attempt, away=False)
    for _time in range(14):
        clock.forward(seconds=5)
        alive(page, attempt, away=True)
        alive(page, attempt, away=True)
        alive(page, attempt, away=False)
    assert log() == ["left", "returned"] * 10
    clock.forward(minutes=11)
    alive(page, attempt, away=True)
    assert log()[-1] == "left"


def test_the_sweeper_notes_who_fell_silent_once_and_the_next_sign_that_he_is_back(
    page: Client, attempt: Attempt, clock: Clock
) -> None:
    alive(page, attempt)
    last = clock.now
    clock.forward(seconds=44)
    assert note_lost(clock.now) == 0
    clock.forward(seconds=1)
    assert (note_lost(clock.now), note_lost(clock.now)) == (1, 0)
    assert RoomEvent.objects.get(kind="gone").at == last
    clock.forward(minutes=2)
    alive(page, attempt)
    assert log() == ["gone", "back"]
    # Between two sweeps nobody has noted it: the sign itself does.
    clock.forward(minutes=2)
    alive(page, attempt)
    assert log() == ["gone", "back"] * 2
    assert note_lost(clock.now) == 0


def test_who_is_silent_while_the_clock_stands_or_after_the_end_is_not_lost(
    page: Client, attempt: Attempt, clock: Clock
) -> None:
    alive(page, attempt)
    clocks.pause(Attempt.objects.with_sitting().get(), clock.now)
    clock.forward(minutes=5)
    assert note_lost(clock.now) == 0


@walks(
    ("sign", "named"),
    [
        ({}, "exactly"),
        ({"question": 1, "waiting": 0, "away": None, "more": 1}, "exactly"),
        ({"question": 0, "waiting": 0, "away": None}, "question"),
        ({"question": 70000, "waiting": 0, "away": None}, "question"),
        ({"question": 1, "waiting": -1, "away": None}, "waiting"),
        ({"question": 1, "waiting": True, "away": None}, "waiting"),
        ({"question": 1, "waiting": 0, "away": "yes"}, "away"),
    ],
    apart=True,
)
def test_a_malformed_sign_is_told_which_field(page: Client, attempt: Attempt, sign: Any, named: str) -> None:
    response = page.post(address("alive", attempt), sign, content_type="application/json")
    assert response.status_code == 400
    assert named in response.json()["reason"]
    assert not Presence.objects.exists()


def test_after_the_deadline_a_sign_closes_and_says_so(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=31)
    assert alive(page, attempt)["closed"] == "deadline"
    attempt.refresh_from_db()
    assert attempt.submitted_at == attempt.started_at + dt.timedelta(minutes=30)


def test_the_sheets_hold_every_question_and_no_key(page: Client, attempt: Attempt) -> None:
    response = page.get(address("sheets", attempt))
    assert "no-store" in response["Cache-Control"]
    sheets = response.json()["questions"]
    assert [sheet["number"] for sheet in sheets] == [1, 2, 3]
    whole = response.content.decode()
    for question in attempt.paper.questions.select_related("version"):
        content = question.version.content
        secrets = [option["why"] for option in content["options"] if option["why"]]
        secrets += [content["explanation"]["say"], content["receipt"]["path"], str(question.version.pk)]
        secrets += [step["question"] for step in content["explanation"]["steps"]]
        assert [secret for secret in secrets if secret in whole] == []
    assert all(sheet["html"].count('type="radio"') == 4 and "checked" not in sheet["html"] for sheet in sheets)
