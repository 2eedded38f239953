"""The keys of the editions on the shelf, read straight from the files of the digest."""

from __future__ import annotations

from functools import cache

import yaml
from django.conf import settings


@cache
def keys_of(edition: str) -> frozenset[str]:
    """Every law and provision of an edition, as `duplicate-2017`, without a database."""
    found: set[str] = set()
    for path in sorted((settings.BASE_DIR / "fixtures" / "laws" / edition).glob("*.yaml")):
        law = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - strings only
        if isinstance(law, dict) and "provisions" in law:
            found |= {law["law"], *(provision["key"] for provision in law["provisions"])}
    return frozenset(found)
