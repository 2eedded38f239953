"""What marking and release ask of regrades."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from exams.marking.marks import AS_SET, Adjustments, NothingCounts, Unsettled, mark_answers, worth
from exams.marking.models import Regrade
from exams.marking.regrading.remedies import Remedy, key_from
from exams.sittings.models import Attempt, Sitting


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
        after = _with(found, regrade)
        if not (regrade.nobody_loses and _loses(attempt, found, after)):
            found = after
    return found


def _with(before: Adjustments, regrade: Regrade) -> Adjustments:
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
        ngettext("%(n)d regrade is not decided.", "%(n)d regrades are not decided.", count) % {"n": count},
    ]
