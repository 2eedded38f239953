"""The list of a call as an assessor ticks it: what a candidate may do at this table, what it is worth, and what is answered.

It stands in the order of the law, then what no ruling needs, so it is for assessors alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from exams.scenarios.calls import law_order
from exams.scenarios.calls.conversation import TELL
from laws.rulings.seats import Seat

WORTH: Mapping[str, Promise] = {
    "required": _("required"),
    "useful": _("useful"),
    "neutral": _("allowed"),
    "costly": _("not needed"),
    "harmful": _("does harm"),
}


@dataclass(frozen=True)
class Tick:
    """One thing that is ticked. who: to whom it is said, or at whose cards one looks; word: what it is worth."""

    id: str
    who: str
    text: str
    answers: Sequence[str]
    worth: str
    word: str
    laws: Sequence[str]
    why: str
    checked: bool


@dataclass(frozen=True)
class Listed:
    """The list of one call with what is ticked. chooser: whose choice the options are; empty where nobody has one."""

    acts: Sequence[Tick]
    options: Sequence[Tick]
    chooser: str
    chosen: Sequence[str]
    other: bool
    laws: Sequence[Tick]
    parts: Sequence[Tick]
    reasons: Sequence[Tick]
    no_law: bool
    no_reason: bool


def listed(content: Mapping[str, Any], noted: Mapping[str, Any]) -> Listed:
    """The list of a simulated call, with what has been noted of it."""
    acts = {one["id"]: one for one in content["acts"]}
    tell, rule = content["tell"], content["rule"]
    ruled = bool(noted.get("law") or noted.get("parts") or noted.get("reason"))
    return Listed(
        acts=[_act(acts[one], noted.get("acts", ())) for one in law_order(content) if one in acts],
        options=_options(tell, noted.get("options", ())) if tell else [],
        chooser=_whose(tell["to"]) if tell else "",
        chosen=[_said(one) for one in tell["answers"]] if tell else [],
        other=bool(noted.get("other")),
        laws=_choices(rule["laws"], [noted.get("law", "")]),
        parts=_choices(sorted(rule["parts"], key=lambda one: (not one["right"], one["place"])), noted.get("parts", ())),
        reasons=_choices(rule["reasons"], [noted.get("reason", "")]),
        no_law=ruled and not noted.get("law"),
        no_reason=ruled and not noted.get("reason"),
    )


def _act(act: Mapping[str, Any], ticked: Collection[str]) -> Tick:
    word = str(WORTH[act["worth"]])
    if act["worth"] == "harmful" and act["before"] == TELL:
        word = gettext("does harm before the options are told")
    if act["after"]:
        word = gettext("%(word)s, once the options are told") % {"word": word}
    if act["stops"]:
        word = gettext("%(word)s, and ends the call") % {"word": word}
    answers = [_said(one) for one in act["answers"]]
    laws, done = act["laws"], act["id"] in ticked
    return Tick(act["id"], _who(act["of"]), act["text"], answers, act["worth"], word, laws, act["why"], done)


def _options(tell: Mapping[str, Any], ticked: Collection[str]) -> list[Tick]:
    told = sorted(tell["options"], key=lambda one: (one["place"] < 0, one["place"]))
    return [_choice(one["id"], one["text"], one["place"] >= 0, (), one["id"] in ticked) for one in told]


def _choices(several: Sequence[Mapping[str, Any]], ticked: Collection[str]) -> list[Tick]:
    """The right one first, where there is one."""
    told = sorted(several, key=lambda one: not one["right"])
    return [_choice(one["id"], one["text"], one["right"], _laws(one), one["id"] in ticked) for one in told]


def _choice(name: str, text: str, right: bool, laws: Sequence[str], checked: bool) -> Tick:
    worth, word = ("required", gettext("right")) if right else ("costly", gettext("not so here"))
    return Tick(name, "", text, (), worth, word, laws, "", checked)


def _laws(one: Mapping[str, Any]) -> Sequence[str]:
    return one.get("laws") or ([one["law"]] if one.get("law") else [])


def _said(one: Mapping[str, str]) -> str:
    """An answer, with who gives it."""
    if "say" not in one:
        return one["do"]
    return gettext("%(seat)s: %(words)s") % {"seat": _who(one["by"]), "words": one["say"]}


def _who(letter: str) -> str:
    seats = {one.value: gettext(one.full_name) for one in Seat}
    sides = {"NS": gettext("North–South"), "EW": gettext("East–West")}
    return {**seats, **sides}.get(letter, gettext("The table"))


def _whose(to: str) -> str:
    """A player, or both of a side."""
    return gettext(" or ").join(_who(one) for one in to)
