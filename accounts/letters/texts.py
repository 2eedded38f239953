"""What a body says in its letters instead of what we ship, with named places and nothing else that is filled in.

A place is written {{ so }}. A text that names an unknown place, or that is written in any other template language, is refused:
what a registrar types is never run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.services import record
from accounts.letters.models import LetterText
from accounts.models import Body, User
from accounts.prose import one_sign_a_line_end
from accounts.rules import require
from accounts.services import required_reason

Words = str | Promise

LONGEST = 5000

PLACE = re.compile(r"\{\{[ \t]*([^{}\n]*?)[ \t]*\}\}")
LEFT_OVER = re.compile(r"\{\{|\}\}|\{%|%\}|\{#|#\}")


@dataclass(frozen=True)
class Place:
    """What may stand in a text: what it is filled with, and an example of that."""

    means: Words
    example: Words


@dataclass(frozen=True)
class Kind:
    """A letter, or a part of every letter (one without a subject), that a body may word for itself.

    when: on what occasion it is sent, as a sentence. places: what may stand in it, by name. subject, text: what we ship.
    """

    code: str
    label: Words
    when: Words
    places: Mapping[str, Place]
    subject: Words
    text: Words

    @property
    def is_part(self) -> bool:
        """Whether it stands in other letters and is none itself."""
        return not self.subject


BODY = {"body": Place(gettext_lazy("the name of the body"), gettext_lazy("your body"))}

SIGNATURE = Kind(
    "signature",
    gettext_lazy("Signature"),
    gettext_lazy("It stands under every letter of the body."),
    BODY,
    "",
    "{{ body }}",
)
ACCOUNT = Kind(
    "account",
    gettext_lazy("Letters about an account"),
    gettext_lazy(
        "A sentence in the letters that confirm an email address or let somebody choose a password, for people who "
        "belong to no other body. It stands above the signature."
    ),
    BODY,
    "",
    gettext_lazy("You need this account to sit the exams of {{ body }} and to see your accreditation."),
)
PARTS = (SIGNATURE, ACCOUNT)


def must_be_plain(text: str, places: Iterable[str]) -> None:
    """Refuse a text with an unknown place, by its name and with those that may stand there, or with half a place."""
    known = sorted(places)
    shown = {"places": ", ".join(f"{{{{ {name} }}}}" for name in known)}
    unknown = dict.fromkeys(name for name in PLACE.findall(text) if name not in known)
    if unknown:
        names = ", ".join(f"{{{{ {name} }}}}" for name in unknown)
        raise ValidationError(
            _("Nothing is known to stand for %(names)s in this letter. You can use %(places)s."),
            "place",
            {"names": names, **shown},
        )
    if left := LEFT_OVER.search(PLACE.sub("", text)):
        raise ValidationError(
            _("“%(mark)s” belongs to no place. A place is written with two braces on each side: %(places)s."),
            "mark",
            {"mark": left[0], **shown},
        )


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what stands for its places; what is filled in is taken as it is, whatever braces it has."""
    return PLACE.sub(lambda found: values.get(found[1], ""), text)


def texts_of(body: Body, *codes: str) -> dict[str, LetterText]:
    """The latest version that the body wrote of these letters, by code; of all its letters where none is named.

    A letter is missing where the body never wrote one or went back to the standard text.
    """
    found = LetterText.objects.filter(body=body)
    if codes:
        found = found.filter(code__in=codes)
    latest = found.order_by("code", "-number").distinct("code")
    return {one.code: one for one in latest if not one.is_shipped}


def words_of(kind: Kind, own: LetterText | None) -> tuple[str, str]:
    """Subject and text as they hold now, with their places: the body's own, or what we ship."""
    return (own.subject, own.text) if own is not None else (str(kind.subject), str(kind.text))


def part_of(body: Body, kind: Kind) -> str:
    """A part that stands in letters of the body, filled in."""
    _subject, text = words_of(kind, texts_of(body, kind.code).get(kind.code))
    return filled(text, {"body": str(body)})


def signature_of(body: Body) -> str:
    """What stands under the letters of the body."""
    return part_of(body, SIGNATURE)


# --- What a body writes -----------------------------------------------------------------------------------------------


@transaction.atomic
def write(*, body: Body, actor: User, kind: Kind, subject: str, text: str, reason: str, number: int) -> LetterText:
    """Let the body say this from now on. number: the latest version that the registrar saw, 0 for none.

    Refused, by field, where a place is unknown; and where a colleague wrote a version meanwhile. Sent twice, it is written
    once.
    """
    subject, text = " ".join(subject.split()), one_sign_a_line_end(text).strip()
    must_be_sound(kind, subject, text)
    return _written(body, actor, kind, subject, text, reason, number)


@transaction.atomic
def go_back(*, body: Body, actor: User, kind: Kind, reason: str, number: int) -> LetterText:
    """Let the body say again what we ship."""
    return _written(body, actor, kind, "", "", reason, number)


def must_be_sound(kind: Kind, subject: str, text: str) -> None:
    """Refuse, by field, what cannot be a letter of this kind."""
    refused: dict[str, ValidationError] = {}
    for name, words in (("subject", subject), ("text", text)):
        if name == "subject" and kind.is_part:
            continue
        try:
            if not words.strip():
                raise ValidationError(_("Write something here, or go back to the standard text."), "required")
            must_be_plain(words, kind.places)
        except ValidationError as refusal:
            refused[name] = refusal
    if refused:
        raise ValidationError(refused)


def versions_of(body: Body, kind: Kind) -> list[LetterText]:
    """What the body wrote of this letter, the latest first."""
    found = LetterText.objects.filter(body=body, code=kind.code).select_related("made_by")
    return list(found.order_by("-number"))


def _written(body: Body, actor: User, kind: Kind, subject: str, text: str, reason: str, number: int) -> LetterText:
    require(actor, "letters.word", body)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    last = LetterText.objects.filter(body=body, code=kind.code).order_by("-number").first()
    told = (subject, text, reason, actor.pk)
    if last is not None and (last.subject, last.text, last.reason, last.made_by_id) == told:
        return last
    if (last.number if last else 0) != number:
        raise ValidationError(
            _(
                "A colleague has changed this letter since you opened the page. Look at the latest version below, then save."
            ),
            "moved",
        )
    made = LetterText.objects.create(
        body=body, code=kind.code, number=number + 1, subject=subject, text=text, reason=reason, made_by=actor
    )
    data = {"letter": kind.code, "version": made.number, "shipped": made.is_shipped}
    record(actor=actor, verb="letter_text.written", target=made, body=body, reason=reason, data=data)
    return made
