"""Who may do what with the letters of a body."""

from __future__ import annotations

from typing import Any

import rules

from accounts.rules import Person, is_administrator, is_own, is_registrar

SEND_AGAIN = "letters.send_again"
READ = "letters.read"
WORD = "letters.word"


@rules.predicate
def is_of_the_register(_user: Person, letter: Any) -> bool:
    """Whether the letter is about a record of the register; others may tell of a result."""
    return letter is not None and bool(letter.about)


# Takes a letter, whose text may tell a result: of it they see to whom it goes, its subject and why it does not go out.
rules.add_perm(SEND_AGAIN, is_administrator & ~is_own)
# Takes a letter: whoever it was written to, and of what concerns the register its registrars.
rules.add_perm(READ, is_own | (is_registrar & is_of_the_register))
# Takes the body: those who answer for its awards answer for what it writes about them.
rules.add_perm(WORD, is_registrar)
