"""What a record does not tell is asked; what is taken for granted is said, and can be changed."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.case import Asked
from laws.rulings.contrasts import editions_of, flips_of
from laws.rulings.effects.calls import LeadRestriction
from laws.rulings.effects.penalties import LeadPenalty
from laws.rulings.facts import FACTS
from laws.rulings.meanings import meaning_data, parse_meaning
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, Contradiction, parse_record, parse_stored
from laws.rulings.ruling import Ruling
from laws.rulings.unused import refuse_unused
from tests.laws.rulings.tables import OPENING, has

EDITIONS = ("duplicate-2017", "duplicate-2007", "rubber-2014", "rubber-2014-club")


def asked(auction: list[Any], **fields: Any) -> Ruling:
    """The ruling on a record that says nothing but this."""
    return rule(
        parse_record(
            {"dealer": str(auction[0])[0] if isinstance(auction[0], str) else "E", "auction": auction, **fields}
        )
    )


def waits_for(ruling: Ruling) -> str:
    """The fact that is asked next."""
    return ruling.pending.fact.id if ruling.pending else ""


def test_what_two_bids_show_is_asked_in_every_code() -> None:
    """27B1(a) of 2017 goes by what the bids specify; 2007 and the rubber code ask whether one is artificial."""
    wanted = dict(zip(EDITIONS, ("lowest_same", "neither_artificial", "lowest_natural", "lowest_natural"), strict=True))
    auction = ["N 1NT", "E 2S", "S 2D"]
    faults = {
        edition: found
        for edition, fact in wanted.items()
        if (found := waits_for(asked(auction, edition=edition, accepted=False, replacement="3D"))) != fact
    }
    assert faults == {}


@pytest.mark.parametrize(("replacement", "answer"), [("3D", True), ("3H", False)])
def test_what_may_be_taken_for_granted_is_said(replacement: str, answer: bool) -> None:
    auction = ["N 1NT", "E 2S", "S 2D"]
    ruling = asked(auction, accepted=False, replacement=replacement, assume="usual")
    step = next(step for step in ruling.asked if step.fact.id == "lowest_same")
    assert step.value is answer
    assert step.assumed.startswith("2♦ shows diamonds and 3")
    assert step.assumed in ruling.assumptions
    told = next(one for one in ruling.as_dict()["steps"] if one.get("fact") == "lowest_same")
    assert told["assumed"] == step.assumed


def test_a_stated_fact_or_meaning_replaces_what_was_taken_for_granted() -> None:
    auction = ["N 1NT", "E 2S", "S 2D"]
    for change in (
        {"findings": {"lowest_same": False}},
        {"meanings": {"withdrawn": {"suits": {"H": "5+"}}, "replacement": {"suits": {"D": "5+"}}}},
    ):
        ruling = asked(auction, accepted=False, replacement="3D", assume="usual", **change)
        assert not any(step.assumed for step in ruling.asked)
        assert ("lowest_same", False) in ruling.path


def test_cheaper_bids_that_nobody_made_are_taken_as_natural_and_that_is_said() -> None:
    shows = {"hcp": [8, 12], "suits": {"D": "5+"}}
    fields = {"accepted": False, "meanings": {"withdrawn": shows, "replacement": shows}}
    ruling = asked(["N 1NT", "E 2S", "S 2D"], replacement="3D", **fields)
    assert ("lowest_same", True) in ruling.path
    assert "no cheaper bid shows the same" in ruling.assumptions
    above = asked(["N 1NT", "E 2S", "S 2D"], replacement="4D", **fields)
    assert ("lowest_same", False) in above.path
    assert any(words.startswith("3♦ shows diamonds") for words in above.assumptions)


# Each: the auction up to the pass out of rotation, and whether the usual assumption answers 30C.
PASSES: list[tuple[list[Any], bool]] = [
    (["E 1H", "S X", "N P"], False),
    (["E 1NT", "S 2D", "N P"], True),
    (["E 1H", "S 2C", "N P"], False),
    (["N P"], True),
]


@pytest.mark.parametrize(("auction", "usual"), PASSES)
def test_a_pass_out_of_rotation_is_not_taken_to_be_natural_in_silence(auction: list[Any], usual: bool) -> None:
    """30C: whether the pass, or partner's call that it passes, is artificial is no matter of the auction alone."""
    for edition in ("duplicate-2017", "duplicate-2007"):
        fields = {"edition": edition, "accepted": False, "dealer": "E"}
        record = {"auction": auction, **fields}
        assert waits_for(rule(parse_record(record))) == "pass_artificial"
        ruling = rule(parse_record({**record, "assume": "usual"}))
        assert (waits_for(ruling) != "pass_artificial") is usual, edition
        assert bool(ruling.assumptions) is usual
        natural = rule(parse_record({**record, "assume": "natural"}))
        assert ("pass_artificial", False) in natural.path


def test_a_takeout_double_and_a_transfer_make_the_pass_artificial() -> None:
    passes: list[dict[str, Any]] = [
        {"by": "S", "call": "X", "means": {"hcp": [12, 40], "suits": {"S": "3+", "D": "3+", "C": "3+"}}},
        {"by": "S", "call": "X", "means": {"artificial": True, "words": "take-out"}},
        {"by": "S", "call": "2D", "means": {"suits": {"H": "5+"}}},
    ]
    for made in passes:
        ruling = asked(["E 1H", made, "N P"], accepted=False, assume="usual")
        assert ("pass_artificial", True) in ruling.path
    penalty = {"by": "S", "call": "X", "means": {"artificial": False, "words": "penalties"}}
    assert has(asked(["E 1H", penalty, "N P"], accepted=False, assume="usual"), "offender_must_pass")
    by_system = asked(["E 1H", "S 2D", "N P"], accepted=False, assume="usual", meanings={"2D": {"suits": {"S": "5+"}}})
    assert ("pass_artificial", True) in by_system.path


@pytest.mark.parametrize(
    ("opened", "shows", "artificial"),
    [
        ({"hcp": "15-17", "balanced": True}, {"hcp": "15"}, None),
        (None, {"hcp": "11-14"}, None),
        ({"hcp": "11-20", "suits": {"S": "5+"}}, {"hcp": "16+"}, True),
        ({"hcp": "15-17", "balanced": True}, {"hcp": "0-17"}, False),
    ],
)
def test_a_pass_on_strength_shown_before_is_asked_about(
    opened: dict[str, Any] | None, shows: dict[str, Any], artificial: bool | None
) -> None:
    """North has opened and passes when it is East's turn: what the opening bid promised, the pass need not promise again."""
    opening = {"by": "N", "call": "1NT"} | ({"means": opened} if opened else {})
    auction = [opening, "E P", {"by": "S", "call": "2NT", "means": {"hcp": "8-9", "balanced": True}}]
    ruling = asked([*auction, {"by": "N", "call": "P", "means": shows}], dealer="N", accepted=False)
    told = dict(ruling.path).get("pass_artificial") if waits_for(ruling) != "pass_artificial" else None
    assert told is artificial


@pytest.mark.parametrize(
    ("shows", "artificial"),
    [
        ({"hcp": "13+"}, True),
        ({"hcp": "5-12"}, True),
        ({"tp": "12+"}, True),
        ({"alternatives": [{"hcp": "0-5"}, {"hcp": "13+"}]}, False),
        ({"hcp": "0-12"}, False),
        ({"hcp": "0-12", "suits": {"S": "0-4"}}, False),
        ({"hcp": "13+", "artificial": False}, False),
        ({"hcp": "0-12", "features": ["spade stopper"]}, None),
        ({"asks": "a bid"}, None),
    ],
)
def test_a_pass_that_promises_strength_is_artificial(shows: dict[str, Any], artificial: bool | None) -> None:
    """The second limb of the definition; whether values lie elsewhere than in the last suit named (its third) is asked."""
    ruling = asked([{"by": "N", "call": "P", "means": shows}], dealer="E", accepted=False)
    told = dict(ruling.path).get("pass_artificial") if waits_for(ruling) != "pass_artificial" else None
    assert told is artificial


def test_words_alone_leave_the_hands_unknown() -> None:
    """23A: a strong club told in words is no call that could be made on any hand."""
    strong = {"words": "strong club, 16+, artificial", "artificial": True}
    ruling = asked(
        ["N 1D", {"by": "E", "call": "1C", "means": strong}],
        accepted=False,
        replacement={"call": "2C", "means": {"hcp": [8, 16], "suits": {"C": "6+"}}},
    )
    assert not has(ruling, "right", to="choose_any")
    assert waits_for(ruling) == "lowest_same"


def test_natural_bids_told_by_words_keep_the_free_correction() -> None:
    """27B1(a): points and words without suits do not say that the bid shows no suit, when it is said to be natural."""
    natural = {"artificial": False, "words": "natural, 6-9"}
    ruling = asked(
        ["N 1S", {"by": "E", "call": "1H", "means": natural}],
        accepted=False,
        replacement={"call": "2H", "means": {"artificial": False, "words": "natural, 8-11"}},
    )
    assert ("lowest_same", True) in ruling.path


def test_points_alone_do_not_tell_which_suit_a_bid_shows() -> None:
    """27B1(a), 26B, 30C: a bid told by its points is not one that shows no suit; unless it is said, that is asked."""
    bids = {"withdrawn": {"hcp": "6-9"}, "replacement": {"hcp": "12-16"}}
    auction = ["E 1S", "S 1H"]
    assert waits_for(asked(auction, accepted=False, replacement="2H", meanings=bids)) == "lowest_same"
    told = {name: {**meaning, "artificial": False} for name, meaning in bids.items()}
    assert ("lowest_same", True) in asked(auction, accepted=False, replacement="2H", meanings=told).path
    relay = {name: {**meaning, "artificial": True} for name, meaning in bids.items()}
    assert ("lowest_same", False) in asked(auction, accepted=False, replacement="2H", meanings=relay).path
    passed = ["S 1NT", "W P", {"by": "N", "call": "2D", "means": {"hcp": "8+"}}, "S P"]
    assert waits_for(rule(parse_record({"dealer": "S", "auction": passed, "accepted": False}))) == "pass_artificial"


@pytest.mark.parametrize("said", [{"any_hand": True}, {"words": "waiting, any hand"}, {"hcp": [0, 40]}])
def test_any_hand_is_said(said: dict[str, Any]) -> None:
    meaning = parse_meaning(said)
    assert meaning is not None
    assert meaning.stated
    ruling = asked(
        ["N 2NT", {"by": "E", "call": "1C", "means": said}],
        accepted=False,
        replacement={"call": "3D", "means": OPENING},
    )
    assert has(ruling, "right", to="choose_any")


def test_any_hand_survives_being_written_down() -> None:
    for said in ({"any_hand": True}, {"words": "strong"}, {"artificial": False}, {"hcp": [0, 40]}, OPENING):
        meaning = parse_meaning(said)
        assert meaning is not None
        again = parse_meaning(meaning_data(meaning))
        assert (again, again.stated if again else None) == (meaning, meaning.stated)


def test_any_hand_and_a_promise_do_not_go_together() -> None:
    with pytest.raises(BadRecord, match="any_hand"):
        asked(["N 1S", {"by": "E", "call": "1H", "means": {"any_hand": True, "hcp": [12, 21]}}])


def test_the_suits_that_may_be_forbidden_rest_on_what_legal_bids_show() -> None:
    ruling = asked(
        ["N 1S", "E 1H"], accepted=False, replacement="3C", findings={"lowest_same": False, "comparable": "no"}
    )
    step = next(one for one in ruling.as_dict()["steps"] if one.get("effect") == "lead_restriction")
    assert step["assumed"] == "3♣ shows clubs"
    assert has(ruling, "lead_restriction", suits=["S", "H", "D"])


@pytest.mark.parametrize(("stated", "left"), [("suits_none", "SHDC"), ("suits_S", "HDC"), ("suits_SHC", "D")])
def test_which_suits_they_specify_may_be_stated(stated: str, left: str) -> None:
    """26B: an artificial 3♣ protects what it shows and not what it names."""
    findings = {"lowest_same": False, "comparable": "no", "suits_specified": stated}
    ruling = asked(["N 1S", "E 1H"], accepted=False, replacement="3C", findings=findings)
    step = next(one for one in ruling.as_dict()["steps"] if one.get("effect") == "lead_restriction")
    assert "assumed" not in step
    assert has(ruling, "lead_restriction", suits=list(left))


@pytest.mark.parametrize(("stated", "fits"), [("suits_H", True), ("suits_C", False)])
def test_what_is_stated_does_not_deny_what_is_explained(stated: str, fits: bool) -> None:
    findings = {"lowest_same": False, "comparable": "no", "suits_specified": stated}
    replacement = {"call": "3C", "means": {"suits": {"H": [5, 13]}}}
    fields = {"accepted": False, "replacement": replacement, "findings": findings}
    if fits:
        assert asked(["N 1S", "E 1H"], **fields).complete
        return
    with pytest.raises(Contradiction, match=r"suits_specified.*'suits_H'"):
        asked(["N 1S", "E 1H"], **fields)


def test_a_forbidden_suit_is_looked_at_beside_what_was_found_out() -> None:
    """26B at the lead: declarer may forbid clubs when 3♣ did not specify them."""
    fields = {"accepted": False, "replacement": "3C", "lead": {"occasion": "first", "forbidden": "C"}}
    findings = {"lowest_same": False, "comparable": "no"}
    with pytest.raises(BadRecord, match=r"record\.lead\.forbidden"):
        asked(["N 1S", "E 1H"], **fields, findings=findings)
    assert asked(["N 1S", "E 1H"], **fields, findings={**findings, "suits_specified": "suits_none"}).complete


@pytest.mark.parametrize("occasion", ["first", "retained"])
def test_it_has_a_use_as_long_as_the_lead_is_restricted(occasion: str) -> None:
    lead = {"occasion": occasion, "forbidden": "C"}
    findings = {"lowest_same": False, "comparable": "no", "suits_specified": "suits_none"}
    ruling = asked(["N 1S", "E 1H"], accepted=False, replacement="3C", lead=lead, findings=findings)
    refuse_unused(ruling)
    assert ("suits_specified", "suits_none") in ruling.path or any(
        step.fact.id == "suits_specified" for step in ruling.asked
    )


def test_what_settles_an_assumption_is_a_fact() -> None:
    kinds = [LeadRestriction("prohibit_one_suit"), LeadPenalty("require_or_prohibit_named_suit")]
    assert all(kind.settled_by in FACTS for kind in kinds)


def test_a_stored_record_rules_as_it_did() -> None:
    """It was ruled on as natural when it was stored, whatever is asked of new ones; its receipt is the same."""
    stored = {"dealer": "N", "auction": ["N 1NT", "E 2S", "S 2D"], "accepted": False, "replacement": "3D"}
    ruling = rule(parse_stored(stored))
    assert ruling.complete
    said = rule(parse_record({**stored, "findings": {"lowest_same": True}}))
    assert ruling.receipt() == said.receipt()


def test_an_assumption_that_is_none_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"record\.assume: expected usual, natural"):
        parse_record({"dealer": "N", "assume": "everything"})


def test_flips_and_other_editions_keep_what_is_taken_for_granted() -> None:
    ruling = asked(["N 1NT", "E 2S", "S 2D"], accepted=False, replacement="3D", assume="usual")
    assert "lowest_same" in {one.fact.id for one in flips_of(ruling)}
    assert ruling.situation is not None
    for other in editions_of(ruling.situation.record)[1:]:
        assert other.ruling is not None
        assert all(not isinstance(step, Asked) or step.value in step.fact.values for step in other.ruling.steps)
