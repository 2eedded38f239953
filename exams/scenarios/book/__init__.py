"""Facts of the book, which a director knows without a table: time limits, numbers of tricks, what words mean, their force.

Each law's facts stand in a file of its own here, `law_NN.yaml`; whatever cannot be right in one is refused when it is loaded,
with file and line. `facts` has them all, and `staged` asks one: each seed draws other players, another scene, other options.

A fact rests on words of our digest (`reads`). Whoever asks it looks whether they still stand in the provision on that day, so a
fact that an amendment has changed is not asked until its file says the new one. Plain Python without Django.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from exams.scenarios.demand import NotStagedError, UnknownPathError
from exams.scenarios.kinds.asking import lettered
from exams.scenarios.narration.words import BadWords
from laws import keys
from laws.rulings.seats import ROUND, Seat, Side
from laws.sources.lines import Document, read_checked, read_plain

BOOK_FACT: Final = "book_fact"
"""The kind of question that asks a fact."""
PREFIX: Final = "book"
"""How the name of a fact begins, among the paths of the law: `book/64/won_by_the_revoker`."""
EDITION: Final = "duplicate-2017"
FOLDER: Final = Path(__file__).parent
ABOUT: Final = ("times", "tricks", "numbers", "definitions", "force")
"""What facts are about, as files say it."""
_IN_ORDER: Final = ("times", "tricks", "numbers")
"""Of these the options stand in the order of their file, as people expect of quantities."""
_OPTIONS: Final = 4
_TRIES: Final = 60
"""Questions drawn for one that is not refused."""
_PLACE: Final = re.compile(r"\{(\w+)\}")
_PLACES: Final = ("player", "lho", "partner", "rho", "side", "others")
_SIDES: Final = {Side.NS: "North–South", Side.EW: "East–West"}


@dataclass(frozen=True)
class Scene:
    """How a fact comes up: what has happened, and what is asked."""

    tell: str
    ask: str


@dataclass(frozen=True)
class Fact:
    """A fact of the book.

    name: as `PREFIX` tells. provision: that says it; reads: the words of our digest there that the answer rests on. answers:
    each with why it is wrong, in the order of the file; empty for `right`. because: why the right one is, in a sentence. says:
    the fact as a director would tell it.
    """

    name: str
    law: str
    provision: str
    reads: str
    about: str
    topic: str
    level: str
    case: str
    scenes: Sequence[Scene]
    right: str
    answers: Mapping[str, str] = field(repr=False)
    because: str = field(repr=False)
    says: str = field(repr=False)


@cache
def facts() -> Mapping[str, Fact]:
    """Every fact by its name, in the order of the law book. Raises BadWords with all that is wrong in the files."""
    faults: list[str] = []
    schema = read_plain(Path(__file__).with_name("schema.yaml"))
    pools = read_checked(FOLDER / "pools.yaml", schema["pools"], faults)
    documents = [read_checked(path, schema["law"], faults) for path in sorted(FOLDER.glob("law_*.yaml"))]
    found: list[Fact] = []
    if not faults and pools is not None:
        for document in filter(None, documents):
            found += _facts_of(document, pools.data, faults)
    if faults:
        raise BadWords(faults)
    found.sort(key=lambda one: keys.parse(one.provision).order)
    return {one.name: one for one in found}


def staged(name: str, *, seed: str, refuses: Callable[[str], bool] | None = None) -> dict[str, Any]:
    """The content of a question that asks a fact; the same name and seed give the same question.

    refuses: says of a fingerprint that this question must not come. Raises UnknownPathError; NotStagedError where every
    question that was drawn is refused.
    """
    fact = facts().get(name)
    if fact is None:
        raise UnknownPathError(f"{name!r}: there is no such fact of the book")
    rng = random.Random(f"{name}/{seed}")  # noqa: S311 - not for secrets
    for _try in range(_TRIES):
        content = _drawn(fact, rng)
        if refuses is None or not refuses(content["fingerprint"]):
            return content
    raise NotStagedError(f"{name}: {_TRIES} questions were drawn and every one was refused; refuse fewer")


def _drawn(fact: Fact, rng: random.Random) -> dict[str, Any]:
    scene, seat = rng.choice(fact.scenes), rng.choice(ROUND)
    wrong = rng.sample([one for one in fact.answers if one != fact.right], _OPTIONS - 1)
    chosen = [one for one in fact.answers if one in {fact.right, *wrong}]
    if fact.about not in _IN_ORDER:
        rng.shuffle(chosen)
    places = _seated(seat)
    options = lettered((_filled(one, places), _filled(fact.answers[one], places)) for one in chosen)
    asked = [_filled(scene.tell, places), _filled(scene.ask, places), sorted(one["text"] for one in options)]
    told = json.dumps([fact.name, *asked], ensure_ascii=False)
    return {
        "format": 1,
        "kind": BOOK_FACT,
        "level": fact.level,
        "topic": fact.topic,
        "edition": EDITION,
        "stem": asked[:1],
        "question": asked[1],
        "diagrams": {},
        "options": options,
        "key": options[chosen.index(fact.right)]["id"],
        "explanation": {
            "say": _filled(fact.says, places),
            "reason": {"text": _filled(fact.because, places), "provisions": [fact.provision]},
            "steps": [],
            "outcomes": [],
            "cites": [fact.provision],
        },
        "fingerprint": hashlib.sha256(told.encode()).hexdigest(),
    }


def _seated(seat: Seat) -> dict[str, str]:
    """The players and sides by their places, as seen from one seat."""
    players = {"player": seat, "lho": seat.lho, "partner": seat.partner, "rho": seat.rho}
    return {
        **{name: one.full_name for name, one in players.items()},
        "side": _SIDES[seat.side],
        "others": _SIDES[seat.lho.side],
    }


def _filled(text: str, places: Mapping[str, str]) -> str:
    return text.format_map(places)


# --- the files --------------------------------------------------------------------------------------------------------


def _facts_of(document: Document, pools: Mapping[str, Any], faults: list[str]) -> Iterator[Fact]:
    law = str(document.data["law"])
    for name, told in document.data["facts"].items():
        answers = _answers(told, pools)
        wrong = _wrong_with(told, law, answers)
        if wrong:
            faults += [f"{document.place('facts', name, *path)}: {message}" for path, message in wrong]
            continue
        yield Fact(
            name=f"{PREFIX}/{law}/{name}",
            law=law,
            provision=told["provision"],
            reads=told["reads"],
            about=told["about"],
            topic=told["topic"],
            level=told["level"],
            case=told["case"],
            scenes=[Scene(one["tell"], one["ask"]) for one in told["scenes"]],
            right=next(text for text, why in answers.items() if not why),
            answers=answers,
            because=told["because"],
            says=told["says"],
        )


def _answers(told: Mapping[str, Any], pools: Mapping[str, Any]) -> dict[str, str]:
    """Each answer with why it is wrong; those of a pool name the right one in their reasons."""
    if "pool" not in told:
        return {text: why or "" for text, why in told["answers"].items()}
    right, provision = told["right"], told["provision"]
    return {
        one["text"]: "" if name == right else one["why"].replace("{right}", right).replace("{provision}", provision)
        for name, one in pools.get(told["pool"], {}).items()
    }


def _wrong_with(
    told: Mapping[str, Any], law: str, answers: Mapping[str, str]
) -> list[tuple[tuple[str | int, ...], str]]:
    """What a schema cannot see: where in the fact, and what is expected there."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    try:
        top = keys.parse(told["provision"]).top
    except ValueError as error:
        return [(("provision",), str(error))]
    if top != law:
        found.append((("provision",), f"{told['provision']} is not of Law {law}; its facts stand in a file of its own"))
    right = [text for text, why in answers.items() if not why]
    place = "right" if "pool" in told else "answers"
    if len(right) != 1:
        found.append(((place,), f"expected one answer without a reason against it, the right one, not {len(right)}"))
    if len(answers) < _OPTIONS:
        found.append((("answers",), f"expected at least {_OPTIONS} answers, not {len(answers)}"))
    texts = [told["because"], told["says"], *answers, *answers.values()]
    texts += [text for scene in told["scenes"] for text in (scene["tell"], scene["ask"])]
    unknown = {place for text in texts for place in _PLACE.findall(text)} - {*_PLACES}
    if unknown:
        found.append(((), f"{{{min(unknown)}}} is no place; the places are {', '.join(_PLACES)}"))
    if any(count > 1 for count in Counter((one["tell"], one["ask"]) for one in told["scenes"]).values()):
        found.append((("scenes",), "two scenes say the same"))
    return found
