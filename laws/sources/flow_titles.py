"""Where a title ends and the sentence behind it begins, when nothing but capital letters tells them apart."""

from __future__ import annotations

import re

# Written small inside titles.
_SMALL = re.compile(
    r"a|about|after|an|and|as|at|be|before|by|does|for|from|in|into|not|of|on|or|per|the|to|up|with|within"
)
# Words with which sentences of law begin; one of them in capitals belongs to the sentence, not to the title before it.
_OPENER = re.compile(
    r"A|After|All|Although|An|Any|As|Before|Each|Every|Except|Following|For|If|In|It|No|On|Once|Otherwise|Prior|Subject"
    r"|That|The|There|These|This|Those|To|Unless|Until|When|Whenever|Where|While"
)
_ADDING = frozenset(("and", "by", "or"))
_ARTICLES = frozenset(("a", "an", "the"))
_LAW = re.compile(r"Laws?")
_REFERENCE = re.compile(r"\(?\d+[A-Z0-9()a-z]*[,.;)]*")


def split_heading(text: str) -> tuple[str, str]:
    """A provision's heading and its text: (“Card Shown”, “A player ...”). Without a heading the first is empty.

    Titles have capitals but for small words; the sentence begins at the last capital before the first other small word,
    or earlier, when words with which sentences begin stand before it.
    """
    words = text.split(" ")
    end = next((place for place, word in enumerate(words) if not _titled(word)), len(words))
    if end == len(words):
        return (text, "") if words[-1][-1:] not in ".,:;" and not _small(words[-1]) else ("", text)
    start = max((place for place in range(end) if not _small(words[place])), default=0)
    start = _back_to_opener(words, start)
    if not start or (start == 1 and (_opens(words[0]) or words[0].endswith(("’s", "'s")))):
        return "", text
    if _small(words[start - 1]) or any(word[-1:] in ".:;" for word in words[:start]):
        return "", text
    return " ".join(words[:start]), " ".join(words[start:])


def split_law_title(text: str) -> tuple[str, str]:
    """A law's title in capitals and the text behind it."""
    words = text.split(" ")
    end = 0
    while end < len(words) and re.fullmatch(r"[A-Z’'(),/-]+|[–—]", words[end]):
        end += 1
    # “A” can be the first word of the text behind the title.
    if end < len(words) and end and words[end - 1] == "A":
        end -= 1
    return " ".join(words[:end]), " ".join(words[end:])


def split_chart_title(text: str, laws: list[str]) -> tuple[str, str]:
    """A chart's title, written with capitals throughout, and the text behind it; `laws` are the titles of its laws.

    The title of a law at the beginning is the title, with what “and”, “or” or “by” adds to it. Else it ends before a
    bracket, a case, or the sentence behind it.
    """
    words = text.split(" ")
    end = max((_length_of_same(words, law.split(" ")) for law in laws), default=0)
    if end:
        while end + 1 < len(words) and words[end].lower() in _ADDING:
            end += 1
            while end + 1 < len(words) and _small(words[end].lower()):
                end += 1
            end += 1
        return " ".join(words[:end]), " ".join(words[end:])
    end = 0
    while end < len(words) and words[end][:1].isupper() and words[end] not in ("Y", "N", "Case"):
        end += 1
    if end < len(words) and words[end][:1].islower() and end > 1:
        opener = next((place for place in range(end - 2, end) if _opens(words[place])), end - 1)
        end = max(opener, 1)
    return " ".join(words[:end]), " ".join(words[end:])


def _titled(word: str) -> bool:
    """Whether a word can stand in a title."""
    return word[:1].isupper() or _small(word) or bool(_REFERENCE.fullmatch(word)) or not word


def _small(word: str) -> bool:
    return bool(_SMALL.fullmatch(word))


def _opens(word: str) -> bool:
    """Whether a sentence begins with this word."""
    return bool(_OPENER.fullmatch(word))


def _back_to_opener(words: list[str], start: int) -> int:
    """The place of the opener with which the sentence begins whose last capital is at `start`."""
    if _REFERENCE.fullmatch(words[start]) and start and _LAW.fullmatch(words[start - 1]):
        start -= 1
    earliest, place = start, start - 1
    while place >= 0 and (_opens(words[place]) or _small(words[place])):
        if _opens(words[place]):
            earliest = place
        place -= 1
    return earliest


def _length_of_same(words: list[str], title: list[str]) -> int:
    """How many words make up the title, articles and case apart; 0 when they do not begin with it."""
    place = 0
    for wanted in title:
        if wanted.lower() in _ARTICLES:
            continue
        while place < len(words) and words[place].lower() in _ARTICLES:
            place += 1
        if place == len(words) or words[place].lower() != wanted.lower():
            return 0
        place += 1
    return place
