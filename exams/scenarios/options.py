"""The options of a question: the right ruling and three that somebody could really make.

A wrong option is a ruling too: the engine's ruling with one fact the other way (`contrast`), or a neighbouring law's,
or that of the code before 2017. Each knows whose mistake it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from laws.rulings.calls import SUIT_NAMES, SYMBOLS
from laws.rulings.effects import CallCancelled, Effect, LeadRestriction, NoFurtherRectification, PartnerMustPass
from laws.rulings.meanings import specified
from laws.rulings.readers import contrast
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY

LETTERS: Final = "abcd"


@dataclass(frozen=True)
class Choice:
    """One option before it has a letter: its text, why it is wrong (empty for the key), how good a distractor it is."""

    text: str
    why: str = ""
    rank: int = 0


IF: Final[dict[tuple[str, Any], tuple[int, str]]] = {
    ("lowest_same", True): (0, "{attempt} were the cheapest sufficient bid that specifies what {irregular} specified"),
    ("lowest_same", False): (0, "{attempt} were neither the cheapest such bid nor comparable"),
    ("similar", True): (0, "{attempt} were comparable with {irregular}"),
    ("subset", False): (0, "{attempt} were not comparable with {irregular}"),
    ("similar", False): (0, "{attempt} were not comparable with {irregular}"),
    ("subset", True): (1, "every hand for {attempt} were a hand for {irregular}"),
    ("same_purpose", True): (1, "{attempt} asked for the same thing as {irregular}"),
    ("same_purpose", False): (0, "{attempt} were not comparable with {irregular}"),
    ("replacement_kind", "double"): (1, "{offender} had tried a double that is not comparable"),
    ("replacement_kind", "bid"): (1, "{offender} had chosen a sufficient bid"),
    ("attempt_admissible", False): (1, "the double were not allowed by Law 19"),
    ("out_of_rotation", True): (2, "the bid had been made out of rotation"),
    ("whose_turn", "rho"): (0, "it had been {rho}'s turn to call"),
    ("whose_turn", "partner"): (0, "it had been {partner}'s turn to call"),
    ("whose_turn", "lho"): (1, "it had been {lho}'s turn to call"),
    ("called_before", True): (1, "{offender} had called before in this auction"),
    ("pass_artificial", True): (1, "the pass had been artificial, or of partner's artificial call"),
    ("inadmissible_double", True): (1, "the double had not been allowed by Law 19"),
    ("rho_passes", True): (0, "{rho} had passed"),
    ("rho_passes", False): (0, "{rho} had not passed"),
    ("rho_called", False): (0, "{rho} had not called before rectification was assessed"),
    ("lho_called", False): (1, "{lho} had not called over {irregular}"),
    ("meant_over", True): (0, "{lho} had meant to call over {irregular}"),
    ("meant_over", False): (0, "{lho} had not meant to call over {irregular}"),
    ("lho_accepts", True): (2, "{lho} had accepted {irregular}"),
    ("lho_accepts", False): (1, "{lho} had not accepted {irregular}"),
    ("lho_accepts_second", True): (2, "{lho} had accepted the second bid"),
    ("lho_accepts_second", False): (0, "{lho} had not accepted the second bid either"),
}
"""When a ruling with one fact the other way would be right (rank, condition); facts that are not here give no option."""


def ruling_text(ruling: Ruling) -> str:
    """A ruling as an option: what happens to the calls and the players, in the order of the law, and nothing else."""
    effects = [effect for effect in ruling.effects if effect.main]
    if not effects:
        effects = [effect for effect in ruling.effects if effect.name == "director_action"]
    at = ruling.situation
    went_on = at is not None and bool(at.record.continued)
    told = [effect for effect in _told(effects) if not (went_on and effect.name == "auction_reverts_to")]
    return _sentences([ruling.words(effect.words) for effect in told])


def _told(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Without what another effect of the ruling already implies."""
    names = {effect.name for effect in effects}
    free = "no_further_rectification" in names
    for effect in effects:
        stands = "call_stands" in names or "must_repeat_call" in names
        if isinstance(effect, CallCancelled) and effect.call == "irregular" and stands and not _set_aside(effects):
            continue
        if effect.name == "must_substitute" and ("call_stands" in names or effect is not effects[-1]) and free:
            continue
        if effect.name == "must_substitute" and getattr(effect, "what", "") == "a legal call":
            continue
        if isinstance(effect, LeadRestriction) and effect.kind == "none" and free:
            continue
        if effect.name == "call_stands" and getattr(effect, "call", "") == "over" and not _set_aside(effects):
            continue
        yield effect


def _set_aside(effects: Sequence[Effect]) -> bool:
    return any(effect.name == "call_stands" and getattr(effect, "player", "") == "correct" for effect in effects)


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in dict.fromkeys(parts))


def choices(ruling: Ruling, rng: random.Random) -> tuple[list[Choice], Choice]:
    """Four options in random order and the right one among them. Raises TooFew when the law gives no three wrong ones."""
    key = Choice(ruling_text(ruling))
    wrong: dict[str, Choice] = {}
    for choice in [*_flipped(ruling), *_neighbours(ruling)]:
        if choice.text != key.text and (choice.text not in wrong or choice.rank < wrong[choice.text].rank):
            wrong[choice.text] = choice
    if len(wrong) < len(LETTERS) - 1:
        raise TooFewError(f"Law {ruling.procedure}: only {len(wrong)} wrong rulings for {key.text!r}")
    best = sorted(wrong.values(), key=lambda choice: (choice.rank, rng.random()))[: len(LETTERS) - 1]
    options = [key, *best]
    rng.shuffle(options)
    return options, key


class TooFewError(ValueError):
    """Fewer than three wrong rulings are different from the right one."""


def _flipped(ruling: Ruling) -> Iterator[Choice]:
    for other in contrast(ruling):
        found = IF.get((other.fact.id, other.value))
        if found is None:
            continue
        rank, condition = found
        if _says_nothing_else(ruling, other.ruling) or ("repeat_legal", False) in other.ruling.path:
            continue
        if speaks_of_no_call(ruling_text(other.ruling)):
            continue
        why = ruling.words(f"it would be the ruling if {condition}")
        yield Choice(ruling_text(other.ruling), f"{why} ({_decisive(ruling, other.ruling)}).", rank)


def _says_nothing_else(ruling: Ruling, other: Ruling) -> bool:
    """Everything the other ruling decides is part of the right one: nobody could call it wrong."""
    own = [effect.outcome(ruling.situation) for effect in ruling.effects if effect.main]
    return all(effect.outcome(ruling.situation) in own for effect in other.effects if effect.main)


def speaks_of_no_call(text: str) -> bool:
    """The other ruling is about a call that nobody made at this table."""
    return any(NOBODY[part] in text.lower() for part in ("attempt", "replacement", "over"))


def _decisive(ruling: Ruling, other: Ruling) -> str:
    """The provision of the first decision in the other ruling that this one does not share."""
    own = {(step.effect, step.provision) for step in ruling.decided}
    strange = [step for step in other.decided if step.effect.main and (step.effect, step.provision) not in own]
    return strange[0].provision if strange else other.citations[-1]


def _neighbours(ruling: Ruling) -> Iterator[Choice]:
    """Rulings that other laws give, put in the place of this one's."""
    effects = ruling.effects
    silenced = next((effect for effect in effects if isinstance(effect, PartnerMustPass)), None)
    if silenced is not None:
        yield from _other_extents(ruling, silenced)
        yield from _old_lead_rule(ruling)
    if any(isinstance(effect, NoFurtherRectification) for effect in effects):
        yield from _restricted(ruling)
    if any(effect.name == "call_stands" and getattr(effect, "call", "") == "irregular" for effect in effects):
        yield _not_accepted(ruling)
    if any(effect.name in ("offender_must_pass", "must_repeat_call") for effect in effects):
        yield from _offender_silenced(ruling)


def _other_extents(ruling: Ruling, silenced: PartnerMustPass) -> Iterator[Choice]:
    other = PartnerMustPass("throughout" if silenced.extent == "once" else "once")
    text = ruling_text(ruling).replace(
        _sentences([ruling.words(silenced.words)]), _sentences([ruling.words(other.words)])
    )
    if other.extent == "once":
        why = "One pass is what Laws 30 to 32 ask for; after an insufficient bid the bar lasts (27B2)."
    else:
        why = "Partner is silenced throughout only under Laws 27 and 36 (27B2, 36B); here one pass is enough."
    yield Choice(text, why, 0)
    both = ruling.words("{offender} and {partner} must both pass for the rest of the auction")
    yield Choice(_sentences([both]), "Both players of a side are silenced only under Laws 37 and 38.", 2)


def _old_lead_rule(ruling: Ruling) -> Iterator[Choice]:
    at = ruling.situation
    restriction = next((e for e in ruling.effects if isinstance(e, LeadRestriction) and e.kind != "none"), None)
    if at is None or restriction is None:
        return
    shown = [suit for suit in "SHDC" if suit in {name for name, _ in specified(at.call, at.meaning)}]
    if not shown:
        return
    suit = f"{SYMBOLS[shown[0]]}"
    old = ruling.words(
        f"if {{side}} defend, declarer may require {{partner}} to lead {suit} or forbid it, when first on lead"
    )
    text = ruling_text(ruling).replace(_sentences([ruling.words(restriction.words)]), _sentences([old]))
    yield Choice(
        text,
        f"That was the rule before 2017; declarer may now only forbid a suit that was not specified in the legal auction, and "
        f"never require {SUIT_NAMES[shown[0]]} (26B).",
        1,
    )


def _restricted(ruling: Ruling) -> Iterator[Choice]:
    free = ruling_text(ruling)
    once = ruling.words(PartnerMustPass("once").words)
    throughout = ruling.words(PartnerMustPass("throughout").words)
    goes_on = _sentences([ruling.words(NoFurtherRectification().words)])
    yield Choice(
        free.replace(goes_on, _sentences([once])),
        "Partner passes once only when a call out of rotation is not replaced by a comparable one (30B1(b)(ii), 31A2(b)).",
        1,
    )
    yield Choice(
        free.replace(goes_on, _sentences([throughout])),
        "Partner is silenced throughout only when an insufficient bid is corrected outside 27B1 (27B2), or under Law 36.",
        1,
    )
    if any(effect.name == "info" and getattr(effect, "status", "") == "authorised" for effect in ruling.effects):
        unauthorised = ruling.words("{partner} may not use what {irregular} told")
        yield Choice(
            f"{free} {_sentences([unauthorised])}",
            "16C2 is set aside here: the information is authorised, and only the score may be looked at again after play.",
            2,
        )


def _not_accepted(ruling: Ruling) -> Choice:
    if ruling.procedure == "27":
        text = ruling.words(
            "{irregular} is cancelled, with every call after it; {offender} must make a legal call instead"
        )
        return Choice(f"{text}.", "That is for a bid that is not accepted; calling over it accepts it (27A1).", 0)
    text = ruling.words("{irregular} is cancelled, with every call after it, and the auction goes back to {correct}")
    return Choice(
        f"{text}.", "That is for a call that is not accepted (29B); here the right to rectification is gone (29A).", 0
    )


def _offender_silenced(ruling: Ruling) -> Iterator[Choice]:
    throughout = ruling.words("{offender} must pass for the rest of the auction")
    yield Choice(_sentences([throughout]), "No provision silences the offender for the rest of the auction here.", 1)
    partner = ruling.words(PartnerMustPass("once").words)
    free = ruling.words("{offender} may make any legal call")
    yield Choice(
        _sentences([free, partner]),
        "Partner has to pass once only when the replacement is not comparable; here the offender has no such choice.",
        1,
    )
    comparable = ruling.words("{offender} may make any comparable call; any other silences {partner} once")
    yield Choice(
        _sentences([comparable]),
        "The comparable-call test belongs to a turn of partner or LHO, or to RHO's turn when RHO does not pass.",
        0,
    )
