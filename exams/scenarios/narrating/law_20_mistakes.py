"""Wrong answers about Law 20, by who asks what and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

Wrong = tuple[str, str]

_PARTNER_ANSWERS: Final[Wrong] = (
    "{asker} may have all the calls restated, and no part of them alone. {asker_partner}, who knows them best, may do it.",
    "only an opponent answers (20D)",
)
_PART: Final[Wrong] = (
    "{asker} may ask for the last round, but not for all the calls.",
    "the calls are restated completely or not at all ({law})",
)
_NO_ALERTS: Final[Wrong] = (
    "{asker} may have all the calls restated, but without the alerts.",
    "the alerts belong to the review (20B)",
)
_NOBODY: Final[Wrong] = (
    "{asker} may not have the calls restated. To follow the auction is each player's own affair.",
    "there is a right to a review ({law})",
)
_ANY_TIME: Final[Wrong] = (
    "{asker} may have all the calls restated, at any time until play is over.",
    "the right to a review belongs to certain turns only ({law})",
)
_IF_AGREED: Final[Wrong] = (
    "{asker} may have all the calls restated now, provided that no opponent objects to it.",
    "the right does not depend on the opponents ({law})",
)
_ONCE: Final[Wrong] = (
    "{asker} may have all the calls restated, once during the board.",
    "here there is no such right at all ({law})",
)
_PARTNER_LATER: Final[Wrong] = (
    "{asker} may hear the last round of calls. For more {asker} has to wait.",
    "no part of the calls is restated here ({law})",
)
_ASK_BUT: Final[Wrong] = (
    "{asker} may ask, since every player may ask at any time. {asker_partner} may add questions.",
    "each player asks at the own turn ({law})",
)
_NEVER: Final[Wrong] = (
    "{asker} may not ask at all. Explanations are for players who intend to bid or play on them.",
    "at the proper turn everybody else may ask ({law})",
)
_MAKER: Final[Wrong] = (
    "{asker} may have the opponents' auction explained, with relevant calls not chosen. The player who made the call explains "
    "it, knowing it best.",
    "the partner of that player answers (20F1)",
)
_ONLY_MADE: Final[Wrong] = (
    "{asker} may have the calls made explained by the partner, but nothing about calls not chosen.",
    "relevant calls that were available and not chosen belong to it (20F1)",
)
_BOTH_ASK: Final[Wrong] = (
    "{asker} may ask, and so may {asker_partner}, as long as the calls are the same.",
    "{asker_partner} has to wait for the own turn (20F1)",
)
_CARD: Final[Wrong] = (
    "{asker} may read the opponents' system card, but may ask no questions.",
    "a player may ask too ({law})",
)
_ALERTED: Final[Wrong] = (
    "{asker} may ask only about calls that have been alerted.",
    "any call of the opponents may be asked about ({law})",
)

_FIRST_TURN: Final[Wrong] = (
    "{asker} may not have the calls restated yet. The right begins with {asker}'s first turn to play.",
    "until the lead is faced, the leader's partner and presumed declarer may have a review as well (41B)",
)
_OWN_TURN: Final[Wrong] = (
    "{asker} may ask, but only at {asker}'s own turn to play.",
    "until the lead is faced, the leader's partner and presumed declarer need not wait for a turn (41B)",
)
_AFTER_AUCTION: Final[Wrong] = (
    "{asker} may not ask any more. Explanations end with the final pass.",
    "the Clarification Period is there for these questions (41B)",
)
_REVIEW_YES: Final = (_PARTNER_ANSWERS, _PART, _NOBODY)
_REVIEW_NO: Final = (_ANY_TIME, _IF_AGREED, _PARTNER_LATER)

WRONG: Final[Mapping[str, Sequence[Wrong]]] = {
    "an unclear call": (
        (
            "{asker} may ask which call was made, but only at {asker}'s own turn.",
            "whoever is unsure may ask at once (20A)",
        ),
        (
            "{asker} may not ask about one call. {asker} may ask for a review at turn.",
            "a call that was not clear is clarified at once; that is no review (20A)",
        ),
        (
            "{asker} may ask which call was made, if no other player has called since. {asker_partner} must then pass once.",
            "no law ties such a condition or consequence to it (20A)",
        ),
        (
            "{caller_name} need not repeat the call. {asker} has to go by what was heard or seen.",
            "any player may have it clarified (20A)",
        ),
    ),
    "review, auction, turn": (*_REVIEW_YES, _NO_ALERTS),
    "review, auction, not turn": (*_REVIEW_NO, _ONCE),
    "review, auction, must pass": (
        (
            "{asker} may have all the calls restated, like every player at turn.",
            "not a player whom the law obliges to pass (20B)",
        ),
        (
            "{asker} may have all the calls restated, but may ask for no explanation.",
            "a player who must pass has no right to a review either (20B)",
        ),
        _IF_AGREED,
        _PARTNER_LATER,
    ),
    "a review, defender, turn": (*_REVIEW_YES, _NO_ALERTS),
    "a review, defender, before the lead": (_FIRST_TURN, *_REVIEW_YES),
    "a review, declarer, before the lead": (_FIRST_TURN, *_REVIEW_YES),
    "a review, leader, before the lead": (
        (
            "{asker} may have all the calls restated, like every defender until the lead is faced.",
            "until then it is the leader's partner and presumed declarer who may (41B)",
        ),
        *_REVIEW_NO,
    ),
    "a review, declarer, turn": (
        *_REVIEW_YES,
        (
            "{asker} may have all the calls restated, but only when it is {asker}'s turn to play from the own hand.",
            "declarer's first turn to play comes with dummy's first card (20C2)",
        ),
    ),
    "a review, defender, not turn": (
        *_REVIEW_NO,
        ("{asker} may have all the calls restated, at every turn to play.", "only at the first turn to play (20C2)"),
    ),
    "a review, declarer, not turn": (
        *_REVIEW_NO,
        ("{asker} may have all the calls restated, at every turn to play.", "only at the first turn to play (20C2)"),
    ),
    "a review, dummy": (
        *_REVIEW_NO,
        (
            "{asker} may have all the calls restated, as dummy is a player like the others.",
            "declarer and defenders alone may (20C2)",
        ),
    ),
    "whose lead, defender": (
        (
            "{asker} may not ask. A question like that tells {asker_partner} something.",
            "each defender has the right to ask it (20C1)",
        ),
        ("{asker} may ask, but only if it really is {asker}'s lead.", "each defender may, so as to find out (20C1)"),
        (
            "{asker} may ask, but only {asker_partner} may answer.",
            "the other side knows as well, and may answer (20C1, 47E)",
        ),
        (
            "{asker} may ask. If nobody answers, a card that {asker} leads may be taken back.",
            "a card led without waiting for an answer is led (Law 54); 47E1 is for wrong answers",
        ),
    ),
    "whose lead, declarer": (
        ("{asker} may ask, as everybody at the table may.", "the right is given to the defenders (20C1)"),
        (
            "{asker} may ask once {asker_partner} has put dummy down.",
            "the right is given to the defenders, before the lead (20C1)",
        ),
        ("{asker} may ask, but only a defender may answer.", "the right is given to the defenders (20C1)"),
    ),
    "whose lead, dummy": (
        ("{asker} may ask, as everybody at the table may.", "the right is given to the defenders (20C1)"),
        ("{asker} may ask for {asker_partner}, who is declarer.", "the right is given to the defenders (20C1)"),
        ("{asker} may ask, but only a defender may answer.", "the right is given to the defenders (20C1)"),
    ),
    "explanation, auction, turn": (_MAKER, _ONLY_MADE, _BOTH_ASK, _ALERTED),
    "explanation, auction, not turn": (
        _ASK_BUT,
        _NEVER,
        ("{asker} may ask now, as {turn} has not called yet.", "it is {turn}'s turn, not {asker}'s (20F1)"),
        ("{asker} may ask now, if {turn} has no question.", "it is {turn}'s turn, not {asker}'s (20F1)"),
    ),
    "explanation, auction, must pass": (
        (
            "{asker} may have the opponents' auction explained, like every player at turn.",
            "not a player whom the law obliges to pass (20F1)",
        ),
        ("{asker} may ask, but {asker_partner} must not hear the answer.", "a player who must pass may not ask (20F1)"),
        (
            "{asker} may ask about one call, but not about the whole auction.",
            "a player who must pass may not ask (20F1)",
        ),
        (
            "{asker} may ask now for the play to come.",
            "after the final pass {asker} may; now the law forbids it (20F1)",
        ),
    ),
    "an explanation, defender, turn": (_MAKER, _CARD, _ALERTED, _NEVER),
    "an explanation, defender, before the lead": (_OWN_TURN, _AFTER_AUCTION, _ALERTED, _CARD),
    "an explanation, leader, before the lead": (
        (
            "{asker} may ask now, like every defender until the lead is faced.",
            "until then it is the leader's partner and presumed declarer who may (41B)",
        ),
        _AFTER_AUCTION,
        _ASK_BUT,
    ),
    "an explanation, declarer, before the lead": (_OWN_TURN, _AFTER_AUCTION, _ALERTED, _CARD),
    "an explanation, defender, not turn": (
        _ASK_BUT,
        (
            "{asker} may ask now, as long as no card has been played to the trick.",
            "a defender asks at the own turn to play (20F2)",
        ),
        (
            "{asker} may not ask any more. Explanations end with the final pass.",
            "a defender may still ask, at turn (20F2)",
        ),
        (
            "{asker} may ask now, if the other defender has no question.",
            "a defender asks at the own turn to play (20F2)",
        ),
    ),
    "an explanation, declarer, turn": (
        (
            "{asker} may not ask. Declarer may ask about calls, and only before the lead.",
            "at turn declarer may ask throughout the play (20F2)",
        ),
        ("{asker} may ask about the defenders' calls, but not about how they play.", "both may be asked about (20F2)"),
        ("{asker} may ask, but only at turn to play from the own hand.", "from either hand (20F2)"),
        (
            "{asker} may ask about a defender's call and about how the defenders play. The defender whose card or call it was "
            "explains it.",
            "that player's partner answers (20F2)",
        ),
    ),
    "an explanation, declarer, not turn": (
        _ASK_BUT,
        ("{asker} may ask now, as declarer may ask at any time.", "at turn to play, from hand or dummy (20F2)"),
        (
            "{asker} may not ask any more. Explanations end with the final pass.",
            "declarer may still ask, at turn (20F2)",
        ),
        (
            "{asker} may ask now, but only about the opponents' calls.",
            "about nothing before the own turn to play (20F2)",
        ),
    ),
    "an explanation, dummy": (
        ("{asker} may ask on behalf of declarer, who has forgotten to.", "dummy may not ask for an explanation (20F2)"),
        ("{asker} may ask, as dummy is a player like the others.", "defenders and declarer alone may (20F2)"),
        ("{asker} may ask, but not before the first trick is over.", "at no time in the play may dummy ask (20F2)"),
        ("{asker} may ask, but only whether {caller_name}'s call was alerted.", "dummy may not ask at all (20F2)"),
    ),
}


def case(path: Mapping[str, Any]) -> str:
    """The entry of WRONG for a path."""
    asks_for = str(path["asks_for"])
    if asks_for == "an unclear call":
        return asks_for
    if path.get("asked_when") == "in the auction period":
        kind = "review" if asks_for == "a review" else "explanation"
        turn = "not turn" if not path["at_turn"] else "must pass" if path["asker_must_pass"] else "turn"
        return f"{kind}, auction, {turn}"
    role = str(path["asker_is"])
    if asks_for == "whose lead" or role == "dummy":
        return f"{asks_for}, {role}"
    if path.get("opening_lead_faced") is False:
        return f"{asks_for}, {'leader' if path.get('asker_leads') else role}, before the lead"
    at_turn = path["first_turn_to_play"] if asks_for == "a review" else path["at_turn_to_play"]
    return f"{asks_for}, {role}, {'turn' if at_turn else 'not turn'}"
