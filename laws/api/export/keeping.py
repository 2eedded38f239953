"""Exports that are quick and never stale: made once for each state of the library, which one query tells."""

from __future__ import annotations

import datetime
import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache

from django.core.cache import cache
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from laws.api.export.building import document
from laws.api.export.shape import SCHEMA
from laws.models import (
    Amendment,
    Code,
    Commentary,
    CommentaryVersion,
    Concordance,
    Definition,
    DefinitionVersion,
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Law,
    Part,
    Provision,
    ProvisionVersion,
    SourceDocument,
)

# How many documents a process keeps, of one or two megabytes each: today's of both codes, and what people compare with.
KEPT = 4


@dataclass(frozen=True, slots=True)
class Export:
    """A document and what tells whether somebody's copy is still the same."""

    body: bytes
    etag: str
    changed: datetime.datetime


def export(edition: Edition, on: datetime.date, *, asked_on: bool) -> Export:
    """The edition on a date as JSON. `asked_on`: the caller chose the date; otherwise a new day makes a new document."""
    held = state(edition)
    changed = _since(edition, held)
    if not asked_on:
        midnight = datetime.datetime.combine(on, datetime.time.min, timezone.get_current_timezone())
        changed = max(changed, midnight)
    # A field that a later release adds is in the schema, and makes another document.
    etag = hashlib.sha256(f"{held} {on} {SCHEMA}".encode()).hexdigest()[:32]
    return Export(_body(edition.pk, on, held), f'"{etag}"', changed)


def state(edition: Edition) -> str:
    """A digest of every row that an export of the edition is made from."""
    # A wording is final: which ones are held says everything about them.
    of_wordings = [
        f"SELECT w.id::text AS told FROM {_table(model)} w JOIN {_table(owner)} o ON o.id = w.{column} {further} "  # noqa: S608
        "WHERE w.superseded_at IS NULL AND o.edition_id = %(edition)s"
        for model, owner, column, further in (
            (ProvisionVersion, Provision, "provision_id", ""),
            (DefinitionVersion, Definition, "definition_id", ""),
            (CommentaryVersion, Commentary, "commentary_id", ""),
            (FlowChartVersion, FlowChart, "chart_id", ""),
        )
    ]
    of_wordings.append(
        f"SELECT w.id::text AS told FROM {_table(FootnoteVersion)} w JOIN {_table(Footnote)} f ON f.id = w.footnote_id "  # noqa: S608
        f"JOIN {_table(Provision)} o ON o.id = f.provision_id "
        "WHERE w.superseded_at IS NULL AND o.edition_id = %(edition)s"
    )
    of_rows = [
        f"SELECT r::text AS told FROM {_table(model)} r WHERE r.edition_id = %(edition)s"  # noqa: S608
        for model in (Part, Law, Provision, Definition, Commentary, FlowChart, Amendment)
    ]
    of_rows += [
        f"SELECT r::text AS told FROM {_table(model)} r JOIN {_table(owner)} o ON o.id = r.{column} "  # noqa: S608
        "WHERE o.edition_id = %(edition)s"
        for model, owner, column in (
            (Footnote, Provision, "provision_id"),
            (Amendment.provisions.through, Amendment, "amendment_id"),
            (Commentary.provisions.through, Commentary, "commentary_id"),
            (Commentary.definitions.through, Commentary, "commentary_id"),
            (FlowChart.laws.through, FlowChart, "flowchart_id"),
        )
    ]
    of_rows += [
        f"SELECT r::text AS told FROM {_table(Concordance)} r "  # noqa: S608
        "WHERE %(edition)s IN (r.earlier_edition_id, r.later_edition_id)",
        *(f"SELECT r::text AS told FROM {_table(model)} r" for model in (Code, Edition, SourceDocument)),  # noqa: S608
    ]
    each = [
        f"(SELECT coalesce(md5(string_agg(told, ',' ORDER BY told)), '') FROM ({one}) AS rows)"  # noqa: S608
        for one in (*of_wordings, *of_rows)
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT md5(concat_ws(',', {', '.join(each)}))", {"edition": edition.pk})
        (found,) = cursor.fetchone()
    return str(found)


@lru_cache(maxsize=KEPT)
def _body(edition: int, on: datetime.date, _state: str) -> bytes:
    """The document's bytes, made again only when the library's state has changed."""
    made = document(Edition.objects.select_related("code").get(pk=edition), on)
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def _since(edition: Edition, held: str) -> datetime.datetime:
    """Since when the state has been this one, as far as anybody looked. Forgotten, it begins now: never too early."""
    name = f"laws-api-export-{edition.pk}"
    kept = cache.get(name)
    if kept and kept[0] == held:
        since: datetime.datetime = kept[1]
        return since
    now = timezone.now().replace(microsecond=0)
    cache.set(name, (held, now), timeout=None)
    return now


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
