"""From a narrative and a path to a story: the record, the sentences, the diagrams."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from exams.scenarios.narration.narrative import Facts, Narrative, Setting, Stage
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.paths import paths
from exams.scenarios.phrases import names
from exams.scenarios.stories import Drawn, Story, natural_players
from exams.scenarios.tables import Table, Unfit
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.seats import Seat
from laws.rulings.words import fill


def stories(narrative: Narrative, table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
    """What may be told of that theme at this table; nothing when the table does not fit it."""
    if narrative.episodes is not None:
        staged = narrative.words.staged(theme)
        yield from (one.story(narrative.words) for one in narrative.episodes(table, staged) if one.theme in staged)
    elif narrative.stage is not None:
        yield from _path_told(narrative, narrative.stage, table, theme, rng)


def _path_told(narrative: Narrative, stage: Stage, table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
    facts = dict(paths(narrative.procedure)[theme].usual_path)
    try:
        setting = stage(table, facts, rng)
    except Unfit:
        return
    yield _story(narrative, table, theme, facts, setting, rng)


def _story(narrative: Narrative, table: Table, theme: str, facts: Facts, setting: Setting, rng: random.Random) -> Story:
    words = narrative.words
    findings = {fact: value for fact, value in facts.items() if fact not in setting.shown}
    record = {**natural_players({"board": table.board, **setting.record}), "procedure": narrative.procedure}
    if findings:
        record["findings"] = {**setting.record.get("findings", {}), **findings}
    ruling = rule(parse_record(record))
    known = {**names(ruling), **setting.places}
    setting = replace(
        setting,
        places={name: text.format_map(known) for name, text in setting.places.items()},
        notes={place: note.format_map(known) for place, note in setting.notes.items()},
    )
    known |= setting.places
    told = [fill(rng.choice(list(setting.opening)), known)]
    told += [
        fill(rng.choice(list(words.tells[answer])), known)
        for answer in facts.items()
        if answer[0] not in setting.told and words.tells.get(answer)
    ]
    paragraphs = _paragraphs(told)
    return Story(
        table=table,
        theme=theme,
        offender=Seat(setting.offender),
        record=record,
        stem=lambda _: paragraphs,
        drawn=_drawn(table, setting),
        voice=Voice(words, setting.places, setting.like),
        question=words.question,
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
