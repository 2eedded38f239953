"""Questions that rest: those that candidates of the last sittings of a body have been asked, and remember."""

from __future__ import annotations

from uuid import UUID

from django.apps import apps
from django.db.models import Q
from django.utils.translation import ngettext

from exams.papers.models import Paper, PaperQuestion


def resting(body_id: UUID, sittings: int, *, but: UUID | None = None) -> frozenset[UUID]:
    """The questions, in whatever version, asked in the last so many sittings of the body; none for 0.

    Sittings that are announced count as well; void ones do, unless nobody had started. Where each candidate has a form of
    his own, all forms of the paper count. but: the first paper of a set, whose own sittings do not keep its forms from
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


def in_words(left_out: int, sittings: int) -> str:
    """How many of the questions that would fit are left out because they rest."""
    asked = ngettext("the last sitting", "the last %(n)d sittings", sittings) % {"n": sittings}
    sentence = ngettext(
        "%(n)d approved question that fits is left out, because it was asked in %(asked)s.",
        "%(n)d approved questions that fit are left out, because they were asked in %(asked)s.",
        left_out,
    )
    return sentence % {"n": left_out, "asked": asked}
