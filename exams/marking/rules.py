"""Who may do what with marks: see results and release them, mark rulings, propose and decide regrades, appeal and decide."""

from __future__ import annotations

from typing import Any

import rules

from accounts.models import User
from accounts.rules import Person, is_administrator, is_examiner, is_own
from exams.marking.appeals import deciders
from exams.marking.models import Regrade, Result, Script
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
    """Whether this person is in the sitting (given itself, or by a script or a result of it): they know its paper, or will."""
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
    """Whether the script's body has asked this person, who examines elsewhere, to settle it, and they have said yes."""
    return user.pk is not None and Script.objects.filter(pk=script.pk).lent_to(user).exists()


rules.add_perm(SEE_RESULT, (earned_it & is_told) | (is_examiner & ~has_entered))
rules.add_perm(SEE_RESULTS, is_examiner & ~has_entered)
rules.add_perm(CHOOSE_MARKERS, is_examiner & ~has_entered)
rules.add_perm(COULD_MARK, is_examiner & ~has_entered)
rules.add_perm(MARK, is_examiner & has_it_to_mark & ~has_entered)
rules.add_perm(ADJUDICATE, (is_examiner | is_lent_to) & ~has_it_to_mark & ~has_entered)
rules.add_perm(MODERATE, is_examiner & ~has_entered)
rules.add_perm(RELEASE, (is_examiner | is_administrator) & ~has_entered)


# Takes a sitting.
PROPOSE = "marking.propose_regrade"
# Take a regrade.
SEE = "marking.see_regrade"
WITHDRAW = "marking.withdraw_regrade"
DECIDE = "marking.decide_regrade"


@rules.predicate
def is_touched(user: Person, regrade: Any) -> bool:
    """Whether it has to do with this person as a candidate; one that is only drafted, too. For lists: `apart_from`."""
    own = Entry.objects.inside().filter(person=user.pk)
    meant = own.filter(sitting=regrade.sitting_id) if regrade.sitting_id else own.asking(regrade.version_id)
    return bool(meant.exists())


@rules.predicate
def has_proposed(user: Person, regrade: Any) -> bool:
    """Whether it is this person's own proposal."""
    return regrade is not None and isinstance(regrade, Regrade) and regrade.proposed_by_id == user.pk


rules.add_perm(PROPOSE, is_examiner & ~has_entered)
rules.add_perm(SEE, is_examiner & ~is_touched)
rules.add_perm(WITHDRAW, is_examiner & has_proposed)
rules.add_perm(DECIDE, is_examiner & ~has_proposed & ~is_touched)


# Takes a result.
APPEAL = "marking.appeal"
# Take an appeal.
SEE_APPEAL = "marking.see_appeal"
WITHDRAW_APPEAL = "marking.withdraw_appeal"
DECIDE_APPEAL = "marking.decide_appeal"
ASSIGN_APPEAL = "marking.assign_appeal"


@rules.predicate
def had_no_part(user: Person, appeal: Any) -> bool:
    """Whether nothing keeps this person from deciding it, or an administrator has named them all the same."""
    return isinstance(user, User) and deciders.may_decide(user, appeal)


@rules.predicate
def sat_it_too(user: Person, appeal: Any) -> bool:
    """Whether this person has a place in the same sitting."""
    return Entry.objects.inside().filter(sitting=appeal.result.attempt.entry.sitting_id, person=user.pk).exists()


rules.add_perm(APPEAL, earned_it & is_told)
rules.add_perm(SEE_APPEAL, is_own | ((is_examiner | is_administrator) & ~sat_it_too))
rules.add_perm(WITHDRAW_APPEAL, is_own)
rules.add_perm(DECIDE_APPEAL, is_examiner & ~is_own & had_no_part)
rules.add_perm(ASSIGN_APPEAL, is_administrator & ~is_own & ~sat_it_too)


# Takes a sitting.
SEE_STATISTICS = "marking.see_statistics"
# Takes a body: its bank over all sittings.
SEE_BANK_STATISTICS = "marking.see_bank_statistics"

rules.add_perm(SEE_STATISTICS, is_examiner & ~has_entered)
rules.add_perm(SEE_BANK_STATISTICS, is_examiner)
