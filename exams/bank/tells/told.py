"""What an examiner is shown of a question's options: which of them stand out and why, and what somebody would guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from exams.bank.kinds import Content, kind_of
from exams.bank.kinds.base import letter
from exams.bank.models import QuestionVersion, Status
from exams.bank.tells.guesses import Guess, guess, weights
from exams.bank.tells.signs import FEWEST, Sign, options_of, signs
from exams.bank.tells.tallies import Tally, tallied

LOOKED_AT: Final = 300
"""Other questions on the topic, the latest first: enough to tell what is never right, and soon read."""
IN_USE: Final = (Status.DRAFT, Status.IN_REVIEW, Status.APPROVED)


@dataclass(frozen=True)
class Standing:
    """An option that stands out, whether it is right, and why it does."""

    letter: str
    right: bool
    signs: Sequence[Sign]


@dataclass(frozen=True)
class Told:
    """key_stands_out: whether what stands out leads to the right option alone, so that nobody need read the question."""

    standing: Sequence[Standing]
    key_stands_out: bool
    guess: Guess | None

    @property
    def guessed(self) -> str:
        """What somebody would choose who reads the options alone, in a sentence; empty where no single option is right."""
        if self.guess is None:
            return ""
        letters = [letter(one) for one in self.guess.options]
        words = {"n": f"{weights().questions:,}", "letter": letters[0], "letters": ", ".join(letters)}
        if len(letters) > 1:
            said = _("Going by the options alone, our measure cannot choose between %(letters)s.")
        elif self.guess.finds:
            said = _("Going by the options alone, our measure picks %(letter)s, which is right.")
        else:
            said = _("Going by the options alone, our measure picks %(letter)s, which is wrong.")
        return f"{said} {_('It has learned from %(n)s generated questions.')}" % words


def told(content: Content, here: Mapping[str, Tally] | None = None) -> Told | None:
    """What stands out in a question; none where nothing is chosen from options. here: how wordings fare in its bank."""
    options = options_of(content, here=here, generated=weights().wordings)
    if options is None or len(options.texts) < FEWEST:
        return None
    found, kind = signs(options), kind_of(content)
    holding = kind.chosen(kind.right(content))
    standing = [
        Standing(letter(one), one in holding, borne)
        for one in options.texts
        if (borne := [sign for sign in found if sign.option == one])
    ]
    return Told(standing, _leads_to_key(content, found, options.texts), guess(content))


def key_stands_out(content: Content) -> bool:
    """Whether what stands out leads to the right option alone."""
    options = options_of(content)
    return options is not None and _leads_to_key(content, signs(options), options.texts)


def _leads_to_key(content: Content, found: Sequence[Sign], texts: Mapping[str, str]) -> bool:
    return kind_of(content).keyed_by == "one" and _singled_out(found, texts) == content["key"]


def of_version(version: QuestionVersion) -> Told | None:
    """What stands out in a stored question, read beside the others of its bank. One query."""
    return told(version.content, _fared(version)) if options_of(version.content) else None


def _fared(version: QuestionVersion) -> dict[str, Tally]:
    """How the wordings of the body's other questions on the topic have fared."""
    others = QuestionVersion.objects.filter(
        body=version.body_id, status__in=IN_USE, topic=version.topic, kind=version.kind
    ).exclude(question=version.question_id)
    rows = others.order_by("-created_at").values_list("content__options", "content__key")[:LOOKED_AT]
    return tallied({"kind": version.kind, "options": options, "key": key} for options, key in rows)


def _singled_out(found: Sequence[Sign], texts: Mapping[str, str]) -> str | None:
    """The option that the signs speak for most; none where there are several."""
    speaks = {one: sum(sign.speaks for sign in found if sign.option == one) for one in texts}
    best = [one for one, points in speaks.items() if points == max(speaks.values())]
    return best[0] if len(best) == 1 else None
