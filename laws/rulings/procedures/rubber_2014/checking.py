"""What a record of a rubber game may not say: contradictions, calls that no law lets stand, players not named."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import PASS
from laws.rulings.checking import check_continued
from laws.rulings.owed import check_owed
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.replay import Irregularity, Kind, Situation

_OUT_OF_TURN: Final = (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL)
_INADMISSIBLE: Final = {
    "36": (Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE),
    "37": (Kind.REQUIRED_TO_PASS,),
    "38": (Kind.MORE_THAN_SEVEN,),
    "39": (Kind.AFTER_FINAL_PASS,),
}
NEEDED_KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "25": (Kind.CHANGE_OF_CALL,),
    "27": (Kind.INSUFFICIENT,),
    "28": _OUT_OF_TURN,
    "29": _OUT_OF_TURN,
    "30": _OUT_OF_TURN,
    "31": _OUT_OF_TURN,
    "32": _OUT_OF_TURN,
    "34": (Kind.SKIPPED_BY_PASSES,),
    "35": tuple(kind for kinds in _INADMISSIBLE.values() for kind in kinds),
    **_INADMISSIBLE,
}
"""Procedures about the irregular call of an auction, with what has to be wrong with it."""
NEEDED_PLAYERS: Final = {
    "13": ("player",),
    "15": ("offender",),
    "16": ("player",),
    "20": ("player",),
    "21": ("offender", "player"),
    "23": ("offender",),
    "24": ("offender",),
    "40": ("offender",),
}
"""Procedures that no auction shows, with the players whom the record has to name."""
NEVER_ACCEPTED: Final = {
    Kind.AFTER_FINAL_PASS: "39",
    Kind.MORE_THAN_SEVEN: "38",
    Kind.INADMISSIBLE_DOUBLE: "36",
    Kind.INADMISSIBLE_REDOUBLE: "36",
}
"""What nobody can accept, with the law that says so."""


_FROM_PARTNER: Final = (("learned_from", "from partner"), ("sees_penalty_card", "as partner"))
"""Findings by which it is the player's own side that offends against Law 16."""


def check_record(procedure: str, situation: Situation) -> None:
    """Refuse what the record of a rubber game may not say. Raises BadRecord or Contradiction naming the field."""
    _check_fits(procedure, situation)
    _check_players(procedure, situation)
    if situation.irregularity is not None:
        _check_acceptance(situation, situation.irregularity)
        _check_replacement(situation, situation.irregularity)
        check_owed(situation)
        check_continued(situation)


def _check_fits(procedure: str, situation: Situation) -> None:
    if procedure == "33" and not any(made.together for made in situation.record.auction):
        raise BadRecord("record.auction", "no calls made at the same moment in it; Law 33 needs a list of them")
    kinds = NEEDED_KINDS.get(procedure)
    if kinds is None:
        return
    found = situation.irregularity
    if found is None:
        raise BadRecord("record.auction", f"no irregular call in it; Law {procedure} needs one")
    turn = procedure in ("28", "29", "30", "31", "32")
    considered = not found.kinds and (turn or (procedure == "25" and situation.record.intended is not None))
    if not considered and not any(kind in found.kinds for kind in kinds):
        raise BadRecord(
            f"record.auction[{found.index}]", f"{found.made.by} {found.made.call} is no case of Law {procedure}"
        )
    right = "30" if found.made.call is PASS else "31" if found.made.call.is_bid else "32"
    if procedure in ("30", "31", "32") and procedure != right:
        raise BadRecord(f"record.auction[{found.index}]", f"{found.made.call} out of rotation falls under Law {right}")


def _check_players(procedure: str, situation: Situation) -> None:
    record = situation.record
    for name in NEEDED_PLAYERS.get(procedure, ()):
        if getattr(record, name) is None:
            raise BadRecord(f"record.{name}", f"missing; Law {procedure} needs to know the seat: N, E, S or W")
    if procedure == "21" and record.player and record.player.side is situation.offender.side:
        raise BadRecord("record.player", f"{record.player} is on the offender's side; expected an opponent")
    if procedure == "16" and record.player and situation.knows_seats:
        ours = record.player.side is situation.offender.side
        if not ours and any(record.findings.get(fact) == answer for fact, answer in _FROM_PARTNER):
            raise BadRecord(
                "record.offender",
                f"what {record.player} knows comes from partner, so {situation.offender}, an opponent, has not offended "
                f"by it; expected {record.player} or {record.player.partner}",
            )


def _check_acceptance(situation: Situation, found: Irregularity) -> None:
    """A call over the irregular one accepts it, a call in turn waives it; the record may not say otherwise."""
    made, accepted = situation.next_made, situation.record.accepted
    if accepted:
        for kind, law in NEVER_ACCEPTED.items():
            if kind in found.kinds and Kind.CHANGE_OF_CALL not in found.kinds:
                raise Contradiction(
                    f"accepted: the record says true, but nobody can accept {found.made.call} there (Law {law})"
                )
    if made is None or accepted is None or situation.substituted is not None:
        return
    offender, turn = situation.offender, situation.turn
    if accepted is False and made.by is offender.lho and turn is not offender.lho:
        raise Contradiction(f"accepted: the record says false, but {made.by} called {made.call} over it (27, 29A)")
    if accepted is True and made.by is turn and turn is offender.rho:
        raise Contradiction(f"accepted: the record says true, but {made.by} called {made.call} in turn (28B)")


def _check_replacement(situation: Situation, found: Irregularity) -> None:
    """A call that the law does not allow in its place is an irregularity of its own."""
    replacement = situation.record.replacement
    if replacement is None:
        return
    call = replacement.call
    if found.law in ("37", "38") and call is not PASS:
        raise BadRecord("record.replacement", f"a pass takes its place (Law {found.law}); expected P, not {call}")
    if call.level > 7:
        raise BadRecord("record.replacement", f"{call} is not legal there; expected a legal call")
    standing = situation.at_replacement if Kind.OUT_OF_ROTATION in found.kinds else None
    if found.law == "36" and standing is None:
        standing = situation.standing
    if standing is not None and standing.turn is situation.offender and not standing.legal(situation.offender, call):
        raise BadRecord("record.replacement", f"{call} is not legal there; expected a legal call")
