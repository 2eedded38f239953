"""Law 20: who may ask for a review or an explanation, when, and who answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_20_mistakes import WRONG, case
from exams.scenarios.narrating.law_20_settings import stage
from exams.scenarios.narrating.narrative import Answer, Narrative
from laws.rulings.ruling import Ruling


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    path = dict(ruling.path)
    law = "20B" if path.get("asked_when") == "in the auction period" else "20C2"
    if path.get("opening_lead_faced") is False:
        law = "41B"
    elif path["asks_for"] == "an explanation":
        law = "20F1" if law == "20B" else "20F2"
    for text, why in WRONG[case(path)]:
        yield Choice(text, why.replace("{law}", law))


_CONDITIONS: Final[dict[Answer, str]] = {
    ("asks_for", "an unclear call"): "{asker} asked which call was made",
    ("asks_for", "a review"): "{asker} asked for a review",
    ("asks_for", "whose lead"): "{asker} asked whose lead it is",
    ("asks_for", "an explanation"): "{asker} asked for an explanation",
    ("asked_when", "in the auction period"): "the auction were still going on",
    ("asked_when", "after the final pass"): "the final pass had been made",
    ("at_turn", True): "it were {asker}'s turn",
    ("at_turn", False): "it were not {asker}'s turn",
    ("asker_must_pass", True): "the law obliged {asker} to pass",
    ("asker_must_pass", False): "the law did not oblige {asker} to pass",
    ("asker_is", "defender"): "{asker} were a defender",
    ("asker_is", "declarer"): "{asker} were declarer",
    ("asker_is", "dummy"): "{asker} were dummy",
    ("first_turn_to_play", True): "it were {asker}'s first turn to play",
    ("first_turn_to_play", False): "it were no longer {asker}'s first turn to play",
    ("opening_lead_faced", True): "the opening lead had been faced",
    ("opening_lead_faced", False): "the opening lead had not been faced yet",
    ("asker_leads", True): "{asker} were the one who had made the opening lead",
    ("asker_leads", False): "{asker} were not on lead",
    ("at_turn_to_play", True): "it were {asker}'s turn to play",
    ("at_turn_to_play", False): "it were not {asker}'s turn to play",
}

ASKING: Final = Narrative(
    procedure="20",
    topic="review-and-explanation",
    stage=stage,
    tells=dict.fromkeys(_CONDITIONS, ()),
    conditions=_CONDITIONS,
    phrases={
        "right:clarify": "{asker} may ask at once which call was made, in turn or not",
        "right:review": "{asker} may have all the calls restated, and no part of them alone",
        "no_right:review": "{asker} may not have the calls restated, neither all of them nor a part",
        "no_right:review@20B": "{asker} may not have the calls restated now, neither all of them nor a part",
        "no_right:answer_review": "An opponent answers, not {asker_partner}",
        "right:ask_whose_lead": "{asker} may ask it, and should wait for the answer before leading",
        "no_right:ask_whose_lead": "{asker} may not ask it, for only a defender may",
        "right:explanation@20F1": "{asker} may have the opponents' auction explained, with relevant calls not chosen",
        "right:explanation": "{asker} may have the opponents' auction explained",
        "right:explanation_of_defence": "{asker} may ask about a defender's call and about how the defenders play",
        "no_right:explanation@20F1": "{asker}, who must pass, may not have the opponents' auction explained",
        "no_right:explanation": "As dummy {asker} may not ask for any explanation",
        "right:ask_when_in_turn": "{asker} may ask, but only when it is {asker}'s turn",
        "no_right:explain_own_call": "The partner of whoever is asked about explains it",
    },
    silent=frozenset(
        {
            "duty:correct_review",
            "duty:include_alerts",
            "right:alternatives",
            "no_right:ask_now",
            "right:contract_at_turn",
        }
    ),
    plain=frozenset(fact for fact, _ in _CONDITIONS),
    mistakes=_mistakes,
    hard=lambda facts: (
        bool(facts.get("asker_must_pass"))
        or facts.get("asker_is") in ("declarer", "dummy")
        or facts.get("at_turn_to_play") is False
        or facts.get("opening_lead_faced") is False
    ),
)
