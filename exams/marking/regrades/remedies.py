"""What a remedy does to one answer. Pure: what is marked already goes in, what it would be comes out."""

from __future__ import annotations

import decimal
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.bank.kinds.base import Content
from exams.marking.marks import (
    AS_SET,
    Adjusted,
    Adjustments,
    Earned,
    NothingCounts,
    Unsettled,
    earned,
    mark_answers,
    worth,
)
from exams.marking.models import Regrade
from exams.marking.written.rubrics import scaled
from exams.papers.models import Paper
from exams.sittings.models import Attempt, Sitting
from exams.sittings.rules import NotPossible

Remedy = Regrade.Remedy


def remedied(regrade: Regrade, one: Earned, paper: Paper) -> Earned:
    """The question at this place as the regrade would have it, for the candidate who gave this answer.

    Another answer is accepted besides what holds now: who did not give it keeps what they have, also under a question that was
    dropped or given to everybody before.
    """
    version = regrade.version_id
    match regrade.remedy:
        case Remedy.DROP:
            return earned(one.question, one.answer, Adjustments(dropped=frozenset({version})), paper=paper)
        case Remedy.FULL:
            return earned(one.question, one.answer, Adjustments(full=frozenset({version})), paper=paper)
        case Remedy.ACCEPT:
            if one.answer != regrade.answer or one.adjusted in (Adjusted.DROPPED, Adjusted.FULL):
                return one
            accepted = Adjustments(accepted={version: frozenset({regrade.answer})})
            return earned(one.question, one.answer, accepted, paper=paper)
        case Remedy.KEY:
            key = key_from(one.question.version.content, regrade.answer)
            return earned(one.question, one.answer, Adjustments(keys={version: key}), paper=paper)
        case _:
            return replace(
                one, marks=remark(regrade, one.question.marks), out_of=one.question.marks, adjusted=Adjusted.REMARKED
            )


def remark(regrade: Regrade, out_of: int) -> decimal.Decimal:
    """What the points of a regrade are worth, in marks of the paper."""
    return scaled(regrade.version.content, regrade.points or {}, out_of)


def key_from(content: Content, answer: str) -> Any:
    """An answer as its kind spells it, in the form in which a content stores its key."""
    match kind_of(content).keyed_by:
        case "one" | "number":
            return answer
        case "some" | "places":
            return answer.split(",")
        case "provisions":
            return [answer]
        case _:
            raise NotPossible(_("A written ruling has a rubric, not a key."))


def readable(content: Content, typed: str) -> str:
    """What an examiner typed as an answer, in its one spelling. Raises NotPossible with words for the examiner."""
    kind = kind_of(content)
    if kind.by_people:
        raise NotPossible(
            _(
                "This question is marked by people, so no single answer can be accepted. Mark the script "
                "again, or drop the question."
            )
        )
    try:
        answer = kind.read(content, typed.strip().lower() if content["options"] else typed)
    except (Unreadable, NotOffered) as why:
        offered = ", ".join(option["id"].upper() for option in content["options"])
        words = _("The question has no answer “%(typed)s”.") % {"typed": typed}
        raise NotPossible(str(why) if isinstance(why, Unreadable) else f"{words} {offered}") from why
    if answer is None:
        raise NotPossible(_("Say which answer."))
    return answer


def refused(content: Content, remedy: str, answer: str) -> str:
    """Why this remedy makes no sense for the question, with the key that it has by now; empty where it does."""
    kind = kind_of(content)
    if remedy == Remedy.ACCEPT and kind.is_right(content, answer):
        return _("This answer is already right by the key.")
    if remedy == Remedy.KEY:
        if answer == kind.right(content):
            return _("This is already the key.")
        # Which provisions the explanation cites does not matter here: it is the explanation that was wrong.
        if kind.keyed_by != "provisions" and (fault := kind.key_fault({**content, "key": key_from(content, answer)})):
            return _("This cannot be a key of the question: %(fault)s") % {"fault": fault}
    return ""


def key_like(content: Content, other: Content) -> str:
    """The key of another wording of the question, as an answer to this one; options are matched by their words.

    Raises NotPossible where the other wording's key offers something that this one does not.
    """
    kind = kind_of(other)
    if kind.keyed_by not in ("one", "some", "places"):
        return kind.right(other)
    here = {option["text"]: option["id"] for option in content["options"]}
    texts = {option["id"]: option["text"] for option in other["options"]}
    chosen = [here.get(texts[one]) for one in kind.chosen(kind.right(other))]
    if None in chosen:
        raise NotPossible(_("The key of that wording is not among the options of this one. Say which answer is right."))
    found = [one for one in chosen if one is not None]
    return ",".join(sorted(found) if kind.keyed_by == "some" else found)


def points_of(regrade: Regrade) -> list[dict[str, Any]]:
    """The points of a script marked again, as a settlement keeps them."""
    return [{"id": id_, "points": points} for id_, points in (regrade.points or {}).items()]


# --- What marking and release ask of regrades -------------------------------------------------------------------------


def adjustments(attempt: Attempt) -> Adjustments:
    """The regrades in force for an attempt that is marked only now, in their order; the last about a question decides.

    Where nobody may lose by one, it is left out if this attempt would.

    Regrades that are open are locked meanwhile: one that is just being approved is waited for, and one that is approved later
    finds this attempt's result. Otherwise an attempt marked at that very moment would be in neither.
    """
    about = Regrade.objects.reaching(attempt.sitting).filter(version__in=attempt.paper.questions.values("version"))
    list(about.open().order_by("pk").select_for_update(of=("self",)).values_list("pk"))
    found = AS_SET
    # First what people have not marked and need not mark any more: while it counts as set, nothing can be compared. The
    # order matters only among regrades of one question.
    unread = set(attempt.scripts.filter(settlements=None).values_list("paper_question__version", flat=True))
    applied = about.applied().exclude(remedy=Remedy.REMARK).select_related("version")
    for regrade in sorted(applied, key=lambda one: one.version_id not in unread):
        after = _and_this(found, regrade)
        if not (regrade.nobody_loses and _loses(attempt, found, after)):
            found = after
    return found


def _and_this(before: Adjustments, regrade: Regrade) -> Adjustments:
    """What holds with one more regrade."""
    version = regrade.version_id
    accepted, keys = dict(before.accepted), dict(before.keys)
    dropped, full = before.dropped, before.full
    match regrade.remedy:
        case Remedy.ACCEPT:
            accepted[version] = accepted.get(version, frozenset()) | {regrade.answer}
        case Remedy.DROP:
            dropped, full = dropped | {version}, full - {version}
        case Remedy.FULL:
            dropped, full = dropped - {version}, full | {version}
        case _:
            dropped, full = dropped - {version}, full - {version}
            accepted.pop(version, None)
            keys[version] = key_from(regrade.version.content, regrade.answer)
    return replace(before, dropped=dropped, full=full, accepted=accepted, keys=keys)


def _loses(attempt: Attempt, before: Adjustments, after: Adjustments) -> bool:
    try:
        return worth(mark_answers(attempt, after)) < worth(mark_answers(attempt, before))
    except (Unsettled, NothingCounts):
        # It cannot be told before people have marked; the regrade was decided for all who met the question.
        return False


def open_regrades(sitting: Sitting) -> list[str]:
    """Why results of a sitting should wait, in words: regrades that nobody has decided."""
    count = Regrade.objects.open().touching(sitting).count()
    if not count:
        return []
    return [
        ngettext("%(n)d regrade has not been decided.", "%(n)d regrades have not been decided.", count) % {"n": count},
    ]
