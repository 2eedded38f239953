"""Who may see results: the candidate, and the examiners of the body."""

from __future__ import annotations

from typing import Any

import rules

from accounts.rules import Person, is_examiner, is_own

SEE_RESULT = "marking.see_result"
# Takes a sitting, or anything else of the body.
SEE_RESULTS = "marking.see_results"


@rules.predicate
def earned_it(user: Person, result: Any) -> bool:
    """Whether the result is this person's own."""
    return bool(is_own(user, result.attempt.entry))


rules.add_perm(SEE_RESULT, earned_it | is_examiner)
rules.add_perm(SEE_RESULTS, is_examiner)
