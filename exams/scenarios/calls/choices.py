"""What is chosen from: the options that the players have, and the law, the parts and the reason of the ruling.

What is right comes from the ruling; what is not comes from other paths of the law, told at this table. Whose choice it is the
Director has to know, so no option tells it: one that would be said to whoever has it is kept without the name, and beside one
that names them stands the same of another player or side.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from exams.scenarios.calls.at_table import AtTable, capital, listed, number_of
from exams.scenarios.calls.conversation import NAMES, TELL
from exams.scenarios.narration.bridge import does
from exams.scenarios.narration.paths import paths
from exams.scenarios.plots import PLOTS
from exams.scenarios.tables import Unfit
from laws.rulings.case import Asked
from laws.rulings.contrasts import Contrast, contrast
from laws.rulings.editions import EDITIONS
from laws.rulings.effects.base import Moment
from laws.rulings.facts import Fact, Source
from laws.rulings.readers import interview
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech

_WRONG_PARTS: Final = 4
_WRONG_OPTIONS: Final = 3
_NO_OPTIONS: Final = 5
"""Options that are shown where nobody has a choice."""
_OTHERS: Final = 3
"""Wrong laws and wrong reasons to choose from."""
_NEAR: Final = 8
_TELLING, _AN_OPTION, _RULING = 15, 6, 30
"""Seconds at the table to begin with the options, for each of them, and for the ruling."""
_SAID_TO: Final = re.compile(r"(each of |either of )?you\b")
_LATER: Final = ("accepted", "replacement", "continued", "premature")
"""What a record tells of after the Director has come."""


class Choices(AtTable):
    """The options and the ruling of a call, each among others."""

    def tell(self) -> dict[str, Any] | None:
        """The options of the first choice, among some that another table of the law would have.

        `to` is empty where nobody has a choice here; None where no table of the law has one.
        """
        choice = self.first_choice
        if choice is None:
            return self._no_options()
        right = self._offered({step.fact.id: step.value for step in self._before(choice)}, choice.fact)
        if not right:
            raise Unfit
        to = self.chooser(choice)
        right = [_unaddressed(one, {NAMES[to]}) for one in right]
        others = [_unaddressed(one, {NAMES[to]}) for one in self._offered_elsewhere(choice)]
        telling = {NAMES[to]} if len(to) == 1 else {NAMES["NS"], NAMES["EW"]}
        twins = [twin for one in right if (twin := self.mirrored(one, telling=telling)) not in right]
        wrong = [
            one for one in others if one not in right and not (twins and self.mirrored(one, telling=telling) != one)
        ]
        wrong = [*twins, *self.rng.sample(wrong, min(max(_WRONG_OPTIONS - len(twins), 0), len(wrong)))]
        listed = [(text, at) for at, text in enumerate(right)] + [(text, -1) for text in wrong]
        self.rng.shuffle(listed)
        needed = [step for step in self._before(choice) if self.is_put(step)]
        after = list(dict.fromkeys(self.act_of(step.fact) for step in needed))
        return {
            "id": TELL,
            "to": to,
            "options": [{"id": str(n), "text": text, "place": at} for n, (text, at) in enumerate(listed, start=1)],
            "answers": list(self.chosen(choice)),
            "seconds": _TELLING,
            "each": _AN_OPTION,
            "after": after,
            "laws": [self.conduct.explained_by, choice.provision],
        }

    def _no_options(self) -> dict[str, Any] | None:
        """Options that other tables of the law have, where nobody has any here; None where no table has."""
        elections = (step for path in paths(self.ruling.procedure).values() for step in path.asked)
        choice = next((step for step in elections if step.fact.source is Source.ELECTION), None)
        found = [_unaddressed(one, NAMES.values()) for one in self._offered_elsewhere(choice)] if choice else []
        if not found:
            return None
        chosen = self.rng.sample(found, min(_NO_OPTIONS, len(found)))
        listed = [{"id": str(n), "text": text, "place": -1} for n, text in enumerate(chosen, start=1)]
        told = {
            "id": TELL,
            "to": "",
            "options": listed,
            "answers": [],
            "after": [],
            "laws": [self.conduct.explained_by],
        }
        return told | {"seconds": _TELLING, "each": _AN_OPTION}

    def _before(self, choice: Asked) -> list[Asked]:
        return list(self.ruling.asked[: self.ruling.asked.index(choice)])

    @cached_property
    def _at_the_choice(self) -> Situation:
        """The table before anybody has chosen. Raises Unfit where the record cannot be told without what follows."""
        record = {name: value for name, value in self.record.items() if name not in _LATER}
        if self.record.get("premature"):
            record |= {name: self.record[name] for name in ("replacement", "premature") if name in self.record}
        try:
            return Situation(parse_record(record))
        except BadRecord as bad:
            raise Unfit from bad

    def _offered(self, answers: Mapping[str, Any], fact: Fact) -> list[str]:
        """What the Director says of the options when this has been answered, sentence by sentence."""
        found = interview(self.ruling.procedure, answers, self.ruling.edition)
        if found.pending is None or found.pending.fact.who != fact.who:
            return []
        told = Ruling(found.procedure, found.title, found.edition, found.steps, found.pending, self._at_the_choice)
        return [one.words for one in speech(told).say if one.moment is Moment.CHOICE and not one.words.endswith("?")]

    def _offered_elsewhere(self, choice: Asked) -> list[str]:
        """The same on the other paths of the law, where the same player has a choice."""
        found: dict[str, None] = {}
        seen: set[tuple[tuple[str, Any], ...]] = set()
        for other in paths(self.ruling.procedure).values():
            at = next((n for n, step in enumerate(other.asked) if step.fact.source is Source.ELECTION), None)
            if at is None or other.asked[at].fact.who != choice.fact.who:
                continue
            before = tuple((step.fact.id, step.value) for step in other.asked[:at])
            if before not in seen:
                seen.add(before)
                found |= dict.fromkeys(self._offered(dict(before), choice.fact))
        return list(found)

    def chosen(self, choice: Asked) -> Iterator[dict[str, str]]:
        """What the players choose, in their words, and how the auction goes on."""
        for step in self.asked:
            if step.fact.source is Source.ELECTION and (asking := self.conduct.facts.get(step.fact.id)) is not None:
                yield {"by": self.seat(asking.of), "say": self.answer(asking, step)}
        record = self.at.record
        offered = [] if record.premature else [(self.at.offender, one.call) for one in self.at.offered]
        if made := [*((one.by, one.call) for one in record.continued), *offered]:
            told = [f"{by.full_name} {does(call)}" for by, call in made]
            yield {"by": "you", "do": f"The auction goes on: {listed(told)}."}

    # -- the ruling --

    def rule(self, before: Sequence[str]) -> dict[str, Any]:
        """The law, the parts and the reason to choose from. before: what has to be done first."""
        voice, ruling = self.story.voice, self.ruling
        reason = voice.reason(ruling)
        others = self._wrong_parts()
        if reason is None or len(others) < _OTHERS:
            raise Unfit
        told = enumerate(voice.parts(ruling))
        right = [{"text": one.text, "law": one.provision, "right": True, "place": at} for at, one in told]
        chosen = self.rng.sample(others, min(_WRONG_PARTS, len(others)))
        parts = [*right, *({"text": text, "law": "", "right": False, "place": -1} for text in chosen)]
        reasons = [{"text": reason["text"], "laws": list(reason["provisions"]), "right": True}]
        reasons += [{"text": text, "laws": [], "right": False} for text in self._wrong_reasons(reason["text"])]
        laws = self._laws()
        for shown in (parts, reasons, laws):
            self.rng.shuffle(shown)
        return {
            "laws": laws,
            "parts": [{"id": str(n), **one} for n, one in enumerate(parts, start=1)],
            "reasons": [{"id": str(n), **one} for n, one in enumerate(reasons, start=1)],
            "after": list(before),
            "seconds": _RULING,
        }

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """What would be ruled at this table with one fact the other way."""
        return contrast(self.ruling)

    def _wrong_parts(self) -> list[str]:
        """What would be ruled at this table if one fact were otherwise, and is not ruled now; nothing that it cannot name."""
        voice, ruling = self.story.voice, self.ruling
        true = {*voice.true(ruling), *(one.text for one in voice.parts(ruling))}
        found: dict[str, None] = {}
        for other in self.contrasts:
            for step in voice.decisions(other.ruling):
                if voice.can_tell(other.ruling, step):
                    found[capital(voice.sentence(other.ruling, step))] = None
        found = {text: None for text in found if text not in true}
        if len(found) < _OTHERS:  # the neighbours rule much the same: what people wrongly say is taken too
            wrong = (part.text for one, _weight in voice.wrong(ruling) for part in voice.parts(ruling, one.offer))
            found |= dict.fromkeys(text for text in wrong if text not in true)
        return list(found)

    def _wrong_reasons(self, right: str) -> list[str]:
        """The reasons of other rulings of the law, told at this table, where it has all that they name."""
        found: dict[str, None] = {}
        for one in self.words.reasons:
            if self.story.voice.can_say(self.ruling, one.say):
                text = self.story.voice.filled(self.ruling, one.say)
                if text != right:
                    found[text] = None
        several = list(found)
        if not several:
            raise Unfit
        return self.rng.sample(several, min(_OTHERS, len(several)))

    def _laws(self) -> list[dict[str, Any]]:
        """The law of the ruling among its neighbours in the book that decide nothing here."""
        titles = EDITIONS[self.ruling.edition].laws
        own = number_of(self.ruling.procedure)
        cited = {number_of(one) for one in self.ruling.citations}
        book = list(dict.fromkeys(number_of(law) for law in PLOTS))
        near = sorted(book, key=lambda law: abs(int(law) - int(own)))
        others = [law for law in near if law != own and law not in cited][:_NEAR]
        chosen = [own, *self.rng.sample(others, _OTHERS)]
        return [{"id": law, "text": titles[law], "right": law == own} for law in chosen]


def _unaddressed(text: str, names: Collection[str]) -> str:
    """An option without the name of those to whom it is said: *West, you may accept 1♥* is *You may accept 1♥*."""
    name, _comma, rest = text.partition(", ")
    return capital(rest) if name in names and _SAID_TO.match(rest) else text
