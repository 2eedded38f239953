"""What makes one option stand out from the others, whatever the question: each sign is a function of its own, with a name.

Any option may bear any of them. The signs are those that handbooks of item writing warn of; which way each of them points is
what candidates have learned from other exams.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from exams.bank.kinds import Content, kind_of
from exams.bank.kinds.base import letter
from exams.bank.tells.phrases import alike, sentences, wordings
from exams.bank.tells.tallies import Tally
from laws.citing import citations


@dataclass(frozen=True)
class Options:
    """The options of a question: their texts by their ids, what they answer, and how other questions' options have fared.

    here: the wordings that the body's other questions offer; generated: those that the generator does.
    """

    question: str
    texts: Mapping[str, str]
    here: Mapping[str, Tally] = field(default_factory=dict)
    generated: Mapping[str, Tally] = field(default_factory=dict)


@dataclass(frozen=True)
class Sign:
    """What is told of one option. speaks: 1 where candidates take it for right, -1 for wrong, 0 where it only stands out."""

    name: str
    option: str
    told: str | Promise
    speaks: int = 0

    @property
    def letter(self) -> str:
        """How people speak of the option."""
        return letter(self.option)


Found = Iterator[tuple[str, str | Promise, int]]
"""The option, what is told of it, and which way that speaks."""


def options_of(
    content: Content, *, here: Mapping[str, Tally] | None = None, generated: Mapping[str, Tally] | None = None
) -> Options | None:
    """The options of a question in which one may stand out; none where nothing is chosen, or what all offer alike."""
    own = kind_of(content).own_options(content)
    if not own:
        return None
    texts = {option["id"]: option["text"] for option in own if option["text"].strip()}
    return Options(content["question"], texts, here or {}, generated or {})


def signs(options: Options | None) -> list[Sign]:
    """Every sign, in the order of the options."""
    if options is None or len(options.texts) < FEWEST:
        return []
    found = [Sign(name, *one) for name, finds in SIGNS.items() for one in finds(options)]
    places = list(options.texts)
    return sorted(found, key=lambda sign: places.index(sign.option))


FEWEST: Final = 3
"""Of two options neither is the odd one out."""

# --- One option has what no other has ---------------------------------------------------------------------------------

_REASON: Final = re.compile(
    r"\b(because|since|so that|in order to|owing to|due to|as (?:there|it|they|this|that)|for (?:it|they|there) )\b",
    re.I,
)
_CONDITION: Final = re.compile(
    r"\b(if|unless|when|whenever|until|provided|as long as|only after|in case|depending on)\b", re.I
)
_ABSOLUTE: Final = re.compile(
    r"\b(never|always|throughout|in (?:any|every|no) case|under no circumstances?|whatever happens|without exception|"
    r"automatically|all|none|every|entirely|completely|for the rest of the (?:auction|play|board))\b",
    re.I,
)
_NUMBER: Final = re.compile(
    r"(?<![\w♠♥♦♣.])\d+(?:[.,]\d+)?(?: ?%)?(?!\w)|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|half)\b",
    re.I,
)


def reason(options: Options) -> Found:
    """A reason in one option, or in all but one."""
    one, words = _odd(options, _first(_REASON))
    if words:
        yield one, _("The only option that gives a reason (“%s”).") % words, 1
    elif one:
        yield one, _("The only option that gives no reason."), 0


def condition(options: Options) -> Found:
    """A condition in one option, or in all but one."""
    one, words = _odd(options, _first(_CONDITION))
    if words:
        yield one, _("The only option with a condition (“%s”).") % words, 1
    elif one:
        yield one, _("The only option without a condition."), 0


def absolute(options: Options) -> Found:
    """A word that allows no exception, where no other option has one; or all others have."""
    one, words = _odd(options, _first(_ABSOLUTE))
    if words:
        yield one, _("The only option with an absolute word (“%s”).") % words, -1
    elif one:
        yield one, _("The only option without an absolute word."), 1


def provision(options: Options) -> Found:
    """A law cited in one option, or in all but one."""
    one, words = _odd(options, _cited)
    if words:
        yield one, _("The only option that cites a law (%s).") % words, 1
    elif one:
        yield one, _("The only option that cites no law."), 0


def number(options: Options) -> Found:
    """A number in one option, or in all but one; calls, cards and laws are not meant."""
    one, words = _odd(options, lambda text: _first(_NUMBER)(_without_laws(alike(text))))
    if words:
        yield one, _("The only option with a number (“%s”).") % words, 1
    elif one:
        yield one, _("The only option without a number."), 0


def _first(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def found(text: str) -> str:
        match = pattern.search(text)
        return match.group().strip() if match else ""

    return found


def _cited(text: str) -> str:
    return next((text[one.start : one.end] for one in citations(text)), "")


def _without_laws(text: str) -> str:
    for one in reversed(citations(text)):
        text = text[: one.start] + text[one.end :]
    return text


def _odd(options: Options, has: Callable[[str], str]) -> tuple[str, str]:
    """The one option that has something, with what it has; or the one that has nothing where all others have; or nothing."""
    found = {one: has(text) for one, text in options.texts.items()}
    having = [one for one, words in found.items() if words]
    if len(having) == 1:
        return having[0], found[having[0]]
    if len(having) == len(found) - 1:
        return next(one for one in found if one not in having), ""
    return "", ""


# --- Length -----------------------------------------------------------------------------------------------------------

_BY_FAR: Final = 1.5
_AT_LEAST: Final = 30
"""Characters: below that nobody sees which of them is longest."""


def length(options: Options) -> Found:
    """The longest by far, or the shortest by far."""
    by_length = sorted((len(text), one) for one, text in options.texts.items())
    (shortest, short), (next_short, _one) = by_length[:2]
    (next_long, _other), (longest, long) = by_length[-2:]
    if longest >= max(next_long * _BY_FAR, next_long + _AT_LEAST):
        words = {"length": longest, "next": next_long}
        yield long, _("The longest by far: %(length)d characters; the next has %(next)d.") % words, 1
    if next_short >= max(shortest * _BY_FAR, shortest + _AT_LEAST):
        words = {"length": shortest, "next": next_short}
        yield short, _("The shortest by far: %(length)d characters; the next has %(next)d.") % words, 0


# --- Grammar ----------------------------------------------------------------------------------------------------------

_ARTICLE: Final = re.compile(r"\b(an?)\W*$", re.I)
_VOWEL: Final = re.compile(r"[aeiou]|8", re.I)
_MADE_ALIKE: Final = re.compile(r"PLAYER|BID|SUIT")


def grammar(options: Options) -> Found:
    """What does not go on from the question as it begins, or is built otherwise than all the others."""
    if article := _ARTICLE.search(options.question):
        wants_vowel = article[1].lower() == "an"
        for one, text in options.texts.items():
            if bool(_VOWEL.match(text)) != wants_vowel:
                yield one, _("It does not follow from “%s” at the end of the question.") % article[1], -1
        return
    for shape, told in _SHAPES.items():
        one, found = _alone(options, shape)
        if one:
            yield one, told[found] % {"word": options.texts[one].split()[0]}, -1


def _opening(text: str) -> str:
    """Whether it begins as an infinitive (“To leave”), with a form in -ing, or otherwise."""
    first = text.split()[0]
    if first.lower() == "to":
        return "to"
    return "ing" if re.fullmatch(r"(?!(?:no|any|every|some)thing|during|king)[A-Za-z]{2,}ing", first, re.I) else "else"


def _capital(text: str) -> str:
    """Whether it begins with a capital; names, calls and numbers tell nothing."""
    if _MADE_ALIKE.match(alike(text)) or not text[0].isalpha():
        return ""
    return "capital" if text[0].isupper() else "small"


def _stop(text: str) -> str:
    return "stop" if text.rstrip("”\" ’'")[-1:] in {".", "!", "?"} else "none"


def _alone(options: Options, shape: Callable[[str], str]) -> tuple[str, str]:
    """The one option of another shape than all the others, which are at least two of one shape; and its shape."""
    shapes = {one: found for one, text in options.texts.items() if (found := shape(text))}
    kinds = list(shapes.values())
    odd = [one for one, found in shapes.items() if kinds.count(found) == 1]
    alone = len(odd) == 1 and len(set(kinds)) == 2 and len(kinds) >= FEWEST
    return (odd[0], shapes[odd[0]]) if alone else ("", "")


_BUILT: Final = _("It begins with “%(word)s”, and is built differently from the others.")
_SHAPES: Final[Mapping[Callable[[str], str], Mapping[str, str | Promise]]] = {
    _opening: {"to": _BUILT, "ing": _BUILT, "else": _BUILT},
    _capital: {
        "capital": _("It begins with a capital letter; the others do not."),
        "small": _("It begins with a small letter; the others do not."),
    },
    _stop: {
        "stop": _("It ends with a full stop; the others do not."),
        "none": _("It has no full stop at the end; the others have."),
    },
}


# --- One option in another --------------------------------------------------------------------------------------------

_NO_WORD: Final = re.compile(r"[\s.,:;?!“”\"()]+")
_TWO_WORDS: Final = 2
"""One word alone is in many texts."""


def contains(options: Options) -> Found:
    """An option that says all that another says, and more: when the longer holds, so does the other."""
    for one, text in options.texts.items():
        inside = [letter(other) for other, said in options.texts.items() if other != one and _within(said, text)]
        if inside:
            yield one, _("It says all that option %s says, and more.") % " and ".join(inside), 0


def _within(said: str, text: str) -> bool:
    parts, whole = {one.casefold() for one in sentences(said)}, {one.casefold() for one in sentences(text)}
    if parts < whole:
        return True
    inner, outer = _words(said), _words(text)
    return inner.count(" ") > _TWO_WORDS and len(inner) < len(outer) and inner in outer


def _words(text: str) -> str:
    """The words alone, in small letters, each between spaces."""
    return f" {' '.join(_NO_WORD.split(text.casefold())).strip()} "


# --- What other questions have taught ---------------------------------------------------------------------------------


def fared(options: Options) -> Found:
    """A wording that is hardly ever right, or nearly always, wherever it is offered."""
    alike_here = {one: wordings(text) for one, text in options.texts.items()}
    shared = Counter(same for found in alike_here.values() for same in found)
    for one, found in alike_here.items():
        # What most options say tells none of them from the others.
        own = {same: said for same, said in found.items() if shared[same] <= len(options.texts) / 2}
        for tallies, told in (
            (
                options.here,
                _("Offered in %(offered)d other questions on this topic and right in %(right)s: “%(words)s”"),
            ),
            (options.generated, _("Offered in %(offered)d generated questions and right in %(right)s: “%(words)s”")),
        ):
            telling = [(tallies[same], said) for same, said in own.items() if same in tallies and tallies[same].speaks]
            if telling:
                tally, said = max(telling, key=lambda one: one[0].surprise)
                words = {"words": said, "offered": tally.offered, "right": tally.right or _("none")}
                yield one, told % words, tally.speaks
                break


SIGNS: Final[Mapping[str, Callable[[Options], Found]]] = {
    "reason": reason,
    "condition": condition,
    "absolute": absolute,
    "provision": provision,
    "number": number,
    "length": length,
    "grammar": grammar,
    "contains": contains,
    "fared": fared,
}
"""Every sign by its name."""
