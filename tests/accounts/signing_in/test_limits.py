"""Wrong passwords: what they stop, and whom they do not."""

from __future__ import annotations

import itertools
import time

import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.audit.models import AuditEntry
from accounts.models import User
from accounts.signing_in import devices, limits
from accounts.signing_in.adapter import AccountAdapter
from tests.factories import browser, person

PASSWORD = "a table of thirteen"
HALL, HOME, ATTACKER = "192.0.2.10", "198.51.100.7", "203.0.113.66"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def ada() -> User:
    return somebody("Ada Lovelace")


def somebody(name: str) -> User:
    """Somebody whose address is confirmed."""
    user = person(name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def account(user: User) -> str:
    """How limits name an account."""
    return f"account {user.pk}"


def tried(email: str, password: str, machine: str, browser: Client | None = None) -> HttpResponse:
    """The answer to the form of the sign-in page."""
    form = {"login": email, "password": password}
    return (browser or Client()).post("/account/login/", form, REMOTE_ADDR=machine)  # type: ignore[return-value]


def guess(email: str, machine: str, times: int, browser: Client | None = None) -> list[int]:
    return [tried(email, f"wrong guess {number}", machine, browser).status_code for number in range(times)]


def already(times: int, action: str, key: str | None = None, machine: str = ATTACKER) -> None:
    """So many wrong passwords are counted; to send them all takes long."""
    request = RequestFactory().get("/", REMOTE_ADDR=machine)
    for rate in ratelimit.parse_rates(app_settings.RATE_LIMITS[action]):
        slot = ratelimit.get_cache_key(request, app=limits.APP, action=action, rate=rate, key=key)
        cache.set(slot, [time.time()] * min(times, rate.amount))


def gets_in(email: str, machine: str, browser: Client | None = None) -> bool:
    return tried(email, PASSWORD, machine, browser).status_code == 302


class TestLockingSomebodyOut:
    def test_wrong_passwords_from_another_machine_do_not_lock_her_out(self, ada: User) -> None:
        guess(ada.email, ATTACKER, 30)
        assert gets_in(ada.email, HOME)

    def test_nor_do_hundreds_of_machines_where_she_has_signed_in_before(self, ada: User) -> None:
        browser = Client()
        assert gets_in(ada.email, HOME, browser)
        browser.post("/account/logout/")
        already(99, limits.ACCOUNT, account(ada))
        guess(ada.email, ATTACKER, 1)
        assert not gets_in(ada.email, "198.51.100.200")  # the account as a whole is closed for strangers
        assert gets_in(ada.email, HOME, browser)

    def test_nor_does_somebody_in_the_same_hall_where_she_has_signed_in_before(self, ada: User) -> None:
        browser = Client()
        assert gets_in(ada.email, HALL, browser)
        browser.post("/account/logout/")
        guess(ada.email, HALL, 30)
        assert gets_in(ada.email, HALL, browser)

    def test_a_new_password_opens_the_account_again(self, ada: User, client: Client, mailoutbox: list[object]) -> None:
        guess(ada.email, HOME, 10)
        assert not gets_in(ada.email, HOME)
        client.post("/account/password/reset/", {"email": ada.email}, REMOTE_ADDR=HOME)
        link = next(word for word in str(mailoutbox[0].body).split() if "/password/reset/key/" in word)  # type: ignore[attr-defined]
        page = client.get(link.removeprefix("http://testserver"), REMOTE_ADDR=HOME, follow=True)
        form = {"password1": "quite another phrase", "password2": "quite another phrase"}
        client.post(page.request["PATH_INFO"], form, REMOTE_ADDR=HOME)
        assert tried(ada.email, "quite another phrase", HOME).status_code == 302


class TestGuessing:
    def test_with_a_new_password_no_device_is_known(self, ada: User) -> None:
        """Whoever had the old one may have signed in with it, and had tries of their own on that device for ever."""
        theirs = Client()
        assert gets_in(ada.email, ATTACKER, theirs)
        theirs.post("/account/logout/")
        ada.set_password("quite another phrase")
        ada.save()
        already(99, limits.ACCOUNT, account(ada))
        guess(ada.email, "198.51.100.200", 1)
        assert tried(ada.email, "quite another phrase", ATTACKER, theirs).status_code == 429

    def test_one_account_from_one_machine(self, ada: User) -> None:
        assert guess(ada.email, ATTACKER, 12) == [200] * 10 + [429] * 2
        assert not gets_in(ada.email, ATTACKER)

    def test_the_spelling_of_the_address_makes_no_difference(self, ada: User) -> None:
        spellings = itertools.cycle([ada.email, ada.email.upper(), f" {ada.email} "])
        answers = [tried(next(spellings), "wrong", ATTACKER).status_code for _ in range(11)]
        assert answers[-1] == 429

    def test_nor_does_which_of_their_addresses_it_is(self, ada: User) -> None:
        EmailAddress.objects.create(user=ada, email="ada@home.example", verified=True)
        assert guess(ada.email, ATTACKER, 10) == [200] * 10
        assert tried("ada@home.example", "wrong", ATTACKER).status_code == 429
        already(100, limits.ACCOUNT, account(ada))
        assert tried("ada@home.example", "wrong", "203.0.113.99").status_code == 429

    def test_an_alias_that_nobody_confirmed_counts_for_its_owner_alone(self, ada: User) -> None:
        """Else whoever claims somebody's address could use up that person's tries with their own."""
        mallory = somebody("Mallory Moore")
        EmailAddress.objects.create(user=mallory, email=ada.email)
        guess(mallory.email, ATTACKER, 10)
        assert gets_in(ada.email, ATTACKER)

    def test_nor_can_one_machine_close_the_account_by_coming_back(self, ada: User) -> None:
        already(30, limits.HERE, f"{account(ada)} at {ATTACKER}")
        assert int(tried(ada.email, "wrong", ATTACKER)["Retry-After"]) > 3500

    def test_one_account_from_many_machines(self, ada: User) -> None:
        already(97, limits.ACCOUNT, account(ada))
        answers = [tried(ada.email, "wrong", f"203.0.113.{number}").status_code for number in range(5)]
        assert answers == [200] * 3 + [429] * 2

    def test_many_accounts_from_one_machine(self, ada: User) -> None:
        already(297, limits.MACHINE)
        answers = [tried(f"person-{number}@example.org", "wrong", ATTACKER).status_code for number in range(5)]
        assert answers == [200] * 3 + [429] * 2
        assert not gets_in(ada.email, ATTACKER)
        assert gets_in(ada.email, HOME)

    def test_an_account_of_ones_own_does_not_wipe_the_machines_count(self, ada: User) -> None:
        """Neither by signing in, nor by choosing a new password, nor by a second factor."""
        mallory = somebody("Mallory Moore")
        already(299, limits.MACHINE)
        assert gets_in(mallory.email, ATTACKER)
        request = RequestFactory().post("/", REMOTE_ADDR=ATTACKER)
        AccountAdapter(request)._delete_login_attempts_cached_email(request, email=mallory.email)
        # As allauth does after the right code of a second factor.
        ratelimit.clear(request, app=limits.APP, action="login_failed", key=f"mfa-auth-user-{mallory.pk}")
        assert tried("person-998@example.org", "wrong", ATTACKER).status_code == 200
        assert tried("person-999@example.org", "wrong", ATTACKER).status_code == 429

    def test_a_known_device_has_ten_tries_too(self, ada: User) -> None:
        browser = Client()
        assert gets_in(ada.email, HALL, browser)
        browser.post("/account/logout/")
        assert guess(ada.email, HALL, 11, browser)[-1] == 429

    def test_a_device_is_known_for_those_alone_who_signed_in_on_it(self, ada: User) -> None:
        browser, mallory = Client(), somebody("Mallory Moore")
        assert gets_in(mallory.email, ATTACKER, browser)
        browser.post("/account/logout/")
        already(100, limits.ACCOUNT, account(ada))
        assert tried(ada.email, "wrong", ATTACKER, browser).status_code == 429

    def test_a_forged_cookie_is_nobodys(self, ada: User) -> None:
        browser = Client()
        browser.cookies[devices.COOKIE] = "WyJhIixbImIiXV0:1vX:forged"
        already(100, limits.ACCOUNT, account(ada))
        assert tried(ada.email, "wrong", HOME, browser).status_code == 429

    def test_where_one_changes_a_password(self, ada: User) -> None:
        """In a session that was left open: each wrong one is counted and noted as at the door."""
        left = browser(ada)

        def change(old: str) -> int:
            new = {"password1": "quite another phrase", "password2": "quite another phrase"}
            form = {"oldpassword": old, **new}
            # Its own limit, by the minute, is another matter.
            cache.delete_many(_keys(ada))
            return left.post("/account/password/change/", form, REMOTE_ADDR=ATTACKER).status_code

        assert [change(f"guess {number}") for number in range(11)] == [200] * 10 + [429]
        assert AuditEntry.objects.filter(verb="person.sign_in_failed", target_id=str(ada.pk)).count() == 10
        assert not gets_in(ada.email, ATTACKER)
        cache.clear()
        assert change(PASSWORD) == 302
        assert tried(ada.email, "quite another phrase", HOME).status_code == 302


def _keys(user: User) -> list[str]:
    request = RequestFactory().get("/")
    rates = ratelimit.parse_rates(app_settings.RATE_LIMITS["change_password"])
    return [
        ratelimit.get_cache_key(request, app=limits.APP, action="change_password", rate=rate, user=user)
        for rate in rates
    ]


class TestTheHall:
    def test_a_hundred_sign_in_from_one_address(self) -> None:
        people = [somebody(f"Candidate {number}") for number in range(100)]
        assert all(gets_in(each.email, HALL) for each in people)

    def test_though_each_was_wrong_twice(self, ada: User) -> None:
        already(200, limits.MACHINE, machine=HALL)
        already(2, limits.HERE, f"{account(ada)} at {HALL}")
        assert gets_in(ada.email, HALL)

    def test_a_shared_machine_knows_the_last_who_signed_in(self) -> None:
        browser = Client()
        people = [somebody(f"Candidate {number}") for number in range(devices.MOST + 1)]
        for each in people:
            assert gets_in(each.email, HALL, browser)
            browser.post("/account/logout/")
        request = browser.get("/account/login/").wsgi_request
        device = devices.device_of(request)
        assert device is not None
        assert [device.knows(each) for each in people] == [False] + [True] * devices.MOST
        assert not any(each.email in browser.cookies[devices.COOKIE].value for each in people)


class TestThePage:
    def test_it_says_when_to_try_again(self, ada: User) -> None:
        guess(ada.email, ATTACKER, 10)
        answer = tried(ada.email, "wrong", ATTACKER)
        assert answer.status_code == 429
        assert 290 < int(answer["Retry-After"]) <= 300
        assert "Try again in 5 minutes" in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]

    def test_it_is_the_page_of_every_limit(self, client: Client) -> None:
        already(300, "login", machine=HALL)
        answer = client.post("/account/login/", {}, REMOTE_ADDR=HALL)
        assert answer.status_code == 429
        assert answer["Retry-After"] == "60"
        assert "Try again in 1 minute" in answer.content.decode()
