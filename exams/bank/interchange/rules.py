"""Who may bring questions in: the examiners of the body they are for."""

from __future__ import annotations

import rules

from accounts.rules import is_examiner

IMPORT = "bank.import_questions"

rules.add_perm(IMPORT, is_examiner)
