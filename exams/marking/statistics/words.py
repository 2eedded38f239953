"""Figures in plain sentences, for examiners who did not study statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# Where a coefficient may carry a decision about one person; the usual bounds, of J. C. Nunnally, Psychometric Theory.
GOOD, FAIR = 0.8, 0.7


def reason(one: Mapping[str, Any]) -> str:
    """Why a question should be looked at."""
    match one["code"]:
        case "negative":
            return _(
                "Candidates who did well on the rest of the paper did worse here (discrimination %(value)s). The "
                "key may be wrong."
            ) % {"value": number(one["value"])}
        case "attracts_strong":
            return ngettext(
                "Answer %(answer)s is wrong by the key, but the %(count)d candidate who chose it did better on the rest "
                "than those who had it right.",
                "Answer %(answer)s is wrong by the key, but the %(count)d candidates who chose it did better on the rest "
                "than those who had it right.",
                one["count"],
            ) % {"answer": answer(one["answer"]), "count": one["count"]}
        case "weak":
            return _("It hardly separates strong candidates from weak ones (discrimination %(value)s).") % {
                "value": number(one["value"])
            }
        case "too_hard":
            return _("Only %(value)s of its marks were earned.") % {"value": percent(one["value"])}
        case "too_easy":
            return _("Nearly everyone has it right (%(value)s of its marks).") % {"value": percent(one["value"])}
        case "omitted":
            return _("%(count)d of %(taken)d left it out.") % {"count": one["count"], "taken": one["taken"]}
        case "slow":
            return _("It took %(time)s, %(times)s times as long as the median question.") % {
                "time": time(one["seconds"]),
                "times": number(one["times"], 1),
            }
        case _:
            return ngettext("Nobody chose %(answers)s.", "Nobody chose any of %(answers)s.", len(one["answers"])) % {
                "answers": ", ".join(answer(option) for option in one["answers"])
            }


def reasons(row: Mapping[str, Any]) -> list[str]:
    """All of them, the weightiest first."""
    return [reason(one) for one in row["reasons"]]


def untold(row: Mapping[str, Any]) -> str:
    """Why there are no figures of a question; empty where there are. Reports of earlier times do not know of it."""
    match row.get("untold"):
        case "full":
            return _("Everyone was given its marks, so they do not show who could answer it.")
        case "dropped":
            return _("It was dropped for some of the candidates, so its marks do not show who could answer it.")
        case _:
            return ""


def reliability(found: Mapping[str, Any]) -> list[str]:
    """What the reliability of a paper means for those who must pass and fail people by it."""
    coefficient, error = found["coefficient"], found["error"]
    if coefficient is None:
        return [
            _("With so few candidates, or such similar marks, nothing can be said about how reliable the paper is.")
        ]
    if coefficient >= GOOD:
        said = _("Good: another paper of this kind would put the candidates in much the same order.")
    elif coefficient >= FAIR:
        said = _("Fair: good enough for a pass or fail decision, but look at candidates near the pass mark.")
    else:
        said = _("Low: another paper of this kind might well have put the candidates in a different order.")
    sentences = [said]
    if error is not None:
        sentences.append(
            _(
                "On such a paper about two in three candidates are within %(error)s percentage points of "
                "their true mark."
            )
            % {"error": number(error, 1)}
        )
    return sentences


METHODS = {
    "kr20": "KR-20",
    "alpha": "Cronbach α",
    "nested": "ICC(1,k)",
}


def pick(one: Mapping[str, Any]) -> str:
    """What is to be noticed about an option: empty where nothing is."""
    if one["attracts_strong"]:
        return _("Better candidates chose this")
    if not one["count"] and not one["right"]:
        return _("Nobody chose this")
    return ""


def answer(spelled: str) -> str:
    """An answer as its kind spells it, as people say it: letters of options are capitals."""
    parts: Sequence[str] = spelled.split(",")
    if all(len(part) == 1 and part.isalpha() for part in parts):
        return ", ".join(part.upper() for part in parts)
    return spelled


def number(value: float, places: int = 2) -> str:
    """A figure with a true minus; what rounds to zero has none."""
    return f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")


def percent(share: float) -> str:
    """A share, in whole percent."""
    return f"{100 * share:.0f} %"


def time(seconds: float) -> str:
    """A time on a question: 45 s, 1:30 min."""
    whole = round(seconds)
    if whole < 60:
        return _("%(seconds)d s") % {"seconds": whole}
    return _("%(minutes)d:%(seconds)02d min") % {"minutes": whole // 60, "seconds": whole % 60}
