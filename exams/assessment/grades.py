"""What an assessor marks, what the list of a call makes of what was noted of it, and whether the two differ.

The list judges what was noted on the five criteria by points (`exams.scenarios.calls.judgement`); an assessor marks them in
words. A word stands for points: none or one of four is *not yet*, four is *fully*. The grade is the assessor's alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from exams.assessment.models import Call
from exams.scenarios.calls import judged, presses_of
from exams.scenarios.calls.judgement import LEAST, MOST

# What an assessor marks: five criteria in words for each call, a note, and a grade for each call and for all.
CRITERIA: Mapping[str, Promise] = {
    "law": _("Right law"),
    "ruling": _("Right ruling"),
    "reasons": _("Reasons"),
    "questions": _("The questions needed"),
    "calm": _("Calm and order"),
}
SCALE: Mapping[str, Promise] = {"not_yet": _("not yet"), "mostly": _("mostly"), "fully": _("fully")}
GRADES: Mapping[str, Promise] = {"passed": _("Pass"), "failed": _("Not yet")}
MARKS: Mapping[str, Promise] = {
    "same": _("as the law has it"),
    "part": _("in part"),
    "early": _("too early"),
    "amiss": _("to the wrong player"),
    "again": _("again"),
    "neutral": _("allowed"),
    "not_needed": _("not needed"),
    "harm": _("did harm"),
    "left_out": _("left out"),
}
"""What a row of the judgement says of an act."""


def judgement_of(call: Call, noted: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the list makes of what was noted of a call; None where it has no list, or nothing was noted.

    Raises NotAnAct for what is not on the list.
    """
    if call.acts is None:
        return None
    presses = presses_of(call.acts, noted)
    return judged(call.acts, presses) if presses else None


def word_for(points: int) -> str:
    """The word that stands for the points of a criterion."""
    return "fully" if points == MOST else "mostly" if points >= LEAST else "not_yet"


def words_of(judgement: Mapping[str, Any]) -> dict[str, str]:
    """The word for each criterion."""
    return {one["name"]: word_for(one["points"]) for one in judgement["criteria"]}


def grade_of(judgement: Mapping[str, Any]) -> str:
    """The grade that the list gives."""
    return "passed" if judgement["passed"] else "failed"


def in_points(judgement: Mapping[str, Any]) -> str:
    """What the list says, in a few words."""
    told = {"grade": str(GRADES[grade_of(judgement)]).lower(), "points": judgement["points"], "of": judgement["of"]}
    return gettext("The list says: %(grade)s, %(points)s of %(of)s points.") % told


def difference(grade: str, judgement: Mapping[str, Any], *, yours: bool = False) -> str:
    """Whether an assessor's grade and the list differ, in a sentence. yours: to the assessor, who is marking."""
    if grade == grade_of(judgement):
        return gettext("That is your grade too.") if yours else gettext("The assessor and the list agree.")
    told = {"grade": str(GRADES[grade]).lower(), "list": str(GRADES[grade_of(judgement)]).lower()}
    if yours:
        return gettext("You and the list differ: you say %(grade)s, the list says %(list)s.") % told
    return gettext("The assessor and the list differ: the assessor says %(grade)s, the list says %(list)s.") % told


@dataclass(frozen=True)
class Criterion:
    """A criterion as an assessor marked it, beside what the list makes of it.

    listed: its word, with the points; empty where nothing was noted. differs: whether the two words are others.
    """

    title: Promise
    word: Promise
    listed: str = ""
    differs: bool = False


@dataclass(frozen=True)
class Row:
    """What was done at a moment of a call, beside the step of the law."""

    did: str
    answer: str
    word: Promise
    step: str
    more: str
    why: str
    laws: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """An assessor's grade for a call beside the list's. rows: what was noted, beside the law's order; none for a candidate."""

    says: str
    difference: str
    differs: bool
    rows: Sequence[Row]


def criteria_of(marked: Mapping[str, Any], judgement: Mapping[str, Any] | None) -> list[Criterion]:
    """Each criterion with the word that was chosen, beside the list where there is a judgement."""
    points = {one["name"]: one["points"] for one in judgement["criteria"]} if judgement else {}
    found = []
    for name, title in CRITERIA.items():
        if (word := str(marked.get(name, ""))) not in SCALE:
            continue
        if name not in points:
            found.append(Criterion(title, SCALE[word]))
            continue
        own = word_for(points[name])
        told = {"word": SCALE[own], "points": points[name], "of": MOST}
        found.append(Criterion(title, SCALE[word], gettext("%(word)s, %(points)s of %(of)s") % told, own != word))
    return found


def compared(grade: str, judgement: Mapping[str, Any] | None, *, whole: bool) -> Comparison | None:
    """A grade beside the judgement of the list; None where nothing was noted. whole: with what the law's order would be."""
    if judgement is None:
        return None
    differs = grade != grade_of(judgement)
    return Comparison(in_points(judgement), difference(grade, judgement), differs, rows_of(judgement) if whole else ())


def rows_of(judgement: Mapping[str, Any]) -> list[Row]:
    """What was noted, as it came, each beside its step of the law."""
    return [
        Row(
            did=one["did"],
            answer=one["answer"],
            word=MARKS[one["mark"]],
            step=(one["step"] or {}).get("say", ""),
            more=(one["step"] or {}).get("more", ""),
            why=one["why"],
            laws=(one["step"] or one)["laws"],
        )
        for one in judgement["rows"]
    ]
