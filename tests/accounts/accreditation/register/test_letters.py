"""/register/<id>/write/: letters to a director, by way of the site, after a proof of work."""

from __future__ import annotations

import base64
import json
from typing import Any

import altcha
import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.accreditation.models import Award, Listing
from accounts.accreditation.register import limits, relay
from accounts.accreditation.register.listings import Shown, decide
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.letters.services import deliver_due
from accounts.models import User
from tests.accounts.accreditation.register.conftest import ALL, NAME, NOTHING, Director

LETTER = {
    "name": "Wendy Writer",
    "email": "wendy@example.com",
    "text": "Could you direct our congress?\n\nKind regards",
}


@pytest.fixture(autouse=True)
def easy(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing counted yet; and sums that are quickly done."""
    cache.clear()
    monkeypatch.setattr(relay, "LEAST", 1)
    monkeypatch.setattr(relay, "MOST", 4)


@pytest.fixture
def listing(award: Award, alice: User) -> Listing:
    """Nothing else waits to be sent."""
    Letter.objects.all().delete()
    return decide(person=alice, body=award.body, actor=alice, shown=ALL)


def solved(challenge: dict[str, Any]) -> str:
    """As the script of the page answers."""
    made = altcha.Challenge.from_dict(challenge)
    answer = altcha.solve_challenge(made)
    assert answer is not None
    told = {"challenge": challenge, "solution": answer.to_dict()}
    return base64.b64encode(json.dumps(told).encode()).decode()


def challenge_of(listing: Listing) -> dict[str, Any]:
    response = Client().get(reverse("register:challenge", args=[listing.pk]))
    assert response.status_code == 200
    return dict(response.json())


def send(listing: Listing, altcha: str | None = None, **told: str) -> Any:
    if altcha is None:
        altcha = solved(challenge_of(listing))
    return Client().post(reverse("register:write", args=[listing.pk]), LETTER | told | {"altcha": altcha})


class TestSending:
    def test_it_goes_to_the_director_and_answers_go_to_the_writer(self, listing: Listing) -> None:
        response = send(listing)
        assert response["Location"] == reverse("register:entry", args=[listing.pk])
        deliver_due()
        (sent,) = mail.outbox
        assert sent.to == [listing.person.email]
        assert sent.reply_to == ["wendy@example.com"]
        assert "Could you direct our congress?" in sent.body
        assert "Wendy Writer" in sent.subject
        assert "wendy@example.com" not in sent.body
        assert "wendy" not in sent.from_email

    def test_the_writer_is_never_shown_the_address(self, listing: Listing) -> None:
        for address in ("entry", "write", "challenge"):
            shown = Client().get(reverse(f"register:{address}", args=[listing.pk])).content.decode()
            assert listing.person.email not in shown
        assert listing.person.email not in send(listing, altcha="").content.decode()

    def test_the_log_says_that_one_went_out_and_not_from_whom(self, listing: Listing) -> None:
        send(listing)
        entry = AuditEntry.objects.get(verb="listing.letter_sent")
        assert entry.actor is None
        assert "wendy" not in json.dumps(entry.data).lower()

    def test_what_somebody_writes_means_nothing_to_the_template(self, listing: Listing) -> None:
        send(listing, text="{{ person.email }} <script>alert(1)</script>", name="Eve <b>Evil</b>")
        letter = Letter.objects.get()
        assert "{{ person.email }}" in letter.text
        assert "<script>" not in letter.html
        assert "\n" not in letter.subject


class TestWhoCanBeWrittenTo:
    @pytest.mark.parametrize("shown", [NAME, NOTHING, Shown(True, shows_club=True)])
    def test_only_who_agreed(self, shown: Shown, listing: Listing, alice: User) -> None:
        answer = solved(challenge_of(listing))
        decide(person=alice, body=listing.body, actor=alice, shown=shown)
        assert send(listing, altcha=answer).status_code == 404
        for address in ("write", "challenge"):
            assert Client().get(reverse(f"register:{address}", args=[listing.pk])).status_code == 404
        assert not Letter.objects.exists()

    def test_not_who_closed_their_account_or_has_no_address(self, listing: Listing, alice: User) -> None:
        page = reverse("register:write", args=[listing.pk])
        User.objects.filter(pk=alice.pk).update(is_active=False)
        assert Client().get(page).status_code == 404
        User.objects.filter(pk=alice.pk).update(is_active=True, email=alice.placeholder)
        assert Client().get(page).status_code == 404
        assert "Write to" not in Client().get(reverse("register:entry", args=[listing.pk])).content.decode()


class TestProofOfWork:
    def refused(self, listing: Listing, altcha: str) -> None:
        response = send(listing, altcha=altcha)
        assert response.status_code == 200
        shown = response.content.decode()
        assert "The check in your browser did not finish. Send the letter again." in shown
        # Nothing is lost.
        assert "Could you direct our congress?" in shown
        assert "wendy@example.com" in shown
        assert not Letter.objects.exists()

    @pytest.mark.parametrize("altcha", ["", "nonsense", "e30=", "bnVsbA==", "W10=", "eyJjaGFsbGVuZ2UiOjF9"])
    def test_none_or_nonsense(self, altcha: str, listing: Listing) -> None:
        self.refused(listing, altcha)

    def test_once(self, listing: Listing) -> None:
        answer = solved(challenge_of(listing))
        assert send(listing, altcha=answer).status_code == 302
        Letter.objects.all().delete()
        self.refused(listing, answer)

    def test_of_another_director(self, listing: Listing, director: Director) -> None:
        other = Listing.objects.get(person=director("Olga Other", ALL).person)
        Letter.objects.all().delete()
        self.refused(listing, solved(challenge_of(other)))

    def test_altered(self, listing: Listing) -> None:
        made = challenge_of(listing)
        for change in ({"cost": 1, "keyPrefix": ""}, {"keyPrefix": ""}, {"expiresAt": 9_999_999_999}):
            self.refused(listing, solved({**made, "parameters": made["parameters"] | change}))

    def test_not_solved(self, listing: Listing) -> None:
        told = {"challenge": challenge_of(listing), "solution": {"counter": 1, "derivedKey": "00" * 32}}
        self.refused(listing, base64.b64encode(json.dumps(told).encode()).decode())

    def test_too_late(self, listing: Listing, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(relay, "LASTS", -relay.LASTS)
        self.refused(listing, solved(challenge_of(listing)))

    def test_without_a_script_the_page_says_how_else(self, listing: Listing) -> None:
        shown = Client().get(reverse("register:write", args=[listing.pk])).content.decode()
        assert "<noscript>" in shown
        assert f"write to {listing.body}" in " ".join(shown.split())


class TestLimits:
    def test_one_address_sends_so_many_and_loses_nothing(
        self, listing: Listing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.RATES, "letter", "2/h/key")
        for _time in range(2):
            assert send(listing).status_code == 302
        response = send(listing)
        assert response.status_code == 429
        assert "Too many letters have been sent. Try again in 60 minutes" in response.content.decode()
        assert "Could you direct our congress?" in response.content.decode()
        assert Letter.objects.count() == 2

    def test_one_director_gets_so_many_from_wherever(self, listing: Listing, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "letter_to", "1/h/key")
        answers = [solved(challenge_of(listing)) for _one in range(2)]
        page = reverse("register:write", args=[listing.pk])
        sent = [
            Client(REMOTE_ADDR=f"192.0.2.{n}").post(page, LETTER | {"altcha": one}).status_code
            for n, one in enumerate(answers)
        ]
        assert sent == [302, 429]

    def test_whoever_solves_nothing_uses_up_nobody_s_letters(
        self, listing: Listing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.RATES, "letter_to", "1/h/key")
        for _time in range(3):
            send(listing, altcha="nonsense")
        assert send(listing).status_code == 302
