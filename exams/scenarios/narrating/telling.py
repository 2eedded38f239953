"""From a narrative and a path to a story: the record, the sentences, the diagrams."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

from exams.scenarios.narrating.narrative import Answer, Facts, Narrative, Setting
from exams.scenarios.narrating.voice import Voice
from exams.scenarios.phrases import names
from exams.scenarios.stories import Drawn, Story, natural_players
from exams.scenarios.tables import Table
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import fill


@cache
def paths(procedure: str) -> Mapping[str, Ruling]:
    """Every path through a procedure by its theme, the path of its receipt."""
    return {path.receipt()["path"]: path for path in explore(procedure)}


def stories(narrative: Narrative, table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
    """The path of that theme, told at this table; nothing when the table does not fit it."""
    facts = dict(paths(narrative.procedure)[theme].usual_path)
    setting = narrative.stage(table, facts, rng)
    if setting is not None:
        yield _story(narrative, table, theme, facts, setting, rng)


def untold(narrative: Narrative) -> list[Answer]:
    """The answers of the procedure's paths for which the narrative has no entry: faults of the narrative."""
    needed = dict.fromkeys(answer for path in paths(narrative.procedure).values() for answer in path.usual_path)
    return [answer for answer in needed if answer not in narrative.tells]


def _story(narrative: Narrative, table: Table, theme: str, facts: Facts, setting: Setting, rng: random.Random) -> Story:
    findings = {fact: value for fact, value in facts.items() if fact not in setting.shown}
    record = {**natural_players(setting.record), "procedure": narrative.procedure}
    if findings:
        record["findings"] = {**setting.record.get("findings", {}), **findings}
    ruling = rule(parse_record(record))
    known = {**names(ruling), **setting.places}
    told = [fill(rng.choice(list(setting.opening)), known)]
    told += [
        fill(rng.choice(list(narrative.tells[answer])), known)
        for answer in facts.items()
        if answer[0] not in setting.told and narrative.tells.get(answer)
    ]
    return Story(
        table=table,
        theme=theme,
        offender=Seat(setting.offender),
        record=record,
        paragraphs=_paragraphs(told),
        drawn=_drawn(table, setting),
        voice=Voice(narrative, dict(setting.places)),
        question=narrative.question,
        hard=narrative.hard(facts),
        situation=tuple(setting.situation),
        ruling=ruling,
    )


def _paragraphs(told: list[str]) -> tuple[str, ...]:
    """The opening stands by itself, what was found out follows it."""
    opening, *rest = told
    return (opening, " ".join(rest)) if rest else (opening,)


def _drawn(table: Table, setting: Setting) -> Drawn:
    auction = [
        made
        for part in ("auction", "continued")
        for item in setting.record.get(part, ())
        for made in (item if isinstance(item, list) else [item])
    ]
    return Drawn(
        calls=tuple((made["by"], made["call"]) for made in auction),
        marked=setting.marked,
        notes=dict(setting.notes),
        hands={seat: table.hands[Seat(seat)] for seat in setting.hands},
    )
