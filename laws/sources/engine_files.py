"""Writes what the rules engine knows of a book: its provisions and laws, and the wordings that its procedures rest on.

The engine checks its citations against the one when it is imported (`laws.rulings.books`); what rests on a wording that is
another now is found by the other.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from laws import keys
from laws.rulings.wordings import above, digest_of, name_of_note, provision_of
from laws.sources.digest import DigestEdition, DigestLaw, DigestProvision


def edition_file(edition: DigestEdition) -> str:
    """The text of `laws/rulings/editions/<edition>.json`. A law that is not on the shelf is not in it."""
    laws = edition.current_laws()
    return _written(
        {
            "about": f"What the {edition.title} hold. Written by `manage.py engine_keys` from fixtures/laws/{edition.slug}; "
            "do not edit.",
            "laws": {law.number: law.title for law in laws},
            "keys": [str(provision.key) for law in laws for provision in law.provisions],
        }
    )


def wordings_file(edition: DigestEdition, texts: Mapping[str, Mapping[str, str]]) -> str:
    """The text of `laws/rulings/wordings/<edition>.json`."""
    return _written(
        {
            "about": f"The wordings of the {edition.title} that its procedures were written from, by their first days. "
            f"Written by `manage.py confirm_procedures` from fixtures/laws/{edition.slug}; do not edit.",
            "wordings": {name: dict(sorted(digests.items())) for name, digests in texts.items()},
        }
    )


def _written(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def wordings(edition: DigestEdition, cited: Collection[str]) -> dict[str, dict[str, str]]:
    """The digests of the texts that are cited, lead into what is cited or stand under it, in the order of the law."""
    around = {one for key in cited for one in (key, *above(key))}
    found: dict[str, dict[str, str]] = {}
    for law in edition.laws:
        first = (law.amended or edition.in_force).isoformat()
        for name, digest in _texts(law):
            key = provision_of(name)
            if key in around or any(one in cited for one in above(key)):
                found.setdefault(name, {})[first] = digest
    return dict(sorted(found.items(), key=lambda one: (keys.parse(provision_of(one[0])).order, one[0])))


def _texts(law: DigestLaw) -> Iterator[tuple[str, str]]:
    # A law as a node of its own has the preamble for its text, or none.
    whole = next((one for one in law.provisions if str(one.key) == law.number), None)
    top = whole or DigestProvision(keys.parse(law.number), law.title, "")
    for node in (top, *(one for one in law.provisions if one is not whole)):
        yield str(node.key), digest_of(node.text, node.tables)
    for note in law.footnotes:
        yield name_of_note(str(note.key), note.mark), digest_of(note.text)
