"""What an assessor notes of a call that is held live, read as presses: which acts the candidate did, and in which order.

In a practical assessment the candidate speaks, and an assessor ticks what is said and done on the list of the call. So some of
it may be left open that the page of a simulated call asks for: a law that is not on the list, a reason of the candidate's own.
What is noted is data: `acts`, the ids of those that were done; `order`, those and `tell` as they came, as far as it is known;
`options`, what was told, in order; `other`, whether it was told to somebody who does not have the choice; `law`, `parts` and
`reason` of the ruling, "" for a law or a reason that is not on the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exams.scenarios.calls.conversation import OTHER, RULE, TELL, NotAnAct, acts_of


def presses_of(content: Mapping[str, Any], noted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The presses that `conversation.follow` and `judgement.judged` read; none where nothing was noted.

    What has no place in the noted order comes as the law has it, and the ruling comes last, since it ends the call. Raises
    NotAnAct for what is not on the list of the call.
    """
    tell, rule = content["tell"], content["rule"]
    acts, options, parts = (list(dict.fromkeys(noted.get(name, ()))) for name in ("acts", "options", "parts"))
    law, reason = noted.get("law", ""), noted.get("reason", "")
    known = {
        "acts": (acts, acts_of(content)),
        "options": (options, _ids(tell["options"] if tell else ())),
        "law": ([law] if law else [], _ids(rule["laws"])),
        "parts": (parts, _ids(rule["parts"])),
        "reason": ([reason] if reason else [], _ids(rule["reasons"])),
    }
    for part, (told, of) in known.items():
        for one in told:
            if one not in of:
                told_so = f"{one!r} is not on the list of this call. Read the list again, and tick what it has."
                raise NotAnAct(told_so, part)
    done = {*acts, *([TELL] if options else [])}
    order = [one for one in dict.fromkeys([*noted.get("order", ()), *law_order(content)]) if one in done]
    told_to = OTHER if noted.get("other") or not tell or not tell["to"] else tell["to"][:1]
    special = {TELL: {"act": TELL, "to": told_to, "options": options}}
    presses: list[dict[str, Any]] = [special.get(one, {"act": one}) for one in order]
    if law or parts or reason:
        presses.append({"act": RULE, "law": law, "parts": parts, "reason": reason})
    return presses


def law_order(content: Mapping[str, Any]) -> list[str]:
    """All acts and `tell`: first the steps of the law in their order, then the others from the useful to the harmful."""
    steps = [act for step in content["order"] for act in step["acts"] if act != RULE]
    worths: Sequence[str] = ("required", "useful", "neutral", "costly", "harmful")
    others = sorted(content["acts"], key=lambda one: worths.index(one["worth"]))
    return list(dict.fromkeys([*steps, *(one["id"] for one in others), *([TELL] if content["tell"] else [])]))


def _ids(listed: Sequence[Mapping[str, Any]]) -> set[str]:
    return {one["id"] for one in listed}
