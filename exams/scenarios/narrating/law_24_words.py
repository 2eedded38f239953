"""Law 24 in words: how cards come to be seen, when another ruling would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from exams.scenarios.narrating.narrative import Answer

OPENINGS: Final[Mapping[str, Sequence[str]]] = {
    "before the auction": (
        "Nobody has called yet, and the players are still sorting their cards, when {offender} drops {cards} face up on the "
        "table. All four have seen {it}. The board is one that every table plays.",
        "The hands have just been taken from the board, and the dealer has not called. {offender} fans them out and lets "
        "{cards} fall face up, in everybody's sight. The boards are pre-dealt.",
        "While counting the cards, before the first call, {offender} turns {cards} face up, and {partner} cannot help seeing "
        "{it}. The board has been played at other tables.",
    ),
    "knocked out": (
        "{after} {lho} reaches across the table and knocks {cards} out of {offender}'s hand; {partner} sees {it}.",
        "{after}, while {next} is thinking, {rho} stands up and brushes {cards} out of {offender}'s hand, face up on the "
        "table, in full view of {partner}.",
        "{after} {lho}'s sleeve sweeps {cards} out of {offender}'s hand, and everybody sees {it}.",
    ),
    "seen by an opponent": (
        "{after} {offender} drops {cards} face up beside {rho}'s chair. From where {partner} sits, you make sure of that, the "
        "floor there cannot be seen.",
        "{after} {cards} slips out of {offender}'s hand into the lap, where {lho} sees it. {partner}, opposite, cannot.",
        "{after} {offender} bends down, and {cards} falls on the floor. {rho} sees the face; the table is between it and "
        "{partner}.",
    ),
    "dropped": (
        "{after} {offender} carelessly drops {cards} face up on the table.",
        "{after} {offender}, sorting the hand, lets {cards} fall face up.",
        "{after} {offender}, reaching for a glass, lets {cards} slip face up on the table.",
        "{after} {offender} puts the hand down, and {cards} {lies} face up on the table.",
    ),
    "led": (
        "{after} {offender} takes the auction to be over and leads {cards}, face up.",
        "{after} {offender}, who thinks that everybody has passed, faces {cards} as the opening lead.",
        "{after} {offender}, in a hurry to get on, faces {cards} as the opening lead.",
    ),
    "dropped after the auction": (
        "The auction has ended in {contract_by}. Before anybody has led, {offender} drops {cards} face up.",
        "The contract is {contract_by}. While the bidding cards are being put away, {offender} lets {cards} fall face up "
        "on the table.",
        "{contract_by} is the contract, and no lead has been faced, when {offender} carelessly turns {cards} face up.",
    ),
    "seen by an opponent after the auction": (
        "The auction has ended in {contract_by}. Before anybody has led, {offender} drops {cards} beside {declarer_name}'s "
        "chair, where {declarer_name} sees {face}. You make sure that {partner} could not.",
        "The contract is {contract_by}. While the bidding cards are being put away, {offender} holds the hand so low that "
        "{declarer_name} sees {cards}. {partner}, opposite, sees nothing but the backs.",
        "{contract_by} is the contract, and no lead has been faced, when {offender} lets {cards} slip into the lap, where "
        "{declarer_name} sees {it}. The table is between {it} and {partner}.",
    ),
    "led by the declaring side": (
        "The auction has ended in {contract_by}. {offender} believes that a defender is declarer and faces {cards} as the "
        "opening lead.",
        "The contract is {contract_by}. {offender}, whose mind is on the last board, leads {cards}, face up.",
        "{contract_by} is the contract. Before {leader} has led, {offender} faces {cards}, thinking it the opening lead.",
    ),
    "led by a defender": (
        "The auction has ended in {contract_by}. {offender} faces {cards} as the opening lead.",
        "The contract is {contract_by}. Before {leader} has done anything, {offender} leads {cards}, face up.",
        "{contract_by} is the contract. “My lead,” says {offender}, and faces {cards}.",
    ),
}

TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("exposed_when", "before the auction"): (),
    ("exposed_when", "during the auction"): (),
    ("exposed_when", "after the auction"): (),
    ("own_error", True): (),
    ("own_error", False): (),
    ("partner_could_see", True): (
        "{partner} was looking away, but could have seen {face}.",
        "{partner} says that nothing was noticed, but could have seen {face}.",
        "Everybody at the table could see {it}.",
        "You find that {partner} had {face} in view.",
    ),
    ("partner_could_see", False): (),
    ("several_cards", True): (),
    ("several_cards", False): (),
    ("honour", True): (),
    ("honour", False): (),
    ("led", True): (),
    ("led", False): (),
    ("ends_as", "undecided"): (
        "It is {next}'s turn to call.",
        "The next call is {next}'s.",
        "{next} has still to call.",
    ),
    ("ends_as", "declaring"): (
        "You are told of it at once, and the auction then goes on as shown, to {contract_by}.",
        "You deal with it. The auction ends as shown; the contract is {contract_by}.",
        "The auction went on under your eyes, as shown, and ended in {contract_by}.",
    ),
    ("ends_as", "defending"): (
        "You are told of it at once, and the auction then goes on as shown, to {contract_by}.",
        "You deal with it. The auction ends as shown; the contract is {contract_by}.",
        "The auction went on under your eyes, as shown, and ended in {contract_by}.",
    ),
    ("defends", True): (),
    ("defends", False): (),
}

CONDITIONS: Final[Mapping[Answer, str]] = {
    ("exposed_when", "before the auction"): "it had happened before the first call",
    ("exposed_when", "during the auction"): "it had happened during the auction",
    ("exposed_when", "after the auction"): "it had happened after the final pass",
    ("own_error", True): "it had been {offender}'s own error",
    ("own_error", False): "it had not been {offender}'s own error",
    ("partner_could_see", True): "{partner} could have seen {face}",
    ("partner_could_see", False): "{partner} could not have seen {face}",
    ("several_cards", True): "two cards had been exposed",
    ("several_cards", False): "only one card had been exposed",
    ("honour", True): "the card were an honour",
    ("honour", False): "the card were lower than a ten",
    ("led", True): "the card had been led",
    ("led", False): "the card had not been led",
    ("ends_as", "undecided"): "the auction were not over",
    ("ends_as", "declaring"): "{offender} had become declarer or dummy",
    ("ends_as", "defending"): "{offender} had become a defender",
    ("defends", True): "{offender} were a defender",
    ("defends", False): "{offender} were declarer or dummy",
}

FREE: Final = "{partner} may call freely"
ONCE: Final = "{partner} must pass once"
_OUT_OF_TURN: Final = "The lead is out of turn: {declarer_name} has the options of Law 54"

PHRASES: Final[Mapping[str, str]] = {
    "partner_must_pass:once": ONCE,
    "no_further_rectification@24A": FREE,
    "no_further_rectification@24": FREE,
    "no_further_rectification@48A": "Nothing is rectified",
    "no_further_rectification@49": "Nothing is rectified",
    "no_further_rectification@54E": "Nothing is rectified",
    "right:use_sight": "{others} may use what they saw",
    "director_action:rule_before_auction": "{partner} may not use the sight of {it}",
    "adjusted_score:possible:affected": "The score may be adjusted after play",
    "director_action:rule_on_lead": _OUT_OF_TURN,
}
