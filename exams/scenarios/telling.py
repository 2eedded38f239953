"""Telling a story to a candidate: stem, diagrams, and the explanation afterwards."""

from __future__ import annotations

import random
from typing import Any

from exams.scenarios.options import IF, speaks_of_no_call
from exams.scenarios.tables import Story
from laws.rulings.calls import CALLS
from laws.rulings.case import Asked
from laws.rulings.facts import Source, answer_words
from laws.rulings.readers import untaken
from laws.rulings.ruling import Ruling


def stem(story: Story, ruling: Ruling, rng: random.Random) -> list[str]:
    """The paragraphs of the question: how it happened, what followed, what the partnership has agreed."""
    call = ruling.words("{irregular}")
    offender = story.offender
    did = {"The pass": "passed", "The double": "doubled", "The redouble": "redoubled"}.get(call, f"bid {call}")
    caller = rng.choice([offender.lho, offender.rho]).full_name
    wrong = "too low" if ruling.procedure == "27" else "out of turn"
    openings = (
        f"{caller} calls you: {offender.full_name} has {did}, which is {wrong}. Away from the table you learn that "
        f"{story.cause}.",
        f"You are called to the table. {offender.full_name} {did}; {story.cause}.",
        f"At this table {offender.full_name} {did} {wrong}, and somebody calls the Director. You find out that {story.cause}.",
    )
    return [rng.choice(openings), " ".join(story.events), _methods(story)]


def _methods(story: Story) -> str:
    (withdrawn, words), *others = story.told
    side = "North–South" if story.offender.side.value == "NS" else "East–West"
    first = f"{_named(withdrawn)}, in the auction {story.offender.full_name} believed to be in, means {words}"
    if not others:
        return f"{side}'s methods: {first}."
    rest = "; ".join(f"{_named(call)} means {meaning}" for call, meaning in others)
    return f"{side}'s methods: {first}. In the real auction {rest}."


def _named(text: str) -> str:
    return {"P": "a pass", "X": "a double", "XX": "a redouble"}.get(text, CALLS[text].symbol)


def diagrams(story: Story) -> dict[str, Any]:
    """The auction with the irregular call marked, and the offender's hand."""
    table, record = story.table, story.record
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


def _is_bad(story: Story, index: int) -> bool:
    made = story.record["auction"][index]
    withdrawn = story.told[0][0]
    rest = story.record["auction"][index + 1 :]
    return made["by"] == story.offender.value and made["call"] == withdrawn and len(rest) <= 1


def explanation(ruling: Ruling) -> dict[str, Any]:
    """What the director says, the steps taken and not taken, what follows, and the laws."""
    steps = [
        {
            "question": ruling.words(step.fact.question),
            "answer": answer_of(ruling, step),
            "provision": step.provision,
            "taken": True,
        }
        for step in ruling.asked
    ]
    steps += [
        {
            "question": f"{ruling.words('if ' + IF[branch['fact'], branch['answer']][1])}: {branch['words']}",
            "answer": "",
            "provision": branch["provision"],
            "taken": False,
        }
        for branch in _considered(ruling)
    ]
    outcomes = [{"text": f"{ruling.words(step.effect.words)}.", "provision": step.provision} for step in ruling.decided]
    return {"say": ruling.say(), "steps": steps, "outcomes": outcomes, "cites": list(ruling.citations)}


def answer_of(ruling: Ruling, step: Asked) -> str:
    """An answer in words, with seats for roles."""
    if step.value in ("rho", "partner", "lho"):
        return ruling.words("{" + str(step.value) + "}")
    return answer_words(step.value)


def _considered(ruling: Ruling) -> list[dict[str, Any]]:
    """The branches worth showing: where somebody chose or the director judged, one for each fact."""
    judged = {step.fact.id for step in ruling.asked if step.fact.source is not Source.OBSERVED}
    found: dict[str, dict[str, Any]] = {}
    taken = {ruling.words(effect.words) for effect in ruling.effects}
    for branch in untaken(ruling):
        worth = (branch["fact"], branch["answer"]) in IF and not speaks_of_no_call(branch["words"])
        if worth and branch["fact"] in judged and branch["words"] not in taken:
            found.setdefault(branch["fact"], branch)
    return list(found.values())
