"""Facts that the rubber code asks for: calls over an irregularity, final calls, lead penalties, damage to be made good.

No Director sits at a rubber table; what the duplicate code dates by a ruling, this one dates by the penalty.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import BIDS, SUITS, Call
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.meanings import Meaning, specified, specified_suits
from laws.rulings.record import Made
from laws.rulings.replay import Kind, Situation

SUIT_BID: Final = "suit"
NO_TRUMP_BID: Final = "no-trump"
OTHER_CALL: Final = "no bid"
NOT_MADE: Final = "not made yet"
REPEATED: Final = "repeated"
CHANGED: Final = "changed"

name_answers(
    {
        SUIT_BID: "a bid in a suit",
        NO_TRUMP_BID: "a bid in no-trump",
        OTHER_CALL: "a pass, a double or a redouble",
        NOT_MADE: "that call has not been made yet",
        REPEATED: "yes, the same",
        CHANGED: "no, another one, or a call that is no bid",
        "require": "requires the lead of that suit",
        "forbid": "forbids a lead of that suit",
        "neither": "does neither",
    }
)


# -- calls made after the irregular one --------------------------------------------------------------------------------


def _rest(at: Situation) -> tuple[Made, ...]:
    return at.record.auction[_index(at) + 1 :]


def _index(at: Situation) -> int:
    return at.irregularity.index if at.irregularity else len(at.record.auction)


def _by_lho(at: Situation) -> bool:
    return at.next_made is not None and at.next_made.by is at.offender.lho


CALLED_OVER = Fact(
    "called_over",
    "Did {lho} call next, before a penalty was imposed?",
    observe=lambda at: _by_lho(at) and at.substituted is None,
    told={True: "{lho} has called next"},
)
CALLED_IN_TURN = Fact(
    "called_in_turn",
    "Did {rho}, whose turn it was, call next, before a penalty was imposed?",
    observe=lambda at: at.next_made is not None and at.next_made.by is at.offender.rho,
    told={True: "{rho}, whose turn it was, has called before a penalty was imposed"},
)
CALLED_OVER_SUBSTITUTE = Fact(
    "called_over_substitute",
    "Did {lho} call over the call that {offender} had put in its place?",
    default=False,
    observe=lambda at: _by_lho(at) and at.substituted is not None,
)
CONDONED = Fact(
    "condoned",
    "Did {lho} call after {irregular}, before a penalty was assessed?",
    observe=lambda at: any(made.by is at.offender.lho for made in _rest(at)),
    told={True: "{lho} has called before a penalty was assessed"},
)
CORRECTED_EARLY = Fact(
    "corrected_early",
    "Did {offender} put another call in its place before the penalties had been stated?",
    observe=lambda at: at.premature,
)
BID_BEFORE = Fact(
    "somebody_had_bid",
    "Had anybody bid before it?",
    observe=lambda at: any(made.call.is_bid for made in at.record.auction[: _index(at)]),
)
RHO_DOUBLED = Fact(
    "rho_doubled",
    "Did {rho} double or redouble, and not bid?",
    default=False,
    observe=lambda at: at.rho_call is not None and at.rho_call.text in ("X", "XX"),
)

# -- slips and changes of mind -----------------------------------------------------------------------------------------


def _kind_of(call: Call | None) -> str | None:
    if call is None:
        return None
    if not call.is_bid:
        return OTHER_CALL
    return NO_TRUMP_BID if call.denomination == "NT" else SUIT_BID


def _keeps_first(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call is earlier.call


def _first_repeated(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call.denomination == earlier.call.denomination


def _is_slip(at: Situation) -> bool | None:
    """By its two parts, where a record states them: the call was unintended, and there was no pause."""
    unintended, paused = at.record.findings.get("unintended"), at.record.findings.get("paused")
    if unintended is False or paused is True:
        return False
    return True if unintended and paused is False else None


SLIP = Fact(
    "slip",
    "Was it a slip, and did {offender} correct it, or try to, without pause for thought?",
    source=Source.FINDING,
    find_out="what {offender} had meant to call, and whether the correction came at once; a change of mind is no slip",
    observe=_is_slip,
    judgement=Judgement(
        test="Was the call not the one intended, and was it corrected, or was that tried, without pause for thought?",
        law="25A",
        ask="{offender} what was intended; all four players how soon the correction came",
        rulings={
            False: "the call was made, and a change of it has its price (25B)",
            True: "the intended call takes its place without penalty, if it is legal",
        },
    ),
)
CLAIMS_SLIP = Fact(
    "claims_slip",
    "Does {offender} say that {original} was not the call intended?",
    default=False,
    observe=lambda at: at.record.intended is not None,
)
SECOND_LEGAL_THERE = Fact(
    "second_call_legal",
    "Would {irregular} have been legal in the place of {original}?",
    observe=lambda at: at.kinds == (Kind.CHANGE_OF_CALL,) if at.kinds else None,
)
FIRST_CALL = Fact(
    "first_call",
    "What was the first call, {original}?",
    (SUIT_BID, NO_TRUMP_BID, OTHER_CALL),
    observe=lambda at: _kind_of(made.call) if (made := at.original) else None,
)
KEEPS_FIRST = Fact(
    "keeps_first",
    "Does {offender} let {original} stand?",
    source=Source.ELECTION,
    who="offender",
    observe=_keeps_first,
    told={True: "{offender} lets {original} stand", False: "{offender} gives up {original}"},
)
FIRST_REPEATED = Fact(
    "first_repeated",
    "Does the call now made name the denomination of {original}?",
    observe=_first_repeated,
)

# -- final calls and lead penalties ------------------------------------------------------------------------------------


def artificial(call: Call, meaning: Meaning | None) -> bool:
    """The call shows something else than it names; a call whose meaning nobody states is taken as natural."""
    if meaning is None:
        return False
    if meaning.artificial is not None or not call.is_bid:
        return bool(meaning.artificial)
    return call.denomination not in {name for name, how in specified(call, meaning) if how == "length"}


def suits_related(call: Call, meaning: Meaning | None) -> frozenset[str]:
    """Law 26A: the suit a bid names or, of an artificial call, the suits to which it relates, if it relates to any."""
    if meaning is not None and artificial(call, meaning):
        related = specified_suits(call, meaning)
        if related:
            return related
    return frozenset({call.denomination} & set(SUITS))


def final_of(at: Situation) -> Made | None:
    """The offender's last call in place of the irregular one, if it has been made.

    Of a premature correction alone that is not known: he may still choose (Law 27, footnote 9).
    """
    if at.premature and len(at.offered) == 1:
        return None
    return at.offered[-1] if at.offered else None


def _final_call(at: Situation) -> str | None:
    if at.irregularity is None:
        return None
    final = final_of(at)
    if final is None:
        return NOT_MADE
    return REPEATED if final.call.denomination == at.call.denomination else CHANGED


def _same_denomination(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.call.denomination


def _shown_again(at: Situation) -> bool:
    final = final_of(at)
    if final is None or at.irregularity is None:
        return False
    shown = {name for name, how in specified(final.call, _meaning(at, final)) if how == "length"}
    related = suits_related(at.call, at.meaning)
    return bool(related) and related <= shown and final.call.denomination not in related


def _meaning(at: Situation, made: Made) -> Meaning | None:
    return made.meaning or at.meaning_in_system(made.call)


def _related_repeated(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else suits_related(at.call, at.meaning) <= {final.call.denomination}


RELATED_REPEATED = Fact(
    "related_repeated",
    "Does the call in its place repeat every suit to which {irregular}, being artificial, relates?",
    observe=_related_repeated,
)
IN_NO_TRUMP = Fact("in_no_trump", "Was {irregular} a bid in no-trump?", observe=lambda at: at.call.denomination == "NT")
CALL_CANCELLED = Fact(
    "cancelled_call",
    "What was the call that was withdrawn?",
    (SUIT_BID, NO_TRUMP_BID, OTHER_CALL),
    observe=lambda at: _kind_of(at.call) if at.irregularity else None,
)
ATTEMPTED_CALL = Fact(
    "attempted_call",
    "What was the call that {offender} put in its place too early?",
    (SUIT_BID, NO_TRUMP_BID, OTHER_CALL),
    observe=lambda at: _kind_of(at.offered[0].call) if at.offered else None,
)


def _attempt_repeated(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.offered[0].call.denomination


ATTEMPT_REPEATED = Fact(
    "attempt_repeated", "Does the final call name the denomination of {attempt}?", observe=_attempt_repeated
)
FINAL_CALL = Fact(
    "final_call",
    "Does the final call of {offender} at that turn name the denomination of {irregular}?",
    (NOT_MADE, REPEATED, CHANGED),
    observe=_final_call,
)
DENOMINATION_REPEATED = Fact(
    "denomination_repeated",
    "Does {replacement} name the denomination of {irregular}?",
    observe=_same_denomination,
)
SHOWN_AGAIN = Fact(
    "shown_again",
    "Does {replacement} show the suit of {irregular} without naming it?",
    default=False,
    observe=_shown_again,
)
LEAD_DEMAND = Fact(
    "lead_demand",
    "What does declarer do as {partner} first has the lead?",
    ("require", "forbid", "neither"),
    source=Source.ELECTION,
    who="declarer",
    observe=lambda at: "forbid" if at.record.lead and at.record.lead.forbidden else None,
)
REPEATED_IN_TURN = Fact(
    "repeated_in_turn",
    "Was it out of rotation, and made again in turn as Law 30A or 32B1 says?",
    default=False,
)

# -- insufficient bids -------------------------------------------------------------------------------------------------


def _substitute(at: Situation) -> Made | None:
    """What the offender puts in place of his bid: a double he tried (27D), else his final call."""
    tried = next((made for made in at.offered if made.call.text in ("X", "XX")), None)
    if tried is not None or at.premature:
        return tried or final_of(at)
    return at.offered[0] if at.offered else None


def _final_kind(at: Situation) -> str | None:
    made = _substitute(at)
    if made is None:
        return None
    if not made.call.is_bid:
        return "pass" if made.call.text == "P" else "double"
    return "bid" if at.standing.sufficient(made.call) else "insufficient"


def _lowest_natural(at: Situation) -> bool | None:
    made = _substitute(at)
    if made is None or not made.call.is_bid:
        return None
    if made.call.denomination != at.call.denomination:
        return False
    if artificial(at.call, at.meaning) or artificial(made.call, _meaning(at, made)):
        return False
    floor = at.standing.bid.rank if at.standing.bid else -1
    lowest = next((bid for bid in BIDS[floor + 1 :] if bid.denomination == at.call.denomination), None)
    return made.call is lowest


def _same_or_more_precise(at: Situation) -> bool | None:
    """By the stated meanings; natural bids in different denominations, and a pass, never mean the same."""
    made = _substitute(at)
    if made is None:
        return None
    meaning = _meaning(at, made)
    if at.meaning is None or meaning is None:
        unlike = made.call.text == "P" or (made.call.is_bid and made.call.denomination != at.call.denomination)
        return False if unlike and at.meaning is None and meaning is None else None
    if at.meaning.asks or meaning.asks:
        return None if at.meaning.asks == meaning.asks else False
    return meaning.within(at.meaning)


def _both_ask(at: Situation) -> bool:
    made = _substitute(at)
    meaning = _meaning(at, made) if made else None
    return bool(at.meaning and at.meaning.asks and meaning and meaning.asks == at.meaning.asks)


FINAL_KIND = Fact(
    "final_kind",
    "What does {offender} put in place of {irregular}, once the penalties have been stated?",
    ("bid", "pass", "double", "insufficient"),
    source=Source.ELECTION,
    who="offender",
    observe=_final_kind,
)
LOWEST_NATURAL = Fact(
    "lowest_natural",
    "Is it the lowest sufficient bid in the denomination of {irregular}, and is neither of the two artificial?",
    observe=_lowest_natural,
)
SAME_OR_MORE_PRECISE = Fact(
    "same_or_more_precise",
    "Does it mean the same as {irregular}, or something more precise?",
    source=Source.FINDING,
    find_out="what both calls show in the partnership's methods: whether every hand fit for the new call would have been "
    "fit for {irregular}",
    observe=_same_or_more_precise,
    judgement=Judgement(
        test="Does the new call mean the same as the insufficient bid, or something more precise?",
        law="27B",
        ask="{side} what both calls show in their methods; a like meaning or a common purpose is not enough",
        rulings={
            False: "partner must pass for the rest of the auction, and the lead may be penalized",
            True: "the auction goes on without penalty, and damage is made good when play is over",
        },
    ),
)
ACCEPTS_THAT_TOO = Fact(
    "accepts_that_too",
    "Does {lho} accept {replacement}, which is insufficient too?",
    source=Source.ELECTION,
    who="lho",
    observe=lambda at: at.record.attempt_accepted,
    told={True: "{lho} accepts {replacement}", False: "{lho} does not accept {replacement} either"},
)
BOTH_ASK = Fact("both_ask", "Do both calls ask for something alike?", default=False, observe=_both_ask)

# -- damage ------------------------------------------------------------------------------------------------------------

name_answers(
    {
        "could": "yes",
        "could not": "no",
        "profit": "yes",
        "no profit": "no",
        "harm": "yes",
        "no harm": "no",
    }
)
COULD_HAVE_KNOWN = Fact(
    "could_have_known",
    "Could {offender} have known, at the time, that the pass enforced on {partner} was likely to damage {others}?",
    (OPEN, "could not", "could"),
    source=Source.FINDING,
    default=OPEN,
    find_out="what {offender} held and had heard at that moment; that it was meant so need not be shown",
    judgement=Judgement(
        test="Could the offender have known at the time that the enforced pass was likely to damage the other side?",
        law="23",
        ask="{offender} what the hand and the auction told at that moment",
        rulings={
            OPEN: "auction and play go on, and the deal is looked at afterwards",
            "could not": "nothing has to be made good",
            "could": "the offending side makes good the damage, if there was any",
        },
    ),
)
PROFITED = Fact(
    "profited",
    "Did {side} use it, to the damage of {others}?",
    (OPEN, "no profit", "profit"),
    source=Source.FINDING,
    find_out="which call or play rested on it, and what the result would probably have been otherwise",
    judgement=Judgement(
        test="Was a call or play of the offending side based on the information, and was the other side damaged by it?",
        law="16",
        ask="all four players what would have happened without it",
        rulings={
            OPEN: "auction and play go on, and the deal is looked at afterwards",
            "no profit": "the result stands",
            "profit": "the damage is made good",
        },
    ),
)
HARMED = Fact(
    "harmed",
    "Were {others} damaged by it?",
    (OPEN, "no harm", "harm"),
    source=Source.FINDING,
    find_out="what result was likely without the irregularity",
    judgement=Judgement(
        test="Is the result worse for the side that did not offend than was likely without the irregularity?",
        law="Proprieties1",
        ask="all four players what would have happened without it",
        rulings={
            OPEN: "auction and play go on, and the deal is looked at afterwards",
            "no harm": "the result stands",
            "harm": "the damage is made good",
        },
    ),
)
CONVEYED = Fact(
    "conveyed",
    "Did {irregular} tell {partner} so much that {others} were damaged?",
    (OPEN, "no harm", "harm"),
    source=Source.FINDING,
    default=OPEN,
    find_out="what {partner} would have called and played without having heard {irregular}",
    judgement=Judgement(
        test="Did the withdrawn bid convey so much that the other side was damaged?",
        law="Club27",
        ask="{partner} for the reasons of each later call and play",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter assigns an adjusted score",
        },
    ),
)

# -- procedure after an irregularity (13 to 15) ------------------------------------------------------------------------

name_answers(
    {
        "points it out": "draws attention to an irregularity, or speaks about the law on it",
        "calls on": "calls or plays on, though attention has been drawn and nothing is settled",
        "corrects early": "corrects the player's own irregularity before anything is settled",
        "calls the Arbiter": "calls the Arbiter",
        "in the auction": "during the auction",
        "while cards are played": "during the play",
        "when play has ended": "when play has ended",
        "to be imposed": "a penalty is about to be imposed",
        "paid": "a penalty was paid, or all agreed on something and acted on it",
        "both": "both of them",
        "one": "only one of them",
        "neither of them": "neither",
    }
)
SPEAKER_DOES = Fact("speaker_does", "What does {speaker} do?", ("points it out", "calls on", "corrects early"))
CLUB_SPEAKER_DOES = Fact(
    "club_speaker_does",
    "What does {speaker} do?",
    ("points it out", "calls the Arbiter", "calls on", "corrects early"),
)
STAGE = Fact("stage", "How far has the deal come?", ("in the auction", "while cards are played", "when play has ended"))
DUMMY_FORFEITED = Fact(
    "dummy_forfeited",
    "Had {speaker}, as dummy, looked into a hand of a defender or declarer's play, and so lost dummy's rights?",
    default=False,
)
PENALTY_IS = Fact("penalty_is", "How far has the penalty come?", ("to be imposed", "paid"))
STATED = Fact("penalty_stated", "Is it clear what is penalized, and has the penalty been clearly stated?")
ALL_AGREE = Fact("all_agree", "Do all four players agree to correct it?", source=Source.ELECTION, who="table")
WAIVES = Fact(
    "waives",
    "Who of {others} waives the penalty?",
    ("neither of them", "one", "both"),
    source=Source.ELECTION,
    who="others",
)
ACTED_AFTER_RHO = Fact(
    "acted_after_rho",
    "Did {lho}, whose right-hand opponent offended, call or play after it?",
    observe=lambda at: _by_lho(at) if at.irregularity is not None else None,
)

# -- information and explanations (16, 20, 21, 40) ---------------------------------------------------------------------

name_answers(
    {
        "from partner": "partner, otherwise than by a legal call or play",
        "withdrawn action": "a call or play that was withdrawn",
        "penalty card": "the sight of a penalty card",
        "as declarer": "as declarer",
        "as partner": "as partner of the player who has the penalty card",
        "disclosed before": "yes, beforehand",
        "as it was used": "it was agreed that understandings are told as they are used, and partner told it",
        "undisclosed": "no",
    }
)
LEARNED_FROM = Fact(
    "learned_from",
    "Where does the information of {chooser} come from?",
    ("from partner", "withdrawn action", "penalty card"),
    source=Source.FINDING,
    find_out="what {chooser} learned, and how",
)
OWN_SIDE_OFFENDED = Fact("own_side_offended", "Is {chooser} of the side whose irregularity it was?")
SEES_PENALTY_CARD = Fact("sees_penalty_card", "How does {chooser} see the penalty card?", ("as declarer", "as partner"))
SUGGESTIVE = Fact(
    "suggestive",
    "Did {chooser}'s partner, by word, tempo or manner, suggest a call, a lead or a plan of play?",
    source=Source.FINDING,
    find_out="what was said, asked or shown, and whether the hesitation or haste was unmistakable; ask all four players",
    judgement=Judgement(
        test="Did partner convey, otherwise than by a legal call or play, something that suggests what to do?",
        law="16A",
        ask="all four players what happened, before anybody says what it meant",
        rulings={
            False: "no information was conveyed, and nothing follows",
            True: "the information is unauthorized; damage from its use is made good",
        },
    ),
)
DENIED = Fact("denied", "Does an opponent deny that such information was given?", default=False)
COULD_AFFECT = Fact(
    "could_affect",
    "Could the unauthorized information have affected the result, to the damage of {others}?",
    (OPEN, "no harm", "harm"),
    source=Source.FINDING,
    find_out="what was called and played after it, and why",
    judgement=Judgement(
        test="Was there an offence, and was the other side damaged by it?",
        law="Club16",
        ask="all four players; look at the hands when play is over",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter assigns an adjusted score",
        },
    ),
)
DEAL_STAGE = Fact("deal_stage", "When does {asker} ask?", ("in the auction", "while cards are played"))
DECLARER_HAS_PLAYED = Fact("declarer_has_played", "Has declarer made a play?")
AUCTION_CLOSED = Fact(
    "auction_closed",
    "Is the auction closed?",
    observe=lambda at: at.standing.ended if at.record.auction and at.irregularity is None else None,
)
GAINED = Fact(
    "gained_by_misinformation",
    "Did {side} gain an advantage by the wrong information?",
    (OPEN, "no profit", "profit"),
    source=Source.FINDING,
    find_out="what would probably have happened with the right explanation; it is looked at when play is over",
    judgement=Judgement(
        test="Is the offending side better off than it would probably have been with the right explanation?",
        law="21",
        ask="the misinformed side what it would have called and played",
        rulings={
            OPEN: "auction and play go on, and the deal is looked at afterwards",
            "no profit": "the result stands",
            "profit": "an adjusted score",
        },
    ),
)
MISLED = Fact(
    "misled",
    "Was the call of {misinformed} made on wrong information that an opponent gave?",
    source=Source.FINDING,
    find_out="what was asked and answered; who only misread or assumed something misunderstood it himself",
)
UNDERSTANDING_BEHIND = Fact(
    "understanding_behind",
    "Is there a partnership understanding, spoken or grown by practice, behind the call or play of {offender}?",
    source=Source.FINDING,
    find_out="what the partners have agreed or come to expect; a habit of departing makes an understanding",
    judgement=Judgement(
        test="Does partner know more of what the call or play may mean than the opponents were told?",
        law="40",
        ask="both partners what they had agreed, and how often it has happened before",
        rulings={
            False: "the call or play is free, misleading or not",
            True: "it may only be used if it was disclosed, beforehand or as agreed",
        },
    ),
)
DISCLOSED = Fact(
    "disclosed",
    "Was the agreement disclosed?",
    ("disclosed before", "as it was used", "undisclosed"),
    source=Source.FINDING,
    find_out="what the opponents were told, when, and what had been settled before the game",
)
UNEXPLAINED_HARM = Fact(
    "unexplained_harm",
    "Were {others} damaged because the meaning of a call or play was not explained?",
    (OPEN, "no harm", "harm"),
    source=Source.FINDING,
    find_out="what {others} would have done, had they been told",
    judgement=Judgement(
        test="Was a side damaged because its opponents did not explain a call or play?",
        law="Club40",
        ask="the damaged side what it would have done otherwise",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter may award an adjusted score",
        },
    ),
)

# -- the end of the auction (22), and forced passes (23) ---------------------------------------------------------------


def _closed_with(at: Situation) -> str | None:
    if at.irregularity is not None:
        return "a turn was skipped" if Kind.SKIPPED_BY_PASSES in at.kinds else None
    if not at.record.auction:
        return None
    if not at.standing.ended:
        return "goes on"
    return "contract" if at.standing.bid is not None else "passed out"


CLOSED_WITH = Fact(
    "closed_with",
    "How did the auction end?",
    ("contract", "passed out", "goes on", "a turn was skipped"),
    observe=_closed_with,
)
PASS_ENFORCED = Fact("pass_enforced", "Does the penalty for the irregularity compel {partner} to pass?")
NECESSARILY = Fact(
    "necessarily",
    "Does the enforced pass necessarily damage {others}?",
    (OPEN, "no harm", "harm"),
    source=Source.FINDING,
    default=OPEN,
    find_out="whether {offender} could have known at the time that it would pay to silence {partner}; luck alone is no ground",
    judgement=Judgement(
        test="Could the offender have known, at the time, that it would be to the side's advantage to silence partner?",
        law="Club23",
        ask="{offender} what the hand and the auction told at that moment",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter may assign an adjusted score",
        },
    ),
)

# -- cards exposed during the auction (24) -----------------------------------------------------------------------------

CALLED_AFTER_EXPOSURE = Fact(
    "lho_called_after_exposure",
    "Has {lho} called since, before a penalty was claimed?",
    default=False,
)
