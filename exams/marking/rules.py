"""Who may see results, mark scripts, look a sitting over and release it.

Nobody has to do with a sitting that he has entered himself, whatever role he holds by now; who withdrew from it, or was
refused, never saw its paper. A script's markers must not know whose it is: pages that name people beside marks show nothing
of an attempt before its scripts are settled. An examiner of another body who was asked to settle what two markers differ on
has to do with those scripts and with nothing else of the body.
"""

from __future__ import annotations

from typing import Any

import rules

from accounts.rules import Person, is_administrator, is_examiner, is_own
from exams.marking.models import Result, Script
from exams.sittings.models import Entry, Release, Sitting

SEE_RESULT = "marking.see_result"
# Take a sitting.
SEE_RESULTS = "marking.see_results"
CHOOSE_MARKERS = "marking.choose_markers"
# Takes a sitting: who could be one of its markers.
COULD_MARK = "marking.could_mark"
# Take a script.
MARK = "marking.mark_script"
ADJUDICATE = "marking.adjudicate_script"
# Take a sitting.
MODERATE = "marking.moderate"
RELEASE = "marking.release"


@rules.predicate
def earned_it(user: Person, result: Any) -> bool:
    """Whether the result is this person's own."""
    return bool(is_own(user, result.attempt.entry))


@rules.predicate
def is_told(user: Person, result: Any) -> bool:
    """Whether its candidate may see it: told at once or released, and void neither by itself nor with its sitting."""
    attempt = result.attempt
    sitting = attempt.sitting
    if sitting.is_void or getattr(attempt, "void", None) is not None:
        return False
    return sitting.release == Release.AT_ONCE or is_released(sitting)


def is_released(sitting: Sitting) -> bool:
    """Whether a second person has released the results of the sitting."""
    released = getattr(sitting, "released", None)
    return released is not None and released.released_at is not None


@rules.predicate
def has_entered(user: Person, thing: Any) -> bool:
    """Whether this person is in the sitting (given itself, or by a script or a result of it): he knows its paper, or will."""
    if isinstance(thing, Result):
        sitting = thing.attempt.entry.sitting_id
    else:
        sitting = thing.pk if isinstance(thing, Sitting) else thing.sitting_id
    return Entry.objects.inside().filter(sitting=sitting, person=user.pk).exists()


@rules.predicate
def has_it_to_mark(user: Person, script: Any) -> bool:
    """Whether the script was given to this person."""
    return bool(script.tasks.filter(person=user.pk).exists())


@rules.predicate
def is_lent_to(user: Person, script: Any) -> bool:
    """Whether the script's body has asked this person, who examines elsewhere, to settle it, and he has said yes."""
    return user.pk is not None and Script.objects.filter(pk=script.pk).lent_to(user).exists()


rules.add_perm(SEE_RESULT, (earned_it & is_told) | (is_examiner & ~has_entered))
rules.add_perm(SEE_RESULTS, is_examiner & ~has_entered)
rules.add_perm(CHOOSE_MARKERS, is_examiner & ~has_entered)
rules.add_perm(COULD_MARK, is_examiner & ~has_entered)
rules.add_perm(MARK, is_examiner & has_it_to_mark & ~has_entered)
rules.add_perm(ADJUDICATE, (is_examiner | is_lent_to) & ~has_it_to_mark & ~has_entered)
rules.add_perm(MODERATE, is_examiner & ~has_entered)
rules.add_perm(RELEASE, (is_examiner | is_administrator) & ~has_entered)
