"""The badge of an award: verified by an outsider, over HTTP; what it says, and when there is a new one."""

from __future__ import annotations

import datetime as dt
import json
import socket
from typing import Any

import pytest
from django.test import Client
from openbadgeslib import baking

from accounts.accreditation import deeds
from accounts.accreditation.credentials.badges import PNG, SVG, credential_of, image_of
from accounts.accreditation.models import Award, Credential, Level
from accounts.models import User
from tests.accounts.accreditation.credentials import outsider
from tests.accounts.accreditation.credentials.outsider import Refused, moment, status_of, verify_proof


@pytest.fixture(autouse=True)
def papers(papers: None) -> None:
    """What the criteria name."""


def document_of(award: Award) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(credential_of(award).document)
    return said


def test_an_outsider_verifies_it(award: Award, client: Client) -> None:
    said = document_of(award)
    verify_proof(client, said)
    assert status_of(client, said) == set()


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "Congress Director"},
        {"validUntil": "2099-01-01T00:00:00Z"},
        {"id": "urn:uuid:11111111-1111-4111-8111-111111111111"},
    ],
)
def test_an_outsider_refuses_what_was_changed(changed: dict[str, str], award: Award, client: Client) -> None:
    with pytest.raises(Refused, match="signature"):
        verify_proof(client, document_of(award) | changed)


def test_it_says_who_what_and_until_when(award: Award, body: Any, level: Level) -> None:
    said = document_of(award)
    assert said["type"] == ["VerifiableCredential", "OpenBadgeCredential"]
    assert said["issuer"]["id"] == "did:web:rectify.example:credentials:mba"
    subject = said["credentialSubject"]
    assert subject["identifier"][0] | {"type": ""} == {
        "type": "",
        "hashed": False,
        "identityHash": "Alice Archer",
        "identityType": "name",
    }
    assert subject["id"] == f"urn:uuid:{award.pk}"
    assert subject["achievement"]["criteria"] == {
        "id": "https://rectify.example/levels/mba/#level-club",
        "narrative": "- Pass the paper on the auction",
    }
    assert moment(said["validUntil"]).astimezone(body.zone) == dt.datetime.combine(
        award.valid_until, dt.time(23, 59, 59), body.zone
    )
    assert award.person.email not in json.dumps(said)


def test_its_achievement_and_criteria_are_where_it_says(award: Award, client: Client) -> None:
    achievement = document_of(award)["credentialSubject"]["achievement"]
    there = outsider.fetch(client, achievement["id"])
    assert {name: there[name] for name in achievement} == achievement
    path = achievement["id"].removeprefix("https://rectify.example")
    led = client.get(path, headers={"accept": "text/html"}, follow=True)
    assert led.redirect_chain == [("/levels/mba/#level-club", 302)]
    assert 'id="level-club"' in led.content.decode()


def test_it_asks_nobody_over_the_network(award: Award, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_args: Any, **_named: Any) -> None:
        raise AssertionError("It asks the network.")

    monkeypatch.setattr(socket, "getaddrinfo", refused)
    assert document_of(award)["proof"]["cryptosuite"] == "eddsa-rdfc-2022"


class TestWhenThereIsANewOne:
    def test_asked_twice_it_is_the_same(self, award: Award) -> None:
        assert credential_of(award) == credential_of(Award.objects.get())
        assert Credential.objects.count() == 1

    def test_after_a_renewal_at_the_same_place(self, award: Award, rita: User, client: Client) -> None:
        award.valid_until = award.body.today() + dt.timedelta(days=9)
        award.save()
        before = credential_of(award)
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Twelve sessions")
        after = credential_of(award)
        assert after != before
        assert after.place == before.place
        assert json.loads(after.document)["validUntil"] > json.loads(before.document)["validUntil"]

    def test_after_a_level_was_called_otherwise(self, award: Award, level: Level) -> None:
        before = credential_of(award)
        Level.objects.update(name="Director of Clubs")
        after = credential_of(Award.objects.select_related("level").get())
        assert after != before

    def test_a_suspension_makes_no_new_one(self, award: Award, rita: User) -> None:
        before = credential_of(award)
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        deeds.reinstate(award=award, actor=rita, reason="Settled")
        assert credential_of(award) == before


@pytest.mark.parametrize("form", [PNG, SVG])
def test_its_picture_carries_it(form: Any, award: Award) -> None:
    made = credential_of(award)
    picture = image_of(made, form)
    read = (
        baking.extract_png(picture, keyword=baking.ITXT_KEYWORD_OB3)
        if form == PNG
        else baking.extract_svg(picture, element=baking.SVG_ELEMENT_OB3, text_fallback=True)
    )
    assert read == made.document
