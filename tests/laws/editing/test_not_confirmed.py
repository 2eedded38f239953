"""What an editor publishes and the engine was not written from: rulings, charts and the interview say so."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from accounts.models import User
from laws import confirming, library
from laws.assistant import pocket
from laws.assistant.addresses import in_address
from laws.models import ConfirmedWording, Edition, Footnote, Origin, Provision, ProvisionVersion, TextKind
from laws.rulings.readers import explore
from laws.rulings.schema import RULING_SCHEMA
from laws.rulings.wordings import digest_of
from tests.laws.editing.conftest import published

pytestmark = pytest.mark.django_db

SLUG = "duplicate-2017"
TODAY = datetime.date(2027, 7, 1)
"""The first day of the amendment of these tests; it lies ahead of any day on which they run."""
LATER = datetime.date(2028, 7, 1)
RECORD = {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": True}
_PATH = next(path for path in explore("27") if "27A1" in path.citations)
INTERVIEW = f"/laws/ruling/{SLUG}/27/?" + urlencode({fact: in_address(value) for fact, value in _PATH.path})


@pytest.fixture
def day_has_come(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Lets the amendment be in force."""
    return lambda: monkeypatch.setattr(library, "today", lambda: TODAY)


def provision(key: str, slug: str = SLUG) -> Provision:
    return Provision.objects.get(edition__slug=slug, key=key)


def written_from(monkeypatch: pytest.MonkeyPatch, *wordings: ProvisionVersion) -> None:
    """Let the engine have been written from these wordings of a provision."""
    recorded = {one.effective.lower.isoformat(): digest_of(one.text) for one in wordings}
    monkeypatch.setattr(confirming, "WRITTEN_FROM", {SLUG: {wordings[0].provision.key: recorded}})


def amend(alice: User, bob: User, key: str, text: str = "Other words.", **fields: Any) -> None:
    published(alice, bob, provision(key), text=text, first_day=TODAY, **fields)


def keys_of(day: datetime.date) -> list[str]:
    return [one.text for one in confirming.on(SLUG, day)]


def test_a_shelf_as_it_is_shipped_is_confirmed_as_a_whole(real_shelf: None, django_assert_num_queries: Any) -> None:
    for slug in (SLUG, "rubber-2014", "duplicate-2007"):
        assert confirming.moved(slug) == []
    with django_assert_num_queries(1):
        confirming.moved(SLUG)


def test_an_imported_official_text_unconfirms_nothing(edition: Edition) -> None:
    for row in ProvisionVersion.objects.filter(provision__edition=edition, provision__key__in=["27A", "73A"]):
        ProvisionVersion.objects.create(
            provision=row.provision,
            kind=TextKind.OFFICIAL,
            revision=row.revision,
            effective=row.effective,
            text="In the law book's words.",
            origin=Origin.IMPORTED,
        )
    assert confirming.moved(SLUG) == []


def test_a_new_wording_is_not_confirmed_from_its_day_on(edition: Edition, alice: User, bob: User) -> None:
    amend(alice, bob, "27A")
    assert keys_of(TODAY) == ["27A"]
    assert keys_of(TODAY - datetime.timedelta(days=1)) == []


def test_a_new_heading_over_the_same_words_changes_nothing(
    edition: Edition, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = provision("27A").versions.current().get()
    written_from(monkeypatch, same)
    amend(alice, bob, "27A", same.text, heading="Another heading")
    assert keys_of(TODAY) == []


def test_a_correction_is_another_wording_for_all_its_days(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, provision("73A"), act="correct", text="Mended.", first_day=TODAY)
    assert keys_of(datetime.date(2024, 1, 1)) == ["73A"]
    assert keys_of(datetime.date(2023, 12, 31)) == []


def test_going_back_to_the_words_before_an_amendment_is_another_law(
    edition: Edition, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, since = provision("73A").versions.order_by("effective")
    assert before.text != since.text
    written_from(monkeypatch, before, since)
    amend(alice, bob, "73A", before.text)
    assert keys_of(TODAY) == ["73A"]


def test_a_footnote_is_a_text_that_procedures_rest_on(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, Footnote.objects.get(), first_day=TODAY)
    (found,) = confirming.on(SLUG, TODAY)
    assert (found.key, found.text, found.name) == ("27A", "27A note 7", "27A, footnote 7")


def test_what_was_confirmed_here_is_known(edition: Edition, alice: User, bob: User) -> None:
    amend(alice, bob, "27A")
    (found,) = confirming.on(SLUG, TODAY)
    ConfirmedWording.objects.create(edition=edition, text=found.text, first_day=found.first_day, digest=found.digest)
    assert keys_of(TODAY) == []
    published(alice, bob, provision("27A"), text="Yet other words.", instrument="Another", first_day=LATER)
    assert keys_of(TODAY) == [], "entered again with its last day, it is the same wording"
    assert keys_of(LATER) == ["27A"]


def test_the_api_says_it_beside_the_step(edition: Edition, client: Client, alice: User, bob: User) -> None:
    amend(alice, bob, "27A")

    def ruled(day: datetime.date) -> Any:
        body = json.dumps({**RECORD, "date": day.isoformat()})
        told = client.post("/api/v1/rulings/", body, content_type="application/json").json()
        Draft202012Validator(RULING_SCHEMA).validate(told)
        return told

    before, since = ruled(TODAY - datetime.timedelta(days=1)), ruled(TODAY)
    assert "not_confirmed" not in before
    assert since["not_confirmed"] == [
        {
            "text": "27A",
            "provision": "27A",
            "since": "2027-07-01",
            "words": "27A has another wording from 1 July 2027 on.",
        }
    ]
    marked = {one["provision"]: "not_confirmed" in one for one in since["steps"]}
    assert marked["27A1"], "27A leads into it"
    assert not all(marked.values())
    assert [one["provision"] for one in before["steps"]] == [one["provision"] for one in since["steps"]]


def test_the_interview_and_the_receipt_say_it_beside_the_step(
    edition: Edition, client: Client, alice: User, bob: User, day_has_come: Callable[[], None]
) -> None:
    amend(alice, bob, "27A")
    coming = client.get(INTERVIEW).content.decode()
    assert "changes on 1 July 2027" in coming
    assert 'class="not-confirmed"' not in coming
    day_has_come()
    on = client.get(INTERVIEW).content.decode()
    assert "The engine still follows the former text" in on
    assert 'class="not-confirmed" title="27A has another wording from 1 July 2027 on.">not confirmed' in on
    assert "Receipt to keep" in on
    kept_at = on.split('href="/laws/ruling/duplicate-2017/27/receipt/', 1)[1].split('"', 1)[0].replace("&amp;", "&")
    receipt = client.get(f"/laws/ruling/duplicate-2017/27/receipt/{kept_at}").content.decode()
    assert 'class="not-confirmed"' in receipt


def test_a_question_that_is_open_says_it_too(
    edition: Edition, client: Client, alice: User, bob: User, day_has_come: Callable[[], None]
) -> None:
    amend(alice, bob, "27A")
    day_has_come()
    html = client.get(f"/laws/ruling/{SLUG}/27/").content.decode()
    assert 'class="not-confirmed"' in html.split('class="question"', 1)[1]


def test_charts_announce_it_and_mark_it_from_the_day_on(
    edition: Edition, client: Client, alice: User, bob: User, day_has_come: Callable[[], None]
) -> None:
    amend(alice, bob, "27A")
    page = f"/laws/{SLUG}/27/chart/"
    html = client.get(page).content.decode()
    assert "changes on 1 July 2027" in html
    assert "former-mark" not in html
    day_has_come()
    html = client.get(page).content.decode()
    assert "The engine still follows the former text" in html
    assert "former-mark" in html
    assert 'class="not-confirmed"' in html.split("The same in words", 2)[2]
    picture = client.get(f"/api/v1/rulings/editions/{SLUG}/procedures/27/chart.svg").content.decode()
    assert "<title>not confirmed</title>" in picture


def test_the_bundle_for_a_phone_says_of_a_procedure_what_it_was_not_written_from(
    edition: Edition, alice: User, bob: User
) -> None:
    before = pocket.bundle()
    amend(alice, bob, "27A")
    after = pocket.bundle()
    assert before["version"] != after["version"]
    changed = {way["id"]: way["changed"] for way in after["editions"][0]["ways"] if way.get("changed")}
    assert changed["27"] == [[TODAY.isoformat(), "", "27A has another wording from 1 July 2027 on."]]
    assert "49" not in changed
    assert not any(way.get("changed") for one in before["editions"] for way in one["ways"])
