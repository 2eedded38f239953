"""Telling a story to a candidate: stem, diagrams, and the explanation afterwards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from exams.scenarios.conditions import IF
from exams.scenarios.mistakes import nothing_else_differs
from exams.scenarios.phrases import names
from exams.scenarios.stories import Drawn, Story
from exams.scenarios.tables import NOTHING_MORE, Table
from laws.rulings.calls import CALLS
from laws.rulings.case import Asked, Decided
from laws.rulings.contrasts import Contrast, contrast
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import MustSubstitute
from laws.rulings.facts import Source, answer_words
from laws.rulings.replay import Kind
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill


def stem(story: Story, ruling: Ruling, rng: random.Random) -> list[str]:
    """The paragraphs of the question: how it happened, what followed, what the partnership has agreed."""
    if story.paragraphs:
        return list(story.paragraphs)
    offender = story.offender
    caller = rng.choice([offender.lho, offender.rho]).full_name
    name, said = offender.full_name, f"“{story.cause}”"
    done = _done(ruling)
    openings = (
        f"{caller} calls you: {name} has {done}. Away from the table, {name} tells you: {said}",
        f"You are called to the table, where {name} has {done}. Taken aside, {name} says: {said}",
        f"“Director!” {name} has {done}, and {caller} has called you. Out of earshot of the others, {name} says: {said}",
    )
    return [rng.choice(openings), " ".join(story.events), _methods(story)]


def _done(ruling: Ruling) -> str:
    at = ruling.situation
    if at is None or at.irregularity is None:
        raise ValueError("a story is told of an irregular call only")
    did = {"P": "passed", "X": "doubled", "XX": "redoubled"}.get(at.call.text, f"bid {at.call.symbol}")
    if ruling.procedure != "27" or at.standing.bid is None or at.standing.bidder is None:
        return f"{did} out of turn"
    if Kind.OUT_OF_ROTATION in at.kinds:
        return f"{did} out of turn, over {at.standing.bidder.full_name}'s {at.standing.bid.symbol}"
    return f"{did} after {at.standing.bidder.full_name}'s {at.standing.bid.symbol}"


def _methods(story: Story) -> str:
    (withdrawn, words), *others = story.told
    meant = f"as {story.offender.full_name} meant it"
    if (withdrawn, words) in others:
        others.remove((withdrawn, words))
        meant += " and in the real auction"
    side = "North–South" if story.offender.side.value == "NS" else "East–West"
    first = f"{_named(withdrawn)} {meant} ({_shown(words)})"
    rest = [f"{_named(call)} in the real auction ({_shown(meaning)})" for call, meaning in others]
    return f"{side} have agreed what these calls show: {'; '.join([first, *rest])}."


def _shown(words: str) -> str:
    """The words of the system for a reader who sees them alone."""
    if words == NOTHING_MORE:
        return "any hand without a better call"
    if "+ points" not in words:
        words = words.replace(" or better", "")
    *parts, last = words.split("; or ")
    if parts and last.endswith(" points") and last.count(" ") == 1:
        last = f"any hand with {last}"
    return "; or ".join([*parts, last])


def _named(text: str) -> str:
    return {"P": "the pass", "X": "the double", "XX": "the redouble"}.get(text, CALLS[text].symbol)


def diagrams(story: Story) -> dict[str, Any]:
    """The auction with the irregular call marked, and the offender's hand."""
    table, record = story.table, story.record
    if story.drawn is not None:
        return _as_drawn(table, story.drawn)
    index = next(i for i, made in enumerate(record["auction"]) if i == len(record["auction"]) - 1 or _is_bad(story, i))
    calls: list[dict[str, Any]] = []
    for i, made in enumerate(record["auction"]):
        calls.append({"by": made["by"], "call": made["call"]} | ({"bad": True} if i == index else {}))
    if "continued" in record:
        calls += [{"by": made["by"], "call": made["call"]} for made in record["continued"]]
        if "replacement" in record:
            calls.append({"by": story.offender.value, "call": record["replacement"]})
    board = {"board": table.board, "dealer": table.dealer.value, "vulnerability": table.vulnerability}
    return {
        "auction": board | {"calls": calls, "notes": []},
        "hands": board | {"show": {story.offender.value: table.hands[story.offender]}},
    }


def _as_drawn(table: Table, drawn: Drawn) -> dict[str, Any]:
    board = {"board": table.board, "dealer": table.dealer.value, "vulnerability": table.vulnerability}
    shown: dict[str, Any] = {}
    if drawn.calls:
        noted = {place: number for number, place in enumerate(sorted(drawn.notes), start=1)}
        calls = [
            {"by": by, "call": call}
            | ({"bad": True} if place in drawn.marked else {})
            | ({"note": noted[place]} if place in noted else {})
            for place, (by, call) in enumerate(drawn.calls)
        ]
        shown["auction"] = board | {"calls": calls, "notes": [drawn.notes[place] for place in sorted(drawn.notes)]}
    if drawn.hands:
        shown["hands"] = board | {"show": dict(drawn.hands)}
    return shown


def _is_bad(story: Story, index: int) -> bool:
    made = story.record["auction"][index]
    withdrawn = story.told[0][0]
    rest = story.record["auction"][index + 1 :]
    return made["by"] == story.offender.value and made["call"] == withdrawn and len(rest) <= 1


def explanation(ruling: Ruling) -> dict[str, Any]:
    """What the director says, the steps taken and not taken, what follows, and the laws."""
    known = names(ruling)
    steps = [
        {
            "question": fill(step.fact.question, known),
            "answer": _answer(step, known),
            "provision": step.provision,
            "taken": True,
        }
        for step in ruling.asked
    ]
    steps += [
        {
            "question": fill(f"if {IF[other.fact.id, other.value]}: {decided.effect.words}", known),
            "answer": "",
            "provision": decided.provision,
            "taken": False,
        }
        for other, decided in _considered(ruling)
    ]
    outcomes = [
        {
            "text": f"{fill(step.effect.words, known)}.",
            "provision": step.provision,
            "main": step.effect.main or step.effect.name == "adjusted_score",
        }
        for step in ruling.decided
        if not _was_done(step.effect)
    ]
    return {"say": ruling.say(), "steps": steps, "outcomes": outcomes, "cites": list(ruling.citations)}


def _was_done(effect: Effect) -> bool:
    """A call that was still owed when the irregular one was cancelled; the story goes on to tell which was made."""
    return isinstance(effect, MustSubstitute) and effect.what == "a legal call"


def _answer(step: Asked, known: dict[str, str]) -> str:
    """An answer in words, with seats for roles."""
    return known[step.value] if step.value in ("rho", "partner", "lho") else answer_words(step.value)


def _considered(ruling: Ruling) -> Iterator[tuple[Contrast, Decided]]:
    """The branches worth showing: where somebody chose or the director judged, one for each fact."""
    told = {step.effect for step in ruling.decided}
    shown: set[str] = set()  # the three tests of Law 23A have one condition
    for other in contrast(ruling):
        condition = IF.get((other.fact.id, other.value))
        if other.fact.source is Source.OBSERVED or condition is None or condition in shown:
            continue
        if not (nothing_else_differs(ruling, other) or other.fact.id == "rho_passes"):
            continue
        decided = next((step for step in other.ruling.decided if step.effect.main and step.effect not in told), None)
        if decided is not None:
            shown.add(condition)
            yield other, decided
