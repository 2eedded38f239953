"""Words of the engine: sentences with places in them, filled with the seats and calls of a situation.

A template such as `{partner} must pass` becomes "North must pass" when the table is known and "offender's partner
must pass" when it is not. The English template is also the message id under which a translation can be found, so
callers may pass a `translate` function (for instance Django's `gettext`); the engine itself knows no language
machinery.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from laws.rulings.calls import DOUBLE, PASS, REDOUBLE, SUIT_NAMES, SYMBOLS, Call
from laws.rulings.cards import card_words
from laws.rulings.meanings import denominations
from laws.rulings.replay import Situation
from laws.rulings.roles import LAST_PASSER, NAMED, NO_SEAT, ROUND_THE_PLAYER, SECOND_LAST_PASSER, seat_of
from laws.rulings.seats import Seat

Translate = Callable[[str], str]

NOBODY: Final[dict[str, str]] = {
    "offender": "the offender",
    "partner": "offender's partner",
    "lho": "offender's LHO",
    "rho": "offender's RHO",
    "correct": "the player whose turn it was",
    "declarer": "declarer",
    "dummy": "dummy",
    "leader": "the opening leader",
    "card": "the card",
    "suit": "the suit of the card",
    "one_of_suit": "a card of that suit",
    "suit_lead": "a lead of that suit",
    "next_card": "the next card",
    "hand": "the hand that led",
    "hand_lho": "the next hand",
    "hand_rho": "the hand before it",
    "on_lead": "the player whose lead it was",
    "irregular": "the irregular call",
    "withdrawn": "the withdrawn action",
    "undoubled": "only an opponent's bid may be doubled, and only once",
    "unredoubled": "only an opponent's double may be redoubled, and only once",
    "replacement": "the new call",
    "attempt": "the attempted call",
    "over": "the next call",
    "suits": "any that the offender has not specified",
    "suits_left": "any that the offender has not specified",
    "cheapest": "the cheapest legal bid in the same denomination",
    "one_suit": "any one suit that the offender has not specified",
    "one_suit_left": "any one suit that the offender has not specified",
    "unless_bid": ", unless a legal bid follows it",
    "so_far": "",
    "so_far_left": "",
    "intended": "the intended call",
    "original": "the first call",
    "players_call": "the call",
    "players_own_call": "the call",
    "call_after": "the call made after it",
    "side": "the offending side",
    "others": "the other side",
    "forbidden": "the suit",
    "first": "the call in turn",
    "cards": "the exposed cards",
    "contract": "the last bid",
    "contract_by": "the last bid",
    "in_contract": "",
    "opening_leader": "the player on declarer's left",
    "last_bid": "the last bid",
    "last_double": "the double or redouble",
    "last_bid_by": "the player who made it",
    "last_bid_lho": "the next player",
    "last_bid_partner": "that player's partner",
    "last_bid_side": "that player's side",
    "last_double_by": "the player who made it",
    "last_double_lho": "the next player",
    "last_double_partner": "that player's partner",
    "last_double_side": "that player's side",
    "speaker_side": "the player's side",
    **{str(role): words for role, (words, _) in ROUND_THE_PLAYER.items()},
    **{str(role): words for role, words in NO_SEAT.items()},
    "next_player": "the next player",
    "last_passer": LAST_PASSER,
    "second_last_passer": SECOND_LAST_PASSER,
}
"""What the places are called when no table is given."""


Names = Callable[[Situation, Translate], Mapping[str, str]]
"""What the places of some laws are called at a table, as far as it tells."""
_MORE: Final[list[Names]] = []


def places(nobody: Mapping[str, str]) -> Callable[[Names], Names]:
    """Decorator of what places that only some laws need are called at a table; nobody: and when none is given.

    Raises ValueError where a place has other words already.
    """

    def register(names: Names) -> Names:
        for place, words in nobody.items():
            if NOBODY.setdefault(place, words) != words:
                raise ValueError(f"the place {place!r} already has words: {NOBODY[place]!r}")
        _MORE.append(names)
        return names

    return register


def unchanged(text: str) -> str:
    """The translation into English."""
    return text


def fill(template: str, names: Mapping[str, str], translate: Translate = unchanged) -> str:
    """The sentence with its places filled, its first letter a capital."""
    text = owned_by_nobody(translate(template).format_map(names))
    if "comparable with" in text:
        text = _OF_THE_SAME_CALL.sub(r"\1the first", text)
    return text[:1].upper() + text[1:]


def owned_by_nobody(text: str) -> str:
    """A sentence in which what belongs to a hand or a player without a name is said as people say it."""
    for clumsy, plain in _OWNED:
        if clumsy in text:
            text = text.replace(clumsy, plain)
    return text


_OWNED: Final = (
    ("the hand that led's hand", "the hand that led"),
    ("the hand that led's lead", "that hand's lead"),
    ("the player whose lead it was's own lead", "another player's own lead"),
    ("the player whose lead it was's lead", "another player's lead"),
)
"""Names that end in a clause, with what would follow it, and how that is said."""


_OF_THE_SAME_CALL: Final = re.compile(
    r"(\b(?:second|new) (\S+) (?:is|were|had been|has been)\b[^.;]* comparable with )"
    r"(?:the|[A-Z]\w+'s) first \2(?=[,.; ]|$)"
)
"""A call that is compared with the same call made before: the first has its name already."""


def list_of(words: list[str], last: str = "or") -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def names_at(situation: Situation | None, translate: Translate = unchanged) -> dict[str, str]:
    """What to call everybody and every call in this situation; roles where it does not tell.

    In English it is worked out once for a situation, whatever rulings tell of it; do not change the mapping.
    """
    if situation is None:
        return {role: translate(words) for role, words in NOBODY.items()}
    if translate is not unchanged:
        return _names_at(situation, translate)
    if situation.names is None:
        situation.names = _names_at(situation, translate)
    return situation.names


def _names_at(situation: Situation, translate: Translate) -> dict[str, str]:
    names = dict(NOBODY) if translate is unchanged else {role: translate(words) for role, words in NOBODY.items()}
    _name_the_player(names, situation, translate)
    if situation.irregularity is None:
        if situation.record.auction and situation.standing.ended:
            names["unless_bid"] = ""
        elif situation.record.auction:
            names["next_player"] = translate(situation.standing.turn.full_name)
        return _names_without_auction(names, situation, translate)
    for role in ("offender", "partner", "lho", "rho", "correct"):
        names[role] = translate(situation.seat(role).full_name)
    record = situation.record
    if fault := _fault(situation, translate):
        names["undoubled"] = names["unredoubled"] = fault
    names["irregular"] = _call(situation.call, translate)
    withdrawn = "the withdrawn {call}" if situation.call.is_bid else "the withdrawn call"
    names["withdrawn"] = translate(withdrawn).format(call=situation.call.symbol)
    if sum(made.call is PASS for made in record.auction) > 1 and situation.call is PASS:
        names["irregular"] = _owned(situation.offender, PASS, translate)  # the table has seen several
    if situation.offered:
        names["replacement"] = _again(situation.offered[-1].call, situation.call, translate)
        names["attempt"] = _again(situation.offered[0].call, situation.call, translate)
        if situation.offered[-1].call is situation.call:
            names["irregular"] = translate("the first {call}").format(call=situation.call.symbol)
    else:
        names["replacement"] = names["attempt"] = translate("{player}'s new call").format(player=names["offender"])
    if situation.next_made:
        names["over"] = _call(situation.next_made.call, translate)
        if situation.next_made.call is situation.call and not situation.call.is_bid:
            names["over"] = _owned(situation.next_made.by, situation.call, translate)
    if situation.first_of_moment:
        names["first"] = _call(situation.first_of_moment.call, translate)
        if situation.first_of_moment.call is situation.call:  # two players made the same call at one moment
            names["first"] = _owned(situation.first_of_moment.by, situation.call, translate)
            names["irregular"] = _owned(situation.offender, situation.call, translate)
    if situation.original:
        names["original"] = _call(situation.original.call, translate)
        names["irregular"] = _again(situation.call, situation.original.call, translate)
        over = situation.next_made
        if over and over.call is situation.original.call and not over.call.is_bid:
            names["original"] = _owned(situation.offender, over.call, translate)
            names["over"] = _owned(over.by, over.call, translate)
    if record.intended:
        names["intended"] = _again(record.intended, situation.call, translate)
    _name_the_play(names, situation, translate)
    names["cheapest"] = _cheapest(situation, translate)
    names["suits"] = _suits_left(situation.protected_suits(), translate)
    names["suits_left"] = _not_known_yet(names["offender"], translate)
    names["one_suit"] = _one_suit(names["suits"], translate)
    names["one_suit_left"] = _one_suit_not_known_yet(names["offender"], translate)
    if len(situation.offered) > 1:  # the call in place of a cancelled attempt has been made
        names["suits_left"] = _suits_left(situation.protected_suits(attempt_cancelled=True), translate)
        names["one_suit_left"] = _one_suit(names["suits_left"], translate)
    for name, suits in (("so_far", names["suits"]), ("so_far_left", names["suits_left"])):
        names[name] = translate(" (so far {suits})").format(suits=suits)
    names["side"] = _pair(situation.offender, translate)
    names["others"] = _pair(situation.offender.lho, translate)
    return names


def _fault(situation: Situation, translate: Translate) -> str:
    """What is wrong with a double or redouble at this table; empty where nothing is."""
    state, call = situation.standing, situation.call
    if call not in (DOUBLE, REDOUBLE) or state.admissible(situation.offender, call):
        return ""
    since = situation.next_made is not None or situation.record.noticed == "play"
    by = state.bidder if call is DOUBLE else state.doubler
    own = by is not None and by.side is situation.offender.side
    if state.bid is None:
        words = _NOTHING_TO[call.text][since]
    elif own and call is DOUBLE and state.multiplier > 1:
        words = "you can't double a double, and {bid} is your own side's bid"
    elif own and call is DOUBLE:
        words = "you can't double your own side's bid"
    elif own and state.multiplier == _DOUBLED:
        words = "you can't redouble your own side's double"
    else:
        words = _MULTIPLIED[state.multiplier][since]
    return translate(words).format(bid=state.bid.symbol if state.bid else "")


_DOUBLED: Final = 2
"""What a double multiplies by."""
_NOTHING_TO: Final = {
    "X": ("there is no bid to double", "there was no bid to double"),
    "XX": ("there is no double to redouble", "there was no double to redouble"),
}
"""Where nobody has bid, of a call made just now and of one over which somebody has called since."""
_MULTIPLIED: Final = {
    1: ("{bid} has not been doubled", "{bid} had not been doubled"),
    _DOUBLED: ("{bid} has been doubled already", "{bid} had been doubled already"),
    4: ("{bid} has been redoubled already", "{bid} had been redoubled already"),
}
"""The same of a bid, by what it counts for."""


def _call(call: Call, translate: Translate) -> str:
    """A bid by its symbol, another call by what it is: `2♥`, "the double"."""
    return call.symbol if call.is_bid else translate(f"the {call.symbol}")


def _owned(by: Seat, call: Call, translate: Translate) -> str:
    return translate("{player}'s {call}").format(player=translate(by.full_name), call=call.symbol)


def _again(call: Call, before: Call, translate: Translate) -> str:
    """A call made in place of one of the same name is told apart from it."""
    if call is not before:
        return _call(call, translate)
    return translate("the new {call}").format(call=call.symbol)


def _suits_left(protected: frozenset[str], translate: Translate) -> str:
    free = [SYMBOLS[suit] for suit in "SHDC" if suit not in protected]
    return list_of(free) if free else translate("none")


def _cheapest(situation: Situation, translate: Translate) -> str:
    """The bid that makes an insufficient one good in its denomination (27B1(a)), as it is called at the table."""
    found = denominations(situation.call, situation.meaning) if situation.call.is_bid else frozenset()
    if len(found) != 1:
        return translate(NOBODY["cheapest"])
    name = next(iter(found))[0]
    what = translate("no-trump" if name == "NT" else SUIT_NAMES[name][:-1])
    return translate("the cheapest legal {suit} bid").format(suit=what)


_ALL_SUITS: Final = list_of([SYMBOLS[suit] for suit in "SHDC"])


def _one_suit(suits: str, translate: Translate) -> str:
    """The choice of a suit to forbid; nobody reads all four of them out."""
    return translate("any one suit") if suits == _ALL_SUITS else translate("one suit ({suits})").format(suits=suits)


def _one_suit_not_known_yet(offender: str, translate: Translate) -> str:
    return translate("any one suit that {player} has not specified").format(player=offender)


def _not_known_yet(offender: str, translate: Translate) -> str:
    """The suits that may be forbidden, while nobody knows which the offender will have specified."""
    return translate("any that {player} has not specified").format(player=offender)


def _names_without_auction(names: dict[str, str], situation: Situation, translate: Translate) -> dict[str, str]:
    """A record that tells only what two calls show, or what followed, without the auction."""
    if situation.knows_seats:
        for role in ("offender", "partner", "lho", "rho"):
            names[role] = translate(situation.seat(role).full_name)
        names["suits"] = names["suits_left"] = _not_known_yet(names["offender"], translate)
        names["one_suit"] = names["one_suit_left"] = _one_suit_not_known_yet(names["offender"], translate)
        names["side"] = _pair(situation.offender, translate)
        names["others"] = _pair(situation.offender.lho, translate)
    _name_the_play(names, situation, translate)
    return names


def _name_the_player(names: dict[str, str], situation: Situation, translate: Translate) -> None:
    """The player whom a case about information is about, those around him, and the cards that were seen."""
    for role in NAMED:
        if seat := seat_of(situation, role):
            names[role] = translate(seat.full_name)
    _name_what_the_player_called(names, situation, translate)
    if speaker := seat_of(situation, "speaker"):
        names["speaker_side"] = _pair(speaker, translate)
    if situation.cards:
        names["cards"] = the_cards(situation.cards, translate)
    for more in _MORE:
        names |= more(situation, translate)
    for made in situation.record.auction:
        if made.call.text != "P":
            last = "last_bid" if made.call.is_bid else "last_double"
            names[last] = _call(made.call, translate)
            names[f"{last}_by"] = translate(made.by.full_name)
            names[f"{last}_lho"] = translate(made.by.lho.full_name)
            names[f"{last}_partner"] = translate(made.by.partner.full_name)
            names[f"{last}_side"] = _pair(made.by, translate)
    if situation.irregularity is None and situation.standing.bid is not None:
        doubled = {1: "", 2: translate("doubled"), 4: translate("redoubled")}[situation.standing.multiplier]
        names["contract"] = " ".join(filter(None, (situation.standing.bid.symbol, doubled)))
        declarer = declarer_of(situation, situation.standing.bid)
        names["contract_by"] = translate("{contract} by {player}").format(
            contract=names["contract"], player=translate(declarer.full_name)
        )
        names["in_contract"] = translate(": the contract is {contract}").format(contract=names["contract_by"])
        names["opening_leader"] = translate(declarer.lho.full_name)


def the_cards(cards: Sequence[str], translate: Translate) -> str:
    """`the ♠K and ♥10`."""
    return translate("the {cards}").format(cards=list_of([card_words(card) for card in cards], "and"))


def declarer_of(situation: Situation, bid: Call) -> Seat:
    """Who first named the denomination of the last bid for the side that made it (Definitions)."""
    bids = [made for made in situation.record.auction if made.call.is_bid]
    side = bids[-1].by.side
    return next(made.by for made in bids if made.by.side is side and made.call.denomination == bid.denomination)


def _name_what_the_player_called(names: dict[str, str], situation: Situation, translate: Translate) -> None:
    """The last call of the player whom a case about information is about, and the one that the next player made over it."""
    made = situation.record.auction
    places = [place for place, one in enumerate(made) if one.by is situation.record.player]
    if not places:
        return
    names["players_call"] = _call(made[places[-1]].call, translate)
    names["players_own_call"] = _owned(made[places[-1]].by, made[places[-1]].call, translate)
    if places[-1] + 1 < len(made):
        after = made[places[-1] + 1]
        again = after.call is made[places[-1]].call
        names["call_after"] = translate("theirs") if again else _call(after.call, translate)


def _name_the_play(names: dict[str, str], situation: Situation, translate: Translate) -> None:
    record = situation.record
    if record.declarer:
        names["declarer"] = translate(record.declarer.full_name)
        names["dummy"] = translate(record.declarer.partner.full_name)
        names["leader"] = translate(record.declarer.lho.full_name)
    if situation.cards:
        card = situation.cards[0]
        names["card"] = translate("the {card}").format(card=card_words(card))
        names["suit"] = translate(SUIT_NAMES[card[0]])
        one = translate(SUIT_NAMES[card[0]][:-1])
        names["one_of_suit"] = translate("a {suit}").format(suit=one)
        names["suit_lead"] = translate("a {suit} lead").format(suit=one)
    for role in ("hand", "hand_lho", "hand_rho", "on_lead"):
        if seat := seat_of(situation, role):
            names[role] = translate(seat.full_name)
    if following := card_since(situation):
        names["next_card"] = translate("the {card}").format(card=card_words(following))
    if situation.irregular_play is not None:
        names["correct"] = translate(situation.turn.full_name)
    if record.lead and record.lead.forbidden:
        names["forbidden"] = translate(SUIT_NAMES[record.lead.forbidden])


def card_since(situation: Situation) -> str:
    """The card that followed the irregular one, as far as the record names it or the play shows it; else empty."""
    if len(situation.record.cards) > 1:
        return situation.record.cards[1]
    played = situation.irregular_play
    following = played.next_played if played is not None else None
    return following[1] if following is not None else ""


def _pair(seat: Seat, translate: Translate) -> str:
    return translate("North–South") if seat.side.value == "NS" else translate("East–West")
