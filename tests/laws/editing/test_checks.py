"""What is refused, each with its sentence and beside its field."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from laws.editing import checks
from laws.editing.models import Proposal
from laws.models import Commentary, Edition, Footnote
from tests.laws.editing.conftest import NEXT_YEAR, comment, drafted, published
from tests.walking import walks


@walks(
    ("key", "fields", "field", "sentence"),
    [
        ("27A", {"text": "  \n "}, "text", "The text is empty"),
        ("27B", {"text": "", "heading": ""}, "heading", "It must have a heading or a text"),
        ("27B", {"text": "", "heading": "Not accepted"}, "text", "This is what the text already says"),
        (
            "27A",
            {"text": "The next player may\naccept a bid of 1♠ that is too low. "},
            "text",
            "This is what the text already says",
        ),
        ("27A", {"reason": " "}, "reason", "Say why"),
        ("27A", {"instrument": " "}, "instrument", "Name the instrument"),
        ("27A", {"instrument": "First amendment"}, "first_day", "“First amendment” is in force from 1 January 2024."),
        (
            "27A",
            {"first_day": datetime.date(2017, 7, 31)},
            "first_day",
            "“Laws of 2017” is in force only from 1 August",
        ),
        (
            "27A",
            {"first_day": datetime.date(2017, 8, 1)},
            "first_day",
            "propose a correction of it, or choose another day",
        ),
        (
            "73A",
            {"first_day": datetime.date(2020, 1, 1)},
            "first_day",
            "The text of that day ends on 1 January 2024: a new one would overlap with what follows it.",
        ),
        (
            "73",
            {"act": "correct", "first_day": datetime.date(1999, 1, 1)},
            "first_day",
            "No text of it is in force on that day",
        ),
    ],
    apart=True,
)
def test_what_cannot_stand_is_refused(
    edition: Edition, alice: User, key: str, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        drafted(alice, key, **fields)
    assert sentence in " ".join(refused.value.message_dict[field])
    assert not Proposal.objects.exists()


def test_a_day_after_the_edition_is_refused(edition: Edition, alice: User) -> None:
    Edition.objects.create(
        code=edition.code, slug="duplicate-2027", title="Laws of 2027", year=2027, in_force="2027-01-01"
    )
    with pytest.raises(ValidationError, match="From 1 January 2027 on “Laws of 2027” applies instead"):
        drafted(alice, "27A")


def test_a_text_published_for_later_is_not_overlapped(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", text="From 2030.")
    with pytest.raises(ValidationError, match="ends on 1 January 2030: a new one would overlap"):
        drafted(alice, "27A", text="From 2028.", first_day=datetime.date(2028, 1, 1), instrument="Amendment of 2028")
    later = drafted(
        alice, "27A", text="From 2031.", first_day=datetime.date(2031, 1, 1), instrument="Amendment of 2031"
    )
    assert later.status == "draft"


def test_only_the_heading_may_change(edition: Edition, alice: User) -> None:
    proposal = drafted(
        alice, "27A", text="The next player may accept a bid of 1♠ that is too low.", heading="Accepting"
    )
    assert proposal.heading == "Accepting"


def test_a_footnote_cannot_change_by_a_heading(edition: Edition, alice: User) -> None:
    with pytest.raises(ValidationError, match="This is what the text already says"):
        drafted(alice, Footnote.objects.get(), text="Unless 27B1(a) says so.", heading="New")


def test_a_past_day_is_taken_with_a_warning(edition: Edition, alice: User) -> None:
    past = drafted(alice, "27A", first_day=datetime.date(2020, 1, 1), instrument="Late news")
    assert checks.warnings(past) == [
        "The first day, 1 January 2020, has passed: rulings given since were given under the old text."
    ]
    assert checks.warnings(drafted(alice, "27A")) == []
    assert checks.warnings(drafted(alice, "27A", act="correct", instrument="")) == []


def test_tables_are_said_to_stay(edition: Edition, alice: User) -> None:
    assert checks.warnings(drafted(alice, "Intro")) == ["The tables of this provision stay as they are."]


def test_a_correction_takes_the_days_of_the_text(edition: Edition, alice: User) -> None:
    proposal = drafted(alice, "73A", act="correct", instrument="", first_day=datetime.date(2025, 6, 6))
    assert (str(proposal.first_day), checks.is_stale(proposal)) == ("2024-01-01", False)


# --- Commentary -----------------------------------------------------------------------------------------------------


@walks(
    ("fields", "field", "sentence"),
    [
        ({"text": " "}, "text", "The text is empty"),
        ({"kind": ""}, "kind", "Say what sort of comment it is"),
        ({"kind": "regulation"}, "authority", "name the committee or body"),
        ({"kind": "minute", "authority": "A committee"}, "dated", "A minute is of a meeting"),
        ({"dated": datetime.date(2100, 1, 1)}, "dated", "That day is still to come"),
        ({"on": []}, "on", "Give at least one provision"),
        ({"on": ["27A", "99Z", "98"]}, "on", "99Z, 98: there is no such provision in “Laws of 2017”."),
        ({"first_day": datetime.date(2000, 1, 1)}, "first_day", "is in force only from 1 August 2017"),
        ({"reason": ""}, "reason", "Say why"),
    ],
    apart=True,
)
def test_a_comment_that_cannot_stand_is_refused(
    edition: Edition, alice: User, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        comment(alice, edition, **fields)
    assert sentence in " ".join(refused.value.message_dict[field])


def test_a_comment_needs_no_instrument_to_end(edition: Edition, alice: User) -> None:
    minute = Commentary.objects.get(code="27-too-low")
    proposal = drafted(alice, minute, act="end", text="whatever", instrument="", first_day=NEXT_YEAR)
    assert proposal.text.startswith("A bid may be too low")


@pytest.mark.parametrize(
    ("first_day", "sentence"),
    [
        (datetime.date(2017, 8, 1), "it would never have been in force"),
        (datetime.date(2018, 1, 1), "It ends on 1 January 2020"),
    ],
)
def test_a_comment_ends_once_and_after_it_began(
    edition: Edition, alice: User, first_day: datetime.date, sentence: str
) -> None:
    with pytest.raises(ValidationError, match=sentence):
        drafted(alice, Commentary.objects.get(code="def-bid"), act="end", instrument="", first_day=first_day)
