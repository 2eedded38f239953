"""Who speaks in the library: what we say ourselves is signed by us, whatever document or minute it is about."""

from __future__ import annotations

import datetime
import re
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client

from laws import shelf
from laws.models import EDITORS, Commentary, CommentaryVersion, Edition
from laws.sources.digest import read_shelf
from tests.laws.conftest import Digest
from tests.laws.test_pages import page

SIGNING = import_module("laws.migrations.0007_cautions_are_signed")
MORE = "duplicate-2017/commentary/more.yaml"
MINUTE = """\
source: notes
commentary:
  - id: meeting
    kind: minute
    on: ["27A"]
    authority: A committee
    dated: "2018-10-01"
    lines: [7, 7]
    text: |
      The committee looked it up.
"""
ASIDE = "\n      (We add that it should have looked twice.)\n"
OURS = """\
  - id: looked-twice
    kind: note
    author: The editors
    on: ["27A"]
    text: It should have looked twice.
"""


def current(code: str) -> CommentaryVersion:
    return CommentaryVersion.objects.current().get(commentary__code=code)


def test_an_aside_in_a_minute_becomes_a_record_of_its_own(small_shelf: Digest) -> None:
    """On the shelf of the version before, a remark of ours stood inside the committee's minute."""
    small_shelf.write(MORE, MINUTE + ASIDE)
    shelf.load(small_shelf.folder)
    small_shelf.write(MORE, MINUTE + OURS)
    changes = shelf.load(small_shelf.folder)
    assert (changes.entered, changes.corrected, changes.withdrawn) == (1, 1, 0)
    assert (current("meeting").text, current("meeting").commentary.authority) == (
        "The committee looked it up.",
        "A committee",
    )
    ours = current("looked-twice")
    assert (ours.commentary.author, ours.commentary.authority, ours.source) == (EDITORS, "", None)
    before = CommentaryVersion.objects.get(commentary__code="meeting", revision=1)
    assert "looked twice" in before.text, "what the library showed before can be shown again"
    assert before.superseded_at == ours.created_at == current("meeting").created_at


def test_cautions_of_the_version_before_are_signed(small_shelf: Digest) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    unsigned = {"edition": edition, "kind": "caution", "dated": datetime.date(2020, 1, 1)}
    with pytest.raises(IntegrityError), transaction.atomic():
        Commentary.objects.create(code="care", **unsigned)
    with connection.cursor() as cursor:
        cursor.execute("alter table laws_commentary drop constraint caution_is_signed")
    Commentary.objects.create(code="care", **unsigned)
    Commentary.objects.create(code="theirs", authority="A club", **unsigned)
    SIGNING.sign(apps, None)
    assert dict(Commentary.objects.filter(kind="caution").values_list("code", "author")) == {
        "care": EDITORS,
        "theirs": "",
    }
    assert Commentary.objects.get(code="27-too-low").author == ""


def test_a_search_says_that_it_is_the_editors_who_speak(client: Client, small_shelf: Digest) -> None:
    small_shelf.write(MORE, MINUTE + OURS)
    shelf.load(small_shelf.folder)
    found = page(client, "/laws/search/?q=looked")
    told = {kind: "The editors" in found.split(f"{kind} · ")[1].split("</p>")[0] for kind in ("Minute", "Note")}
    assert told == {"Minute": False, "Note": True}


def test_we_speak_in_nobody_elses_name() -> None:
    """In the files that are shipped."""
    ours = re.compile(r"\b(we|our|us)\b", re.IGNORECASE)
    quoted = re.compile("“[^”]*”")
    remarks = [one for edition in read_shelf(shelf.FOLDER).editions.values() for one in edition.remarks]
    assert {one.author for one in remarks if one.kind == "caution"} == {EDITORS}
    others = [one for one in remarks if one.author != EDITORS]
    assert [one.code for one in others if ours.search(quoted.sub("", f"{one.title} {one.text}"))] == []
    assert [one.code for one in others if not one.lines] == [], "they say where they said it"
    # No committee and no association says what somebody's notes say of it.
    binding = [one for one in others if one.kind in ("minute", "regulation")]
    assert [one.code for one in binding if re.search(r"\b(the notes|the minute)\b", one.text, re.IGNORECASE)] == []
    assert {one.document for one in remarks if one.author == EDITORS and not one.lines} == {""}
