"""Who may propose a regrade and who may decide about it: examiners, never of a result of their own, and never alone."""

from __future__ import annotations

from typing import Any

import rules

from accounts.rules import Person, is_examiner
from exams.marking.models import Regrade
from exams.marking.rules import has_entered
from exams.sittings.models import Entry

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
