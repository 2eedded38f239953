"""What a record may not say under the duplicate code: contradictions, elections by the wrong player, calls no law lets stand.

Each message names the field and, where one says so, the provision.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import SUITS
from laws.rulings.facts.calls import comparable_result
from laws.rulings.inadmissible import check_inadmissible
from laws.rulings.natural import untold
from laws.rulings.owed import check_owed
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.replay import SUITS_SPECIFIED_FINDING, Kind, Situation


def check_record(procedure: str, situation: Situation) -> None:
    """Refuse what a record may not say under the duplicate code.

    Raises BadRecord or Contradiction naming field and provision.
    """
    _check_fits(procedure, situation)
    _check_players(procedure, situation)
    _check_lead(situation)
    _check_comparable(situation)
    check_inadmissible(situation)
    _check_acceptance(situation)
    _check_elector(situation)
    check_continued(situation)
    _check_replacement(situation)
    check_owed(situation)
    _check_attempt(situation)
    _check_suits_specified(situation)


_NEEDED_KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "17": (Kind.SKIPPED_BY_PASSES,),
    "27": (Kind.INSUFFICIENT,),
    "28": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "29": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "30": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "31": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "32": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "36": (Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE),
    "37": (Kind.REQUIRED_TO_PASS,),
    "38": (Kind.MORE_THAN_SEVEN,),
    "39": (Kind.AFTER_FINAL_PASS,),
}
_NEEDED_KINDS["35"] = tuple(kind for law in ("36", "37", "38", "39") for kind in _NEEDED_KINDS[law])


def _check_fits(procedure: str, situation: Situation) -> None:
    """A procedure that is asked for by name must be about the irregularity of the auction."""
    if procedure == "33" and not any(made.together for made in situation.record.auction):
        raise BadRecord("record.auction", "no calls made at the same moment in it; Law 33 needs a list of them")
    if procedure == "25" and (situation.irregularity is None or not _is_about_a_change(situation)):
        raise BadRecord(
            "record.intended",
            "missing; Law 25 needs the call that was meant in place of one of the auction, or a second call in its place",
        )
    kinds = _NEEDED_KINDS.get(procedure)
    if kinds is None:
        return
    found = situation.irregularity
    if found is None:
        raise BadRecord("record.auction", f"no irregular call in it; Law {procedure} needs one")
    if not any(kind in found.kinds for kind in kinds) and (
        found.kinds or procedure not in ("28", "29", "30", "31", "32")
    ):
        raise BadRecord(
            f"record.auction[{found.index}]", f"{found.made.by} {found.made.call} is no case of Law {procedure}"
        )
    if procedure in ("28", "29"):
        return
    right = "30" if situation.call.text == "P" else "31" if situation.call.is_bid else "32"
    if procedure in ("30", "31", "32") and procedure != right:
        raise BadRecord(f"record.auction[{found.index}]", f"{found.made.call} out of rotation falls under Law {right}")


def _is_about_a_change(situation: Situation) -> bool:
    return situation.original is not None or situation.record.intended is not None


_NEEDED_PLAYERS: Final = {
    "9": ("player",),
    "10": ("offender",),
    "11": ("offender",),
    "15": ("offender",),
    "16A": ("player",),
    "16B": ("offender",),
    "16C": ("offender",),
    "16D": ("player",),
    "17A": ("player",),
    "20": ("player",),
    "20F": ("offender", "player"),
    "21": ("offender", "player"),
    "24": ("offender",),
    "40": ("offender",),
    "72": ("offender",),
    "73": ("offender",),
}
"""Procedures that no auction shows: whom the record has to name."""
_NEEDED_IN_2007: Final = _NEEDED_PLAYERS | {"16D": ("offender",), "23": ("offender",)}
"""The same under the numbers of 2007."""
_OPPONENTS: Final = frozenset({"21"})
"""Procedures in which `player` is an opponent of `offender`."""
_OF_ONE_SIDE: Final = frozenset({"16C", "20F"})
_OF_ONE_SIDE_IN_2007: Final = frozenset({"16D", "20F"})
"""Procedures in which `player` is the offender or the offender's partner: whoever uses what the side withdrew, or notices
what the side explained wrongly."""
_THE_OFFENDER: Final = frozenset({"16B"})
"""Procedures in which the case is about the offender alone, so that `player` can be nobody else."""


def _check_players(procedure: str, situation: Situation) -> None:
    """A case about findings has to say whom it is about; the auction alone does not."""
    record = situation.record
    former = record.edition == "duplicate-2007"
    needed = _NEEDED_IN_2007 if former else _NEEDED_PLAYERS
    for name in needed.get(procedure, ()):
        if getattr(record, name) is None:
            raise BadRecord(f"record.{name}", f"missing; Law {procedure} needs to know the seat: N, E, S or W")
    if procedure in needed and record.offender not in (None, situation.offender):
        raise BadRecord(
            "record.offender",
            f"the irregular call of this auction is {situation.offender}'s; Law {procedure} is ruled on for one offender",
        )
    if record.player is None:
        return
    offender = situation.offender
    if procedure in _OPPONENTS and record.player.side is offender.side:
        raise BadRecord("record.player", f"{record.player} is on the offender's side; expected an opponent")
    if procedure in (_OF_ONE_SIDE_IN_2007 if former else _OF_ONE_SIDE) and record.player.side is not offender.side:
        raise BadRecord(
            "record.player",
            f"{record.player} is an opponent of {offender}, the offender; expected {offender} or partner",
        )
    if procedure in _THE_OFFENDER and record.player is not offender:
        raise BadRecord(
            "record.player",
            f"the offender, {offender}, is the player whom Law {procedure} is about; expected {offender}, or nobody",
        )


def _accepts_by(situation: Situation) -> str:
    """The provision that lets LHO accept such a call."""
    if Kind.CHANGE_OF_CALL in situation.kinds:
        return "25B1"
    return "29A" if Kind.OUT_OF_ROTATION in situation.kinds else "27A1"


def _check_acceptance(situation: Situation) -> None:
    """A call over the irregular one accepts it, a call in turn sets it aside; the record may not say otherwise."""
    record, made = situation.record, situation.next_made
    if record.accepted is None or situation.irregularity is None or not situation.kinds:
        return
    offender, turn = situation.offender, situation.turn
    if made is not None and situation.substituted is None:
        if record.accepted is False and made.by is offender.lho and turn is not offender.lho and made.over is not False:
            raise Contradiction(
                f"accepted: the record says false, but {made.by} called {made.call} over it (27A1, 29A)"
            )
        if record.accepted is True and made.by is turn and turn is offender.rho:
            raise Contradiction(f"accepted: the record says true, but {made.by} called {made.call} in turn (28B)")
    if record.accepted is not True:
        return
    by = _accepts_by(situation)
    if (
        Kind.OUT_OF_ROTATION in situation.kinds
        and record.continued
        and record.continued[0].by is turn is not offender.lho
    ):
        raise Contradiction(
            f"continued[0]: {turn} calls as though {situation.call} had been cancelled (29B), but `accepted` says true "
            f"({by}); expected one or the other"
        )
    if record.replacement is not None and not (Kind.INSUFFICIENT in situation.kinds and situation.premature):
        raise Contradiction(
            f"replacement: {situation.call} stands when it is accepted ({by}), so nothing takes its place; expected no "
            "replacement, or accepted: false"
        )


def _check_elector(situation: Situation) -> None:
    """Only the offender's LHO accepts; a word from his partner is no election, one from the offenders none at all (10C2)."""
    record = situation.record
    declined = record.findings.get("choice") == "declined"
    if declined and record.accepted and situation.irregularity is not None:
        raise Contradiction("accepted: the record says true, but findings.choice says that it was declined (10C1)")
    if not record.says_accept or situation.irregularity is None or not situation.kinds:
        return
    offender, by = situation.offender, _accepts_by(situation)
    for seat in record.says_accept:
        if seat.side is offender.side:
            raise BadRecord(
                "record.says_accept",
                f"{seat} is of the offender's side; only {offender.lho} may accept {situation.call} ({by})",
            )
    if record.accepted is False and offender.lho in record.says_accept:
        raise Contradiction(f"says_accept: {offender.lho} accepts there, but `accepted` says false ({by})")


def check_continued(situation: Situation) -> None:
    """What is called after the irregular call was cancelled is legal and in turn; else it is an irregularity of its own."""
    for item in situation.irregularities:
        if item.where == "continued":
            raise BadRecord(
                f"record.{item.path}",
                f"{item.made.by} {item.made.call} is irregular there ({item.name}: {', '.join(item.kinds)}); expected a legal "
                f"call by {item.turn}",
            )


def _check_replacement(situation: Situation) -> None:
    """Laws 27 and 30 to 32 speak of a legal call; one that is not is an irregularity of its own."""
    replacement = situation.record.replacement
    if replacement is None or situation.irregularity is None or situation.record.accepted:
        return
    call, law = replacement.call, situation.irregularity.law
    if law == "25":
        raise BadRecord(
            "record.replacement",
            "one of the two calls stands after a change of call (25B1, 25B2), so there is no third; expected none",
        )
    if call.level > 7:
        raise BadRecord("record.replacement", f"{call} is not legal there (18A, 38A); expected a legal call")
    if Kind.OUT_OF_ROTATION not in situation.kinds:
        return
    standing = situation.at_replacement
    faults = standing.faults(situation.offender, call) if standing.turn is situation.offender else ()
    if faults:
        raise BadRecord(
            "record.replacement",
            f"{call} is not legal there ({', '.join(faults)}); expected a legal call in turn (29B)",
        )


def _check_attempt(situation: Situation) -> None:
    """Of what the offender puts in place of an insufficient bid LHO can accept another insufficient bid only."""
    if not situation.record.attempt_accepted or Kind.INSUFFICIENT not in situation.kinds or not situation.offered:
        return
    call = situation.offered[0].call
    if not call.is_bid or situation.standing.sufficient(call):
        raise BadRecord(
            "record.attempt_accepted",
            f"{call} is no insufficient bid, so nobody is asked to accept it (27B4); expected none",
        )


def _check_lead(situation: Situation) -> None:
    lead = situation.record.lead
    declarer = situation.record.declarer
    if lead is not None and declarer is not None and situation.knows_seats and declarer.side is situation.offender.side:
        raise BadRecord(
            "record.lead",
            f"{declarer} declares for the offending side; leads are restricted only when it defends (26B)",
        )
    if situation.record.edition != "duplicate-2017":
        return  # 2007 Law 26 let him forbid other suits
    if lead is not None and lead.forbidden in situation.protected_suits():
        raise BadRecord(
            "record.lead.forbidden",
            f"{lead.forbidden} was specified by the offender in the legal auction; 26B lets declarer forbid another suit only",
        )


def _check_suits_specified(situation: Situation) -> None:
    """What is found out says what nobody has explained; it does not deny an explanation that the record has."""
    stated = situation.record.findings.get(SUITS_SPECIFIED_FINDING)
    if stated is None or not situation.knows_seats:
        return
    own = [(made.call, situation.shown_by(made)) for made in situation.legal_calls() if made.by is situation.offender]
    shown = situation.suits_shown()
    if not untold(own) and shown != situation.protected_suits():
        suits = "".join(suit for suit in SUITS if suit in shown) or "none"
        raise Contradiction(
            f"findings.{SUITS_SPECIFIED_FINDING}: the record says {stated!r}, but what the offender's calls show gives "
            f"'suits_{suits}' (26B)"
        )


def _check_comparable(situation: Situation) -> None:
    stated = situation.record.findings.get("comparable")
    result = comparable_result(situation) if stated is not None else None
    if result is not None and result != stated:
        raise Contradiction(f"findings.comparable: the record says {stated!r}, but the meanings give {result!r} (23A)")
