"""The content of a question version: a story with the engine's ruling on it, asked as one kind."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.levels import level_of
from exams.scenarios.narration.framed import framed
from exams.scenarios.pairs import Pair
from exams.scenarios.plots import Plot, Ruled
from exams.scenarios.stories import Story, calls_made, diagrams, explanation

GENERATOR_VERSION: Final = "17"
"""Raised whenever the same seed could give another question than before."""

_FREE: Final = "{player}, when it is your turn, you may make any legal call."
_YOUR_CALL: Final = "{player}, it is your turn, and you may make any legal call."
_ANYBODY: Final = re.compile(r"\b(?:North|East|South|West)\b|\b[1-7](?:NT\b|[CDHS]\b|[♣♦♥♠])|[♣♦♥♠]\w*")
"""Players and calls within the words of a story."""


@dataclass(frozen=True)
class Posed:
    """A story with the engine's ruling on it, asked as a question of a kind; `wording` is the seed of its stem."""

    told: Ruled
    fingerprint: str
    kind: str
    asking: Asking
    wording: str


def posed(told: Ruled, fingerprint: str, kind: str, rng: random.Random) -> Posed | None:
    """The story asked as this kind; None where it lends itself to no question of it."""
    try:
        asking = KINDS[kind](*told, rng)
    except NotAskable:
        return None
    return Posed(told, fingerprint, kind, asking, str(rng.random()))


def posed_pair(pair: Pair, wording: str, rng: random.Random, known: Callable[[str], bool]) -> list[Posed]:
    """Both variants of a pair as best rulings, told in the same words; nothing where one gives none, or is `known`."""
    found: list[Posed] = []
    for part, variant in enumerate((pair.first, pair.second), start=1):
        fingerprint = fingerprint_of(variant)
        if known(fingerprint):
            return []
        try:
            asking = KINDS["best_ruling"](*variant, rng)
        except NotAskable:
            return []
        asking = replace(asking, more={**asking.more, "pair": pair.linked(part)})
        found.append(Posed(variant, fingerprint, "best_ruling", asking, wording))
    return found


def fingerprint_of(told: Ruled) -> str:
    """What makes a ruling situation: the path, and the calls with their meanings seen from the offender's seat."""
    story, ruling = told
    seat, record = story.offender, story.record
    turned = {one.value: i for i, one in enumerate((seat, seat.lho, seat.partner, seat.rho))}
    calls = [
        [[turned[made["by"]], made["call"]] for made in calls_made(record, part)] for part in ("auction", "continued")
    ]
    situation = [ruling.path, calls, record.get("replacement"), list(story.told), record.get("cards"), *story.situation]
    if tricks := record.get("play", {}).get("tricks"):
        situation.append([[[turned[card[0]], card[2:]] for card in cards] for cards in tricks])
    return hashlib.sha256(json.dumps(situation, ensure_ascii=False).encode()).hexdigest()


def cause_of(story: Story) -> str:
    """A digest of how a story came about, whoever it was and whichever the calls: with the path it tells near-duplicates."""
    told = [_ANYBODY.sub("·", text) for text in (*story.situation, story.cause)]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()[:16]


def content_of(plot: Plot, one: Posed, generator: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a question version; generator: how it is made again, beside its version and its cause."""
    (story, ruling), asking = one.told, one.asking
    rng = random.Random(one.wording)  # noqa: S311 - not for secrets
    return {
        "format": 1,
        "kind": one.kind,
        "level": level_of(plot, ruling).level,
        "topic": plot.topic,
        "edition": ruling.edition,
        "stem": [*story.stem(rng), *asking.after],
        "question": asking.question,
        "diagrams": diagrams(story),
        "options": framed(asking.options, one.kind, one.fingerprint),
        "key": asking.key,
        "explanation": _with_laws_of(asking, _answering(one, explanation(ruling, story.voice, story.record))),
        "record": story.record,
        "receipt": ruling.receipt(),
        **asking.more,
        "generator": {**generator, "version": GENERATOR_VERSION, "cause": cause_of(story)},
        "fingerprint": one.fingerprint,
    }


def _answering(one: Posed, told: dict[str, Any]) -> dict[str, Any]:
    """An explanation whose spoken ruling says what was asked: first to the player who has asked, at last whose turn it is."""
    answer = one.told.story.answer
    said = [answer if not told["say"].startswith(answer) else "", told["say"]]
    if one.kind == "whose_turn":
        turn = next(option["text"] for option in one.asking.options if option["id"] == one.asking.key)
        free, yours = _FREE.format(player=turn), _YOUR_CALL.format(player=turn)
        if free in told["say"]:
            said = [text.replace(free, yours) for text in said]
        elif yours not in told["say"] and f"and {turn} is next to call." not in told["say"]:  # said once, and at last
            following = f"{turn} is next to call."
            said = [*(text.replace(f"{following} ", "") for text in said), following]
    return told | {"say": " ".join(filter(None, said))}


def _with_laws_of(asking: Asking, told: dict[str, Any]) -> dict[str, Any]:
    """An explanation that cites what earns marks as well, so that a change of that law finds the question."""
    earning = [item["provision"] for item in asking.more.get("rubric", ()) if item.get("provision")]
    return told | {"cites": list(dict.fromkeys([*told["cites"], *earning]))}
