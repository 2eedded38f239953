"""Law 24: what people rule instead when a card has been seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_24_words import FREE, ONCE
from laws.rulings.ruling import Ruling

_BACK: Final = "{offender} takes {cards} back into the hand"
_AVERAGE: Final = "The board is not played: average plus for {others}, average minus for {side}."


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people rule instead, by when and how the cards were seen."""
    path = dict(ruling.path)
    when = path["exposed_when"]
    if when == "before the auction":
        yield from _before()
    elif when == "after the auction":
        yield from _after(path)
    elif not path["own_error"]:
        yield from _knocked_out()
    elif not path["partner_could_see"]:
        yield from _not_in_view()
    elif path.get("several_cards") or path.get("honour") or path.get("led"):
        yield from _silencing(path)
    else:
        yield from _harmless(path)


def _before() -> Iterator[Choice]:
    yield Choice(
        f"{{partner}} must pass at the first turn to call. {_BACK}.",
        "Law 24 is about the auction; before the first call it makes nobody pass (16D1)",
    )
    yield Choice(
        f"{{partner}} must pass at the first turn to call. {_BACK}. The score may be adjusted after play.",
        "Law 24 is about the auction; before the first call it makes nobody pass (16D1)",
    )
    yield Choice(
        f"{_BACK}. {{partner}} may not use the sight of {{it}} in the auction, but is free to do so in the play.",
        "it is unauthorized information for {partner} as long as the board lasts (16D1)",
    )
    yield Choice(
        "{cards} must stay face up until the auction ends. It will bind {offender} if {side} defend.",
        "Law 24 is about the auction; what is seen before the first call goes back, and 16D deals with the knowledge",
    )
    yield Choice(
        f"{_BACK}. All players, {{partner}} included, may use what they saw.",
        "for {side} it is unauthorized information (16D1)",
    )
    yield Choice(_AVERAGE, "as long as the board can be played, it is played, with an eye on the score (16D2(c))")


def _knocked_out() -> Iterator[Choice]:
    why = "Law 24 speaks of a card that is exposed by its owner's own error (24)"
    yield Choice(f"{ONCE}. {_returned_or_stays('undecided', 'major')}", why)
    yield Choice(f"{FREE}. {_returned_or_stays('undecided', 'minor')}", why)
    yield Choice(_AVERAGE, "the board can be played; the sight of the card is looked at afterwards (16D3)")
    yield Choice(f"{_BACK}. {ONCE}. The score may be adjusted after play.", why)


def _seen_by_others() -> Iterator[Choice]:
    yield Choice(
        f"{_BACK}. {{others}} may not use what they saw.",
        "a player may use what was seen without trying to (74C5)",
    )
    yield Choice(
        f"{_BACK}. {{partner}} is told the card too, so that all know the same.",
        "nothing entitles {partner} to know it; {others} may use what they saw (74C5)",
    )


def _not_in_view() -> Iterator[Choice]:
    why = "Law 24 applies only where partner could have seen the card (24)"
    yield Choice(f"{ONCE}. {_returned_or_stays('undecided', 'major')}", why)
    yield Choice(f"{FREE}. {_returned_or_stays('undecided', 'minor')}", why)
    yield from _seen_by_others()


def _not_in_view_of_defender() -> Iterator[Choice]:
    why = "a defender's card becomes a penalty card only where partner could have seen it (49)"
    yield Choice(_stays("minor"), why)
    yield Choice(_stays("major"), why)
    yield from _seen_by_others()
    yield Choice("It counts as the opening lead.", "it was dropped, not led (49)")


def _silencing(path: Mapping[str, Any]) -> Iterator[Choice]:
    several = path["several_cards"]
    law = "24C" if several else "24B"
    yield Choice("{partner} must pass throughout.", f"it is at the next turn only that {{partner}} must pass ({law})")
    yield Choice(
        "{offender} picks {cards} up, and that is all.", f"a pass is due from {{partner}}, whoever declares ({law})"
    )
    ends_as = path["ends_as"]
    right = _returned_or_stays(ends_as, "major", several=several)
    yield Choice(
        f"{{partner}} must pass throughout. {right}", f"it is at the next turn only that {{partner}} must pass ({law})"
    )
    if several or path.get("led"):
        yield Choice(
            f"{FREE}. {_returned_or_stays(ends_as, 'minor', several=several)}",
            f"with two cards, or a card that was led, the rank does not matter: {{partner}} must pass once ({law})",
        )
    if ends_as == "declaring":
        yield Choice(
            f"{ONCE}. {_stays('major', several=several)}", "declarer and dummy pick their cards up again (24D)"
        )
        yield Choice(f"{FREE}. {_BACK}.", f"that nothing remains in the play does not undo the pass ({law})")
        yield Choice(
            f"{{offender}} must pass once. {_BACK}.",
            f"it is the partner who has seen too much, so it is {{partner}} who must pass ({law})",
        )
    elif ends_as == "defending":
        yield Choice(f"{ONCE}. {_BACK}.", "what a defender has exposed stays on the table (24E)")
        yield Choice(
            f"{ONCE}. {_stays('minor', several=several)}",
            "only a single card below a ten, dropped by accident, becomes a minor one (50B)",
        )
    else:
        yield Choice(
            f"{ONCE}. {_BACK} now.",
            "what was exposed stays face up for the rest of the auction; what follows depends on who declares (24, 24D, 24E)",
        )
        yield Choice(
            f"{ONCE}. {_returned_or_stays(ends_as, 'minor', several=several)}",
            "only a single card below a ten, dropped by accident, becomes a minor one (50B)",
        )
        yield Choice(
            f"{{offender}} must pass once. {right}",
            f"it is the partner who has seen too much, so it is {{partner}} who must pass ({law})",
        )


def _harmless(path: Mapping[str, Any]) -> Iterator[Choice]:
    ends_as = path["ends_as"]
    right = _returned_or_stays(ends_as, "minor")
    yield Choice("{partner} must pass once.", "one low card that was not led makes nobody pass (24A)")
    yield Choice(f"{ONCE}. {right}", "one low card that was not led makes nobody pass (24A)")
    if ends_as != "declaring":
        yield Choice(
            f"{ONCE}. {_returned_or_stays(ends_as, 'major')}", "that is for an honour or a card that was led (24B)"
        )
    if ends_as == "declaring":
        yield Choice(f"{FREE}. {_stays('minor')}", "declarer and dummy pick their cards up again (24D)")
        yield Choice(
            f"{{partner}} must pass throughout. {_BACK}.", "one low card that was not led makes nobody pass (24A)"
        )
    elif ends_as == "defending":
        yield Choice(f"{FREE}. {_BACK}.", "even a low card stays on the table when its owner defends (24E)")
        yield Choice(f"{FREE}. {_stays('major')}", "a single low card that was dropped becomes a minor one (50B)")
    else:
        yield Choice(
            f"{FREE}. {_BACK} now.",
            "what was exposed stays face up for the rest of the auction; what follows depends on who declares (24, 24D, 24E)",
        )
        yield Choice(
            f"{FREE}. {_returned_or_stays(ends_as, 'major')}",
            "a single low card that was dropped becomes a minor one (50B)",
        )


def _after(path: Mapping[str, Any]) -> Iterator[Choice]:
    if not path["defends"]:
        yield from _after_declaring(led=path["led"])
    elif path["led"]:
        yield Choice("The lead stands.", "it was not {offender}'s lead, and {declarer_name} has a choice (54)")
        yield Choice(f"{_BACK}.", "the lead was faced, and {declarer_name} may accept it (54)")
        yield Choice(
            f"{_stays('major')} {{leader}} leads.",
            "first {declarer_name} chooses; only a lead that is refused leaves a penalty card (54D)",
        )
        yield Choice(
            f"{_BACK}. {{leader}} leads any card.", "the lead was faced, and {declarer_name} may accept it (54)"
        )
        yield Choice(
            "The lead counts, and {declarer_name} becomes dummy.",
            "{declarer_name} may choose that, but may also play the hand, see dummy first or refuse the lead (54)",
        )
        yield Choice(
            f"{_BACK}. {{leader}} must lead the same suit.",
            "that is one of several choices of {declarer_name} (54D, 50D2)",
        )
    elif not path["partner_could_see"]:
        yield from _not_in_view_of_defender()
    else:
        several = path["several_cards"]
        other = "minor" if several or path["honour"] else "major"
        yield Choice(f"{_BACK}.", "a defender's exposed card stays on the table, lead or no lead (49)")
        yield Choice(
            f"{_BACK}, since no lead has been faced.",
            "a defender's exposed card stays on the table, lead or no lead (49)",
        )
        yield Choice(
            _stays(other, several=several),
            "major are an honour, a card led and two or more cards; a single low card that was dropped is minor (50B)",
        )
        yield Choice(
            f"{_BACK}. {{declarer_name}} may forbid a lead in the suit.",
            "what a defender has exposed stays on the table, and Law 50 says what follows (49)",
        )
        yield Choice("It counts as the opening lead.", "it was dropped, not led (49)")


def _after_declaring(*, led: bool) -> Iterator[Choice]:
    law = "24D" if led else "48A"
    yield Choice("It is a penalty card.", f"only a defender's card becomes one ({law})")
    yield Choice("It counts as the opening lead.", "the play begins with a lead by a defender (17D1)")
    yield Choice(_stays("major"), f"only a defender's card becomes a penalty card ({law})")
    yield Choice(
        "{leader} may treat it as the opening lead, and the play begins.",
        f"the declaring side cannot make an opening lead, and the play begins with a defender's ({'54E' if led else '17D1'})",
    )
    yield Choice(
        "{cards} must stay face up until a lead is faced. {offender} then takes {it} up.",
        f"the auction is over, and what was seen goes back at once ({law})",
    )
    yield Choice(f"{_BACK}. {{others}} may not use what they saw.", "they may: they did nothing to see it (16A1(c))")


def _returned_or_stays(ends_as: str, rank: str, *, several: bool = False) -> str:
    if ends_as == "declaring":
        return f"{_BACK}."
    if ends_as == "defending":
        return _stays(rank, several=several)
    return f"If {{side}} declare, {_BACK}. If {{side}} defend, {_stays(rank, several=several)}"


def _stays(rank: str, *, several: bool = False) -> str:
    cards = f"{rank} penalty cards" if several else f"a {rank} penalty card"
    return f"{{cards}} must remain face up on the table as {cards}."
