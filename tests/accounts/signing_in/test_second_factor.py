"""Second factors: who needs one, how far they get without, and how its secrets are kept."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.models import Membership, Role, User
from accounts.signing_in.secrets import MARK
from tests.factories import body, browser, person

PASSWORD = "a table of thirteen"
SECRET = "JBSWY3DPEHPK3PXP"

pytestmark = pytest.mark.django_db


@pytest.fixture
def _required() -> Any:
    cache.clear()
    with override_settings(SECOND_FACTOR_REQUIRED=True):
        yield


@pytest.fixture
def erin() -> User:
    return confirmed(person("Erin Examiner", Role.EXAMINER))


def confirmed(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))


def signed_in_by_password(user: User) -> Client:
    client = Client()
    assert client.post("/account/login/", {"login": user.email, "password": PASSWORD}).status_code == 302
    return client


@pytest.mark.usefixtures("_required")
class TestWhoNeedsOne:
    @pytest.mark.parametrize("role", list(Role))
    def test_whoever_has_power(self, role: Role) -> None:
        answer = browser(person("Somebody", role)).get("/people/me/")
        powerful = role not in {Role.CANDIDATE, Role.CLUB_CONTACT, Role.INVIGILATOR}
        assert (answer.status_code, answer.headers.get("Location")) == (
            (302, reverse("mfa_index")) if powerful else (200, None)
        )

    def test_superusers_too(self) -> None:
        root = User.objects.create_superuser("root@example.org")
        assert browser(root).get("/admin/")["Location"] == reverse("mfa_index")

    def test_from_the_moment_on_when_a_role_is_given(self) -> None:
        alice = person("Alice", Role.CANDIDATE)
        client = browser(alice)
        assert client.get("/people/me/").status_code == 200
        Membership.objects.create(person=alice, body=body(), role=Role.EXAMINER)
        assert client.get("/people/me/").status_code == 302

    def test_not_where_the_setting_says_so(self, erin: User) -> None:
        with override_settings(SECOND_FACTOR_REQUIRED=False):
            assert browser(erin).get("/people/me/").status_code == 200

    def test_recovery_codes_alone_are_none(self, erin: User) -> None:
        RecoveryCodes.activate(erin)
        assert browser(erin).get("/people/me/").status_code == 302


@pytest.mark.usefixtures("_required")
class TestWithoutOne:
    @pytest.mark.parametrize(
        "address", ["/", "/bank/", "/laws/", "/sittings/", "/account/password/change/", "/register/"]
    )
    def test_every_page_leads_to_where_it_is_set_up(self, address: str, erin: User) -> None:
        assert browser(erin).get(address)["Location"] == reverse("mfa_index")

    @pytest.mark.parametrize(
        "address", ["/api/v1/bank/versions/", "/api/v1/sittings/", "/api/v1/rulings/diagnose/", "/api/schema"]
    )
    def test_the_api_is_closed(self, address: str, erin: User) -> None:
        answer = browser(erin).get(address)
        assert answer.status_code == 403
        assert answer.json()["code"] == "second-factor-needed"

    def test_nothing_can_be_sent(self, erin: User) -> None:
        answer = browser(erin).post("/people/me/name/", {"name": "Somebody Else"})
        assert answer.status_code == 403
        erin.refresh_from_db()
        assert erin.name == "Erin Examiner"

    def test_a_part_of_a_page_is_not_replaced_by_another_page(self, erin: User) -> None:
        assert browser(erin).get("/bank/", headers={"HX-Request": "true"}).status_code == 403

    def test_it_can_be_set_up_and_then_everything_opens(self, erin: User) -> None:
        client = signed_in_by_password(erin)
        assert "Your role requires a second factor" in client.get(reverse("mfa_index")).content.decode()
        # The password once more, as before any change to how somebody signs in.
        page = client.get(reverse("mfa_activate_totp"), follow=True)
        page = client.post(
            page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"], {"password": PASSWORD}, follow=True
        )
        assert page.status_code == 200
        client.post(reverse("mfa_activate_totp"), {"code": code_of(page.context["form"].secret)})
        assert client.get(reverse("mfa_view_recovery_codes")).status_code == 200
        assert client.get("/people/me/").status_code == 200

    def test_one_can_leave(self, erin: User) -> None:
        assert browser(erin).post("/account/logout/")["Location"] == "/"

    def test_a_request_costs_no_more_queries(self, erin: User) -> None:
        client, counts = browser(person("Alice", Role.CANDIDATE)), []
        for required in (True, False):
            with override_settings(SECOND_FACTOR_REQUIRED=required), CaptureQueriesContext(connection) as queries:
                assert client.get("/people/me/").status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1]


class TestAtRest:
    def test_the_database_has_no_secret_in_it(self, erin: User) -> None:
        totp, codes = TOTP.activate(erin, SECRET), RecoveryCodes.activate(erin)
        with connection.cursor() as cursor:
            cursor.execute("SELECT string_agg(data::text, ' ') FROM mfa_authenticator")
            stored = cursor.fetchone()[0]
        assert SECRET not in stored
        assert not any(code in stored for code in codes.get_unused_codes())
        assert totp.validate_code(code_of(SECRET))
        assert codes.validate_code(codes.get_unused_codes()[0])

    def test_one_put_there_as_plain_text_opens_nothing(self, erin: User) -> None:
        factor = Authenticator.objects.create(user=erin, type="totp", data={"secret": SECRET})
        with pytest.raises(InvalidToken):
            TOTP(factor).validate_code(code_of(SECRET))

    def test_those_from_before_are_encrypted_by_the_migration(self, erin: User) -> None:
        factor = Authenticator.objects.create(user=erin, type="totp", data={"secret": SECRET})
        codes = Authenticator.objects.create(user=erin, type="recovery_codes", data={"seed": "ab" * 40, "used_mask": 2})
        importlib.import_module("accounts.migrations.0005_encrypted_second_factors").encrypt(apps, None)
        for one in (factor, codes):
            one.refresh_from_db()
        assert factor.data["secret"].startswith(MARK)
        assert codes.data["used_mask"] == 2
        assert TOTP(factor).validate_code(code_of(SECRET))
        assert len(RecoveryCodes(codes).get_unused_codes()) == 9

    def test_a_new_key_is_taken_up_without_losing_any(self, erin: User) -> None:
        factor = TOTP.activate(erin, SECRET).instance
        with override_settings(SECRET_KEY="the next one", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
            call_command("reencrypt_second_factors", verbosity=0)
        factor.refresh_from_db()
        with override_settings(SECRET_KEY="the next one", SECRET_KEY_FALLBACKS=[]):
            assert TOTP(factor).validate_code(code_of(SECRET))
        with pytest.raises(InvalidToken):
            TOTP(factor).validate_code(code_of(SECRET))

    def test_nor_does_a_new_key_make_one_of_ours_of_it(self, erin: User) -> None:
        """Whoever can write to the database need only wait until the key is changed."""
        factor = TOTP.activate(person("Alice", Role.CANDIDATE), SECRET).instance
        before = factor.data
        Authenticator.objects.create(user=erin, type="totp", data={"secret": SECRET})
        with pytest.raises(CommandError, match=r"erin\.examiner@example\.org was not encrypted"):
            call_command("reencrypt_second_factors", verbosity=0)
        factor.refresh_from_db()
        assert factor.data == before
        with pytest.raises(InvalidToken):
            TOTP(Authenticator.objects.get(user=erin)).validate_code(code_of(SECRET))


class TestALostPhone:
    def test_is_removed_with_a_reason_an_entry_and_a_letter(
        self, erin: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        TOTP.activate(erin, SECRET)
        with django_capture_on_commit_callbacks(execute=True):
            call_command("remove_second_factor", erin.email, "--reason", "Seen in person", verbosity=0)
        assert not Authenticator.objects.exists()
        assert AuditEntry.objects.get().reason == "Seen in person"
        assert mail.outbox[0].to == [erin.email]

    def test_a_reason_is_needed_and_a_factor(self, erin: User) -> None:
        with pytest.raises(CommandError):
            call_command("remove_second_factor", erin.email, "--reason", "Seen in person")
        with pytest.raises(CommandError):
            call_command("remove_second_factor", erin.email)
