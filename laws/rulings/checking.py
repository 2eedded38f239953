"""What a record may not say, as the law by which it is ruled on and the others of its edition declare it."""

from __future__ import annotations

from dataclasses import replace

from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.record import BadRecord
from laws.rulings.replay import Kind, Situation


def check_record(rule: Rule, situation: Situation) -> None:
    """Refuse a record that is no case of the procedure, or says what the law of its edition does not allow.

    Raises BadRecord or Contradiction naming the field and, where one says so, the provision.
    """
    _check_fits(rule, situation)
    _check_seats(rule, situation)
    for check in EDITIONS[rule.edition].checks(situation.kinds):
        check(situation)


def _check_fits(rule: Rule, situation: Situation) -> None:
    """A procedure that is asked for by name must be about the irregularity of the auction."""
    declared = rule.declared
    if declared.fits is not None:
        declared.fits(situation)
    if not declared.about:
        return
    found = situation.irregularity
    if found is None:
        raise BadRecord("record.auction", f"no irregular call in it; Law {rule.id} needs one")
    if not any(kind in found.kinds for kind in declared.about) and (found.kinds or not declared.in_order(situation)):
        raise BadRecord(
            f"record.auction[{found.index}]", f"{found.made.by} {found.made.call} is no case of Law {rule.id}"
        )
    if declared.calls is not None and not declared.calls(found.made.call):
        right = replace(found, kinds=(Kind.OUT_OF_ROTATION,)).law
        raise BadRecord(f"record.auction[{found.index}]", f"{found.made.call} out of rotation falls under Law {right}")


def _check_seats(rule: Rule, situation: Situation) -> None:
    """A case about findings has to say whom it is about; the auction alone does not."""
    seats, record = rule.declared.seats, situation.record
    if seats is None:
        return
    for name in seats.needed:
        shown = name == "offender" and situation.irregular_play is not None
        if getattr(record, name) is None and not shown:
            raise BadRecord(f"record.{name}", f"missing; Law {rule.id} needs to know the seat: N, E, S or W")
    offender = situation.offender
    if seats.one_offender and record.offender not in (None, offender):
        raise BadRecord(
            "record.offender",
            f"the irregular call of this auction is {offender}'s; Law {rule.id} is ruled on for one offender",
        )
    player = record.player
    if player is None:
        return
    if seats.player == "opponent" and player.side is offender.side:
        raise BadRecord("record.player", f"{player} is on the offender's side; expected an opponent")
    if seats.player == "own side" and player.side is not offender.side:
        raise BadRecord(
            "record.player",
            f"{player} is an opponent of {offender}, the offender; expected {offender} or partner",
        )
    if seats.player == "offender" and player is not offender:
        raise BadRecord(
            "record.player",
            f"the offender, {offender}, is the player whom Law {rule.id} is about; expected {offender}, or nobody",
        )
