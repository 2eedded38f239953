"""Who may see how questions fared: examiners of the body, but for sittings they have entered themselves."""

from __future__ import annotations

import rules

from accounts.rules import is_examiner
from exams.marking.rules import has_entered

# Takes a sitting.
SEE_STATISTICS = "marking.see_statistics"
# Takes a body: its bank over all sittings.
SEE_BANK_STATISTICS = "marking.see_bank_statistics"

rules.add_perm(SEE_STATISTICS, is_examiner & ~has_entered)
rules.add_perm(SEE_BANK_STATISTICS, is_examiner)
