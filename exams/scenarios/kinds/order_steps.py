"""Put the steps of a ruling in order: what the director does, one after the other.

Only steps whose order the law lays down are asked for: the choices of players between the decisions that they wait for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.phrases import names
from exams.scenarios.stories import Story, Voice
from laws.rulings.case import Asked, Step
from laws.rulings.effects.calls import CallCancelled, CallStands, LeadRestriction, PartnerMustPass
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill

_LETTERS: Final = "abcdef"
_FEWEST: Final = 4
_QUESTION: Final = "Put what you do at this table into the order of the law, the first step first."

_CANCEL: Final = "You cancel {irregular}."
_CHEAPEST: Final = "You look whether {replacement} is the cheapest bid that specifies the same as {irregular}."
_SPARED: Final = (_CANCEL, _CHEAPEST)
"""Steps that a long list can do without."""
_COMPARE: Final = "You compare what {new} shows with what {irregular} showed."
_ASKED: Final[dict[tuple[str, Any], str]] = {
    ("lho_accepts", False): "{lho} decides whether to accept {irregular}.",
    ("rho_passes", False): "{correct} calls, since it is that player's turn.",
    ("replacement_kind", "bid"): "{offender} chooses the call that replaces {irregular}.",
    ("replacement_kind", "pass"): "{offender} chooses the call that replaces {irregular}.",
    (
        "lowest_same",
        False,
    ): "You look whether {replacement} is the cheapest bid that specifies the same as {irregular}.",
    ("similar", False): _COMPARE,
}
_EXPLAINED: Final = "You explain to all four players what {lho} may choose and what each choice leads to."
_LEAD: Final = "If {side} defend, declarer may forbid {partner} the lead of one suit."


def order_steps(story: Story, ruling: Ruling, voice: Voice, rng: random.Random) -> Asking:
    """Four to six steps in random order. Raises NotAskable where the ruling has fewer that must follow each other."""
    at = ruling.situation
    if story.voice is not None or at is None or not at.offered or at.record.premature or not _runs_to_the_end(ruling):
        raise NotAskable(f"Law {ruling.procedure}: no sequence of steps that could not be taken in another order")
    known = names(ruling)
    known["new"] = known["replacement"]
    listed = [(fill(words, known), step.provision) for step in ruling.steps for words in _act(step)]
    steps = list(dict(reversed(listed)).items())[::-1]
    spared = {fill(words, known) for words in _SPARED}
    if len(steps) > len(_LETTERS):
        steps = [step for step in steps if step[0] not in spared]
    if not _FEWEST <= len(steps) <= len(_LETTERS):
        raise NotAskable(f"Law {ruling.procedure}: {len(steps)} steps")
    shown = rng.sample(steps, len(steps))
    options = [
        {"id": letter, "text": text, "why": f"Step {steps.index((text, provision)) + 1} ({provision})."}
        for letter, (text, provision) in zip(_LETTERS, shown, strict=False)
    ]
    return Asking(_QUESTION, options, [_LETTERS[shown.index(step)] for step in steps])


def _runs_to_the_end(ruling: Ruling) -> bool:
    """The call was refused, replaced by one that stands, and that has cost partner something."""
    kinds = {effect.name for effect in ruling.effects}
    stands = any(isinstance(effect, CallStands) and effect.call == "replacement" for effect in ruling.effects)
    return stands and "partner_must_pass" in kinds


def _act(step: Step) -> Iterator[str]:
    if isinstance(step, Asked):
        if (step.fact.id, step.value) in _ASKED:
            yield _ASKED[step.fact.id, step.value]
        return
    effect = getattr(step, "effect", None)
    if getattr(effect, "what", "") == "explain_options":
        yield _EXPLAINED
    elif isinstance(effect, CallCancelled) and effect.call == "irregular":
        yield _CANCEL
    elif isinstance(effect, PartnerMustPass):
        once = effect.extent == "once"
        yield f"You tell {{partner}} to pass {'at the next turn' if once else 'for the rest of the auction'}."
    elif isinstance(effect, LeadRestriction) and effect.kind != "none":
        yield _LEAD
