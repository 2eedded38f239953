"""The Anki package: read back as Anki reads it, one's own, the same card for the same path, no situation twice."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import genanki
import pytest
from django.test import Client

from exams.bank.kinds import kind_of
from exams.practice import anki
from exams.practice.models import Exercise, Learner
from tests import factories

pytestmark = pytest.mark.django_db
DUE = "/training/due.apkg"


class Card(NamedTuple):
    """A note of a package."""

    guid: str
    front: str
    back: str


def cards(package: bytes) -> list[Card]:
    """What Anki would import."""
    with zipfile.ZipFile(io.BytesIO(package)) as zipped, tempfile.TemporaryDirectory() as folder:
        assert json.loads(zipped.read("media")) == {}
        found = Path(zipped.extract("collection.anki2", folder))
        notes = sqlite3.connect(found).execute("SELECT guid, flds FROM notes ORDER BY id").fetchall()
    return [Card(guid, *fields.split("\x1f")) for guid, fields in notes]


def test_guests_and_others_get_nothing_of_it(learner: Learner) -> None:
    assert Client().post(DUE).status_code == 302
    anki.stage_due(learner)
    sam = factories.person("Sam")
    browser = factories.browser(sam)

    browser.post(DUE)

    theirs = set(Exercise.objects.filter(learner__person=sam).values_list("pk", flat=True))
    assert theirs
    assert not theirs & set(Exercise.objects.filter(learner=learner).values_list("pk", flat=True))


def test_each_path_that_is_due_is_a_card(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)

    response = client.post(DUE)

    assert response["Content-Disposition"] == 'attachment; filename="rectify-due.apkg"'
    found, stored = {card.guid: card for card in cards(response.content)}, Exercise.objects.filter(learner=learner)
    assert len(found) == len(stored) > 0
    for table in stored:
        card = found[genanki.guid_for(str(learner.pk), table.unit)]
        key = next(one["text"] for one in table.content["options"] if one["id"] == table.content["key"])
        assert re.split("[♣♦♥♠']", key)[0] in card.back, table.unit
        assert "http://testserver/laws/" in card.back
        heading = str(kind_of(table.content).say_heading)
        assert heading in card.back
        assert heading not in card.front
        assert "{%" not in card.front + card.back


def test_the_same_path_is_the_same_card_with_another_table(learner: Learner) -> None:
    first, second = anki.stage_due(learner), anki.stage_due(learner)
    site = "https://rectify.example"

    before, after = cards(anki.package(learner, first, site)), cards(anki.package(learner, second, site))

    assert [one.guid for one in before] == [one.guid for one in after]
    assert all(one.front != other.front for one, other in zip(before, after, strict=True))
    prints = [one.fingerprint for one in first + second]
    assert len(set(prints)) == len(prints)


def test_another_learner_has_other_cards(learner: Learner) -> None:
    tables = anki.stage_due(learner)
    other = Learner.objects.create(person=factories.person("Sam"))

    mine, theirs = (cards(anki.package(one, tables, "")) for one in (learner, other))

    assert not {one.guid for one in mine} & {one.guid for one in theirs}


def test_taking_cards_along_tells_the_memory_nothing(learner: Learner) -> None:
    anki.stage_due(learner)

    assert not learner.reviews.exists()
    assert not learner.memories.exists()
    assert anki.stage_due(learner), "they are still due"
