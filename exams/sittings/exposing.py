"""When the settings of a sitting give its paper away: who could tell whom, in sentences, before it is made.

Nothing here is refused. Whoever arranges the sitting chooses another setting, or writes down why it may stay so.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.papers.models import Paper, PaperQuestion
from exams.sittings.models import Release, Sitting

# So many places are named; of more, how many they are says enough.
NAMED = 12


def exposures(arranged: Sitting) -> dict[str, str]:
    """What gives the paper of this sitting away, saved or not, in sentences; none if nothing does.

    Each under a name that stays the same while times are moved: `told`, or the id of the other sitting.
    """
    with timezone.override(arranged.body.zone):
        return {**_told_while_open(arranged), **_shared(arranged)}


def _told_while_open(arranged: Sitting) -> dict[str, str]:
    """Whoever starts when the first could have finished can be told by him what the paper asks, and every ruling.

    Started together nobody does: the one clock has run out by then.
    """
    if arranged.paper.one_each or arranged.release != Release.AT_ONCE or arranged.together:
        return {}
    needed = arranged.opens_at + dt.timedelta(minutes=arranged.paper.minutes)
    last = arranged.closes_at if arranged.last_start_at is None else min(arranged.closes_at, arranged.last_start_at)
    if last <= needed:
        return {}
    told = _(
        "All candidates get the same questions, and each learns the result with every ruling at once. Whoever starts at "
        "%(opens)s has it by %(needed)s, and can tell everybody who starts after that, until %(last)s. Tell the results "
        "together, start together, end the starts earlier, or give each a paper of their own."
    )
    times = {"opens": _moment(arranged.opens_at), "needed": _moment(needed), "last": _moment(last)}
    return {"told": told % times}


def _shared(arranged: Sitting) -> dict[str, str]:
    """Other sittings of the body at the same time that ask questions of this paper, in whatever version."""
    others = Sitting.objects.filter(
        body=arranged.body_id, voided_at=None, opens_at__lt=arranged.closes_at, closes_at__gt=arranged.opens_at
    ).exclude(pk=arranged.pk)
    asked: dict[UUID, int] = dict(_questions(arranged.paper).values_list("version__question", "position"))
    found: dict[UUID, set[int]] = defaultdict(set)
    papers = {sitting.paper_id: sitting.paper for sitting in others.select_related("paper")}
    for pk, paper in papers.items():
        for question in (
            _questions(paper).filter(version__question__in=asked).values_list("version__question", flat=True)
        ):
            found[pk].add(asked[question])
    return {
        str(sitting.pk): _in_words(sitting, sorted(places))
        for sitting in others.order_by("opens_at", "pk")
        if (places := found.get(sitting.paper_id))
    }


def _questions(paper: Paper) -> QuerySet[PaperQuestion]:
    """Those of the paper, and where each candidate has a form of his own, of every form."""
    if paper.one_each:
        return PaperQuestion.objects.filter(Q(paper=paper) | Q(paper__first=paper))
    return paper.questions.all()


def _in_words(other: Sitting, places: list[int]) -> str:
    about = {
        "title": other.title,
        "opens": _moment(other.opens_at),
        "closes": _moment(other.closes_at),
        "n": len(places),
        "numbers": ", ".join(map(str, places[:NAMED])) + (" …" if len(places) > NAMED else ""),
    }
    sentence = ngettext(
        "%(n)d question of this paper (%(numbers)s) is also asked in “%(title)s”, open from %(opens)s to %(closes)s: "
        "whoever has sat the one can tell whoever sits the other.",
        "%(n)d questions of this paper (%(numbers)s) are also asked in “%(title)s”, open from %(opens)s to %(closes)s: "
        "whoever has sat the one can tell whoever sits the other.",
        len(places),
    )
    return sentence % about


def _moment(at: dt.datetime) -> str:
    return date_format(timezone.localtime(at), "j M, H:i")
