"""A ruling: the steps that led to it, what follows, the words to say, and a receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from laws.rulings.case import Asked, Decided, Doubted, Step
from laws.rulings.editions import EDITIONS
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import (
    Info,
    LeadRestriction,
    OffenderMustPass,
    PartnerMustPass,
)
from laws.rulings.effects.cards import PenaltyCard
from laws.rulings.effects.inadmissible import SideMustPass
from laws.rulings.effects.information import Duty
from laws.rulings.facts import Fact, answer_words
from laws.rulings.replay import Situation
from laws.rulings.roles import seat_of, side_of
from laws.rulings.speech import Ahead, Script, script, speech
from laws.rulings.words import Translate, fill, names_at, owned_by_nobody, unchanged

ENGINE_VERSION: Final = "5"
"""Raised whenever the same record could be ruled on differently than before."""


WEIGHED_BY: Final = "85A1"
WEIGH: Final = (
    "What players say is evidence, and so is everything else you can find out: rule on what is more probable. "
    "What players say in their own favour needs something else to support it (85A1)."
)
"""How evidence is weighed, beside every standard of an edition that has the provision."""
CORRECTED_WHEN: Final = {
    "correct_now": "now",
    "correct_before_lead": "before an opening lead is faced",
    "correct_after_final_pass": "after the final pass, if the side declares",
    "correct_when_play_is_over": "when play is over, if the side defends",
}
"""When an explanation has to be put right, by the duty ruled (20F4, 20F5)."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A fact nobody has told yet: what to ask, under which provision. ahead: the ways on from here, where they are known."""

    fact: Fact
    provision: str
    ahead: Ahead | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a ruling leaves behind on the board for later ones.

    player: a seat, or a side for information; a role when no table is told. kind: `must_pass` (extent: once, throughout),
    `lead_restriction`, `has_penalty_card` (extent: major or minor), `must_correct_explanation` (extent: when), or
    `may_use_information` and `may_not_use_information` (extent: what it comes from, in words).
    """

    player: str
    kind: str
    extent: str


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Citations, what is spoken, and for each step its plain data but for the words.

    A frame is the data, the key of its sentence, the sentence with places, and the fact if the step asked one.
    """

    citations: tuple[str, ...]
    script: Script
    frames: tuple[tuple[dict[str, Any], str, str, Fact | None], ...]


_SHEETS: Final[dict[tuple[str, str, tuple[tuple[str, Any], ...], int], _Sheet]] = {}
MOST_SHEETS: Final = 4096
"""So many paths are remembered; then they are worked out anew."""


def _frame(step: Step) -> tuple[dict[str, Any], str, str, Fact | None]:
    if isinstance(step, Asked):
        told = {"answer": answer_words(step.value), "source": step.fact.source.value}
        data = {"provision": step.provision, "fact": step.fact.id, "question": "", **told}
        return data, "question", step.fact.question, step.fact
    if isinstance(step, Doubted):
        return {"provision": step.provision, "doubt": ""}, "doubt", step.words, None
    effect = step.effect
    return (
        {"provision": step.provision, "effect": effect.name, "words": "", "main": effect.main},
        "words",
        effect.words,
        None,
    )


@lru_cache(maxsize=4096)
def _digest(edition: str, procedure: str, path: tuple[tuple[str, Any], ...]) -> str:
    facts = [edition, procedure, [[fact, value] for fact, value in path]]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@lru_cache(maxsize=4096)
def _path_words(procedure: str, path: tuple[tuple[str, Any], ...]) -> str:
    return "/".join([procedure, *(f"{fact}={answer_words(value)}" for fact, value in path)])


@dataclass(eq=False)
class Ruling:
    """The outcome of one procedure on one case.

    procedure: its law's number; edition: slug; steps: everything asked and decided, in order; pending: what has to be
    answered before it can go on, None when the ruling is complete; situation: the table, None for an abstract run.
    """

    procedure: str
    title: str
    edition: str
    steps: Sequence[Step]
    pending: Pending | None = None
    situation: Situation | None = None
    _told: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def complete(self) -> bool:
        """Nothing is left to ask."""
        return self.pending is None

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The facts found out, in order."""
        return tuple(step for step in self.steps if isinstance(step, Asked))

    @cached_property
    def decided(self) -> tuple[Decided, ...]:
        """The effects ruled, in order."""
        return tuple(step for step in self.steps if isinstance(step, Decided))

    @cached_property
    def doubted(self) -> tuple[Doubted, ...]:
        """Where the law can be read in another way, in order."""
        return tuple(step for step in self.steps if isinstance(step, Doubted))

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """The effects without their provisions."""
        return tuple(step.effect for step in self.decided)

    @cached_property
    def path(self) -> tuple[tuple[str, Any], ...]:
        """The way through the procedure: every fact asked, with its answer."""
        return tuple((step.fact.id, step.value) for step in self.asked)

    @cached_property
    def usual_path(self) -> tuple[tuple[str, Any], ...]:
        """The path without incidental facts, as `explore` has it."""
        return tuple((step.fact.id, step.value) for step in self.asked if not step.noted)

    @property
    def citations(self) -> tuple[str, ...]:
        """Every provision the ruling rests on, in the order in which it was reached, each once."""
        return self._sheet.citations

    @cached_property
    def _sheet(self) -> _Sheet:
        """What the path alone decides of the telling, worked out once for all tables on which it is taken."""
        key = self.procedure, self.edition, self.path, len(self.steps)
        found = _SHEETS.get(key)
        if found is None:
            if len(_SHEETS) >= MOST_SHEETS:
                _SHEETS.clear()
            found = _SHEETS[key] = _Sheet(
                tuple(dict.fromkeys(step.provision for step in self.steps)),
                script(self.steps),
                tuple(_frame(step) for step in self.steps),
            )
        return found

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """The effects as plain data with seats, calls and suits, each with its provision."""
        return [{**step.effect.outcome(self.situation), "provision": step.provision} for step in self.decided]

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """What binds players in the rest of the board, and what later rulings on it have to know."""
        found = []
        for effect in self.effects:
            if isinstance(effect, PartnerMustPass | OffenderMustPass):
                found.append(Obligation(self._seat(effect.player), "must_pass", effect.extent))
            elif isinstance(effect, SideMustPass):
                found += [Obligation(self._seat(role), "must_pass", effect.extent) for role in ("offender", "partner")]
            elif isinstance(effect, LeadRestriction) and effect.kind != "none" and not effect.when:
                found.append(Obligation(self._seat("partner"), "lead_restriction", "first turn to lead"))
            elif isinstance(effect, PenaltyCard) and not effect.when:
                found.append(Obligation(self._seat(effect.player), "has_penalty_card", effect.rank))
            elif isinstance(effect, Duty) and effect.to in CORRECTED_WHEN:
                found.append(Obligation(self._seat(effect.who), "must_correct_explanation", CORRECTED_WHEN[effect.to]))
        return tuple(dict.fromkeys(found))

    @property
    def information(self) -> tuple[Obligation, ...]:
        """For each side what it may and may not use in the rest of the board."""
        names = names_at(self.situation)
        kinds = {"authorised": "may_use_information", "unauthorised": "may_not_use_information"}
        found = (
            Obligation(self._side(effect.side), kinds[effect.status], effect.source_words.format_map(names))
            for effect in self.effects
            if isinstance(effect, Info)
        )
        return tuple(dict.fromkeys(found))

    def _side(self, side: str) -> str:
        role = "side" if side == "OS" else "others"
        return (side_of(self.situation, role) if self.situation else None) or role

    def _seat(self, role: str) -> str:
        seat = seat_of(self.situation, role) if self.situation else None
        return seat.value if seat else role

    def words(self, template: str, translate: Translate = unchanged) -> str:
        """A template of a fact or effect, filled with the seats and calls of this table."""
        if translate is not unchanged:
            return fill(template, names_at(self.situation, translate), translate)
        told = self._told.get(template)
        if told is None:
            text = owned_by_nobody(template.format_map(names_at(self.situation))) if "{" in template else template
            told = self._told[template] = text[:1].upper() + text[1:]
        return told

    @property
    def script(self) -> Script:
        """What has been ruled, in speaking order, with places."""
        return self._sheet.script

    def say(self) -> str:
        """What the director says at the table, in speaking order; where there is nothing to say yet, what the director does."""
        spoken = speech(self)
        asked = self.words(self.pending.fact.question) if self.pending is not None else ""
        return spoken.text or asked or spoken.notes

    @cached_property
    def facts_digest(self) -> str:
        """SHA-256 over the edition, the procedure and every answer: equal facts give equal digests."""
        return _digest(self.edition, self.procedure, self.path)

    def receipt(self) -> dict[str, str]:
        """What identifies the ruling: engine version, edition, digest of the facts, path. No timings."""
        path = _path_words(self.procedure, self.path)
        return {"engine": ENGINE_VERSION, "edition": self.edition, "facts": self.facts_digest, "path": path}

    def as_dict(self, untaken: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """The whole ruling as plain data;
        `laws/rulings/schema.py` describes it. `untaken`: branches considered, see explore.
        """
        pending = self.pending
        return {
            "procedure": self.procedure,
            "title": self.title,
            "edition": self.edition,
            "complete": self.complete,
            "steps": [self._step(step, *frame) for step, frame in zip(self.steps, self._sheet.frames, strict=True)],
            "untaken": list(untaken),
            "outcomes": self.outcomes,
            "citations": list(self.citations),
            "obligations": [
                {"player": item.player, "kind": item.kind, "extent": item.extent}
                for item in (*self.obligations, *self.information)
            ],
            "say": self.say(),
            "pending": None
            if pending is None
            else {
                "fact": pending.fact.id,
                "question": self.words(pending.fact.question),
                "provision": pending.provision,
                "ask": self._seat(pending.fact.who) if pending.fact.who else None,
                "find_out": self.words(pending.fact.find_out) if pending.fact.find_out else None,
                "answers": list(pending.fact.values),
                **self._reason(pending.fact),
                **self._judgement(pending.fact),
            },
            "receipt": self.receipt(),
        }

    def _judgement(self, fact: Fact) -> dict[str, Any]:
        """The standard by which a finding is judged and the range of rulings, for findings that have one."""
        standard = fact.judgement
        if standard is None:
            return {}
        told = {"test": standard.test, "ask": standard.ask, "poll": standard.poll}
        words = {key: self.words(text) if text else "" for key, text in told.items()}
        rulings = {answer_words(value): self.words(text) for value, text in standard.rulings.items()}
        weigh = {"weigh": WEIGH} if WEIGHED_BY in EDITIONS[self.edition].keys else {}
        return {"judgement": {**words, "law": standard.law, "rulings": rulings, **weigh}}

    def _reason(self, fact: Fact) -> dict[str, str]:
        """Why the table gives this answer, for facts that can say it."""
        told = fact.reason(self.situation) if fact.reason is not None and self.situation is not None else ""
        return {"reason": told} if told else {}

    def assumed_for(self, step: Step) -> str:
        """What was taken for granted at a step, in words; empty where the record tells all that it rests on."""
        if isinstance(step, Asked):
            return step.assumed
        if isinstance(step, Decided) and self.situation is not None:
            return step.effect.assumed(self.situation)
        return ""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All that was taken for granted, each once; each can be changed by stating the fact or the meaning of the call."""
        return tuple(dict.fromkeys(words for step in self.steps if (words := self.assumed_for(step))))

    def _step(self, step: Step, data: dict[str, Any], key: str, template: str, fact: Fact | None) -> dict[str, Any]:
        told = {**data, key: self.words(template)}
        if assumed := self.assumed_for(step):
            told["assumed"] = assumed
        return told if fact is None else {**told, **self._reason(fact), **self._judgement(fact)}
