"""What it takes to tell any path through a procedure as a table: a setting, and a sentence for each answer.

A path is a list of facts with their answers. The setting stages what a record can show (seats, auction, cards); the
answers that it does not show are stated in the record as findings. Every answer of the path is told to the candidate,
by the opening of the setting or by a sentence of its own, so that the ruling follows from what the question says.
"""

from __future__ import annotations

import importlib
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from exams.scenarios.narration.bridge import as_data, in_words, names
from exams.scenarios.narration.checking import faults_of, unused
from exams.scenarios.narration.episodes import Episode
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.reading import read
from exams.scenarios.narration.words import FOLDER, LAW, PACKAGE, BadWords, Words, document
from exams.scenarios.stories import Story, Wish, calls_drawn
from exams.scenarios.tables import Table, Unfit
from laws import keys
from laws.rulings.meanings import Shown
from laws.rulings.readers import rule
from laws.rulings.record import USUAL, parse_record
from laws.rulings.seats import Seat
from laws.rulings.words import fill

Facts = Mapping[str, Any]
"""A path: each fact asked, in order, with its answer."""


@dataclass(frozen=True)
class Setting:
    """A table at which a path can be told.

    - record: fields of the table record, without `procedure`, `board` and `findings`: data, or what a stage has (seats,
      calls, those made in an auction); a field whose value is None is left out.
    - shown: the facts that these fields show by themselves; the others are stated as findings.
    - opening: ways to begin the story, one of which is drawn; sentences with places (`{offender}`, and those of `places`).
    - told: facts that the opening tells already at this table; they get no sentence of their own. One that every opening
      tells has no sentence in the words.
    - places: what else the sentences name (a player, a call, a card), beside those of the record; it may name these.
    - offender: the seat that the fingerprint is seen from: the record's offender unless the stage says another.
    - marked: places in the record's auction of calls that the diagram marks as irregular.
    - notes: by the place of a call in the auction, what was said about it (an alert, an explanation); it may name places.
    - hands: the seats whose hands the diagram shows; in a play, what is left of them.
    - situation: what else makes this table another one than the next (which irregularity it was, what was said); the
      path, the auction and the cards count by themselves. Two questions of a batch never share a situation.
    - like: names under `table` in the words file that fit this table: which mistakes somebody could make at it.
    - held: what the story says of a player's hand where it is not the one that was dealt; None when it says nothing.
    - wish: what a player who was told something else says they would have called.
    - polled_when: when the players of the record's poll were asked, by the name that `polled` gives it.
    - answer: what the Director says to the player who has asked something, before the ruling is given to the table.
    - general: the player asks a question of law about no board: what the Director says is an answer and not a ruling.
    """

    record: Mapping[str, Any]
    opening: Sequence[str]
    offender: str = ""
    shown: Collection[str] = frozenset()
    told: Collection[str] = frozenset()
    places: Mapping[str, Any] = field(default_factory=dict)
    marked: Collection[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)
    hands: Sequence[str] = ()
    situation: Sequence[Any] = ()
    like: frozenset[str] = frozenset()
    held: Mapping[Seat, Shown | None] = field(default_factory=dict)
    wish: Wish | None = None
    polled_when: str = ""
    answer: str = ""
    general: bool = False

    def __post_init__(self) -> None:
        """Seats and calls as data in the record, and as words in the places."""
        record = {name: as_data(value) for name, value in self.record.items() if value is not None}
        object.__setattr__(self, "record", record)
        object.__setattr__(self, "places", {name: in_words(value) for name, value in self.places.items()})
        object.__setattr__(self, "offender", str(self.offender or record["offender"]))


Stage = Callable[[Table, Facts, random.Random], Setting]
"""Stages a path on a drawn table. Raises Unfit when this table cannot show it, and another is drawn."""


def first_that_fits(stages: Iterable[Stage], table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The setting of the first of these stages that fits the table. Raises Unfit when none does."""
    for stage in stages:
        with suppress(Unfit):
            return stage(table, facts, rng)
    raise Unfit


Episodes = Callable[[Table, Collection[str]], Iterable[Episode]]
"""Every story of these names that a table has; what each is about its ruling shows."""


@dataclass(frozen=True)
class Narrative:
    """How the paths of one procedure are told: the law's words, and its stage.

    The stage tells a path at a table; or, where the words file has themes of its own, all the episodes of a table.
    """

    words: Words
    stage: Stage | None = None
    episodes: Episodes | None = None

    @property
    def procedure(self) -> str:
        """The number of the procedure's law."""
        return self.words.procedure


def narratives(folder: Path = FOLDER, package: str = PACKAGE) -> tuple[Narrative, ...]:
    """The narratives of every law that has words, in the order of the law book.

    Each `law_NN.yaml` in the folder is one; the module of the same name in the package has its `stage`, or its `episodes`,
    if the file does not name another (`stage: rotation.passes`), or functions of that module with the paths that each stages.
    Raises BadWords, naming each fault with file and line, when one of the files cannot be used.
    """
    found, faults = [], list[str]()
    like: dict[str, list[Words]] = defaultdict(list)
    for path in sorted(folder.glob(f"{LAW}*.yaml")):
        try:
            own = document(path.stem, folder)
            shared = own.data.get("like")
            words = read(own, document(shared, folder) if shared else None)
        except BadWords as error:
            faults += error.faults
            continue
        faults += faults_of(words)
        if shared:
            like[shared].append(words)
        kind = "episodes" if words.themes else "stage"
        stage = own.data.get("stage", f"{path.stem}.{kind}")
        if isinstance(stage, str):
            module, name = stage.split(".")
            staged = getattr(importlib.import_module(f"{package}.{module}"), name)
        else:
            staged = _by_path(importlib.import_module(f"{package}.{path.stem}"), words)
        found.append(Narrative(words, **{kind: staged}))
    faults += [fault for name, laws in like.items() for fault in unused(document(name, folder), laws)]
    if faults:
        raise BadWords(faults)
    return tuple(sorted(found, key=lambda one: keys.parse(one.procedure).order))


def _by_path(module: ModuleType, words: Words) -> Stage:
    """The stage of a law whose file says which function of its module stages which paths; the first that fits does."""
    stages = [(when, getattr(module, name)) for (part, *_, name), when in words.kinds.items() if part == "stage"]
    return lambda table, facts, rng: next(stage for when, stage in stages if when.fits(facts))(table, facts, rng)


# -- from a path to a story --------------------------------------------------------------------------------------------


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
    record = {"assume": USUAL, "board": table.board, **setting.record, "procedure": narrative.procedure}
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
        calls=calls_drawn(record, Seat(setting.offender).value),
        voice=Voice(words, setting.places, setting.like),
        question=fill(words.question, known),
        aside=fill(words.aside, known),
        marked=frozenset(setting.marked),
        notes=setting.notes,
        hands={str(seat): _hand(record, table, Seat(seat)) for seat in setting.hands},
        situation=tuple(map(str, setting.situation)),
        cause=setting.places.get("cause", ""),
        held={seat.value: shown for seat, shown in setting.held.items()},
        wish=setting.wish,
        polled_when=setting.polled_when,
        answer=setting.answer,
        general=setting.general,
        ruling=ruling,
    )


def _hand(record: Mapping[str, Any], table: Table, seat: Seat) -> str:
    """A hand as the diagram shows it: as dealt, or what is left of it where the record tells a play."""
    remaining = record.get("play", {}).get("remaining", {})
    return str(remaining[seat.value]).replace("-", "") if seat.value in remaining else table.hands[seat]


def _paragraphs(told: list[str]) -> tuple[str, ...]:
    """The opening stands by itself, what was found out follows it."""
    opening, *rest = told
    return (opening, " ".join(rest)) if rest else (opening,)
