"""One's own sessions: listed, ended, and ended by themselves when nobody uses them."""

from __future__ import annotations

import datetime as dt
import time
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.validators import MaxValueValidator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.signing_in.sessions import SEEN
from accounts.tasks import forget_ended_sessions
from config.settings import SESSION_COOKIE_AGE
from exams.papers.models import Blueprint
from tests.accounts.signing_in.test_second_factor import PASSWORD, confirmed
from tests.factories import browser, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    cache.clear()
    return confirmed(person("Ada Lovelace"))


def signed_in(user: User, machine: str, program: str) -> Client:
    client = Client(REMOTE_ADDR=machine, headers={"User-Agent": program})
    assert client.post("/account/login/", {"login": user.email, "password": PASSWORD}).status_code == 302
    return client


def test_they_are_listed_with_where_and_since_when(ada: User) -> None:
    signed_in(ada, "198.51.100.7", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0")
    here = signed_in(ada, "192.0.2.10", "Chromium in the hall")
    shown = here.get("/account/sessions/").content.decode()
    for words in ("198.51.100.7", "Firefox on Windows", "Chromium in the hall", "2 sessions", "This one"):
        assert words in shown
    assert not any(session.session_key in shown for session in UserSession.objects.all())


def test_one_can_be_ended(ada: User) -> None:
    there, here = signed_in(ada, "198.51.100.7", "Firefox"), signed_in(ada, "192.0.2.10", "Chromium")
    here.post(f"/people/me/sessions/{UserSession.objects.get(user_agent='Firefox').pk}/end/")
    assert there.get("/people/me/").status_code == 302
    assert here.get("/people/me/").status_code == 200


def test_all_others_can_be_ended(ada: User) -> None:
    there, here = signed_in(ada, "198.51.100.7", "Firefox"), signed_in(ada, "192.0.2.10", "Chromium")
    here.post("/account/sessions/")
    assert there.get("/people/me/").status_code == 302
    assert here.get("/people/me/").status_code == 200


def test_somebody_elses_cannot(ada: User) -> None:
    there = signed_in(ada, "198.51.100.7", "Firefox")
    mallory = browser(person("Mallory Moore"))
    assert mallory.post(f"/people/me/sessions/{UserSession.objects.get(user=ada).pk}/end/").status_code == 404
    assert there.get("/people/me/").status_code == 200


def test_an_idle_one_ends_and_one_in_use_does_not(ada: User, settings: Any) -> None:
    settings.SESSION_COOKIE_AGE = SESSION_COOKIE_AGE
    client = signed_in(ada, "192.0.2.10", "Chromium")
    client.get("/people/me/")
    stored = Session.objects.get()
    assert stored.expire_date - timezone.now() <= dt.timedelta(seconds=SESSION_COOKIE_AGE)
    # Used again after some hours, its end moves on.
    age(client, hours=11)
    client.get("/people/me/")
    assert Session.objects.get().expire_date - timezone.now() > dt.timedelta(hours=11)
    age(client, hours=13)
    assert client.get("/people/me/").status_code == 302


def test_what_ended_by_itself_is_not_kept(ada: User) -> None:
    idle = signed_in(ada, "192.0.2.10", "Chromium")
    used = signed_in(ada, "198.51.100.7", "Firefox")
    Session.objects.filter(session_key=idle.session.session_key).update(
        expire_date=timezone.now() - dt.timedelta(days=1)
    )
    UserSession.objects.filter(user_agent="Chromium").update(last_seen_at=timezone.now() - dt.timedelta(days=2))
    forget_ended_sessions()
    assert [one.user_agent for one in UserSession.objects.all()] == ["Firefox"]
    assert Session.objects.count() == 1
    assert used.get("/people/me/").status_code == 200


def test_one_of_a_way_to_sign_in_that_is_no_more_is_nobodys(ada: User) -> None:
    client = signed_in(ada, "192.0.2.10", "Chromium")
    session = client.session
    session[BACKEND_SESSION_KEY] = "accounts.former.Backend"
    del session[SEEN]
    session.save()
    assert client.get("/").status_code == 200
    assert client.get("/people/me/").status_code == 302


def age(client: Client, hours: int) -> None:
    """So long nobody has used it."""
    session = client.session
    session[SEEN] = int(time.time()) - hours * 3600
    session.save()
    Session.objects.update(expire_date=timezone.now() + dt.timedelta(seconds=SESSION_COOKIE_AGE, hours=-hours))


def test_the_longest_paper_is_shorter_than_the_idle_limit() -> None:
    limits = [each for each in Blueprint._meta.get_field("minutes").validators if isinstance(each, MaxValueValidator)]
    longest = max(each.limit_value for each in limits)
    assert longest * 60 < SESSION_COOKIE_AGE


def test_being_used_costs_nothing_for_ten_minutes(ada: User) -> None:
    client = signed_in(ada, "192.0.2.10", "Chromium")
    client.get("/people/me/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/people/me/")
    assert not [one["sql"] for one in queries if "usersessions" in one["sql"] or one["sql"].startswith("UPDATE")]
    age(client, hours=1)
    before = UserSession.objects.get().last_seen_at
    client.get("/people/me/")
    assert UserSession.objects.get().last_seen_at > before


class TestLeftOpen:
    """At a hall's machine, say. Whoever comes next has the session and not the password."""

    def test_it_adds_no_address_that_would_open_the_account(self, ada: User) -> None:
        """It did: an address of one's own, confirmed, chooses a new password."""
        left = browser(ada)
        add = {"action_add": "", "email": "mallory@example.org"}
        asked = left.post("/account/email/", add)
        assert asked["Location"].startswith("/account/reauthenticate/")
        assert left.post(asked["Location"], {"password": "a guess"}).status_code == 200
        assert ada.emailaddress_set.count() == 1  # type: ignore[attr-defined]
        # Its owner says the password once more, and what was sent is done.
        left.post(asked["Location"], {"password": PASSWORD}, follow=True)
        assert ada.emailaddress_set.filter(email="mallory@example.org").exists()  # type: ignore[attr-defined]
