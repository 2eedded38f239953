"""Who gets in where. A page one may not see does not exist; a deed one may not do on a page one sees is forbidden."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.services import end_role
from exams.sittings import invigilation, services
from exams.sittings.models import Attempt, Entry, Sitting
from tests import factories
from tests.exams.sittings.conftest import Clock, make_sitting
from tests.walking import walks

NAMES = ("alice", "bob", "erin", "ivan", "ada", "rita", "charlie")


@pytest.fixture
def people(attempt: Attempt) -> dict[str, User]:
    """Alice sits the attempt; Bob is another candidate; then one of each role; Charlie is everything elsewhere."""
    return {
        "alice": attempt.entry.person,
        "bob": factories.person("Bob", Role.CANDIDATE),
        "erin": factories.person("Erin", Role.EXAMINER),
        "ivan": factories.person("Ivan", Role.INVIGILATOR),
        "ada": factories.person("Ada", Role.ADMINISTRATOR),
        "rita": factories.person("Rita", Role.REGISTRAR),
        "charlie": factories.person("Charlie", *Role, at=factories.body("Northern Rivers Bridge")),
    }


OF_SITTING = ("change", "void", "entries", "add", "door", "room", "events", "note", "pause", "go_on")
OF_CANDIDATE = (
    "candidate",
    "extra_minutes",
    "give_code",
    "pause_one",
    "go_on_one",
    "note_one",
    "close_one",
    "void_one",
)


def address(name: str, attempt: Attempt) -> str:
    sitting = attempt.entry.sitting
    args: dict[str, list[Any]] = {
        "list": [],
        "choose_paper": [],
        "schedule": [sitting.paper_id],
        **{page: [sitting.pk] for page in (*OF_SITTING, "cover", "enter", "withdraw", "start")},
        **{page: [sitting.pk, attempt.entry_id] for page in OF_CANDIDATE},
        **{page: [attempt.pk] for page in ("attempt", "save", "submit", "receipt")},
        "question": [attempt.pk, 1],
    }
    return reverse(f"sittings:{name}", args=args[name])


# Page, and the answer to each of NAMES.
PAGES = {
    "list": (200, 200, 200, 200, 200, 200, 200),
    "cover": (200, 200, 200, 200, 200, 200, 404),
    "choose_paper": (404, 404, 200, 404, 200, 404, 200),
    "schedule": (404, 404, 200, 404, 200, 404, 404),
    "change": (404, 404, 200, 404, 200, 404, 404),
    "void": (404, 404, 200, 404, 200, 404, 404),
    "entries": (404, 404, 200, 404, 200, 200, 404),
    "add": (404, 404, 200, 404, 200, 200, 404),
    "door": (404, 404, 200, 200, 200, 404, 404),
    "room": (404, 404, 200, 200, 200, 404, 404),
    "events": (404, 404, 200, 200, 200, 404, 404),
    "note": (404, 404, 200, 200, 200, 404, 404),
    "pause": (404, 404, 200, 200, 200, 404, 404),
    "candidate": (404, 404, 200, 200, 200, 404, 404),
    "extra_minutes": (404, 404, 200, 403, 200, 404, 404),
    "pause_one": (404, 404, 200, 200, 200, 404, 404),
    "note_one": (404, 404, 200, 200, 200, 404, 404),
    "close_one": (404, 404, 200, 403, 200, 404, 404),
    "void_one": (404, 404, 200, 403, 200, 404, 404),
    "attempt": (302, 404, 404, 404, 404, 404, 404),
    "question": (200, 404, 404, 404, 404, 404, 404),
    "submit": (200, 404, 404, 404, 404, 404, 404),
    "receipt": (302, 404, 404, 404, 404, 404, 404),
}


@walks("page", PAGES, apart=True)
def test_pages(page: str, attempt: Attempt, people: dict[str, User], client: Client) -> None:
    seen = []
    for name in NAMES:
        client.force_login(people[name])
        seen.append(client.get(address(page, attempt)).status_code)
    assert dict(zip(NAMES, seen, strict=True)) == dict(zip(NAMES, PAGES[page], strict=True))


DEEDS = {
    "schedule": (404, 404, 200, 404, 200, 404, 404),
    "enter": (302, 302, 403, 403, 403, 403, 404),
    "start": (302, 302, 302, 302, 302, 302, 404),
    "withdraw": (302, 404, 404, 404, 404, 404, 404),
    "change": (404, 404, 200, 404, 200, 404, 404),
    "void": (404, 404, 200, 404, 200, 404, 404),
    "entries": (404, 404, 200, 404, 200, 200, 404),
    "add": (404, 404, 200, 404, 200, 200, 404),
    "note": (404, 404, 200, 200, 200, 404, 404),
    "pause": (404, 404, 200, 200, 200, 404, 404),
    "go_on": (404, 404, 302, 302, 302, 404, 404),
    "extra_minutes": (404, 404, 200, 403, 200, 404, 404),
    "give_code": (404, 404, 200, 200, 200, 404, 404),
    "pause_one": (404, 404, 200, 200, 200, 404, 404),
    "go_on_one": (404, 404, 302, 302, 302, 404, 404),
    "note_one": (404, 404, 200, 200, 200, 404, 404),
    "close_one": (404, 404, 200, 403, 200, 404, 404),
    "void_one": (404, 404, 200, 403, 200, 404, 404),
    "question": (400, 404, 404, 404, 404, 404, 404),
    "save": (400, 404, 404, 404, 404, 404, 404),
    "submit": (302, 404, 404, 404, 404, 404, 404),
}


@walks("page", DEEDS, apart=True)
def test_deeds(page: str, attempt: Attempt, people: dict[str, User], client: Client) -> None:
    seen = []
    for name in NAMES:
        client.force_login(people[name])
        body = b'{"question": 9, "option": "a", "flagged": false, "sequence": 1}' if page == "save" else b""
        seen.append(client.post(address(page, attempt), body, content_type="application/json").status_code)
    assert dict(zip(NAMES, seen, strict=True)) == dict(zip(NAMES, DEEDS[page], strict=True))


@walks("page", [*PAGES, "enter", "start"], apart=True)
def test_strangers_are_asked_to_sign_in(page: str, attempt: Attempt, client: Client) -> None:
    method = client.post if page in ("enter", "start") else client.get
    response = method(address(page, attempt))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


def test_a_page_that_was_signed_out_meanwhile_is_told_so(attempt: Attempt, client: Client) -> None:
    response = client.post(address("save", attempt), b"{}", content_type="application/json")
    assert (response.status_code, response.json()["refused"]) == (401, "signed-out")


@walks("page", ["enter", "withdraw", "start", "save"], apart=True)
def test_what_changes_something_is_no_link(page: str, attempt: Attempt, client: Client) -> None:
    client.force_login(attempt.entry.person)
    assert client.get(address(page, attempt)).status_code == 405


def test_who_may_read_the_paper_may_not_sit_it(sitting: Sitting, client: Client) -> None:
    both = factories.person("Zoe", Role.CANDIDATE, Role.EXAMINER)
    client.force_login(both)
    assert client.post(reverse("sittings:enter", args=[sitting.pk])).status_code == 403
    with pytest.raises(PermissionDenied):
        services.enter(sitting=sitting, person=both)
    assert not Entry.objects.exists()


@walks(
    ("page", "role"),
    [*product([*OF_SITTING, *OF_CANDIDATE], [Role.ADMINISTRATOR, Role.INVIGILATOR, Role.REGISTRAR])],
    apart=True,
)
def test_who_sits_in_a_room_does_not_run_it(page: str, role: Role, attempt: Attempt) -> None:
    browser = factories.browser(factories.person("Alice", role))
    for method in (browser.get, browser.post):
        # What is only posted to says so before it asks who is there.
        assert method(address(page, attempt)).status_code in (404, 405)


def test_one_who_was_asked_to_watch_over_a_sitting_runs_its_room_and_no_other(
    attempt: Attempt, bob: User, erin: User, clock: Clock
) -> None:
    services.change(sitting=attempt.sitting, actor=erin, invigilators=[bob])
    browser = factories.browser(bob)
    for page in ("room", "events", "note", "pause", "door", "candidate", "pause_one", "note_one"):
        assert browser.get(address(page, attempt)).status_code == 200, page
    for page in ("change", "void", "entries", "add"):
        assert browser.get(address(page, attempt)).status_code == 404, page
    for page in ("extra_minutes", "close_one", "void_one"):
        assert browser.get(address(page, attempt)).status_code == 403, page
    other = make_sitting(opens_at=clock.now)
    assert browser.get(reverse("sittings:room", args=[other.pk])).status_code == 404
    end_role(actor=factories.person("Rita", Role.REGISTRAR), membership=bob.memberships.get(), reason="Moved away.")
    assert browser.get(address("room", attempt)).status_code == 404


def test_nobody_gives_himself_time(attempt: Attempt) -> None:
    alice = factories.person("Alice", Role.ADMINISTRATOR)
    with pytest.raises(PermissionDenied):
        services.set_time(entry=attempt.entry, minutes=10, actor=alice, reason="I am slow.")


def test_services_ask_for_the_permission_themselves(sitting: Sitting, attempt: Attempt, clock: Clock) -> None:
    charlie = factories.person("Charlie", *Role, at=factories.body("Northern Rivers Bridge"))
    opens, closes = sitting.opens_at, sitting.closes_at
    with pytest.raises(PermissionDenied):
        services.schedule(paper=sitting.paper, title="Mine", opens_at=opens, closes_at=closes, actor=charlie)
    with pytest.raises(PermissionDenied):
        services.enter(sitting=sitting, person=charlie)
    with pytest.raises(PermissionDenied):
        services.set_time(entry=attempt.entry, minutes=10, actor=charlie, reason="Why not?")
    for deed in (
        lambda: services.change(sitting=sitting, actor=charlie, title="Mine"),
        lambda: services.void_sitting(sitting=sitting, actor=charlie, reason="Mine."),
        lambda: services.void_attempt(attempt=attempt, actor=charlie, reason="Mine."),
        lambda: invigilation.pause_all(sitting=sitting, actor=charlie, reason="Mine."),
        lambda: invigilation.pause_one(attempt=attempt, actor=charlie, reason="Mine."),
        lambda: invigilation.close_one(attempt=attempt, actor=charlie, reason="Mine."),
        lambda: invigilation.write_down(sitting=sitting, actor=charlie, text="Mine."),
    ):
        with pytest.raises(PermissionDenied):
            deed()
    assert (Sitting.objects.count(), Entry.objects.count()) == (1, 1)
