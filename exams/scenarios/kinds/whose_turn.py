"""Whose turn is it to call once the ruling has been given?"""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.narration.bridge import bare
from exams.scenarios.stories import Story
from laws.rulings.calls import Call
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import CallStands
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND, Seat

_QUESTION: Final = "You have given your ruling. Whose turn is it to call now?"


def whose_turn(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """The four seats, one of them right: after a call that was accepted, or set aside by a call in turn.

    Raises NotAskable elsewhere: the story tells the calls made since, and whoever sits next is no question.
    """
    at = ruling.situation
    if at is None or at.irregularity is None or at.offered or at.record.continued:
        raise NotAskable(f"Law {ruling.procedure}: the ruling does not say whose turn it is")
    standing = [(step.effect, step.provision) for step in ruling.decided if isinstance(step.effect, CallStands)]
    if not standing or (standing[-1][0].call == "over" and at.next_made is None):
        raise NotAskable(f"Law {ruling.procedure}: no call stands from which the auction goes on")
    effect, provision = standing[-1]
    if effect.call == "first" or any(isinstance(one, Referral) for one in ruling.effects):
        raise NotAskable(f"Law {ruling.procedure}: what becomes of the call is ruled on under another law")
    over = at.next_made if effect.call == "over" else None
    if over is None and at.next_made is not None:
        # Over a slip it may be withdrawn (25A6); otherwise whoever sits behind its player is no question.
        raise NotAskable(f"Law {ruling.procedure}: another player has called since")
    last, call = (over.by, over.call) if over is not None else (at.offender, _standing(effect.call, at))
    if over is None and at.turn is at.offender and at.standing.ends_with(at.offender, call):
        raise NotAskable(f"Law {ruling.procedure}: with that call the auction is over, and it is nobody's turn")
    reason = f"{bare(last, call)} stands ({provision}), so {last.lho.full_name} is next"
    options = lettered((one.full_name, "" if one is last.lho else _why(one, at, last, reason)) for one in ROUND)
    return Asking(_QUESTION, options, LETTERS[ROUND.index(last.lho)])


def _standing(which: str, at: Situation) -> Call:
    """The offender's call that stands: under Law 25 there are two to choose from."""
    if which == "original" and at.original is not None:
        return at.original.call
    if which == "intended" and at.record.intended is not None:
        return at.record.intended
    return at.call


def _why(seat: Seat, at: Situation, last: Seat, reason: str) -> str:
    if seat is last:
        return f"{seat.full_name} has just called: {reason}."
    if seat is at.turn:
        if seat is at.offender:
            return f"{seat.full_name}'s turn is over: {reason}."
        return f"It was {seat.full_name}'s turn, but {reason}."
    if seat is at.offender:
        return f"{seat.full_name} does not call again: {reason}."
    return f"{reason[:1].upper()}{reason[1:]}."
