"""How well known questions are: how often each was asked and told, and when the settings of a sitting give its paper away."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.bank.models import Question
from exams.papers.models import Paper, PaperQuestion
from exams.sittings.models import Attempt, Release, Sitting


@dataclass(frozen=True)
class Exposure:
    """Of one question, in whatever version: papers that hold it; sittings of them, void ones only if somebody had started;
    the last of them; and in how many of them its ruling has been told to somebody.
    """

    papers: int
    sittings: list[Sitting]
    released: int

    @property
    def last(self) -> Sitting | None:
        """The latest sitting that asks it."""
        return self.sittings[0] if self.sittings else None


def exposures_of(questions: Iterable[UUID], *, but: Paper | None = None) -> dict[UUID, Exposure]:
    """The exposure of each of these questions, leaving one paper out; in a fixed number of queries."""
    asked = PaperQuestion.objects.filter(version__question__in=set(questions)).order_by()
    if but is not None:
        asked = asked.exclude(paper=but)
    rows = list(asked.values_list("version__question", "paper", "paper__first").distinct())
    papers: dict[UUID, set[UUID]] = {}
    sat: dict[UUID, set[UUID]] = {}
    for question, paper, first in rows:
        papers.setdefault(question, set()).add(paper)
        # The forms of a set are given out by the sittings of its first.
        sat.setdefault(question, set()).add(first or paper)
    sittings, told = _sittings({pk for found in sat.values() for pk in found} - ({but.pk} if but else set()))
    return {
        question: Exposure(
            papers=len(papers.get(question, ())),
            sittings=(held := [one for one in sittings if one.paper_id in sat.get(question, ())]),
            released=sum(one.pk in told for one in held),
        )
        for question in set(questions)
    }


def _sittings(papers: set[UUID]) -> tuple[list[Sitting], set[UUID]]:
    """The sittings of these papers, latest first, and those of them in which a result has been told."""
    attempts = Attempt.objects.filter(entry__sitting=OuterRef("pk"))
    found = Sitting.objects.filter(paper__in=papers).filter(Q(voided_at=None) | Exists(attempts))
    handed_in = attempts.filter(submitted_at__isnull=False)
    told = found.filter(
        (Q(release=Release.AT_ONCE) & Exists(handed_in)) | Q(released__released_at__lte=timezone.now()), voided_at=None
    )
    return list(found.order_by("-opens_at", "pk")), set(told.values_list("pk", flat=True))


def still_to_sit(fingerprints: Iterable[str]) -> bool:
    """Whether a question about one of these situations stands in a paper whose rulings have not all been told yet.

    A paper without a sitting may get one. Of the others each sitting that is not void must be over, and its results told
    together must be released. The forms of a set are given out by the sittings of its first.
    """
    fingerprints = list(fingerprints)
    # Of nearly every table that is staged the bank has no question, and the query below takes longer to put together.
    if not Question.objects.filter(fingerprint__in=fingerprints).exists():
        return False
    untold = Sitting.objects.filter(voided_at=None).filter(
        Q(closes_at__gt=timezone.now()) | Q(release=Release.TOGETHER, released__released_at=None)
    )
    held = Sitting.objects.filter(voided_at=None)
    asked = PaperQuestion.objects.filter(version__question__fingerprint__in=fingerprints).annotate(
        given_out_by=Coalesce("paper__first", "paper")
    )
    waits = Exists(untold.filter(paper=OuterRef("given_out_by")))
    return asked.filter(waits | ~Exists(held.filter(paper=OuterRef("given_out_by")))).exists()


# --- When the settings of a sitting give its paper away ---------------------------------------------------------------


# So many places are named; of more, how many they are says enough.
NAMED = 12


def leaks(arranged: Sitting) -> dict[str, str]:
    """What gives the paper of this sitting away, saved or not, in sentences; none if nothing does.

    Each under a name that stays the same while times are moved: `told`, or the id of the other sitting.
    """
    with timezone.override(arranged.body.zone):
        return {**_told_while_open(arranged), **_shared(arranged)}


def _told_while_open(arranged: Sitting) -> dict[str, str]:
    """Whoever starts when the first could have finished can be told by them what the paper asks, and every ruling.

    Started together nobody does: the one clock has run out by then.
    """
    if arranged.paper.one_each or arranged.release != Release.AT_ONCE or arranged.together:
        return {}
    needed = arranged.opens_at + dt.timedelta(minutes=arranged.paper.minutes)
    last = arranged.closes_at if arranged.last_start_at is None else min(arranged.closes_at, arranged.last_start_at)
    if last <= needed:
        return {}
    told = _(
        "All candidates get the same questions, and each sees the result and every ruling straight away. A "
        "candidate who starts at %(opens)s has them by %(needed)s, and could pass them on to anyone who starts "
        "after that, until %(last)s. Release the results together, start everyone together, close starting "
        "earlier, or give each candidate a different paper."
    )
    times = {"opens": _moment(arranged.opens_at), "needed": _moment(needed), "last": _moment(last)}
    return {"told": told % times}


def _shared(arranged: Sitting) -> dict[str, str]:
    """Other sittings of the body at the same time that ask questions of this paper, in whatever version."""
    others = Sitting.objects.filter(
        body=arranged.body_id, voided_at=None, opens_at__lt=arranged.closes_at, closes_at__gt=arranged.opens_at
    ).exclude(pk=arranged.pk)
    asked: dict[UUID, int] = dict(_asked_by(arranged.paper).values_list("version__question", "position"))
    found: dict[UUID, set[int]] = defaultdict(set)
    papers = {sitting.paper_id: sitting.paper for sitting in others.select_related("paper")}
    for pk, paper in papers.items():
        for question in (
            _asked_by(paper).filter(version__question__in=asked).values_list("version__question", flat=True)
        ):
            found[pk].add(asked[question])
    return {
        str(sitting.pk): _in_words(sitting, sorted(places))
        for sitting in others.order_by("opens_at", "pk")
        if (places := found.get(sitting.paper_id))
    }


def _asked_by(paper: Paper) -> QuerySet[PaperQuestion]:
    """Those of the paper, and where each candidate has a form of their own, of every form."""
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
        "%(n)d question of this paper (%(numbers)s) is also asked in “%(title)s”, open from %(opens)s to "
        "%(closes)s. A candidate who has sat one could tell a candidate who sits the other.",
        "%(n)d questions of this paper (%(numbers)s) are also asked in “%(title)s”, open from %(opens)s to "
        "%(closes)s. A candidate who has sat one could tell a candidate who sits the other.",
        len(places),
    )
    return sentence % about


def _moment(at: dt.datetime) -> str:
    return date_format(timezone.localtime(at), "j M, H:i")
