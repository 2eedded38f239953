"""Whether questions are fit to be asked: approved still, on the law of the day, not asked or practised just now.

A paper never changes, but examiners take approvals back, the law changes under questions, candidates of the last sittings
of a body remember what they were asked, and somebody may have met the same situation in practice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import cast
from uuid import UUID

from django.apps import apps
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from exams.bank.models import LawFlag, Status
from exams.bank.upkeep.changes import WATCHED
from exams.bank.upkeep.flags import in_force
from exams.papers.models import Paper, PaperQuestion
from exams.papers.signals import practised_asked

PRACTISED_FOR = timedelta(days=90)
"""A situation that came up in practice so lately is in no paper that is drawn."""

# --- What has become of the questions of drawn papers -----------------------------------------------------------------


def taken_back(papers: QuerySet[Paper]) -> QuerySet[PaperQuestion]:
    """The questions of these papers that are not approved any more: retired, replaced or in review again."""
    return PaperQuestion.objects.filter(paper__in=papers).exclude(version__status=Status.APPROVED)


def flagged(papers: QuerySet[Paper], day: date | None = None) -> QuerySet[PaperQuestion]:
    """The questions of these papers whose law has changed by a day, or will some time, and that nobody has looked at since."""
    open_flags = LawFlag.objects.filter(settled_at=None) if day is None else in_force(day)
    changed = open_flags.filter(version=OuterRef("version")).order_by()
    return PaperQuestion.objects.filter(Exists(changed), paper__in=papers, version__status__in=WATCHED)


def sound(papers: QuerySet[Paper], day: date) -> QuerySet[Paper]:
    """Those of these papers that can be sat on a day: all questions are approved still, and rest on the law of the day."""
    of_paper = PaperQuestion.objects.filter(paper=OuterRef("pk"))
    lost = of_paper.exclude(version__status=Status.APPROVED)
    changed = of_paper.filter(version__in=in_force(day).order_by().values("version"))
    return papers.filter(~Exists(lost), ~Exists(changed))


# --- Questions that rest ----------------------------------------------------------------------------------------------


def resting(body_id: UUID, sittings: int, *, but: UUID | None = None) -> frozenset[UUID]:
    """The questions, in whatever version, asked in the last so many sittings of the body; none for 0.

    Sittings that are announced count as well; void ones do, unless nobody had started. Where each candidate has a form of
    their own, all forms of the paper count. but: the first paper of a set, whose own sittings do not keep its forms from
    being drawn.
    """
    if not sittings:
        return frozenset()
    # The next room, which this one may not import; a paper knows its sittings all the same.
    held = apps.get_model("sittings", "Sitting").objects.filter(body=body_id)
    held = held.exclude(Q(voided_at__isnull=False) & ~Q(entries__attempt__isnull=False))
    if but is not None:
        held = held.exclude(paper=but)
    last = [paper for _pk, paper in held.order_by("-opens_at", "pk").distinct().values_list("pk", "paper")[:sittings]]
    papers = Paper.objects.filter(Q(pk__in=last) | Q(first__in=last))
    asked = PaperQuestion.objects.filter(paper__in=papers).order_by().values_list("version__question", flat=True)
    return frozenset(asked.distinct())


def resting_in_words(left_out: int, sittings: int) -> str:
    """How many of the questions that would fit are left out because they rest."""
    asked = ngettext("the last sitting", "the last %(n)d sittings", sittings) % {"n": sittings}
    sentence = ngettext(
        "%(n)d approved question that fits is left out, because it was asked in %(asked)s.",
        "%(n)d approved questions that fit are left out, because they were asked in %(asked)s.",
        left_out,
    )
    return sentence % {"n": left_out, "asked": asked}


# --- Situations that were practised -----------------------------------------------------------------------------------


def practised(fingerprints: Collection[str], since: datetime) -> dict[str, datetime]:
    """Which of these situations somebody has met in practice from then on, and when that was last.

    Practice for its part shows no situation of a paper that is still to be sat, so what was not practised when the paper
    was drawn is met in it first.
    """
    if not fingerprints:
        return {}
    found: dict[str, datetime] = {}
    for _receiver, met in practised_asked.send(Paper, fingerprints=fingerprints, since=since):
        for fingerprint, last in cast(Mapping[str, datetime], met).items():
            found[fingerprint] = max(last, found.get(fingerprint, last))
    return found


def practised_in_words(left_out: int) -> str:
    """How many of the questions that would fit are left out because their situation was practised."""
    return ngettext(
        "%(n)d approved question that fits is left out, because somebody has practised the same situation lately.",
        "%(n)d approved questions that fit are left out, because somebody has practised the same situations lately.",
        left_out,
    ) % {"n": left_out}
