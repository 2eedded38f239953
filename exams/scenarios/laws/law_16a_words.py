"""What a player knows and where it comes from, in sentences for Law 16A.

Places: {chooser}, {partner}, {side}; {opponent} and {call} with {words}, a bid of the auction and what it showed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

KNOWS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "legal": (
        (
            "defends",
            "{opponent}, declarer, showed {words} by {call}. Counting the cards played so far, {chooser} works out who "
            "holds the last queen.",
        ),
        (
            "defends",
            "{opponent}, declarer, has shown out in the third trick. From that, and from {call} ({words}), {chooser} "
            "counts out the whole hand.",
        ),
        (
            "defends",
            "When dummy comes down, {chooser} adds the points in sight to those that declarer, {opponent}, has shown by "
            "{call} ({words}), and so knows about how many {partner} can hold.",
        ),
        (
            "passed over",
            "{opponent}'s {call} showed {words}. {chooser} concludes from {partner}'s pass that {partner} has no more to "
            "say.",
        ),
    ),
    "withdrawn": (
        (
            "",
            "Earlier in the auction a bid was made out of turn and withdrawn after your ruling. {chooser} remembers "
            "which suit it was, and asks whether that may be used.",
        ),
        (
            "",
            "A card led out of turn went back into the hand as the law provides. {chooser} still knows that it was a "
            "king, and asks whether that may be used.",
        ),
        (
            "",
            "An insufficient bid was replaced after your ruling. {chooser} would like to go by what the first bid told.",
        ),
    ),
    "law or regulation": (
        (
            "next",
            "The regulations put each side's system card on the table for the opponents. {chooser}, at turn to call, "
            "reads there what {opponent}'s {call} shows: {words}.",
        ),
        (
            "",
            "{partner} has a penalty card lying on the table. {chooser} plans the defence on the fact that it must be "
            "played at the first chance, which the law expressly lets a partner know.",
        ),
        (
            "artificial",
            "As the regulations require, {opponent_partner} alerts {opponent}'s {call} and explains it when asked: {words}. "
            "{chooser} chooses a call with that in mind.",
        ),
    ),
    "procedures": (
        (
            "",
            "{partner} called out of turn. You offered {opponent} to accept the call, and {opponent} refused. {chooser} "
            "draws conclusions from the refusal, though not from the withdrawn call.",
        ),
        (
            "",
            "At the proper turn {opponent} asks for a review of the auction, as is everybody's right. {chooser} "
            "concludes that {opponent} is thinking of bidding on.",
        ),
        (
            "",
            "After an irregularity by {partner} the law lets {opponent}, declarer, forbid the lead of one suit. "
            "{chooser}, who is on lead, sees from the choice where {opponent} must be weak.",
        ),
    ),
    "before the hand": (
        ("", "{chooser} knows from bridge books how often a suit breaks three-two, and plays for it."),
        (
            "",
            "Before the session {chooser} heard that most pairs in this club open light. That was before any hand was "
            "taken out, and {chooser} now counts on it.",
        ),
        (
            "",
            "From earlier rounds {chooser} remembers that nearly everybody in this field bids thin games, and bids one too.",
        ),
        (
            "",
            "{chooser} once read an article by {opponent} about opening light. It comes to mind now, on a board that "
            "{opponent} has opened.",
        ),
    ),
    "tournament regulations": (
        (
            "",
            "The conditions of contest for this Swiss teams say that a win by a single IMP carries the match. {chooser}, who "
            "has read them, plays the contract as safely as possible.",
        ),
        (
            "",
            "By the regulations a pair must reach 55 % today to qualify. With {side} well short of that two boards from "
            "the end, {chooser} bids a thin slam.",
        ),
        (
            "",
            "The regulations ask every player to pause for ten seconds over a skip bid. {opponent} does, and {chooser} gives "
            "the pause no thought because of that rule.",
        ),
    ),
    "own estimate": (
        (
            "",
            "Two boards before the end {chooser} works out from memory that {side} must be lying second, and bids a "
            "risky slam for a top.",
        ),
        ("", "{chooser} reckons that the last two boards were bad for {side}, and takes a chance on this one."),
        (
            "",
            "In a team match {chooser} feels that {side} are well ahead, and plays the contract as safely as possible.",
        ),
    ),
    "opponents' traits": (
        (
            "",
            "{chooser} has noticed over the years that {opponent} never leads away from a king, and plays accordingly.",
        ),
        (
            "",
            "{opponent} is known to {chooser} as a player who always overbids a little. {chooser} doubles on the "
            "strength of it.",
        ),
        (
            "next",
            "{chooser} knows {opponent} as a cautious player, who must have full values for {call}, and calls accordingly.",
        ),
    ),
    "standings": (
        (
            "",
            "The scoring device at the table shows the running ranking. {chooser} reads there that {side} lie second, "
            "and bids a risky slam for a top.",
        ),
        (
            "",
            "A friend tells {chooser} between two boards: “You are leading.” On the next board {chooser} plays as safely as "
            "possible because of it.",
        ),
        (
            "",
            "The ranking after six rounds is up on a screen in the hall, by an oversight of the organiser; no regulation "
            "allows it. {chooser} looks at it and takes a chance on the next board because of it.",
        ),
    ),
    "aid to memory": (
        (
            "",
            "During the auction {chooser} looks up the scoring table at the back of the law book, to see whether a "
            "sacrifice pays. No regulation allows that.",
        ),
        (
            "",
            "Before playing to a trick {chooser} takes a booklet out of a pocket and looks up how missing cards are "
            "likely to break. No regulation allows it.",
        ),
        (
            "",
            "{chooser} has written some rules of thumb for the opening lead on the score card, and reads them before "
            "leading. No regulation allows it.",
        ),
    ),
    "by partner": (
        (
            "passed over",
            "{partner} thought for a long time, agreed by all, before passing over {opponent}'s {call}. {chooser} now "
            "knows that {partner} had something to think about.",
        ),
        (
            "passed over",
            "After {opponent}'s {call} {partner} asked three questions about it and passed. {chooser} has heard them all.",
        ),
        (
            "passed over",
            "“What a pity,” said {partner} over {opponent}'s {call}, and passed. {chooser} would like to bid now.",
        ),
        ("", "{partner} was surprised by a call of {chooser} and showed it by a look. {chooser} saw that."),
    ),
    "accident": (
        (
            "",
            "On the way to the table {chooser} overheard at the next one: “Six was cold.” It was about the board that "
            "has just been taken out.",
        ),
        ("", "{chooser} took the hand out of the wrong pocket, saw three cards of {opponent}, and put it back."),
        (
            "",
            "Passing a table, {chooser} saw dummy on a board that {side} had yet to play. That board is on the table now.",
        ),
        (
            "",
            "{chooser} picked up a score slip from the floor and saw a result on it before knowing which board it was. "
            "It is the one that {side} are about to play.",
        ),
    ),
}
"""By the origin of the information: which place of the auction a sentence needs (`law_16a.PLACES`; nothing: none), and the
sentence."""
KNOWS_MORE: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "coloured": (
        (
            "passed over",
            "{opponent}'s {call} showed {words}. {partner} passed over it, after half a minute as all four agree. “A pass over "
            "{call} does not deny some values,” says {chooser}, and bids.",
        ),
        (
            "passed over",
            "{partner} sighed and passed over {opponent}'s {call} ({words}). {chooser} says that the pass alone was reason "
            "enough to bid on.",
        ),
        (
            "passed over",
            "Over {opponent}'s {call} {partner} reached for the double card and then passed. {chooser} says that the pass "
            "could still hold a good hand, and bids.",
        ),
    ),
    "precluded": (
        (
            "",
            "Before taking the hand out, {chooser} heard somebody at the next table say, “Six was cold.” It was about the "
            "board that is now on the table.",
        ),
        (
            "",
            "While the board was still closed on the table, {chooser} caught sight of its score slip with three results on it.",
        ),
        (
            "",
            "Between two rounds {chooser} heard two players argue about a lead, and finds now that it was about this board. No "
            "hand had been taken out then.",
        ),
    ),
}
"""The same for what would be authorised but for the company it came in, or but for what it is about."""
