"""Who may appeal, read an appeal, decide it, and name somebody to decide it."""

from __future__ import annotations

from typing import Any

import rules

from accounts.models import User
from accounts.rules import Person, is_administrator, is_examiner, is_own
from exams.marking.appeals import deciders
from exams.marking.rules import earned_it, is_told
from exams.sittings.models import Entry

# Takes a result.
APPEAL = "marking.appeal"
# Take an appeal.
SEE_APPEAL = "marking.see_appeal"
WITHDRAW_APPEAL = "marking.withdraw_appeal"
DECIDE_APPEAL = "marking.decide_appeal"
ASSIGN_APPEAL = "marking.assign_appeal"


@rules.predicate
def had_no_part(user: Person, appeal: Any) -> bool:
    """Whether nothing keeps this person from deciding it, or an administrator has named him all the same."""
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
