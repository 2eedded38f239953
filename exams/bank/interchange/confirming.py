"""Whether the rules engine rules on a content's table as the content says it did; a file could say anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from laws.rulings.meanings import BadMeaning
from laws.rulings.readers import UnknownProcedure, rule
from laws.rulings.record import BadRecord, Contradiction, parse_stored
from laws.rulings.regulations import BadRegulation


def confirmed(content: Mapping[str, Any]) -> bool:
    """Whether ruling on the record again goes the same way on the same facts, by whatever version of the engine."""
    try:
        ruling = rule(parse_stored({"edition": content["edition"], **content["record"]}))
    except (BadRecord, BadMeaning, BadRegulation, Contradiction, UnknownProcedure):
        return False
    if not ruling.complete:
        return False
    told, said = ruling.receipt(), content["receipt"]
    return all(told[part] == said[part] for part in ("edition", "facts", "path"))
