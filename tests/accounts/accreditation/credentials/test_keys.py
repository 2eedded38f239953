"""Drills: a key that is replaced, one that was stolen, a SECRET_KEY that changes."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.accreditation.credentials import keys
from accounts.accreditation.credentials.badges import credential_of
from accounts.accreditation.credentials.status_lists import sign_all
from accounts.accreditation.models import Award, Credential, SigningKey
from accounts.audit.models import AuditEntry
from accounts.models import Body
from tests.accounts.accreditation.credentials.outsider import Refused, status_of, verify_proof

STOLEN = {"since": "2026-11-20T00:00+10:00", "reason": "The laptop is gone"}


@pytest.fixture
def badge(award: Award, papers: None) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(credential_of(award).document)
    return said


def run(name: str, *args: str, **options: str) -> str:
    said = StringIO()
    call_command(name, *args, stdout=said, **options)
    return said.getvalue()


def method(document: dict[str, Any]) -> str:
    return str(document["proof"]["verificationMethod"])


class TestTheKey:
    def test_is_encrypted_in_the_database(self, badge: dict[str, Any], body: Body) -> None:
        key = SigningKey.objects.get()
        assert "PRIVATE" not in key.private
        assert b"PRIVATE KEY" in keys.private_pem(key)

    def test_there_is_one_at_a_time(self, body: Body) -> None:
        assert keys.current_key(body) == keys.current_key(body)
        assert SigningKey.objects.count() == 1

    def test_a_body_that_signed_nothing_has_no_did_document(self, body: Body, client: Client) -> None:
        assert client.get("/credentials/mba/did.json").status_code == 404
        assert not SigningKey.objects.exists()


class TestReplaced:
    def test_both_verify_and_the_new_one_signs(self, award: Award, badge: dict[str, Any], client: Client) -> None:
        assert run("rotate_signing_key", "mba", reason="A year has passed") == (
            "Moreton Bridge Association signs with key 2 from now on.\n"
        )
        verify_proof(client, badge)
        assert json.loads(credential_of(award).document) == badge
        Award.objects.update(valid_until=award.valid_until + timedelta(days=1))
        later = json.loads(credential_of(Award.objects.get()).document)
        verify_proof(client, later)
        assert (method(badge)[-6:], method(later)[-6:]) == ("#key-1", "#key-2")
        assert status_of(client, badge) == set()

    def test_it_is_in_the_audit_log(self, body: Body) -> None:
        keys.rotate(body=body, reason="A year has passed")
        assert AuditEntry.objects.filter(verb="signing_key.rotated", reason="A year has passed").exists()

    def test_a_body_that_is_not_there(self, db: None) -> None:
        with pytest.raises(CommandError, match="no body 'xyz'"):
            run("rotate_signing_key", "xyz", reason="Why")


class TestStolen:
    def test_what_it_signed_is_refused_and_signed_anew(
        self, award: Award, badge: dict[str, Any], client: Client
    ) -> None:
        sign_all(award.body)
        said = run("report_stolen_key", "mba", "1", **STOLEN)
        assert "2 status lists and 1 badges" in said
        with pytest.raises(Refused, match="no such key"):
            verify_proof(client, badge)
        anew = json.loads(credential_of(award).document)
        assert method(anew).endswith("#key-2")
        verify_proof(client, anew)
        assert status_of(client, anew) == set()

    def test_a_run_that_was_killed_goes_on(self, award: Award, badge: dict[str, Any]) -> None:
        keys.report_stolen(key=SigningKey.objects.get(), since=timezone.now(), reason="The laptop is gone")
        assert Credential.objects.count() == 1
        said = run("report_stolen_key", "mba", "1", **STOLEN)
        assert "was reported before" in said
        assert Credential.objects.count() == 2
        assert "0 badges" in run("report_stolen_key", "mba", "1", **STOLEN)

    def test_a_former_key_can_be_stolen_too(self, badge: dict[str, Any], body: Body) -> None:
        keys.rotate(body=body, reason="A year has passed")
        run("report_stolen_key", "mba", "1", **STOLEN)
        assert keys.current_key(body).number == 2

    @pytest.mark.parametrize(
        ("number", "since", "words"),
        [
            ("7", "2026-11-20T00:00+10:00", "no key 7"),
            ("1", "yesterday", "Write the moment"),
            ("1", "2999-01-01T00:00Z", "passed"),
        ],
    )
    def test_refused(self, number: str, since: str, words: str, badge: dict[str, Any]) -> None:
        with pytest.raises(CommandError, match=words):
            run("report_stolen_key", "mba", number, since=since, reason="Why")
        assert not SigningKey.objects.exclude(stolen_since=None).exists()

    def test_what_was_ended_is_not_signed_anew(self, award: Award, badge: dict[str, Any]) -> None:
        Award.objects.update(status=Award.Status.REVOKED)
        assert "0 badges" in run("report_stolen_key", "mba", "1", **STOLEN)


class TestAnotherSecretKey:
    OTHER = "another-one-that-is-as-long-as-that-of-a-real-installation"

    def test_the_keys_are_taken_along(self, award: Award, badge: dict[str, Any], settings: Any) -> None:
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = self.OTHER
        assert "1 signing keys" in run("reencrypt_signing_keys")
        settings.SECRET_KEY_FALLBACKS = []
        assert b"PRIVATE" in keys.private_pem(SigningKey.objects.get())

    def test_one_that_cannot_be_read_changes_nothing(self, badge: dict[str, Any], settings: Any) -> None:
        before = SigningKey.objects.get().private
        settings.SECRET_KEY = self.OTHER
        with pytest.raises(CommandError, match="SECRET_KEY_FALLBACKS"):
            run("reencrypt_signing_keys")
        assert SigningKey.objects.get().private == before
