"""Writes the list of keys for the rules engine, which reads no files: it checks its citations when it is imported."""

from __future__ import annotations

from laws.sources.digest import DigestEdition

_HEAD = '''"""What the {title} hold: KEYS has every provision, LAWS every law by its number.

Written by `manage.py engine_keys` from fixtures/laws/{slug}; do not edit. A law that is not on the
shelf is in neither.
"""

'''


def engine_module(edition: DigestEdition) -> str:
    """The Python source of `laws.rulings.editions.<edition>`."""
    lines = [_HEAD.format(title=edition.title, slug=edition.slug), "KEYS: frozenset[str] = frozenset(\n    (\n"]
    lines += [f'        "{provision.key}",\n' for law in edition.current_laws() for provision in law.provisions]
    lines.append("    )\n)\n\nLAWS: dict[str, str] = {\n")
    lines += [f'    "{law.number}": {_quoted(law.title)},\n' for law in edition.current_laws()]
    lines.append("}\n")
    return "".join(lines)


def _quoted(text: str) -> str:
    """A string literal as the formatter of this project writes it."""
    return "'" + text + "'" if '"' in text else '"' + text.replace("\\", "\\\\") + '"'
