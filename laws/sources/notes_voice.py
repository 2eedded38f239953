"""Whether a paragraph sounds like a comment. Asked only where the build of the law leaves open what a paragraph is.

The law is written in capitals for its officers, with “-ize”, without contractions and never about itself; those who
comment on it write “the director”, “authorised”, “doesn't”, name years, bodies and calls, and say what usually happens.
"""

from __future__ import annotations

import re

_ABOUT_A_LAW = re.compile(
    r"the old law|law \d+ (?:has|is|was|now)\b|this law (?:should|has|is|was|now)\b"
    r"|\b(?:19|20)\d\d laws?\b|see definitions",
    re.IGNORECASE,
)
# What tells a comment, each sign with its reason.
_SIGNS = (
    # It says what happens as a rule and makes up cases.
    r"\b(?i:note|suppose|say,|perhaps|sometimes|usually|uncommon|common|problems?|remember|example|sensible)\b",
    # It writes its officers small and spells in the British way.
    r"\bdirectors?\b",
    r"\b(?!otherwise|exercise)\w+(?:ise|ised|ising|isation)\b",
    # It talks: contractions, I and you, questions.
    r"\w[’'](?:t|re|ve|ll)\b|\b(?:[Ww]e|us|our|[Yy]ou|[Yy]our|I)\b|[?!]",
    # It names bodies and years.
    r"\b(?:QBA|ABF|WBF|NBO|BLML|(?:19|20)\d\d)\b",
    # It speaks of a particular deal.
    r"\b(?:[1-7](?:NT|[CDHS])|hcp|HCP|eg|ie)\b|\bi\.e\.",
)
_COMMENTATOR = re.compile("|".join(_SIGNS))


def speaks_about_the_law(text: str) -> bool:
    """Whether the paragraph has the law for its subject, as no law has."""
    return bool(_ABOUT_A_LAW.search(text))


def sounds_like_a_comment(text: str) -> bool:
    """Whether the paragraph has a word or a spelling that the law does not use."""
    return bool(_COMMENTATOR.search(text)) or speaks_about_the_law(text)
