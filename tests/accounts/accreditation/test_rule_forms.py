"""The form of a requirement: fields from what its kind says, and what is wrong with it before it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any, ClassVar

import pytest
from django.utils.datastructures import MultiValueDict

from accounts.accreditation import requirements
from accounts.accreditation.requirements import (
    GROUPS,
    LEAVES,
    AllOf,
    AnyOf,
    Asked,
    Counted,
    Known,
    LevelHeld,
    NOf,
    Paper,
    Recognition,
    Rule,
    Sessions,
)
from accounts.accreditation.rule_forms import RuleForm
from tests.walking import walks

KNOWN = Known(
    papers={"auction": "Auction", "play": "Play"},
    levels={"club": "Club Director", "congress": "Congress Director"},
    topics={"auction": {"bids": "Bids out of turn"}, "play": {"leads": "Leads"}},
    rules={"congress": AllOf(of=(LevelHeld(code="club"),))},
)


def form(kind: type[Rule], rule: Rule | None = None, sent: Mapping[str, Any] | None = None) -> RuleForm:
    """The form, as it is opened or as it was sent."""
    data: MultiValueDict[str, Any] | None = None
    if sent is not None:
        data = MultiValueDict({name: value if isinstance(value, list) else [value] for name, value in sent.items()})
        data["revision"] = "1"
    return RuleForm(data, kind=kind, known=KNOWN, level="club", rule=rule)


def opened(kind: type[Rule], rule: Rule | None = None) -> dict[str, Any]:
    """What the opened form would send back untouched."""
    shown = form(kind, rule)
    return {
        field.name: value
        for field in shown
        if (value := field.value()) not in (None, "", ()) and field.name != "revision"
    }


FILLED: dict[str, dict[str, Any]] = {
    "paper": {"codes": ["auction"]},
    "recognition": {"awards": "NSW Director\nACT Director"},
    "level": {"code": "congress"},
}


@walks("cls", [*LEAVES.values(), *GROUPS.values()], ids=lambda cls: cls.kind)
def test_every_kind_says_how_its_fields_are_asked_for(cls: type[Rule]) -> None:
    assert set(cls.asked) <= {one.name for one in fields(cls)}
    for asked in cls.asked.values():
        assert str(asked.label)
    if cls.kind in LEAVES:
        assert "words" in cls.asked


@walks("cls", [one for one in LEAVES.values() if one is not LevelHeld], ids=lambda cls: cls.kind)
def test_the_form_of_every_kind_makes_one(cls: type[Rule]) -> None:
    sent = form(cls, sent={**opened(cls), **FILLED.get(cls.kind, {})})
    assert sent.is_valid(), sent.errors
    assert type(sent.made) is cls
    # Opened again and sent untouched, it is the same.
    again = form(cls, sent.made, sent={**opened(cls, sent.made), **FILLED.get(cls.kind, {})})
    assert again.is_valid()
    assert again.made == sent.made


def test_a_new_kind_needs_nothing_here() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Boat(Counted):
        kind = "boat"
        title = "A boat"
        asked: ClassVar[Mapping[str, Asked]] = {"hull": Asked("Hull", "Of what", lambda known: known.papers)}
        hull: str = ""

        def sentence(self, known: Known) -> str:
            return "Have a boat."

    sent = form(Boat, sent={"hull": "play"})
    assert sent.is_valid()
    assert sent.made == Boat(hull="play")


def test_papers_and_levels_are_chosen_from_what_the_body_has() -> None:
    assert list(form(Paper).fields["codes"].choices) == [("auction", "Auction"), ("play", "Play")]  # type: ignore[attr-defined]
    assert [code for code, _name in form(LevelHeld).fields["code"].choices] == ["", "club", "congress"]  # type: ignore[attr-defined]
    assert "codes" in form(Paper, sent={"codes": ["nothing"]}).errors


def test_a_paper_that_is_gone_is_seen_before_it_is_taken_away() -> None:
    shown = form(Paper, Paper(codes=("old", "play")))
    assert ("old", "old (no longer there)") in shown.fields["codes"].choices  # type: ignore[attr-defined]


def test_least_marks_by_topic() -> None:
    sent = form(Paper, sent={"codes": ["auction"], "floors-bids": "50.5", "floors-leads": ""})
    assert sent.is_valid(), sent.errors
    assert sent.made == Paper(codes=("auction",), floors={"bids": Decimal("50.5")})
    ((asked, found, is_open),) = form(Paper, sent.made).marked()
    assert (str(asked.label), is_open) == ("Least marks by topic, in per cent", True)
    assert [(field.label, field.value()) for field in found] == [
        ("Bids out of turn", Decimal("50.5")),
        ("Leads", None),
    ]


def test_several_texts_are_typed_one_in_a_line() -> None:
    sent = form(Recognition, sent={"awards": " NSW Director \r\n\r\nACT Director\nNSW Director"})
    assert sent.is_valid()
    assert sent.made == Recognition(awards=("NSW Director", "ACT Director"))
    assert form(Recognition, sent.made)["awards"].value() == "NSW Director\nACT Director"


@pytest.mark.parametrize(
    ("kind", "sent", "words"),
    [
        (Paper, {"codes": []}, "Choose the paper, or several of which one is enough."),
        (Paper, {"codes": ["play"], "mark": "120"}, "A mark of 120 % cannot be asked for"),
        (LevelHeld, {"code": "club", "months": "0"}, "A level cannot ask for itself."),
        (LevelHeld, {"code": "congress", "months": "0"}, "Congress Director asks for this level in turn"),
        (Sessions, {"number": "2", "clubs": "3", "movements": "1"}, "2 sessions cannot show so many different clubs"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(kind: type[Rule], sent: dict[str, Any], words: str) -> None:
    refused = form(kind, sent=sent)
    assert not refused.is_valid()
    assert words in str(refused.non_field_errors())


def test_a_number_that_is_missing_is_said_at_its_field() -> None:
    assert "number" in form(Sessions, sent={"clubs": "1", "movements": "1"}).errors


class TestGroups:
    def test_only_their_kind_and_number_are_asked_for(self) -> None:
        assert list(form(AnyOf).fields) == ["revision", "kind", "n"]

    def test_what_they_combine_stays(self) -> None:
        sent = form(AnyOf, AnyOf(of=(Sessions(),)), sent={"kind": "n_of", "n": "3"})
        assert sent.is_valid()
        assert sent.made == NOf(n=3, of=(Sessions(),))
        back = form(NOf, sent.made, sent={"kind": "all_of", "n": ""})
        assert back.is_valid()
        assert back.made == AllOf(of=(Sessions(),))

    def test_some_of_these_says_how_many(self) -> None:
        assert "n" in form(NOf, sent={"kind": "n_of", "n": ""}).errors


def test_the_kinds_are_those_of_the_language() -> None:
    assert {*LEAVES, *GROUPS} == {
        one.kind
        for one in vars(requirements).values()
        if isinstance(one, type) and issubclass(one, Rule) and isinstance(getattr(one, "kind", None), str)
    }
