"""What an editor is shown before he goes on: who cites the text, and where the new text leads nowhere."""

from __future__ import annotations

import datetime

from accounts.models import User
from laws.editing.effects import citing_texts, dead_ends
from laws.models import Definition, Edition, Footnote
from tests.laws.editing.conftest import comment, drafted, published


def names(proposal: object) -> list[str]:
    return [one.name for one in citing_texts(proposal)]  # type: ignore[arg-type]


def test_everything_that_cites_a_provision_is_listed(edition: Edition, alice: User) -> None:
    assert names(drafted(alice, "27B1(a)")) == ["73A", "Footnote 7 on 27A", "Minute: What is too low"]
    assert names(drafted(alice, "27A")) == ["27B1", "Definition of “Bid”", "Minute: What is too low"]
    assert names(drafted(alice, "27B1")) == []


def test_only_texts_of_the_first_day_are_listed(edition: Edition, alice: User) -> None:
    long_ago = drafted(alice, "27B1(a)", first_day=datetime.date(2020, 1, 1), instrument="Of 2020")
    assert "73A" not in names(long_ago)  # it cites 27B1(a) only since 2024


def test_a_text_does_not_cite_itself(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", act="correct", instrument="", text="As in 27A.")
    assert "27A" not in names(drafted(alice, "27A"))


def test_what_is_about_a_definition_is_listed(edition: Edition, alice: User) -> None:
    proposal = drafted(
        alice, Definition.objects.get(term="Bid"), first_day=datetime.date(2019, 1, 1), instrument="2019"
    )
    assert names(proposal) == ["Note: def-bid"]


def test_citations_that_lead_nowhere_are_told(edition: Edition, alice: User) -> None:
    proposal = drafted(alice, "27A", text="See 27B1(a), 27C2 and Law 99; 73A.")
    assert [one.written for one in dead_ends(proposal)] == ["27C2", "Law 99"]
    assert {one.why for one in dead_ends(proposal)} == {"There is no such provision in the library."}


def test_a_provision_of_another_time_is_no_target(edition: Edition, alice: User, bob: User) -> None:
    assert dead_ends(drafted(alice, "27A", text="See 73B.")) != []
    assert dead_ends(drafted(alice, Footnote.objects.get(), text="See 27B.")) == []


def test_places_are_read_from_where_the_text_stands(edition: Edition, alice: User) -> None:
    assert dead_ends(drafted(alice, "27B1", text="See (a) below.")) == []
    assert dead_ends(comment(alice, edition, text="See 27B9.")) != []
