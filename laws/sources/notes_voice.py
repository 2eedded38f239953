"""Whether a paragraph sounds like a commentator. Asked only where the build of the law leaves it open what a paragraph is.

The law is written in capitals for its officers, with “-ize”, without contractions and never about itself; those who
comment on it write “the director”, “authorised”, “doesn't”, name years, bodies and calls, and say what usually happens.
"""

from __future__ import annotations

import re

_ABOUT_A_LAW = re.compile(
    r"the old law|law \d+ (?:has|is|was|now)\b|this law (?:should|has|is|was|now)\b|\b(?:19|20)\d\d laws?\b|see definitions",
    re.IGNORECASE,
)
_COMMENTATOR = re.compile(
    r"\b(?:[Nn]ote|[Ss]uppose|[Ss]ay,|[Pp]erhaps|[Ss]ometimes|[Uu]sually|[Cc]ommon|[Pp]roblems?|[Rr]emember|[Ee]xample|uncommon|sensible)\b"
    r"|\b[Dd]irectors?\b(?<!Director)(?<!Directors)|\b\w+(?:ise|ised|ising|isation)\b(?<!otherwise)(?<!exercise)(?<!exercised)"
    r"|\w[’'](?:t|re|ve|ll)\b|\b(?:we|us|our|you|your|I)\b|\b[Ww]e\b|[?!]|\b(?:QBA|ABF|WBF|NBO|BLML)\b|\b(?:19|20)\d\d\b"
    r"|\b[1-7](?:NT|[CDHS])\b|\b(?:hcp|HCP|eg|ie|i\.e\.)\b"
)


def speaks_about_the_law(text: str) -> bool:
    """Whether the paragraph has the law for its subject, as no law has."""
    return bool(_ABOUT_A_LAW.search(text))


def sounds_like_a_comment(text: str) -> bool:
    """Whether the paragraph has a word or a spelling that the law does not use."""
    return bool(_COMMENTATOR.search(text)) or speaks_about_the_law(text)
