"""What the OpenAPI schema says of the API as a whole. The settings need it, so it imports nothing of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_DESCRIPTION = """\
The law library and the rules engine for programs: open to everybody, JSON. The library is read-only, and the engine
keeps nothing of what it is sent. The levels of a body, its public register, and what a certificate allows, are open to
everybody as well. Bank, papers, sittings and results of a body are for its own people, and the training room, the way to
a level and evidence are each person's own: all of that is for people who are signed in.

**Addresses** begin with `/api/v1/`, and are permanent. A change that breaks callers gets a new number; fields are
added at any time, so pass over those you do not know.

**Dates.** The law is told as it stood on one date: `?on=2023-06-30`, today in the library's time zone when left out.
Answers name it as `on`. An edition answers only for dates on which it was in force. Stretches of time are half open:
`since` is the first day, `until` the first day on which something no longer applied, null while it applies.

**Two texts.** A `digest` is this project's own words; an `official` text is the publisher's, where this library holds
it. Both stand in `texts`, and each says which it is.

**Keys** such as `27B1(a)` name provisions, in one spelling. Another spelling, `27b1a`, is answered with the right
one.

**Lists** come in pages of 50; `page_size` asks for up to 200. Follow `next` until it is null. A parameter that an
address does not have is refused, as is an empty one.

**Rulings.** What is sent is JSON of up to 64 KiB. The answer tells the ruling with its trace, or in `pending` the question
that has to be answered first. What cannot be ruled on is answered with 422; `errors` names the field, and `provisions`
the provision where one decides.

**Signing in.** Bank, papers, sittings, results, training and accreditation answer the session of somebody who has signed
in on the site, and tell what that person's roles let them see; what other bodies have, and what others practised, is
answered with 404. What changes something is sent with the session's CSRF token in the header `X-CSRFToken`. What cannot be done
as things stand is answered with 409.

**Rates.** Without signing in {anon} for each network address, signed in (by session) {user} for each person. Beyond
that the answer is 429, and its header `Retry-After` says how many seconds to wait. For everything at once take the
export.

**Problems** are answered as `application/problem+json` (RFC 9457): `code` for programs, `detail` with what to do for
people, and `errors` by parameter.
"""

TAGS = [
    {"name": "Editions", "description": "Codes of laws, their editions and amendments."},
    {"name": "Law", "description": "What an edition says on a date: laws, provisions, definitions, flow charts."},
    {"name": "Commentary", "description": "What committees, bodies and authors have said about the law."},
    {"name": "Citations", "description": "What cites what, and how editions and codes answer to one another."},
    {"name": "Search", "description": "Words in law and commentary."},
    {"name": "Sources", "description": "The published documents behind the texts."},
    {"name": "Export", "description": "A whole edition as one document."},
    {"name": "Rulings", "description": "The rules engine: send what happened at a table, and get the ruling."},
    {"name": "Procedures", "description": "What the engine knows: procedures, their questions, paths and flow charts."},
    {"name": "Question bank", "description": "Questions with their keys, decisions and comments, for examiners."},
    {"name": "Papers", "description": "Blueprints and papers for those who keep them, the syllabus for every member."},
    {"name": "Generator", "description": "Runs that make questions from the engine, for examiners."},
    {"name": "Sittings", "description": "Sittings and your place in them; the room for invigilators."},
    {"name": "Appeals", "description": "Appeals against results: yours, and those you have to decide."},
    {
        "name": "Results",
        "description": "Your released results; for examiners, a sitting's results and their release.",
    },
    {
        "name": "Accreditation",
        "description": "Levels, certificates and who may direct what; for you, your way to a level, evidence and awards; for"
        " registrars, the work of a body.",
    },
    {
        "name": "Training",
        "description": "What you practise, which nobody else sees: questions, answers, what you remember, plan, mock exams,"
        " lessons, simulated calls. And courses, in which tutors see how those learners get on who agreed.",
    },
]

_PERIODS = {"sec": "second", "min": "minute", "hour": "hour", "day": "day"}
# Where a parameter stands in a description: the address, what is looked for, the date, filters, the page.
_PLACES = {"q": 1, "on": 2, "page": 4, "page_size": 5, "If-None-Match": 6}


def description(rates: Mapping[str, str]) -> str:
    """The rules of the API, in Markdown; `rates` as the framework writes them: `60/min`."""
    said = {}
    for who, rate in rates.items():
        number, period = rate.split("/")
        said[who] = f"{number} requests a {_PERIODS[period]}"
    return _DESCRIPTION.format(**said)


def in_order(parameter: Mapping[str, Any]) -> int:
    """Sorts the parameters of an address as one reads them; those of one place stay as they are."""
    return 0 if parameter["in"] == "path" else _PLACES.get(parameter["name"], 3)
