"""What the headings of the rubber code mean. Their level and boldness say nothing; the words do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from laws import keys
from laws.keys import Key
from laws.sources.loose_labels import LABEL, named, step

# “Laws 29, 30 and 31”, with “Club” in front for those of the alternative club laws.
NUMBERS = re.compile(rf"(?P<club>Club )?Laws? (?P<numbers>{keys.LAW}\b(?:(?:, and |, ?| and ){keys.LAW}\b)*)")
APPENDIX = re.compile(rf"Appendix (?P<number>{keys.LAW})\b")
CLUB_REFERENCE = re.compile(r"\s*\[?Club Laws? [\d, and]+ on page \d+\]?(?:\([^()]*\))?\s*$")
_TITLE = re.compile(r"\s*[-–—:]\s*(?P<title>\S.*)")
_PART = re.compile(r"PART [IVX]+\b\s*[-–—:]?\s*(?P<title>.*)")
_NAMED = {
    "the scope of the laws": "Scope",
    "the proprieties": "Proprieties",
    "appendices": "Appendix",
    "alternative club laws": "Club",
    "club appeals committee": "Appeals",
    "club appeals committees": "Appeals",
    "rules for club procedure": "Procedure",
}


class Meaning(Enum):
    """What begins at a heading."""

    LAWS = "laws"
    SECTION = "section"
    DEFINITIONS = "definitions"
    CONTENTS = "table of contents"
    CAPTION = "caption inside a law"
    GROUP = "heading over several laws"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's meaning; for laws and sections their keys and the title."""

    meaning: Meaning
    keys: tuple[Key, ...] = ()
    title: str = ""


def understand(text: str, here: Key | None) -> Heading:
    """What a heading means that stands inside `here`, the last place that a heading has opened, if any is open."""
    text = CLUB_REFERENCE.sub("", text).strip()
    part = _PART.fullmatch(text)
    name = (part["title"] if part else text).strip().lower()
    if name in _NAMED:
        return Heading(Meaning.LAWS, (Key(law=0, series=_NAMED[name]),), part["title"] if part else text)
    if name == "definitions":
        return Heading(Meaning.DEFINITIONS)
    if name == "table of contents":
        return Heading(Meaning.CONTENTS)
    if part:
        return Heading(Meaning.GROUP)
    if opening := NUMBERS.match(text) or APPENDIX.match(text):
        rest = text[opening.end() :]
        if not rest or (title := _TITLE.fullmatch(rest)):
            return Heading(Meaning.LAWS, numbered(opening), title["title"].strip() if rest and title else "")
    if here and (label := LABEL.match(text)):
        return _inside(here, named(label), text[label.end() :].strip())
    if here and text.isupper():
        return Heading(Meaning.CAPTION)
    return Heading(Meaning.GROUP)


def numbered(found: re.Match[str]) -> tuple[Key, ...]:
    """The keys of the laws in a match of NUMBERS or APPENDIX."""
    if found.re is APPENDIX:
        return (Key(law=int(found["number"]), series="Appendix"),)
    series = "Club" if found["club"] else ""
    return tuple(Key(law=int(number), series=series) for number in re.findall(r"\d+", found["numbers"]))


def _inside(here: Key, label: str, title: str) -> Heading:
    """A heading with a label: a propriety has a number, a section of another place a capital letter."""
    if here.series == "Proprieties" and label.isdigit():
        return Heading(Meaning.LAWS, (Key(law=int(label), series="Proprieties"),), title)
    top = Key(law=here.law, series=here.series)
    if label.isupper() and (key := step(top, label)):
        return Heading(Meaning.SECTION, (key,), title)
    return Heading(Meaning.GROUP)
