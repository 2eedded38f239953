"""Law 40 in words: what is found out, when another ruling would be right, what people take it for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_40_card_mistakes import about_cards
from exams.scenarios.narrating.law_40_mistakes import about_methods
from exams.scenarios.narrating.narrative import Answer
from laws.rulings.ruling import Ruling

_ALWAYS_TOLD: Final = (
    *(("issue", issue) for issue in ("deviation", "not disclosed", "incomplete", "not permitted", "differs by player")),
    *(("issue", issue) for issue in ("varies", "own card", "opponents' card", "aid")),
    *(
        ("card_when", when)
        for when in ("before the auction", "hands out", "own turn", "other turn", "clarification", "to explain")
    ),
    ("varies_after", "own question"),
    ("varies_after", "opponents' irregularity"),
    ("presumed_declarer_side", True),
    ("presumed_declarer_side", False),
)

TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    **dict.fromkeys(_ALWAYS_TOLD, ()),
    ("psyche_restricted", False): (
        "No regulation of the event restricts such calls.",
        "The regulations say nothing about natural calls like this one.",
        "Such calls are not mentioned in the regulations of the event.",
    ),
    ("psyche_restricted", True): (
        "The regulations of the event forbid psychic bids that are artificial.",
        "In this event, say the regulations, no artificial bid may be psychic.",
        "The regulations of the event exclude artificial bids made on a hand like that.",
    ),
    ("partner_aware", False): (
        "{partner} had no inkling of it, and bid on in good faith; it is the first time in years that {offender} has done so.",
        "Your records hold nothing of the kind about the pair, and {partner} was as surprised as anybody.",
        "You hear from {partner}, and your records bear it out, that {offender} has never done that before.",
    ),
    ("partner_aware", True): (
        "Your records show that {offender} has done the same three times this season. “One never knows with my partner,” "
        "says {partner}, who had kept it in mind; their card says nothing of it.",
        "{partner} admits having thought of it at once, because {offender} does so every other week. Their card does not "
        "mention it.",
        "“With us that happens all the time,” says {partner}. Nothing on their card or in the auction told {others}.",
    ),
    ("understanding", True): (
        "They never discussed it, but both learned the call from the same teacher, and each knows that of the other.",
        "They never discussed it, but it has come up three times between them this season, always with that meaning.",
        "Both have it from the same book, and each knows that the other plays by it, though they have never discussed it.",
    ),
    ("understanding", False): (
        "{explainer} drew that from playing bridge, as any player of some experience does; the pair have never talked of it.",
        "It rests on nothing that the pair have agreed or met together: players everywhere would say the same.",
        "You find that it is no habit of this pair, but what players know of the game in general.",
    ),
    ("crucial", True): (
        "You give the hand of {asker} with the whole meaning to {asked} players of the same class: {some} of them act "
        "otherwise than {asker} did.",
        "Of {asked} comparable players who are told everything, {some} choose another action than {asker} did.",
        "{asker} can show you why the missing part would have decided the matter, and {some} of {asked} players whom you ask "
        "agree.",
    ),
    ("crucial", False): (
        "You give the hand of {asker} with the whole meaning to {asked} players of the same class: all of them do what {asker} "
        "did.",
        "None of {asked} comparable players who are told everything would have acted otherwise than {asker} did.",
        "{asker} says that the missing part would have changed nothing in the choice that was made.",
    ),
    ("variation_forbidden", True): (
        "The Regulating Authority has forbidden arrangements of that kind.",
        "A regulation of the event says that a pair's methods may not change after an irregularity by the opponents.",
        "Under the regulations of the event, which you look up, such arrangements are not allowed.",
    ),
    ("variation_forbidden", False): (
        "The Regulating Authority has made no regulation about it.",
        "The regulations of the event, which you look up, do not mention such arrangements.",
        "No regulation in force says anything about methods after an opponents' irregularity.",
    ),
    ("damage", "open"): (
        "The board has not been played to the end, and its result is open.",
        "How the board will end nobody can say yet.",
        "What the board will bring cannot be seen yet.",
    ),
    ("damage", "undamaged"): (
        "You look at the finished board: {otherwise}, {others} would have had no better result.",
        "With the board over, you find that {others} came to no harm: {otherwise}, the result would have been the same.",
        "When the board is over, you see that {otherwise}, {others} could not have done better.",
    ),
    ("damage", "damaged"): (
        "You look at the finished board: {otherwise}, {others} would probably have had a better result.",
        "With the board over, you find that {otherwise}, {others} would in all likelihood have done better.",
        "When the board is over, and you have asked other players, you see that {otherwise}, {others} would probably have "
        "scored more.",
    ),
}

CONDITIONS: Final[Mapping[Answer, str]] = {
    ("issue", "deviation"): "a player had departed from the announced methods",
    ("issue", "not disclosed"): "a meaning had not been disclosed",
    ("issue", "incomplete"): "an explanation had left something out",
    ("issue", "not permitted"): "the method were not allowed",
    ("issue", "differs by player"): "the meaning depended on who makes the call",
    ("issue", "varies"): "the method changed after an event",
    ("issue", "own card"): "it had been the player's own card",
    ("issue", "opponents' card"): "it had been the opponents' card",
    ("issue", "aid"): "it had been an aid to memory",
    ("psyche_restricted", False): "no regulation restricted such calls",
    ("psyche_restricted", True): "regulations forbade such a call",
    ("partner_aware", False): "{partner} had no more reason to expect it than {others}",
    ("partner_aware", True): "{partner} had more reason to expect it than {others}",
    ("understanding", False): "it rested on general knowledge only",
    ("understanding", True): "the pair had an understanding about it",
    ("crucial", False): "what was left out had made no difference to the choice",
    ("crucial", True): "what was left out had been crucial",
    ("varies_after", "own question"): "the method changed after their own question or irregularity",
    ("varies_after", "opponents' irregularity"): "the method changed after an opponents' irregularity",
    ("variation_forbidden", False): "no regulation forbade it",
    ("variation_forbidden", True): "a regulation forbade it",
    ("damage", "open"): "the result of the board were still open",
    ("damage", "undamaged"): "{others} had come to no harm",
    ("damage", "damaged"): "{others} had been damaged",
    ("card_when", "before the auction"): "the auction had not begun",
    ("card_when", "hands out"): "the hand had been out of the board and nobody had called",
    ("card_when", "own turn"): "it had been the player's turn",
    ("card_when", "other turn"): "it had been another player's turn",
    ("card_when", "clarification"): "the auction had been over and no lead faced",
    ("card_when", "to explain"): "it had been done in order to explain",
    ("presumed_declarer_side", True): "{offender} were of the declaring side",
    ("presumed_declarer_side", False): "{offender} were a defender",
}

PHRASES: Final[Mapping[str, str]] = {
    "right:deviate": "{offender} was free to make that call",
    "duty:disclose@40C1": "{side} had to disclose what {partner} could expect",
    "no_right:psyche": "{offender} was not allowed that call in this event",
    "right:keep_general_knowledge": "{side} need not explain what players know anyhow",
    "duty:disclose@40A1(b)": "{side} must disclose what they play",
    "right:whole_explanation": "{others} were entitled to the whole explanation",
    "no_right:use_method": "{side} may not use that method in this event",
    "no_right:differ_by_player": "{side} must give the call one meaning for both",
    "right:use_judgement": "On a hand each may go by style and judgement",
    "no_right:vary_after_own": "{side} may not have such an agreement, disclosed or not",
    "right:vary_after_opponents": "{side} may have such an agreement",
    "no_right:vary_after_opponents": "{side} may not have such an agreement in this event",
    "right:consult_own_card": "{rule}",
    "no_right:consult_own_card": "{rule}",
    "right:consult_opponents_card": "{rule}",
    "no_right:consult_opponents_card": "{rule}",
    "no_right:use_aid": "{rule}",
    "adjusted_score:none:gained": "The score is not adjusted",
    "adjusted_score:assigned:gained": "You assign an adjusted score",
    "adjusted_score:possible:damaged": "After play you adjust the score if {others} were damaged",
}

SILENT: Final = frozenset(
    (
        "no_right:be_told_of_deviation",
        "result_stands",
        "duty:disclose_all",
        "right:consult_opponents_card_in_turn",
        "no_right:signal",
    )
)


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people rule instead, by what it is about."""
    path: dict[str, Any] = dict(ruling.path)
    yield from about_cards(path) if path["issue"] in ("own card", "opponents' card", "aid") else about_methods(path)
