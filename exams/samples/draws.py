"""Drawing a sample: tables staged by the blueprint as a mock exam stages them, and when one is out of date.

No question of the bank is in it. Questions that the examiners retired or released would do as well, but there are none until
a body has held exams for years, and they cannot be asked again after a change of the law; so the tables are staged anew, by a
seed of the sample's own. A situation that any bank has a question of, that stands in a paper to come or is kept for an
assessment is passed over. From then on no paper asks a situation of the sample (`exams/samples/receivers.py`), whatever comes
into the bank later.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import Body
from exams import scenarios
from exams.bank import content as contents
from exams.bank.kinds import BY_NAME_ONLY
from exams.bank.models import Question
from exams.papers.blueprints import digest
from exams.papers.models import Blueprint, Topic
from exams.papers.topics import digest_of
from exams.practice.exercises import NotPractised, kept_back, open_for
from exams.practice.mocks import laid
from exams.practice.slots import drawn_by
from exams.practice.units import EDITION, catalogue, is_fact, kept, kinds_of
from exams.samples.models import Drawing
from laws.editing.regulations.laying_down import told_in_a_record
from laws.models import ProvisionVersion
from laws.rulings.ruling import ENGINE_VERSION

SEEDS = 4
"""So many tables are tried on a path before another takes its place."""


class NotDrawn(ValueError):
    """Why no sample can be drawn, in a sentence for whoever keeps the papers."""


class Table(NamedTuple):
    """A table of a sample: the path, and the question made of it."""

    unit: str
    content: dict[str, Any]


@dataclass(frozen=True)
class Drawn:
    """A sample that is drawn and not stored yet; the fields are those of `Drawing`."""

    questions: list[dict[str, Any]]
    left_out: list[dict[str, Any]]
    cites: list[str]
    fingerprints: list[str]
    basis: str


def drawn(blueprint: Blueprint, seed: str) -> Drawn:
    """What a seed draws. It takes some seconds, so it is done outside a transaction. Raises NotDrawn."""
    body, quotas = blueprint.body, list(blueprint.quotas.all())
    if blueprint.edition != EDITION or not quotas or any(one.topic.retired_at for one in quotas):
        raise NotDrawn(
            _("No sample can be drawn of this paper: its blueprint asks nothing, or something that is not examined.")
        )
    known: set[str] = set()

    def lay(path: str, kind: str) -> Table | None:
        content = _staged(body, path, kind, seed, known)
        return Table(path, content) if content else None

    tables = laid(blueprint, drawn_by(blueprint), random.Random(seed), lay)  # noqa: S311
    if not tables:
        raise NotDrawn(_("No table can be staged for this paper just now. Try again later."))
    asked = [
        {
            "unit": one.path,
            "topic": catalogue()[one.path].topic,
            "marks": _marks(one.table.content),
            "content": one.table.content,
        }
        for one in tables
    ]
    found = [sum(one.place == place for one in tables) for place in range(len(quotas))]
    lacking = [(quota, quota.count - laid_for) for quota, laid_for in zip(quotas, found, strict=True)]
    cites = sorted({key for one in tables for key in _cited(one.table.content)})
    return Drawn(
        questions=asked,
        left_out=[{"name": quota.name, "count": count} for quota, count in lacking if count],
        cites=cites,
        fingerprints=sorted(known),
        basis=basis_of(blueprint, cites, [one.path for one in tables], body.today()),
    )


def _staged(body: Body, path: str, kind: str, seed: str, known: set[str]) -> dict[str, Any] | None:
    """A table on a path, and its situation added to those that are known; None where there is none."""

    def refused(fingerprint: str) -> bool:
        return fingerprint in known or is_kept_out(fingerprint)

    kinds = (kind,) if kind else _any_kind(path, seed)
    try:
        regulations = open_for(body, path)
        for attempt in range(SEEDS):
            own = f"sample/{seed}/{attempt}"
            if is_fact(path):
                content = scenarios.book.staged(path, seed=own, refuses=refused)
            else:
                content = scenarios.staged(path, seed=own, kinds=kinds, regulations=regulations, refuses=refused)
            if not refused(content["fingerprint"]):
                contents.check(content)
                known.add(content["fingerprint"])
                return content
    except (NotPractised, scenarios.UnknownPathError, scenarios.NotStagedError):
        return None
    return None


def _any_kind(path: str, seed: str) -> tuple[str, ...]:
    """The kinds that a path can be asked as where the blueprint names none, in the order in which they are tried."""
    kinds = [one for one in kinds_of(path) if one not in BY_NAME_ONLY]
    return tuple(random.Random(f"{seed}/{path}").sample(kinds, len(kinds)))  # noqa: S311


def is_kept_out(fingerprint: str) -> bool:
    """Whether a situation must not be in a sample: a bank has a question of it, or a paper or an assessment to come."""
    return Question.objects.filter(fingerprint=fingerprint).exists() or kept_back([fingerprint])


def _marks(content: Mapping[str, Any]) -> int:
    """A written ruling is worth what its rubric gives; every other question one, as in a paper."""
    return sum(item["marks"] for item in content.get("rubric", ())) or 1


def _cited(content: Mapping[str, Any]) -> set[str]:
    """All provisions that its explanation names."""
    told = content["explanation"]
    return {*told["cites"], *(one["provision"] for one in (*told["steps"], *told["outcomes"]))}


# --- what a drawing follows from --------------------------------------------------------------------------------------


def basis_of(blueprint: Blueprint, cites: Collection[str], units: Collection[str], day: dt.date) -> str:
    """A digest of what a sample follows from: the engine and the generator, the wordings that it cites on a day, whether the
    law still has its paths, the body's regulations, the syllabus, and the blueprint. In a fixed number of queries.
    """
    body = blueprint.body
    wordings = ProvisionVersion.objects.current().filter(
        provision__edition__slug=blueprint.edition, provision__key__in=cites, effective__contains=day
    )
    return digest_of(
        [
            [ENGINE_VERSION, scenarios.GENERATOR_VERSION],
            sorted(wordings.order_by().values_list("pk", flat=True)),
            all(unit in catalogue() for unit in units),
            told_in_a_record(body, day),
            Topic.objects.tree(body.pk),
            digest(blueprint, list(blueprint.quotas.all())),
        ]
    )


def is_stale(drawing: Drawing, day: dt.date) -> bool:
    """Whether the law, the engine or the blueprint has changed since it was drawn; read once a minute in each process."""
    blueprint, cites = drawing.sample.blueprint, drawing.cites

    def read() -> bool:
        units = [one["unit"] for one in drawing.questions]
        return drawing.basis != basis_of(blueprint, cites, units, day)

    return kept(f"sample/{drawing.pk}/{day}", read)
