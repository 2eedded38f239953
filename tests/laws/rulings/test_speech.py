"""A ruling as it is spoken: in speaking order, nothing that is over, and the Director's own steps apart."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from laws.rulings.editions import EDITIONS
from laws.rulings.effects.calls import UNTIL_COMPARABLE, CallStands
from laws.rulings.facts import FACTS
from laws.rulings.facts.judging import OPEN
from laws.rulings.readers import explore, interview, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech, waits_for_the_end
from laws.rulings.staging import stage
from tests.laws.rulings.tables import PROCEDURES

LOW: dict[str, Any] = {"dealer": "N", "auction": ["N 1S", "E 1H"], "assume": "natural"}
EARLY: dict[str, Any] = {"dealer": "N", "auction": ["E 1H"], "assume": "natural"}


def at_the_table(record: dict[str, Any], **more: Any) -> Ruling:
    return rule(parse_record({**record, **more}))


def every_path() -> list[Ruling]:
    return [
        path
        for edition in EDITIONS.values()
        for law, chosen in edition.procedures.items()
        if not chosen.entry
        for path in explore(law, edition.slug)
    ]


# -- the order ---------------------------------------------------------------------------------------------------------


def test_the_table_hears_the_fault_the_options_and_the_question() -> None:
    said = speech(at_the_table(LOW)).text
    places = [
        said.index(words)
        for words in (
            "1♥ is insufficient.",
            "South, you may accept 1♥.",
            "If you do, 1♥ stands",
            "If you do not, 1♥ is cancelled and East must make a legal call instead.",
            "or East's new call is comparable with 1♥",
            "If it is not comparable, West must pass for the rest of the auction",
            "If East doubles or redoubles and it is not comparable",
            "South, do you accept 1♥?",
        )
    ]
    assert places == sorted(places)
    assert said.count("simply goes on") == 2, "what is so whatever East calls is said once"


def test_who_heard_the_options_does_not_hear_them_again() -> None:
    spoken = speech(at_the_table(LOW, accepted=False))
    assert spoken.now == (
        "South does not accept 1♥. It is cancelled. East, you must make a legal call instead. What do you call instead of 1♥?"
    )
    assert spoken.text.startswith("1♥ is insufficient. ")


def test_a_call_is_named_once_in_sentences_that_follow_each_other() -> None:
    """Whatever "it" is on any path, the sentence before is about that call; and no two sentences begin with the same one."""
    for path in every_path():
        told = [one.words for one in speech(path).say]
        for before, words in itertools.pairwise(told):
            if re.match(r"It (?:is (?!your)|was|stands|counts|takes)", words):
                assert re.search(r"\b(?:call|double)\b", before, re.IGNORECASE) or before.startswith("It "), (
                    before,
                    words,
                )
            same = re.match(r"(The (?:irregular|new|attempted|next|intended|first) call) (?:is|was|stands)\b", words)
            assert same is None or not before.startswith(f"{same[1]} is "), (before, words)


def test_what_lasts_comes_after_what_was_chosen() -> None:
    spoken = speech(at_the_table(LOW, accepted=False, replacement="3NT", findings={"comparable": "no"}))
    assert [one.moment for one in spoken.say if not one.before] == sorted(
        one.moment for one in spoken.say if not one.before
    )
    assert spoken.now.startswith("3NT stands. It is not comparable with 1♥. The auction continues. West, you must pass")
    assert "Only North–South may use the information from 1♥." in spoken.now
    assert spoken.now.endswith("I may adjust the score.")
    assert len(spoken.paragraphs) == 4


def test_a_bid_out_of_turn_goes_back_before_anything_else_is_chosen() -> None:
    spoken = speech(at_the_table(EARLY, accepted=False))
    assert spoken.now.startswith("South does not accept 1♥. It is cancelled. The auction goes back to North.")
    assert spoken.now.endswith("North, it is your turn: what do you call?")
    passed = speech(at_the_table(EARLY, accepted=False, continued=["N P"]))
    assert "goes back" not in passed.text
    assert (
        "North has passed, so East, you must repeat 1♥. The auction continues with no further rectification."
        in passed.now
    )


def test_the_order_is_kept_on_every_path() -> None:
    """What was said before the last choice comes first, and then what is found, chosen, owed, restricted and looked at."""

    def out_of_order(path: Ruling) -> str:
        for lines in path.script:
            places = [(line.part, line.moment) for line in lines]
            if places != sorted(places):
                return str(places)
        return ""

    assert [(path.receipt()["path"], told) for path in every_path() if (told := out_of_order(path))] == []


# -- nothing that is over ----------------------------------------------------------------------------------------------


def test_nothing_is_offered_that_is_over() -> None:
    """No choice that was made, no duty that was done, no turn that was taken, on any path of any edition."""
    over = {
        "lho_accepts": ("{lho}, you may accept {irregular}", "tell the table all the options before anybody chooses"),
        "lho_accepts_second": ("{lho}, you may accept {attempt}",),
        "rho_passes": ("the auction goes back to {correct}",),
    }
    found = []
    for path in every_path():
        told = {line.words for lines in path.script for line in lines}
        past = [words for fact, _ in path.path for words in over.get(fact, ()) if words in told]
        if any(isinstance(effect, CallStands) and effect.call == "replacement" for effect in path.effects):
            past += [words for words in told if words.startswith("{offender} must make ")]
            past += [words for words in told if words.endswith(UNTIL_COMPARABLE)]
        if past:
            found.append((path.receipt()["path"], past))
    assert found == []


def test_whoever_has_called_again_is_told_nothing_of_other_calls() -> None:
    """A comparison is for the Director to judge once the call has been made."""
    waiting = at_the_table(LOW, accepted=False, replacement="P", assume=None)
    assert waiting.pending is not None
    assert waiting.pending.fact.id == "similar"
    assert speech(waiting).now == ""
    assert speech(waiting).text == "1♥ is insufficient. South does not accept 1♥. It is cancelled."


def test_no_next_call_frees_the_information_from_a_cancelled_attempt() -> None:
    """16C2 bars it. 27B1 and 26A lift that only for the call that the next one replaces."""
    spoken = speech(at_the_table(LOW, accepted=False, replacement="X", findings={"comparable": "no"})).now
    assert (
        "Only North–South may use the information from the double. "
        "Who may use the information from 1♥ depends on East's next call. If East–West defend, declarer may be "
        "able to forbid a suit that East has not specified, at West's first turn to lead."
    ) in spoken


# -- the Director's own steps ------------------------------------------------------------------------------------------


def test_the_directors_own_steps_are_not_read_aloud() -> None:
    mixed = []
    for path in every_path():
        own = {effect.words for effect in path.effects if not effect.aloud}
        mixed += [(path.receipt()["path"], line.words) for line in path.script.table if line.words in own]
        heard = {effect.words for effect in path.effects if effect.aloud}
        mixed += [(path.receipt()["path"], line.words) for line in path.script.director if line.words in heard - own]
    assert mixed == []


def test_what_is_told_or_done_is_told_once() -> None:
    for path in every_path():
        told = [line.words for lines in path.script for line in lines]
        assert len(told) == len(set(told)), path.receipt()["path"]


def test_a_player_is_heard_away_from_the_table_before_anything_is_said() -> None:
    spoken = speech(at_the_table({"dealer": "N", "auction": ["N 1NT", "E P"], "offender": "N", "intended": "1S"}))
    assert not spoken.say
    assert spoken.notes.startswith("Talk to North away from the table")


# -- calls by their names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", ["25", "27", "28", "29", "30", "31", "32", "35", "36", "37", "38"])
def test_every_call_is_named(law: str) -> None:
    for path in explore(law):
        try:
            text = speech(rule(parse_record(stage(law, dict(path.path))))).text
        except LookupError:
            continue
        for vague in ("the irregular call", "the call ", "the replacement", "the new call", "the attempted call", "{"):
            assert vague not in text.lower(), (path.receipt()["path"], text)


# -- judgements --------------------------------------------------------------------------------------------------------


def test_nobody_is_polled_while_the_board_is_played() -> None:
    asked = {"extraneous": True, "acted": True}
    waiting = interview("16B", asked)
    assert waits_for_the_end(waiting) is not None
    spoken = speech(waiting)
    assert spoken.text.endswith("Carry on, and call me back after play if the informed player may have chosen what the "
                                "information suggested.")  # fmt: skip
    assert "poll" not in spoken.text
    assert [one.words[:4] for one in spoken.do if one.waits][-1] == "Poll"
    judged = interview("16B", asked | {"alternative": True})
    assert waits_for_the_end(judged) is None
    assert not speech(judged).say, "nothing is announced before everything is judged"
    ruled = speech(interview("16B", asked | {"alternative": True, "suggested": True, "advantage": "not gained"}))
    assert "the table result stands." in ruled.text
    assert "may not use" not in ruled.text, "when the board is over nobody is told what to use on it"


def test_every_judgement_that_has_to_wait_says_so() -> None:
    """An answer that it shows only after play goes with words for the table until then."""
    silent = [
        fact.id
        for fact in FACTS.values()
        if OPEN in fact.values and fact.default is None and not (fact.judgement and fact.judgement.play_on)
    ]
    assert silent == []


def test_the_director_speaks_of_themselves_as_anybody_does() -> None:
    """What is read aloud says "call me"."""
    told = {line.words for path in every_path() for line in path.script.table}
    assert [words for words in sorted(told) if "the Director" in words] == []


def test_a_score_on_another_board_ends_nothing_on_this_one() -> None:
    findings = {
        "what_is_wrong": "cards",
        "partner_called_after": False,
        "ended_by_it": False,
        "lho_called_after": False,
        "on_the_other_board": "differs",
    }
    said = speech(at_the_table({"dealer": "S", "procedure": "15", "offender": "S", "findings": findings})).text
    assert "Only East–West may use the information from the cancelled call." in said
    assert said.endswith("both sides will get an adjusted score on it.")


def test_whoever_is_spoken_to_is_spoken_to_in_the_second_person() -> None:
    faults = {}
    for law in PROCEDURES:
        for path in explore(law):
            for verb, rest in re.findall(r"\b(?:offender|partner|player|LHO|RHO), you (\w+)([^.]*)", path.say()):
                if verb not in {"may", "must", "need", "should", "cannot", "are", "have"} or re.search(
                    r"\bthe[iy]r?\b", rest
                ):
                    faults[path.receipt()["path"]] = f"{verb}{rest}"
    assert faults == {}


# -- what is said in one sentence --------------------------------------------------------------------------------------

PASSED_OVER: dict[str, Any] = {"dealer": "N", "auction": ["N 1S", "E P", "W P", "N P"]}
TOO_LATE: dict[str, Any] = {"dealer": "N", "auction": ["N 1NT", "E P", "S P", "W P", "E X", "S XX"]}
BY_WEST: tuple[str, ...] = ("N P", "E P", "S P", "W 1H", "N P", "E 2H", "S P", "W P", "N P")


def test_a_player_who_was_passed_over_hears_once_that_the_turn_is_back() -> None:
    said = speech(at_the_table(PASSED_OVER)).text
    assert said.startswith("The auction is not over: it goes back to South, who may make any legal call.")
    assert "West's pass and all calls after it are cancelled." in said
    assert "South, you may" not in said


def test_a_call_after_the_final_pass_is_cancelled_with_why() -> None:
    said = speech(at_the_table(TOO_LATE)).text
    assert said.startswith("The auction was already over, so the double and all calls after it are cancelled.")
    assert said.count("cancelled.") == 1
    assert "The auction is over." not in said


@pytest.mark.parametrize(
    ("faced", "contract"),
    [(False, "The contract is 2♥ by West, and North is on lead."), (True, "The contract is 2♥ by West.")],
)
def test_the_contract_is_named_with_declarer_and_the_leader(faced: bool, contract: str) -> None:
    ended = {"dealer": "N", "auction": [*BY_WEST], "procedure": "22"}
    assert contract in speech(at_the_table(ended, findings={"opening_lead_faced": faced})).text


def test_after_attention_is_drawn_the_director_goes_on_to_explain() -> None:
    said = speech(interview("9", {"does": "draws attention", "how_far": "auction period", "own_side": False})).text
    assert said.endswith("Please do nothing more until I've explained the rectification.")
    gone_on = speech(interview("9", {"does": "acts", "own_side": False})).text
    assert "Nobody may do anything until I have explained the rectification." in gone_on
