"""The wordings that the engine's procedures cite, from the digest's files, and the module that records them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from laws import keys
from laws.rulings.wordings import above, digest_of, name_of_note, provision_of
from laws.sources.digest import DigestEdition, DigestLaw, DigestProvision

_HEAD = '''"""The wordings of the {title} that its procedures were written from, by their first days.

Written by `manage.py confirm_procedures` from fixtures/laws/{slug}; do not edit.
"""

'''


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


def wordings_module(edition: DigestEdition, texts: Mapping[str, Mapping[str, str]]) -> str:
    """The Python source of `laws.rulings.wordings.<edition>`."""
    lines = [_HEAD.format(title=edition.title, slug=edition.slug), "WORDINGS: dict[str, dict[str, str]] = {\n"]
    for name, digests in texts.items():
        lines.append(f'    "{name}": {{\n')
        lines += [f'        "{day}": "{digest}",\n' for day, digest in sorted(digests.items())]
        lines.append("    },\n")
    lines.append("}\n")
    return "".join(lines)
