"""The level of a question: it follows from the path through the law, so every kind of question of one path has the same.

Congress is for what has to be judged by a standard, for scores that are adjusted, for irregularities and laws that meet, for
information that may not be used, explanations that have to be put right, and regulations. Club is one irregularity with its
usual options, also where a new call is compared with the withdrawn one by what the table is told of both. What nobody can tell
from the path, that a limb is rare, the law's own words say (`hard`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from exams.scenarios.narration.paths import paths, with_incidents
from exams.scenarios.plots import PLOTS, Plot
from laws.rulings.case import Asked
from laws.rulings.contrasts import difference
from laws.rulings.editions import EDITIONS
from laws.rulings.effects import DirectorAction, Effect, NoRight, Right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.conduct import NoDuty
from laws.rulings.effects.information import Adjusts, Duty
from laws.rulings.ruling import Ruling

CLUB: Final = "club"
CONGRESS: Final = "congress"

_OF_CONDUCT: Final = (Right, NoRight, Duty, NoDuty, DirectorAction)
"""What players may and must do and what the Director does: decisions that touch no call, card or score."""
_UNADJUSTED: Final = ("possible", "none")
_LAW: Final = re.compile(r"\d+")


@dataclass(frozen=True)
class Levelled:
    """The level of a path, and why in sentences for examiners; the usual options of one irregularity need none."""

    level: str
    reasons: tuple[str, ...]


def level_of(plot: Plot, ruling: Ruling) -> Levelled:
    """The level of every question whose ruling goes this way; incidental facts do not count."""
    return _level(plot, ruling.usual_path) or _levelled(plot, ruling)


def level_of_path(path: str) -> Levelled | None:
    """That of a path by the name that `exams.scenarios.ways` or a receipt has for it; None for one that the engine has not."""
    plot = PLOTS.get(path.partition("/")[0])
    if plot is None:
        return None
    ruling = paths(plot.procedure).get(path) or _with_incidents(plot.procedure).get(path)
    return level_of(plot, ruling) if ruling else None


@cache
def _with_incidents(procedure: str) -> Mapping[str, Ruling]:
    return {one.receipt()["path"]: one for one in with_incidents(procedure)}


@cache
def _level(plot: Plot, usual: tuple[tuple[str, Any], ...]) -> Levelled | None:
    """That of a path as the procedure has it; None for one that only an incidental fact opens."""
    found = next((one for one in paths(plot.procedure).values() if one.usual_path == usual), None)
    return None if found is None else _levelled(plot, found)


def _levelled(plot: Plot, ruling: Ruling) -> Levelled:
    reasons = tuple(dict.fromkeys(_reasons(plot, ruling)))
    return Levelled(CONGRESS if reasons else CLUB, reasons)


def _reasons(plot: Plot, ruling: Ruling) -> Iterator[str]:
    """Why a path is for congress directors."""
    for step in ruling.asked:
        if step.fact.judgement is not None and not _read_off(ruling, step) and _turns_on(ruling, step):
            yield f"The ruling turns on a judgement ({step.fact.judgement.law})."
    for decided in ruling.decided:
        if isinstance(decided.effect, Adjusts) and decided.effect.kind not in _UNADJUSTED:
            yield f"The score is adjusted ({decided.provision})."
    for step in ruling.asked:
        if step.fact.further and step.value:
            yield f"More than one thing is irregular ({step.provision})."
        if step.fact.regulated:
            yield f"It depends on a regulation ({step.provision})."
    laws = _laws(ruling)
    if len(laws) > 1:
        yield f"Laws {', '.join(laws[:-1])} and {laws[-1]} meet."
    yield from _information(ruling)
    if plot.hard(dict(ruling.usual_path)):
        yield "It is rare, so this law's words keep it for congress."


def _read_off(ruling: Ruling, step: Asked) -> bool:
    """Whether two calls are compared by what the table says that they show, on the way through an irregularity.

    A law that is about comparing them and nothing else has only the hard comparisons to ask about.
    """
    return (
        step.fact.compares is not None and not EDITIONS[ruling.edition].procedures[ruling.procedure].declared.compares
    )


def _turns_on(ruling: Ruling, step: Asked) -> bool:
    """Whether another answer here, with all others as they are, would give another ruling."""
    known = dict(ruling.usual_path)
    answer = known.pop(step.fact.id, None)
    for other in paths(ruling.procedure).values():
        answers = dict(other.usual_path)
        otherwise = answers.get(step.fact.id, answer)
        if otherwise == answer or _disagree(known, answers):
            continue
        if difference(ruling, other):
            return True
    return False


def _disagree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether some fact of both has two answers."""
    return any(one.get(fact, value) != value for fact, value in other.items())


def _laws(ruling: Ruling) -> list[str]:
    """The law of the procedure, where it deals with an irregular call, then each other such law that decides here."""
    procedures = EDITIONS[ruling.edition].procedures
    numbers = [ruling.procedure, *(step.provision for step in ruling.decided if step.effect.main)]
    laws = dict.fromkeys(found.group() for number in numbers if (found := _LAW.match(number)))
    own, *others = laws
    if not (own in procedures and procedures[own].declared.matters):
        return [own]
    return [own, *(law for law in others if law in procedures and procedures[law].declared.matters)]


def _information(ruling: Ruling) -> Iterator[str]:
    """That the ruling is about information alone, or that an explanation has to be put right."""
    if all(map(_of_conduct, ruling.effects)):
        for step in ruling.decided:
            if isinstance(step.effect, Info) and step.effect.status == "unauthorised":
                yield f"It is about information that may not be used ({step.provision})."
    if any(one.kind == "must_correct_explanation" for one in ruling.obligations):
        yield "The opponents are misinformed: an explanation has to be put right."


def _of_conduct(effect: Effect) -> bool:
    return not effect.main or isinstance(effect, _OF_CONDUCT)
