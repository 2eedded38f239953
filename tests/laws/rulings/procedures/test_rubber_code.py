"""What holds for every procedure of the rubber code: its words, its citations, and that no ruling contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from laws.rulings.books import KEY
from laws.rulings.case import Asked, Case, Decided, Step
from laws.rulings.editions import EDITIONS, RUBBER_2014, RUBBER_2014_CLUB
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import LeadRestriction, PartnerMustPass
from laws.rulings.effects.inadmissible import SideMustPass
from laws.rulings.effects.penalties import LeadPenalty, NoPenalty
from laws.rulings.facts import Fact
from laws.rulings.procedures.rubber_2014.law_27 import AuctionUnpenalized
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled
from tests.walking import walks

ALL = [(slug, number) for slug in ("rubber-2014", "rubber-2014-club") for number in EDITIONS[slug].procedures]
# Words of the duplicate code that mean nothing at a rubber table.
STRANGE = re.compile(
    r"director|rectif|\bboard|regulating|matchpoint|comparable|clarification|auction period|weighted", re.IGNORECASE
)
CITED = re.compile(r"\b\d{1,2}[A-Z](?:\d(?:\([a-z]\))?)?(?![\w(])|(?<=Law )\d{1,2}\b|(?<=Laws )\d{1,2}\b")


def paths() -> Iterator[Ruling]:
    """Every path of every procedure that is more than a way into others."""
    for slug, number in ALL:
        if not EDITIONS[slug].procedures[number].entry:
            yield from explore(number, slug)


class _Everything:
    """Answers with the first value, an incidental fact with one that departs from its default."""

    def read(self, fact: Fact, provision: str) -> Any:
        return fact.values[0]

    def incidental(self, fact: Fact) -> Any:
        return next(value for value in fact.values if value != fact.default)


def steps(slug: str, number: str) -> Iterator[Step]:
    """Every step of every path, and of a run in which everything incidental happened."""
    for path in explore(number, slug):
        yield from path.steps
    case = Case(_Everything())
    EDITIONS[slug].procedures[number].run(case)
    yield from case.steps


def texts(step: Step) -> Iterator[str]:
    """Whatever a step says to a reader."""
    if isinstance(step, Asked):
        fact = step.fact
        yield from (fact.question, fact.find_out, *fact.told.values())
        if fact.judgement:
            judged = fact.judgement
            yield from (judged.test, judged.ask, judged.poll, *judged.rulings.values())
    else:
        yield step.effect.words if isinstance(step, Decided) else step.words


@walks(("slug", "number"), ALL)
def test_no_step_speaks_of_what_a_rubber_table_does_not_have(slug: str, number: str) -> None:
    for step in steps(slug, number):
        for text in texts(step):
            assert not STRANGE.search(text), text


@walks(("slug", "number"), ALL)
def test_every_provision_in_every_word_is_one_of_the_edition(slug: str, number: str) -> None:
    edition = EDITIONS[slug]
    for step in steps(slug, number):
        assert edition.has(step.provision)
        if isinstance(step, Asked) and step.fact.judgement:
            assert edition.has(step.fact.judgement.law), step.fact.id
        if isinstance(step, Decided):
            assert edition.has(str(getattr(step.effect, "law", "") or step.provision))
        for text in texts(step):
            assert all(edition.has(key) for key in CITED.findall(text)), text


@walks("number", RUBBER_2014.procedures)
def test_only_the_club_laws_know_an_arbiter(number: str) -> None:
    for step in steps("rubber-2014", number):
        assert not step.provision.startswith("Club")
        assert not any("Arbiter" in text for text in texts(step))


def test_the_club_laws_replace_what_they_name() -> None:
    named = {key.removeprefix("Club") for key in RUBBER_2014_CLUB.keys if re.fullmatch(r"Club\d+", key)}
    own = {
        number
        for number, rule in RUBBER_2014_CLUB.procedures.items()
        if rule.run is not getattr(RUBBER_2014.procedures.get(number), "run", None)
    }
    calls = {number for number in named if int(number) <= 40}
    assert calls <= own
    assert own - calls == {"24", "28", "35"}, "the ways into them, and 24B, which silences partner (Club Law 23)"


@walks(("slug", "number"), ALL)
def test_a_fact_is_asked_once_on_a_path(slug: str, number: str) -> None:
    for path in explore(number, slug):
        facts = [step.fact.id for step in path.asked]
        assert len(facts) == len(set(facts))


def binding(path: Ruling) -> list[Effect]:
    """What is decided, without prices that were told before a choice."""
    prices = ("given up", "not repeated")
    return [effect for effect in path.effects if not (isinstance(effect, LeadPenalty) and effect.when in prices)]


@walks("path", paths, ids=lambda path: f"{path.edition}:{path.receipt()['path']}")
def test_no_ruling_contradicts_itself(path: Ruling) -> None:
    decided = binding(path)
    silenced = {effect.extent for effect in decided if isinstance(effect, PartnerMustPass | SideMustPass)}
    assert len(silenced) <= 1
    free = any(isinstance(effect, NoPenalty) and not isinstance(effect, AuctionUnpenalized) for effect in decided)
    leads = [effect for effect in decided if isinstance(effect, LeadRestriction) and effect.when != "lost"]
    kinds = {effect.kind for effect in leads}
    assert "none" not in kinds or kinds == {"none"}
    if free:
        assert not silenced
        assert kinds <= {"none"}
    fates = {(effect.name, getattr(effect, "call", "")) for effect in decided}
    cancelled = {call for name, call in fates if name == "call_cancelled"}
    stand = {call for name, call in fates if name == "call_stands"}
    assert not cancelled & stand


def test_the_paths_are_those_of_laws_13_to_40() -> None:
    assert set(RUBBER_2014.procedures) == {
        *map(str, range(13, 17)),
        *map(str, range(20, 41)),
    }
    assert all(KEY.fullmatch(number) for number in RUBBER_2014.procedures)


def test_in_both_rubber_codes_partners_call_is_asked_about_and_the_auction_goes_on() -> None:
    wrong = {"misled": True, "auction_closed": False}
    for edition in ("rubber-2014", "rubber-2014-club"):
        late = ruled(
            procedure="21", edition=edition, offender="N", player="W", findings=wrong | {"partner_since": True}
        )
        assert has(late, "director_action", what="judge_partners_call"), edition
        for since, who in ((False, "N"), (True, "E")):
            told = wrong | {"partner_since": False, "changes": True, "lho_since": since, "lho_changes": False}
            ruling = ruled(procedure="21", edition=edition, offender="N", player="W", findings=told)
            assert has(ruling, "auction_continues", player=who), (edition, since)
