"""Reading what is sent: first its size, depth and signs, then its shape, then what the engine says of it.

A body that is no JSON is a bad request (400); one that is, and cannot be ruled on, is unprocessable (422), and the
problem names the field, and the provision where one decides.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import gettext as _
from jsonschema.exceptions import ValidationError, best_match
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from laws.api.problems import Problem
from laws.api.rulings.shapes import validator
from laws.assistant.addresses import Refused
from laws.rulings.meanings import BadMeaning
from laws.rulings.readers import UnknownProcedure
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.regulations import BadRegulation

LARGEST: Final = 64 * 1024
DEEPEST: Final = 16
# A fault quotes what it found; of a long text the beginning says enough.
QUOTED: Final = 300

_KEY: Final = r"\d{1,2}(?:[A-Z]\d{0,2}(?:\([a-z]\)(?:\([ivx]+\))?)?)?"
# The engine's sentences name the provision that decides in brackets at their end: (27A1, 29A).
_PROVISIONS: Final = re.compile(rf"\(({_KEY}(?:, {_KEY})*)\)$")


class Body(BaseParser):
    """JSON within bounds: 64 KiB, sixteen levels, numbers that are numbers, text that can be written."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The plain data. Raises ParseError for what is no JSON, and Problem 413 for what is too much."""
        text = stream.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise too_large()
        try:
            data = json.loads(text.decode("utf-8-sig"), parse_constant=_refuse_constant)
            if fault := _fault(data):
                raise ParseError(fault)
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is no JSON: %s.") % _short(error)) from error
        return data


def too_large() -> Problem:
    """More was sent than is read."""
    said = _("A body may have up to %(most)d KiB.") % {"most": LARGEST // 1024}
    return Problem("too-large", said, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _fault(data: Any) -> str:
    """What is wrong with the signs, numbers or depth of plain data; nothing for what may be read on."""
    level = [data]
    for _depth in range(DEEPEST):
        if not level:
            return ""
        below: list[Any] = []
        for one in level:
            if isinstance(one, float) and not math.isfinite(one):
                return _("The body has a number that is too large.")
            if isinstance(one, str) and not _writable(one):
                return _("The body has a text with signs that cannot be written.")
            if isinstance(one, dict):
                below += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                below += one
        level = below
    return _("The body is nested deeper than %(most)d levels.") % {"most": DEEPEST} if level else ""


def _writable(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _short(error: object) -> str:
    text = str(error)
    return text if len(text) <= QUOTED else f"{text[:QUOTED]} …"


def read(request: Request, shape: str) -> dict[str, Any]:
    """The body, which has the shape of a component. Raises Problem 422 naming the field."""
    data: Any = request.data
    if fault := _misfit(data, shape):
        path, said = fault
        raise unprocessable("bad-body", said, {path: [said]})
    return dict(data)


def _misfit(data: Any, shape: str) -> tuple[str, str] | None:
    error: ValidationError | None = best_match(validator(shape).iter_errors(data))
    if error is None:
        return None
    steps = [f"[{one}]" if isinstance(one, int) else f".{one}" for one in error.absolute_path]
    return "".join(steps).lstrip(".") or "body", _short(error.message)


def unprocessable(code: str, detail: str, errors: Mapping[str, list[str]] | None = None) -> Problem:
    """What cannot be ruled on; the provisions that the sentence names are told beside it."""
    said = detail if not errors else " ".join(f"{name}: {' '.join(some)}" for name, some in errors.items())
    problem = Problem(code, _short(said), HTTPStatus.UNPROCESSABLE_ENTITY)
    problem.errors = dict(errors or {})
    if named := _PROVISIONS.search(detail):
        problem.provisions = named[1].split(", ")
    return problem


@contextmanager
def judged() -> Iterator[None]:
    """Answer for what the engine refuses with a problem."""
    try:
        yield
    except BadRecord as error:
        raise unprocessable("bad-record", str(error), {error.path: [_short(str(error).partition(": ")[2])]}) from error
    except Contradiction as error:
        field, _colon, said = str(error).partition(": ")
        raise unprocessable("contradiction", str(error), {f"record.{field}": [_short(said)]}) from error
    except UnknownProcedure as error:
        raise unprocessable("unknown-procedure", str(error), {"procedure": [_short(error)]}) from error
    except BadMeaning as error:
        field, _colon, said = str(error).partition(": ")
        raise unprocessable("bad-meaning", str(error), {field: [_short(said)]}) from error
    except BadRegulation as error:
        raise unprocessable("bad-regulation", str(error), {error.path: [_short(error.message)]}) from error
    except Refused as error:
        raise unprocessable("answers-do-not-fit", str(error), {"answers": [str(error)]}) from error
