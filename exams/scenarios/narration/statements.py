"""Single decisions as sentences to be ticked: those of a ruling, and those that would be right on other paths.

As with whole rulings (`narration.balance`), whoever has seen many questions of a law knows its sentences. So each is
offered, as far as the law's paths allow, as often where it is wrong as where it is right: a sentence that is part of every
ruling is seldom offered, and so is one that is part of none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from exams.scenarios.narration import balance
from exams.scenarios.narration.paths import codes_of, turned
from exams.scenarios.narration.supposing import Supposed
from exams.scenarios.narration.words import Words, texts
from laws.rulings.case import Decided
from laws.rulings.effects import DirectorAction, Effect
from laws.rulings.effects.base import CALLS
from laws.rulings.effects.calls import (
    AuctionRevertsTo,
    Info,
    InfoUnlessComparable,
    LeadRestriction,
    MustPlay,
    MustSubstitute,
)
from laws.rulings.effects.cards import CardReturned, PenaltyCard
from laws.rulings.effects.information import Adjusts
from laws.rulings.ruling import Ruling

_EACH: Final = 2
"""Sentences of a question that are right, and such as are not, about."""
_ROUNDS, _STEP, _MOST = 60, 0.5, 30.0
"""As in `narration.balance`; a weight grows no further than that, or falls under its inverse."""
_PLACE: Final = re.compile(r"\{\w+\}")


@dataclass(frozen=True)
class Single:
    """A sentence as it can be offered on a path, its players and calls not yet named.

    right: it is part of the ruling. step: the decision it tells, of the ruling `of` if that is another. size: how near it
    lies, between 0 and 1. why: why it is wrong, or what makes it right, with places. against: the decision that it turns
    round. supposed: what the reason says would have to be otherwise. unless: of a right one, the path that denies it and
    what would have to be otherwise.
    """

    wording: str
    right: bool
    step: Decided
    size: float = 1.0
    why: str = ""
    of: Ruling | None = None
    against: Decided | None = None
    supposed: Supposed | None = None
    unless: tuple[Ruling, Supposed] | None = None

    @property
    def pattern(self) -> tuple[str, bool]:
        """What whoever knows the law's sentences sees of it, the players being anybody, and whether it is right."""
        return _PLACE.sub("{}", self.wording), self.right


def told_alone(words: Words, step: Decided) -> bool:
    """Whether a decision is told one by one; one that is beside by its code is, though options are silent about it.

    Who may use the information depends on a new call that is still to come (26A), so nobody is asked that before.
    """
    if isinstance(step.effect, InfoUnlessComparable):
        return False
    codes = codes_of(step)
    if not words.beside.isdisjoint(codes):
        return True
    return words.silent.isdisjoint(codes) and (step.effect.main or step.effect.name in words.beside)


_KEPT: Final[dict[tuple[object, ...], Sequence[Single]]] = {}


def singles(words: Words, ruling: Ruling) -> Sequence[Single]:
    """The sentences that can be offered on a path, each once: those of the ruling, then the wrong ones, nearest first."""
    path = (words, ruling.procedure, ruling.edition, ruling.usual_path)
    if path not in _KEPT:
        # The steps of a ruling do not depend on its table, so a path is worked out once.
        _KEPT[path] = tuple(_found(words, replace(ruling, situation=None)).values())
    return _KEPT[path]


def _found(words: Words, ruling: Ruling) -> dict[str, Single]:
    found: dict[str, Single] = {}
    own = [step for step in ruling.decided if told_alone(words, step)]
    for step in own:
        text = f"{balance.phrase(words, ruling, step)}."
        unless = _but_for(words, ruling, step, text)
        because = _because(step.effect, step.provision)
        why = f"correct ({step.provision}){because and f': {because}'}."
        if unless:
            why = unless[1].but_for(words, dict(ruling.usual_path), step.provision)
        if here := balance.said_by_code(words.holds, ruling, step):
            why = f"correct ({step.provision}): {here}."
        found.setdefault(text, Single(text, True, step, why=why, unless=unless))
    for step in own:
        if opposite := turned(step):
            text = f"{balance.phrase(words, ruling, opposite)}."
            because = _because(step.effect, step.provision) if isinstance(step.effect, Info) else ""
            why = f"{because or balance.phrase(words, ruling, step)} ({step.provision})."
            found.setdefault(text, Single(text, False, opposite, why=why, against=step))
    for near in balance.near(words, ruling):
        for step in near.ruling.decided:
            if told_alone(words, step) and denied(step.effect, ruling, [one.effect for one in own]):
                text = f"{balance.phrase(words, near.ruling, step)}."
                told = found.get(text)
                if told and (told.supposed is None or len(told.supposed.answers) == 1):
                    continue
                reason = near.supposed(words, partial(_is_told, words, text, step.provision))
                if told and not (reason.enough and len(reason.answers) == 1):
                    continue  # a path further off is named only where one answer is enough for it
                why = reason.why(words, dict(ruling.usual_path), step.provision)
                found[text] = Single(text, False, step, near.nearness, why, near.ruling, supposed=reason)
    return found


def _because(effect: Effect, provision: str) -> str:
    """Why a decision is part of the ruling, where no other path of the law need say otherwise; empty: nothing to say."""
    if not isinstance(effect, Info):
        return _reasons("decided").get(provision, "")
    told = not effect.when and effect.about in {*CALLS, "withdrawn_call"}
    return _reasons("information").get(effect.law, "") if told else ""


def _reasons(of: str) -> Mapping[str, str]:
    """Why a decision of a provision is part of a ruling, for every law: `information` or `decided`."""
    found: Mapping[str, str] = texts("irregular_calls").data(of)
    return found


def _but_for(words: Words, ruling: Ruling, step: Decided, text: str) -> tuple[Ruling, Supposed] | None:
    """What makes a sentence right: the nearest path that denies it, and the facts that are enough for that."""
    kind, about_anything = step.effect.name, isinstance(step.effect, DirectorAction)
    # Where the other path decides the same matter otherwise, that says more than where it does not come up; but what the
    # Director does may be about anything.
    paths = sorted(
        balance.near(words, ruling),
        key=lambda one: not about_anything and not any(it.name == kind for it in one.ruling.effects),
    )
    for near in paths:
        if _is_as_foreseen(step.effect, near.ruling):
            continue
        theirs = [one.effect for one in near.ruling.decided if told_alone(words, one)]
        if not _tells(words, text, near.ruling) and denied(step.effect, near.ruling, theirs):
            reason = near.supposed(words, lambda other: not _tells(words, text, other))
            if reason.enough:
                return near.ruling, reason
    return None


def _is_as_foreseen(effect: Effect, ruling: Ruling) -> bool:
    """What is to happen to exposed cards under a condition has happened there: that does not deny it."""
    if not isinstance(effect, CardReturned | PenaltyCard) or not effect.when:
        return False
    return any(type(one) is type(effect) and not getattr(one, "when", "") for one in ruling.effects)


def _tells(words: Words, text: str, ruling: Ruling) -> bool:
    return any(told_alone(words, step) and f"{balance.phrase(words, ruling, step)}." == text for step in ruling.decided)


def _is_told(words: Words, text: str, provision: str, ruling: Ruling) -> bool:
    """Whether a ruling tells this alone, by this provision."""
    return any(
        step.provision == provision and told_alone(words, step) and f"{balance.phrase(words, ruling, step)}." == text
        for step in ruling.decided
    )


def denied(effect: Effect, ruling: Ruling, own: Sequence[Effect]) -> bool:
    """Whether a decision that the ruling does not name is false as a statement of its own.

    What a ruling is silent about need not be false: information and scores are judged by other laws as well. own: the
    decisions of the ruling that are told one by one.
    """
    return not any(one.entails(effect) for one in ruling.effects) and otherwise(effect, ruling, own)


def otherwise(effect: Effect, ruling: Ruling, own: Sequence[Effect]) -> bool:
    """Whether to rule so would be to rule otherwise: to bar a player once is that, where the ruling bars them throughout."""
    decided = ruling.effects
    if effect.name == "adjusted_score":
        scores = [one for one in own if one.name == "adjusted_score"]
        return effect.main and bool(scores) and not all(_is_by_another_law(effect, one) for one in scores)
    if isinstance(effect, MustPlay) or (isinstance(effect, LeadRestriction) and effect.kind == "none"):
        # Who has no other suit is free in effect, though the restriction is there.
        free = any(isinstance(one, MustPlay) for one in decided)
        return not free and any(isinstance(one, LeadRestriction) and one.kind != "none" for one in decided)
    if isinstance(effect, MustSubstitute | AuctionRevertsTo) and _in_turn(ruling):
        # The offender calls again, whether that is told as a replacement or as the auction going back.
        return not any(isinstance(one, MustSubstitute | AuctionRevertsTo) for one in decided)
    return effect.main


def _is_by_another_law(none: Effect, possible: Effect) -> bool:
    """Whether one law leaves a score alone that may be adjusted by another: the one does not contradict the other."""
    if not isinstance(none, Adjusts) or not isinstance(possible, Adjusts):
        return False
    return none.kind == "none" and possible.kind == "possible" and none.law != possible.law


def _in_turn(ruling: Ruling) -> bool:
    at = ruling.situation
    return at is not None and at.irregularity is not None and at.turn is at.offender


# -- how often each is offered ------------------------------------------------------------------------------------------

Weights = Mapping[tuple[str, bool], float]
"""By pattern: the factor to the size of a sentence."""


@cache
def weights(words: Words) -> Weights:
    """The factors that make each sentence as often wrong as right, as far as the paths of the law allow."""
    rows = [(share, singles(words, ruling)) for ruling, share in balance.asked(words)]
    found = {one.pattern: 1.0 for _, row in rows for one in row}
    for _ in range(_ROUNDS):
        offered: dict[tuple[str, bool], float] = defaultdict(float)
        for share, row in rows:
            for right in (True, False):
                side = [one for one in row if one.right is right]
                sizes = [one.size * found[one.pattern] for one in side]
                for one, chance in zip(side, balance.chances(sizes, _EACH), strict=True):
                    offered[one.pattern] += share * chance
        for text, right in found:
            # One that is never right, or never wrong, is offered where nothing else is left.
            factor = (offered[text, not right] / offered[text, right]) ** _STEP if offered[text, right] else 1.0
            found[text, right] = min(max(found[text, right] * factor, 1 / _MOST), _MOST)
    return found
