"""Who may do what with the letters of a body."""

from __future__ import annotations

import rules

from accounts.rules import is_administrator, is_own

SEND_AGAIN = "letters.send_again"

# Takes a letter, whose text may tell a result: of it they see to whom it goes, its subject and why it does not go out.
rules.add_perm(SEND_AGAIN, is_administrator & ~is_own)
