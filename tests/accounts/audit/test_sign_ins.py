"""Who came in, who left and who tried in vain; and logs that tell nobody's secrets."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from tests import factories

PASSWORD = "a table of thirteen"


@pytest.fixture
def erin(db: None) -> User:
    person = factories.person("Erin", Role.EXAMINER)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def sign_in(client: Client, address: str, password: str) -> Any:
    return client.post(reverse("account_login"), {"login": address, "password": password})


def noted() -> list[tuple[str, User | None, str]]:
    entries = AuditEntry.objects.filter(verb__startswith="person.sign").order_by("pk").select_related("actor")
    return [(entry.verb, entry.actor, entry.target_id) for entry in entries]


def test_the_ways_in_and_out_are_noted(client: Client, erin: User) -> None:
    sign_in(client, erin.email.upper(), "a slip of the finger")
    sign_in(client, erin.email, PASSWORD)
    client.post(reverse("account_logout"))
    assert noted() == [
        ("person.sign_in_failed", None, str(erin.pk)),
        ("person.signed_in", erin, str(erin.pk)),
        ("person.signed_out", erin, str(erin.pk)),
    ]


def test_so_are_failures_at_every_address_that_opens_the_account(client: Client, erin: User) -> None:
    EmailAddress.objects.create(user=erin, email="erin@home.example", verified=True)
    sign_in(client, " Erin@Home.example", "a guess")
    assert noted() == [("person.sign_in_failed", None, str(erin.pk))]


def test_so_is_a_right_password_with_a_wrong_code(client: Client, erin: User) -> None:
    TOTP.activate(erin, "JBSWY3DPEHPK3PXP")
    assert sign_in(client, erin.email, PASSWORD)["Location"] == reverse("mfa_authenticate")
    assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.target_id) == ("person.second_factor_failed", str(erin.pk))
    assert set(entry.data) == {"from"}


def test_nothing_that_was_typed_is_kept(client: Client, erin: User) -> None:
    """A password typed into the wrong field above all."""
    sign_in(client, "hunter2@nowhere.example", "hunter2")
    sign_in(client, erin.email, "hunter2 again")
    told = [f"{entry.verb} {entry.target_id} {entry.data} {entry.reason}" for entry in AuditEntry.objects.all()]
    assert len(told) == 1, "an address without an account leaves no entry"
    assert "hunter" not in "".join(told)
    assert "127.0.0.1" not in "".join(told)


def test_two_machines_are_told_apart(erin: User) -> None:
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        sign_in(Client(REMOTE_ADDR=address), erin.email, PASSWORD)
    first, again, other = (
        entry.data["from"] for entry in AuditEntry.objects.filter(verb="person.signed_in").order_by("pk")
    )
    assert first == again != other


SECRET = "s3cr3t-word"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (f"/laws/search?q={SECRET}", "GET /laws/search"),
        (f"/receipts/verify/?attempt=1&digest={SECRET}", "GET /receipts/verify/"),
        (f"/account/password/reset/key/3f-{SECRET}/", "GET /account/password/reset/key/"),
        (f"/account/confirm-email/{SECRET}/", "GET /account/confirm-email/"),
        (f"/account/login/?next=/people/qba/%3Fq={SECRET}", "GET /account/login/"),
        (f"/verify/{SECRET}/", "GET /verify/"),
        (f"/people/qba/?q={SECRET}@example.org", "GET /people/qba/"),
        (f"/nowhere?token={SECRET}", "GET /nowhere"),
    ],
)
def test_the_lines_of_a_request_tell_no_query_and_no_token(
    client: Client, db: None, caplog: pytest.LogCaptureFixture, address: str, told: str
) -> None:
    caplog.set_level(logging.DEBUG)
    client.get(address)
    lines = [str(record.msg) + str(record.args) for record in caplog.records if "django.db" not in record.name]
    assert any(told in line for line in lines), lines
    assert [line for line in lines if SECRET in line] == []


def test_a_form_refused_for_its_token_tells_none_either(db: None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"/account/password/reset/key/3f-{SECRET}/?x={SECRET}", {"password1": SECRET}).status_code == 403
    lines = [str(record.msg) + str(record.args) for record in caplog.records if "django.db" not in record.name]
    assert any("form_refused" in line for line in lines)
    assert [line for line in lines if SECRET in line] == []
