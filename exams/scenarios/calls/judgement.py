"""How a call was conducted, on the five criteria that assessors mark, and beside the order of the law.

Four points each. Whoever asks everything loses them for questions that were not needed, and whoever rules at once for those
that were: neither passes. Nobody passes who did harm. The judgement is stored with the call, so it stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.calls.conversation import NAMES, RULE, SEATS, SETTLE, TELL, Conversation, Done, acts_of, follow

FORMAT: Final = 1
MOST: Final = 4
"""Points of a criterion."""
PASSED, LEAST = 14, 2
"""Points that pass of the twenty, and of each criterion."""
CRITERIA: Final = ("law", "ruling", "reasons", "questions", "calm")
"""As the sheet of an assessor has them (`exams.assessment.forms`)."""
_PART: Final = 2
"""A part of the ruling counts as much as so many options."""
_HARM: Final = 2
PAST: Final[Mapping[str, str]] = {"Look": "Looked", "Poll": "Polled", "Work": "Worked"}
"""What an act without words begins with, and how it is told afterwards."""
_SLOW, _VERY_SLOW = 1.5, 2.5
"""So many times the time of the law's order."""


def judged(content: Mapping[str, Any], presses: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The judgement on a call that is over: criteria with points and sentences, whether it passes, and both ways.

    `criteria`: {name, points, told: [{text, laws}]} each; `points` of twenty; `passed`; `headline` and `lead`; `harm`: what did
    harm; `left_out`: the questions that were needed and not asked; `rows`: what was done beside what the law's order would be.
    """
    found = follow(content, presses)
    marks: list[dict[str, Any]] = [
        {"name": name, "points": max(0, min(MOST, points)), "told": list(told)}
        for name, (points, told) in zip(
            CRITERIA,
            (
                _law(content, found),
                _ruling(content, found),
                _reasons(content, found),
                _questions(content, found),
                _calm(content, found),
            ),
            strict=True,
        )
    ]
    harm = [_blame(content, one) for one in found.done if one.harmful]
    points = sum(one["points"] for one in marks)
    passed = points >= PASSED and all(one["points"] >= LEAST for one in marks) and not harm
    return {
        "format": FORMAT,
        "criteria": marks,
        "points": points,
        "of": MOST * len(CRITERIA),
        "passed": passed,
        "seconds": found.seconds,
        "headline": _headline(found, marks, passed),
        "lead": f"{harm[0]['text']} {harm[0]['why']}" if harm else _lead(content, marks),
        "harm": harm,
        "left_out": _left_out(content, found),
        "rows": list(_rows(content, found)),
    }


Marked = tuple[int, list[dict[str, Any]]]
"""Points, and the sentences that say why, each with the laws that it rests on."""


def _told(text: str, laws: Sequence[str] = ()) -> dict[str, Any]:
    return {"text": text, "laws": [law for law in laws if law]}


def _ruled(found: Conversation) -> Mapping[str, Any] | None:
    return next((one.press for one in found.done if one.act == RULE), None)


def _law(content: Mapping[str, Any], found: Conversation) -> Marked:
    ruled = _ruled(found)
    right = next(one for one in content["rule"]["laws"] if one["right"])
    named = f"Law {right['id']}, {right['text']}"
    if ruled is None:
        return 0, [_told(f"You gave no ruling. It falls under {named}.", [right["id"]])]
    if ruled["law"] == right["id"]:
        return MOST, [_told(f"You ruled under {named}.", [right["id"]])]
    if not ruled["law"]:
        return 0, [_told(f"You did not name {named}.", [right["id"]])]
    return 0, [_told(f"You ruled under Law {ruled['law']}. It falls under {named}.", [right["id"]])]


def _ruling(content: Mapping[str, Any], found: Conversation) -> Marked:
    """The parts of the ruling, and the options that were told: what is right counts, what is wrong is taken off."""
    ruled = _ruled(found)
    parts = content["rule"]["parts"]
    said = set(ruled["parts"]) if ruled else set()
    hit, wrong, missing = _compared(parts, said)
    told = [
        *(_told(f"Left out: {one['text']}", [one["law"]]) for one in missing),
        *(_told(f"Not so here: {one['text']}") for one in wrong),
    ]
    score, of = _PART * (len(hit) - len(wrong)), _PART * (len(hit) + len(missing))
    if content["tell"] and not content["tell"]["to"]:
        if any(done.act == TELL for done in found.done):
            score -= _PART
            told.append(_told("You told options, and nobody has a choice here."))
    elif content["tell"]:
        options = [{**one, "right": one["place"] >= 0} for one in content["tell"]["options"]]
        offered = {one for done in found.done if done.act == TELL and not done.amiss for one in done.press["options"]}
        heard, untrue, unsaid = _compared(options, offered)
        score, of = score + len(heard) - len(untrue), of + len(heard) + len(unsaid)
        name = NAMES[content["tell"]["to"]]
        if offered and unsaid:
            told.append(
                _told(
                    f"{name} heard {len(heard)} of the {len(heard) + len(unsaid)} options.", content["tell"]["laws"][:1]
                )
            )
        elif not offered:
            told.append(
                _told(
                    f"{name} {'were' if len(content['tell']['to']) > 1 else 'was'} not told the options.",
                    content["tell"]["laws"][:1],
                )
            )
        told += [_told(f"No option here: {one['text']}") for one in untrue]
    if ruled is None:
        return 0, [_told("You gave no ruling.")]
    return int(MOST * max(0, score) / of + 0.5), told or [_told("Every part of your ruling is right.")]


def _compared(
    listed: Sequence[Mapping[str, Any]], said: set[str]
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """What was said and is right, what was said and is not, and what was left out."""
    hit = [one for one in listed if one["right"] and one["id"] in said]
    wrong = [one for one in listed if not one["right"] and one["id"] in said]
    missing = [one for one in listed if one["right"] and one["id"] not in said]
    return hit, wrong, missing


def _reasons(content: Mapping[str, Any], found: Conversation) -> Marked:
    ruled = _ruled(found)
    right = next(one for one in content["rule"]["reasons"] if one["right"])
    if ruled is None:
        return 0, [_told("You gave no reason.")]
    if ruled["reason"] == right["id"]:
        return MOST, [_told(right["text"], right["laws"])]
    said = next((one["text"] for one in content["rule"]["reasons"] if one["id"] == ruled["reason"]), "")
    gave = f"You said: {said}" if said else "You gave another reason, or none."
    return 0, [_told(gave), _told(f"The reason: {right['text']}", right["laws"])]


def _needed(content: Mapping[str, Any]) -> list[str]:
    """What has to be found out, or put to a player, before the ruling."""
    return list(content["rule"]["after"])


def _questions(content: Mapping[str, Any], found: Conversation) -> Marked:
    acts, needed = acts_of(content), _needed(content)
    asked = [one for one in needed if one in found.acts]
    points = int(MOST * len(asked) / len(needed) + 0.5)
    told = []
    for one in needed:
        if one not in asked and one in acts:
            told.append(_told(f"You did not find out: {acts[one]['why']}", acts[one]["laws"]))
        elif one not in asked:
            told.append(_told("You did not put the choice to the player who has it.", content["tell"]["laws"]))
    costly = list(
        dict.fromkeys(one.act for one in found.done if one.act in acts and acts[one.act]["worth"] == "costly")
    )
    harmful = list(dict.fromkeys(one.act for one in found.done if one.harmful))
    # One question too many is a slip; several are a way of not thinking which are needed.
    points -= len(costly) + (len(costly) > 1) + _HARM * len(harmful)
    told += [_told(f"It did harm. {acts[one]['why']}", acts[one]["laws"]) for one in harmful]
    told += [_told(f"Not needed: {_past(acts[one])}") for one in costly]
    return points, told or [_told("You asked what the ruling needed, and nothing that does harm.")]


def _calm(content: Mapping[str, Any], found: Conversation) -> Marked:
    points, told = MOST, []
    settle = acts_of(content).get(SETTLE)
    if settle and SETTLE not in found.acts:
        points -= 1
        told.append(_told("You did not have everything left as it was.", settle["laws"]))
    back = [one for one in found.done if not one.counts or (one.out_of_order and one.act != RULE)]
    if back:
        points -= len(back)
        times = "once" if len(back) == 1 else f"{len(back)} times"
        told.append(_told(f"You had to go back {times}."))
    if any(one.out_of_order and one.act == RULE for one in found.done):
        points -= 2
        told.append(_told("You ruled before you knew what the ruling rests on."))
    harmful = len({one.act for one in found.done if one.harmful})
    points -= _HARM * harmful
    par = _par(content)
    if found.seconds > _VERY_SLOW * par:
        points -= 2
    elif found.seconds > _SLOW * par:
        points -= 1
    slow = found.seconds > _SLOW * par
    more = f", where {_minutes(par)} would do" if slow else ""
    told.append(_told(f"{_minutes(found.seconds)} at the table{more}."))
    return (0 if found.stopped else points), told


def _par(content: Mapping[str, Any]) -> int:
    """The seconds that the law's order takes."""
    acts = acts_of(content)
    taken = {act for step in content["order"] for act in step["acts"]}
    seconds: int = content["rule"]["seconds"] + sum(one["seconds"] for one in acts.values() if one["id"] in taken)
    if content["tell"] and content["tell"]["to"]:
        tell = content["tell"]
        seconds += tell["seconds"] + tell["each"] * sum(one["place"] >= 0 for one in tell["options"])
    return seconds


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _blame(content: Mapping[str, Any], one: Done) -> dict[str, Any]:
    act = acts_of(content)[one.act]
    return {"act": one.act, "text": _past(act), "why": act["why"], "laws": list(act["laws"])}


def _left_out(content: Mapping[str, Any], found: Conversation) -> list[dict[str, Any]]:
    acts = acts_of(content)
    return [
        {"text": _step_of(content, one)["say"], "why": acts[one]["why"], "laws": acts[one]["laws"]}
        for one in _needed(content)
        if one in acts and one not in found.acts
    ]


def _step_of(content: Mapping[str, Any], act: str) -> Mapping[str, Any]:
    step: Mapping[str, Any] = next(one for one in content["order"] if act in one["acts"])
    return step


def _headline(found: Conversation, marks: Sequence[Mapping[str, Any]], passed: bool) -> str:
    points = {one["name"]: one["points"] for one in marks}
    if found.stopped:
        return "The call was stopped"
    if any(one.harmful for one in found.done):
        return "Something you did at the table did harm"
    if passed:
        whole = all(one == MOST for one in points.values())
        return "A sound ruling, calmly given" if whole else "A sound ruling"
    if points["questions"] < LEAST:
        asked = [one for one in found.done if one.act != RULE]
        return (
            "More questions than the ruling needed" if len(asked) > len(points) else "Ruled before the facts were known"
        )
    return "Not the right ruling yet" if min(points["law"], points["ruling"]) < LEAST else "Not there yet"


def _lead(content: Mapping[str, Any], marks: Sequence[Mapping[str, Any]]) -> str:
    """What cost most, in the words of its criterion."""
    worst = min(marks, key=lambda one: one["points"])
    if worst["points"] == MOST:
        if content["tell"] and content["tell"]["to"]:
            return "You found out what the ruling rests on, told the players what they may choose, and ruled as the law does."
        return "You found out what the ruling rests on, and ruled as the law does."
    return str(worst["told"][0]["text"])


# -- both ways ------------------------------------------------------------------------------------------------------------


def _rows(content: Mapping[str, Any], found: Conversation) -> Iterator[dict[str, Any]]:
    """What was done, as it came, each beside its step of the law; what was left out stands where it would have come."""
    steps = [{"number": n, **one} for n, one in enumerate(content["order"], start=1)]
    by_act = {act: step for step in steps for act in step["acts"]}
    taken = {by_act[one.act]["number"] for one in found.done if one.counts and one.act in by_act}
    left = [one for one in steps if one["number"] not in taken]
    for one in found.done:
        step = by_act.get(one.act)
        if step is not None and one.counts:
            while left and left[0]["number"] < step["number"]:
                yield _missed(left.pop(0))
        yield _row(content, one, step)
    yield from map(_missed, left)


def _missed(step: Mapping[str, Any]) -> dict[str, Any]:
    return {"at": None, "did": "", "answer": "", "mark": "left_out", "step": dict(step), "why": "", "laws": []}


def _row(content: Mapping[str, Any], one: Done, step: Mapping[str, Any] | None) -> dict[str, Any]:
    acts = acts_of(content)
    did = (
        _told_options(content, one)
        if one.act == TELL
        else _gave(content, one)
        if one.act == RULE
        else _past(acts[one.act])
    )
    row = {"at": one.at, "did": did, "answer": one.answer, "step": None, "why": "", "laws": []}
    if one.harmful:
        return row | {"mark": "harm", "why": acts[one.act]["why"], "laws": acts[one.act]["laws"]}
    if one.again:
        return row | {"mark": "again"}
    if one.act == TELL and not content["tell"]["to"]:
        return row | {"mark": "not_needed", "why": "Nobody has a choice here."}
    if one.early or one.amiss:
        return row | {"mark": "early" if one.early else "amiss"}
    if step is None:
        act = acts[one.act]
        needless = act["worth"] == "costly"
        return row | {"mark": "not_needed" if needless else "neutral", "why": act["why"] if needless else ""}
    whole = _whole(content, one)
    mark = "early" if one.out_of_order else "same" if whole else "part"
    return row | {"mark": mark, "step": dict(step)}


def _whole(content: Mapping[str, Any], one: Done) -> bool:
    """Whether all was said that there is to say, and nothing else."""
    if one.act == TELL:
        return {o["id"] for o in content["tell"]["options"] if o["place"] >= 0} == set(one.press["options"])
    if one.act == RULE:
        return {o["id"] for o in content["rule"]["parts"] if o["right"]} == set(one.press["parts"])
    return True


def _told_options(content: Mapping[str, Any], one: Done) -> str:
    name = SEATS.get(one.press["to"], "somebody else")
    if not content["tell"]["to"]:
        return f"Told {name} what there is to choose."
    right = {o["id"] for o in content["tell"]["options"] if o["place"] >= 0}
    said = set(one.press["options"])
    wrong = len(said - right)
    more = f", and {wrong} that {'is' if wrong == 1 else 'are'} none" if wrong else ""
    return f"Told {name} {len(said & right)} of {len(right)} options{more}."


def _gave(content: Mapping[str, Any], one: Done) -> str:
    texts = {o["id"]: o["text"] for o in content["rule"]["parts"]}
    if not one.press["parts"]:
        return "Ruled otherwise."
    return f"Ruled: {' '.join(texts[part] for part in one.press['parts'])}"


def _past(act: Mapping[str, Any]) -> str:
    """An act as something that was done."""
    text, name = str(act["text"]), NAMES.get(act["of"], "the table")
    if not text.startswith("“"):
        verb, _space, rest = text.partition(" ")
        return f"{PAST[verb]} {rest}."
    name = "the table" if act["of"] == "table" else name
    return f"{'Asked' if text.endswith('?”') else 'Said to'} {name}: {text}"
