"""A regrade in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from exams.bank.kinds import kind_of
from exams.marking.models import Regrade
from exams.marking.numbers import plain
from exams.marking.regrading.remedies import Remedy, remark


def remedy(regrade: Regrade) -> str:
    """What is done, in one sentence."""
    match regrade.remedy:
        case Remedy.ACCEPT:
            return _("Answer %(answer)s is accepted as well.") % {"answer": answer(regrade)}
        case Remedy.KEY:
            return _("The key is %(answer)s instead.") % {"answer": answer(regrade)}
        case Remedy.DROP:
            return _("The question counts for nobody.")
        case Remedy.FULL:
            return _("Everybody has all marks of the question.")
        case _:
            script = regrade.script
            out_of = script.paper_question.marks if script else 0
            words = {"code": script, "marks": plain(remark(regrade, out_of)), "out_of": out_of}
            return _("Script %(code)s earns %(marks)s of %(out_of)s marks.") % words


def answer(regrade: Regrade) -> str:
    """The answer it names, with the words of the options."""
    content = regrade.version.content
    lines = kind_of(content).lines(content, regrade.answer)
    said = [f"{line.letter}, “{line.text}”" if line.letter else line.provision or line.text for line in lines]
    return "; ".join(said) or regrade.answer


def followed(one: Mapping[str, Any]) -> str:
    """What follows for somebody, in words."""
    match one["kind"]:
        case "applies":
            return _("applies for %(level)s") % {"level": one["level"]}
        case "award":
            return _("the award of %(level)s rests on this pass") % {"level": one["level"]}
        case "back":
            return _("the pass for %(level)s is there again") % {"level": one["level"]}
        case _:
            return _("the application for %(level)s rests on this pass") % {"level": one["level"]}


def rows(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a dry run with their words."""
    turns = {"passes": _("passes now"), "fails": _("fails now"), "": ""}
    return [
        {
            **row,
            "turned": turns[row["turn"]],
            "followed": [followed(one) for one in row["follows"]],
        }
        for row in report["rows"]
    ]
