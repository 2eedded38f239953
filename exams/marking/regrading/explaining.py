"""A question explained as it counts by now: with the key and the answers that regrades have laid down since it was set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from exams.bank.kinds import kind_of
from exams.bank.kinds.base import Content
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Explained, explained
from exams.marking.models import Regrade, RegradedResult, Result
from exams.marking.regrading import words
from exams.marking.regrading.remedies import Remedy, key_from
from exams.sittings.models import Sitting


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
    said = words.remedy(regrade)
    if regrade.remedy == Remedy.KEY and regrade.nobody_loses:
        said += " " + _("Whoever would have a worse result by it keeps the one he had.")
    return said
