"""A regrade in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.bank.kinds import kind_of
from exams.bank.kinds.base import Content
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Explained, explained
from exams.marking.marks import plain
from exams.marking.models import Regrade, RegradedResult, Result
from exams.marking.regrades.remedies import Remedy, key_from, remark
from exams.papers.models import PaperQuestion
from exams.sittings.models import Sitting


def remedy(regrade: Regrade) -> str:
    """What is done, in one sentence."""
    match regrade.remedy:
        case Remedy.ACCEPT:
            return _("Answer %(answer)s is accepted as well.") % {"answer": answer(regrade)}
        case Remedy.KEY:
            return _("The key is %(answer)s instead.") % {"answer": answer(regrade)}
        case Remedy.DROP:
            return _("The question does not count for anyone.")
        case Remedy.FULL:
            return _("Everyone gets full marks for the question.")
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
            return _("the pass for %(level)s is restored") % {"level": one["level"]}
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


# --- A question explained by the key and the answers that hold since --------------------------------------------------


def of_sitting(sitting: Sitting, versions: Collection[UUID]) -> Mapping[UUID, list[Regrade]]:
    """By question, the regrade in force that replaced its key and those that accepted other answers besides; in one query."""
    return _in_order(_laid_down(sitting, versions))


def of_result(result: Result, versions: Collection[UUID]) -> Mapping[UUID, list[Regrade]]:
    """The same as far as it holds for this result: without regrades that wrote later ones of its attempt."""
    later = RegradedResult.objects.filter(result__attempt=result.attempt_id, result__number__gt=result.number)
    return _in_order(_laid_down(result.attempt.sitting, versions).exclude(pk__in=later.values("regrade")))


def content_now(version: QuestionVersion, sitting: Sitting) -> Content:
    """What the question is, with the key that holds in this sitting by now."""
    content: Content = version.content
    for regrade in of_sitting(sitting, [version.pk]).get(version.pk, ()):
        if regrade.remedy == Remedy.KEY:
            content = {**content, "key": key_from(content, regrade.answer)}
    return content


def explained_since(version: QuestionVersion, since: Sequence[Regrade], answer: str | None = None) -> Explained:
    """The ruling explained, to somebody who gave this answer, by the key of now.

    What was written about the earlier key is kept, under a heading that says so; what was said of an option holds only as
    long as the option is as right, or as wrong, as it was.
    """
    content, kind, told = version.content, kind_of(version.content), explained(version, answer)
    for regrade in since:
        other = {**content, "key": key_from(content, regrade.answer)}
        reasons = kind.reasons(other, answer)
        kept = [reason for reason in told.reasons if reason.holds is not None and reason in reasons]
        told = replace(told, reasons=kept, since=f"{told.since} {_said(regrade)}".strip())
        if regrade.remedy == Remedy.KEY:
            content = other
            told = replace(told, key=kind.right_lines(content), right=kind.is_right(content, answer))
    return told


def _laid_down(sitting: Sitting, versions: Collection[UUID]) -> QuerySet[Regrade]:
    found = Regrade.objects.reaching(sitting).applied().filter(version__in=versions)
    return found.filter(remedy__in=(Remedy.ACCEPT, Remedy.KEY)).select_related("version")


def _in_order(regrades: Iterable[Regrade]) -> Mapping[UUID, list[Regrade]]:
    found: dict[UUID, list[Regrade]] = defaultdict(list)
    for regrade in regrades:
        if regrade.remedy == Remedy.KEY:
            # What was accepted besides the earlier key went with it.
            found[regrade.version_id].clear()
        found[regrade.version_id].append(regrade)
    return found


def _said(regrade: Regrade) -> str:
    said = remedy(regrade)
    if regrade.remedy == Remedy.KEY and regrade.nobody_loses:
        said += " " + _("Anyone who would have got a worse result keeps the one they had.")
    return said


# --- Which number the question of a regrade has in the papers it is about ---------------------------------------------


def numbers(regrades: Iterable[Regrade]) -> dict[UUID, str]:
    """By the id of each regrade the question's number in words; several where papers or forms ask it in several places."""
    regrades = list(regrades)
    rows = PaperQuestion.objects.filter(version__in={one.version_id for one in regrades}).order_by("position")
    # The forms of a set are sat where its first paper is.
    rows = rows.annotate(sat=Coalesce(F("paper__first"), F("paper")))
    places: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    for version, paper, position in rows.values_list("version", "sat", "position"):
        places[version].append((paper, position))
    found = {}
    for one in regrades:
        papers = None if one.sitting is None else one.sitting.paper_id
        listed = sorted({position for paper, position in places[one.version_id] if papers in (None, paper)})
        words = ngettext("question %(numbers)s", "questions %(numbers)s", len(listed))
        found[one.pk] = words % {"numbers": _(" or ").join(map(str, listed))} if listed else ""
    return found
