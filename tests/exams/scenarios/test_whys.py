"""Why a wrong option is wrong: the engine is asked whether the ruling would be that where the reason says it would be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from exams.scenarios.narration import balance
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.paths import codes_of
from exams.scenarios.narration.words import FOLDER, Words
from exams.scenarios.plots import PLOTS
from laws.keys import parse
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, interview
from laws.rulings.ruling import Ruling
from tests.walking import faults

_DECIDED_BY: Final = re.compile(r" \((\d+[A-Z]?[^ ]*)\)\.$")
"""The provision at the end of a reason."""


def ruled(words: Words, ruling: Ruling, other: Ruling) -> Ruling:
    """The ruling where the answers named after "if" are put in place of this path's; what comes up then is answered no."""
    known = dict(ruling.usual_path)
    answers = {**known, **named(words, known, other)}
    found = interview(ruling.procedure, answers, ruling.edition)
    for _ in range(12):
        if found.pending is None:
            break
        fact = found.pending.fact
        assert False in fact.values, f"the reason does not say how {fact.id} is answered"
        answers[fact.id] = False
        found = interview(ruling.procedure, answers, ruling.edition)
    return found


def named(words: Words, known: Mapping[str, Any], other: Ruling) -> dict[str, Any]:
    """The answers in which another path differs and for which there are words after "if"."""
    path = dict(other.usual_path)
    return {
        fact: value for fact, value in path.items() if known.get(fact) != value and (fact, value) in words.conditions
    }


def test_what_would_be_right_if_is_what_the_engine_then_rules_by_that_provision() -> None:
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for ruling, _ in balance.asked(words):
                for offer in balance.offers(words, ruling):
                    if offer.ruling is None:
                        continue
                    with walk.at(f"{words.document.name} {ruling.receipt()['path']}: {offer.why}"):
                        found = ruled(words, ruling, offer.ruling)
                        assert balance.wording(words, found) == offer.wording
                        told = _DECIDED_BY.search(offer.why)
                        assert told
                        assert told[1] in {step.provision for step in found.decided}


def test_each_single_statement_would_be_right_by_the_provision_it_names() -> None:
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for ruling, _ in balance.asked(words):
                for other in balance.near(words, ruling):
                    with walk.at(f"{words.document.name} {ruling.receipt()['path']}: if {other.condition}"):
                        found = ruled(words, ruling, other.ruling)
                        codes = [codes_of(step) for step in balance.told(words, found)]
                        assert codes == [codes_of(step) for step in balance.told(words, other.ruling)]


@cache
def ruled_by() -> frozenset[str]:
    """Every provision that a path of any law rests on, with what it stands in: 27B1(a), 27B1, 27B and 27."""
    edition = EDITIONS["duplicate-2017"]
    every = {key for number in edition.procedures for path in explore(number) for key in path.citations}
    return frozenset(str(above) for key in every for above in (parse(key), *parse(key).ancestors))


def test_a_mistake_is_called_wrong_by_provisions_that_rulings_rest_on() -> None:
    """What a reason cites is what some ruling rests on, as far as the engine rules on that law at all."""
    rules_on = {parse(number).top for number in EDITIONS["duplicate-2017"].procedures}
    with faults() as walk:
        for words in (one.words for one in narratives()):
            for mistake in words.mistakes:
                with walk.at(f"{mistake.place}: {mistake.why}"):
                    cited = [key for key in mistake.cites if key in EDITIONS["duplicate-2017"].keys]
                    assert [key for key in cited if parse(key).top in rules_on and key not in ruled_by()] == []


def test_nothing_claims_to_be_so_only_under_certain_laws() -> None:
    """Such a list is hardly ever complete, and the engine cannot be asked whether it is."""
    claim = re.compile(r"\bonly under (the )?Laws?\b", re.IGNORECASE)
    written = {path.name: path.read_text() for path in FOLDER.glob("*.yaml")}
    spoken = {step.effect.words for law in PLOTS for path in explore(law) for step in path.decided}
    with faults() as walk:
        for name, text in written.items():
            with walk.at(name):
                assert not claim.search(text)
        with walk.at("what the engine says"):
            assert [words for words in spoken if claim.search(words)] == []
