"""The status lists: what an outsider reads in them after each deed, their proof, their days, and the alarm."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from structlog.testing import capture_logs

from accounts.accreditation import deeds, tasks
from accounts.accreditation.credentials import status_lists
from accounts.accreditation.credentials.badges import credential_of
from accounts.accreditation.credentials.status_lists import Purpose, current_list, overdue, set_bits, sign_all
from accounts.accreditation.models import Award, Level, StatusList, StatusPlace
from accounts.models import Body, User
from tests.accounts.accreditation.credentials.outsider import status_of, verify_proof


@pytest.fixture
def badge(award: Award, papers: None) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(credential_of(award).document)
    return said


class TestWhatAnOutsiderReads:
    def test_a_suspension_at_once_and_its_end(
        self, award: Award, badge: dict[str, Any], rita: User, client: Client
    ) -> None:
        assert status_of(client, badge) == set()
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        assert status_of(client, badge) == {"suspension"}
        # A verifier that reads no status still says that the proof is good: it is.
        verify_proof(client, badge)
        deeds.reinstate(award=award, actor=rita, reason="Settled")
        assert status_of(client, badge) == set()

    @pytest.mark.parametrize("deed", ["revoke", "surrender", "record_death"])
    def test_every_end(self, deed: str, award: Award, badge: dict[str, Any], rita: User, client: Client) -> None:
        Level.objects.update(revocation_countersigned=False)
        award.refresh_from_db()
        getattr(deeds, deed)(award=award, actor=rita, reason="So it was")
        assert status_of(client, badge) == {"revocation"}

    def test_a_revocation_is_never_taken_back_from_a_badge(
        self, award: Award, badge: dict[str, Any], rita: User, client: Client
    ) -> None:
        Level.objects.update(revocation_countersigned=False)
        award.refresh_from_db()
        deeds.revoke(award=award, actor=rita, reason="Found out")
        deeds.reinstate(award=award, actor=rita, reason="Upheld")
        anew = json.loads(credential_of(award).document)
        assert status_of(client, anew) == set()
        assert status_of(client, badge) == {"revocation"}
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        assert status_of(client, anew) == {"suspension"}
        assert status_of(client, badge) == {"revocation"}


class TestTheList:
    def test_is_signed_and_good_for_three_days(self, badge: dict[str, Any], body: Body, client: Client) -> None:
        found = current_list(body, Purpose.REVOCATION, 1)
        assert found is not None
        said = json.loads(found.document)
        verify_proof(client, said)
        assert found.valid_until - found.signed_at == dt.timedelta(days=3)

    def test_what_is_stored_is_what_follows_from_the_awards(
        self, award: Award, badge: dict[str, Any], rita: User, body: Body, client: Client
    ) -> None:
        for deed in (deeds.suspend, deeds.reinstate, deeds.suspend):
            deed(award=award, actor=rita, reason=f"{deed.__name__}: so it was")
            for purpose in Purpose:
                client.get(f"/credentials/mba/status/{purpose.value}/1")
                stored = StatusList.objects.get(purpose=purpose)
                assert stored.bits == status_lists._digest(set_bits(body, purpose, 1))

    def test_is_not_signed_again_for_everybody_who_asks(self, badge: dict[str, Any], body: Body) -> None:
        first = current_list(body, Purpose.REVOCATION, 1)
        second = current_list(body, Purpose.REVOCATION, 1)
        assert first and second and first.document == second.document

    def test_nobody_keeps_an_old_one(self, badge: dict[str, Any], client: Client) -> None:
        answer = client.get("/credentials/mba/status/suspension/1")
        assert answer["Cache-Control"] == "no-cache"
        assert answer["Access-Control-Allow-Origin"] == "*"

    @pytest.mark.parametrize("path", ["mba/status/suspension/2", "mba/status/refresh/1", "bba/status/suspension/1"])
    def test_there_is_none_where_nobody_has_a_place(self, path: str, badge: dict[str, Any], client: Client) -> None:
        assert client.get(f"/credentials/{path}").status_code == 404

    def test_a_key_that_cannot_be_read_gives_no_list_rather_than_an_old_one(
        self, award: Award, badge: dict[str, Any], rita: User, client: Client, settings: Any
    ) -> None:
        client.get("/credentials/mba/status/suspension/1")
        settings.SECRET_KEY = "another-one-that-is-as-long-as-that-of-a-real-installation"
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        with capture_logs() as logged:
            answer = client.get("/credentials/mba/status/suspension/1")
        assert answer.status_code == 503
        assert "status_lists_not_signed" in [one["event"] for one in logged if one["log_level"] == "error"]


class TestPlaces:
    def test_none_is_taken_twice(self, award: Award, body: Body) -> None:
        with mock.patch("secrets.randbelow", side_effect=[5, 5, 5, 6]):
            first = status_lists._take(award)
            second = status_lists._take(award)
        assert [first.index, second.index] == [5, 6]

    def test_a_list_that_is_half_full_is_followed_by_another(
        self, award: Award, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(status_lists, "MOST_PLACES", 2)
        assert [status_lists._take(award).list_number for _one in range(5)] == [1, 1, 2, 2, 3]


class TestTheNightlyRun:
    def test_signs_every_list_anew(self, badge: dict[str, Any], body: Body) -> None:
        sign_all(body)
        then = timezone.now() - dt.timedelta(hours=1)
        StatusList.objects.update(signed_at=then)
        tasks.sign_status_lists()
        assert StatusList.objects.filter(signed_at__gt=then).count() == len(Purpose)

    def test_goes_on_with_the_next_body_and_raises_the_alarm(
        self, award: Award, badge: dict[str, Any], body: Body, settings: Any
    ) -> None:
        settings.SECRET_KEY = "another-one-that-is-as-long-as-that-of-a-real-installation"
        with capture_logs() as logged:
            tasks.sign_status_lists()
        assert [(one["log_level"], one["event"]) for one in logged] == [("error", "status_lists_not_signed")]

    def test_a_list_that_nobody_signed_raises_the_alarm(self, badge: dict[str, Any], body: Body) -> None:
        sign_all(body)
        assert overdue() == []
        StatusList.objects.filter(purpose=Purpose.SUSPENSION).update(signed_at=timezone.now() - dt.timedelta(hours=40))
        with capture_logs() as logged:
            tasks.watch_status_lists()
        assert [(one["event"], one["purpose"]) for one in logged] == [("status_list_overdue", "suspension")]


def test_places_never_change(award: Award, badge: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        StatusPlace.objects.update(index=1)
