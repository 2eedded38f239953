"""Keys as people space and punctuate them: 27 B 1 (a), 68 B(2), 86 B.2.b, 27b1a, 12-C-2.

Whatever of a key stands behind a law's number is read, so that no such name is cut to the whole law. Where a comma, a
dash or an article may stand between as well, the reading is called doubtful.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from laws import keys
from laws.citing.mentions import Parts
from laws.citing.vocabulary import AFTER_FOLLOWING, MOST_PARAGRAPHS, VERBS

_SPACE = r"[^\S\n]"
_BETWEEN = rf"{_SPACE}*[.,/–-]?{_SPACE}*"
# A letter that is no part of a word: its neighbours are none. A Roman numeral may stand right behind an item.
_ALONE = r"(?![^\W\d_]|[’'])"
_SPELLED = re.compile(
    rf"""
    (?P<law>{keys.LAW})(?!\d)
    (?P<before_section>{_BETWEEN}) (?P<section>[A-Za-z]){_ALONE}
    (?: (?P<before_paragraph>{_BETWEEN}) (?P<open_paragraph>[(\[]{_SPACE}?)? (?P<paragraph>{keys.LAW}) (?!\d)
        (?(open_paragraph) (?P<close_paragraph>{_SPACE}?[)\]]))
      (?: (?P<before_item>{_BETWEEN}) (?P<open_item>[(\[]{_SPACE}?)?
          (?P<item>[A-Za-z]) (?(open_item){_ALONE}|(?:{_ALONE}|(?=(?:{keys.POINT})(?!\w))))
          (?(open_item) (?P<close_item>{_SPACE}?[)\]])?)
        (?: (?P<before_point>[)\]]?{_BETWEEN}) (?P<open_point>[(\[]{_SPACE}?)?
            (?P<point>{keys.POINT}) (?!\w)
            (?(open_point) (?P<close_point>{_SPACE}?[)\]])?)
        )?
      )?
    )?
    """,
    re.VERBOSE,
)
_BEHIND = re.compile(rf"{_SPACE}+(?P<word>[^\W\d_]{{2,}})")
# After these words a letter is no article: “Law 27 A applies”.
_SAID_OF_A_LAW = (
    VERBS
    | AFTER_FOLLOWING
    | {"does", "do", "is", "are", "was", "has", "have", "may", "must", "can", "cannot", "says", "say", "tells", "gives"}
    | {"means", "deals", "speaks", "covers", "to", "in", "of", "on", "as", "for"}
)
_LEVELS = ("section", "paragraph", "item", "point")
_PLAIN = {"", ".", " ", "\xa0"}


@dataclass(frozen=True, slots=True)
class Spelled:
    """A key that stands in a text from `start` to `end`; whether something else may be meant."""

    start: int
    end: int
    parts: Parts
    doubtful: bool


def spelled(text: str, start: int, *, headed: bool) -> Spelled | None:
    """The key that is spelled in the text from here, with a section at least; `headed` when “Law” stands in front."""
    found = _SPELLED.match(text, start)
    level = _deepest(text, found) if found else ""
    if not found or not level:
        return None
    levels = _LEVELS[: _LEVELS.index(level) + 1]
    parts = Parts(
        law=found["law"],
        section=found["section"].upper(),
        paragraph=found["paragraph"] if "paragraph" in levels else "",
        item=found["item"].lower() if "item" in levels else "",
        point=found["point"] if "point" in levels else "",
    )
    end = max(found.end(level), found.end(f"close_{level}") if level != "section" else 0)
    return Spelled(start, end, parts, _is_doubtful(text, found, levels, headed))


def _deepest(text: str, found: re.Match[str]) -> str:
    """The last level that belongs to the key; what may as well be a word of the sentence belongs to none."""
    levels = [one for one in _LEVELS if found[one]]
    last = ""
    for level in levels:
        if found[f"before_{level}"] and _is_word(text, found, level, is_last=level == levels[-1]):
            break
        last = level
    return last


def _is_word(text: str, found: re.Match[str], level: str, *, is_last: bool) -> bool:
    """Whether a part that was read is no part of the key: the article in “27B1 a player”, the first word of a sentence."""
    between, behind = found[f"before_{level}"], text[found.end(level) :]
    word = _BEHIND.match(behind)
    if level == "paragraph":
        # The number counts, “Law 27B 3 players”, or is that of another law: “16C, 26B”.
        another = between.strip() not in {"", "."} or between.startswith(". ")
        in_one_piece = not found["before_section"]
        return (
            int(found["paragraph"]) > MOST_PARAGRAPHS
            or (in_one_piece and another and not found["open_paragraph"])
            or (bool(word) and in_one_piece and not found["open_paragraph"])
        )
    if not is_last:
        return False
    if level == "section":
        # “Law 50 A major penalty card”; the next sentence, the next label, another member.
        if found["section"] in {"A", "a"} and word and word["word"].lower() not in _SAID_OF_A_LAW:
            return True
        return (
            between.strip() in {".", ",", "-", "–"}
            and between != between.strip()
            and (bool(word) or behind.startswith((". ", ".\n")))
        )
    if level == "item" and found["open_item"] and not found["close_item"]:
        return bool(word)
    if level == "item" and not found["open_item"]:
        spaced = found["before_section"] or found["before_paragraph"]
        return bool(word) and not spaced
    return False


def _is_doubtful(text: str, found: re.Match[str], levels: tuple[str, ...], headed: bool) -> bool:
    """Whether the spelling leaves it open what is meant."""
    for level in levels:
        if found[f"before_{level}"] not in _PLAIN:
            return True
        if level != "section" and found[f"open_{level}"] and not found[f"close_{level}"]:
            return True
    last = levels[-1]
    word = _BEHIND.match(text, found.end(last))
    if last == "section":
        # “Law 26 N passes”, “Law 27 A player”, “Law 27 b”.
        return bool(found["before_section"] and (word or found["section"].islower()))
    if last == "item" and not found["open_item"]:
        return bool(word and found["before_item"].isspace()) or found["item"].isupper()
    if not headed:
        clear = any("." in found[f"before_{one}"] for one in levels) or any(
            found[f"open_{one}"] for one in levels if one != "section"
        )
        return bool(found["before_section"]) and (not clear or found["section"].islower())
    return False
