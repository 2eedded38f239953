"""What a comparison of two calls leads to: the doubts about it, what the law then decides, and the way on.

The tests themselves are the engine's (`laws.rulings.comparable`); what follows is what its procedure of the law rules
when the three questions of Law 23A are answered as the comparison answers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from laws.assistant.addresses import Address, in_address, read, rule_of
from laws.assistant.happenings import place
from laws.assistant.interviews import Interview, ruled
from laws.assistant.meaning_forms import fields_of
from laws.assistant.telling import Line
from laws.rulings.calls import Call
from laws.rulings.case import Asked, Decided, Doubted
from laws.rulings.comparable import JUDGEMENT, Comparison, compare, is_same
from laws.rulings.declaration import Comparing
from laws.rulings.editions import EDITIONS, Edition, Rule
from laws.rulings.facts import FACTS, answer_words
from laws.rulings.meanings import BadMeaning, Meaning, denominations
from laws.rulings.readers import explore, interview
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY, fill

# The questions of 23A in the order in which a ruling asks them, with the name of the test that answers each.
TESTS: Final = {"similar": "same_or_similar", "subset": "is_subset", "same_purpose": "same_purpose"}
NAMES: Final[Mapping[str, Promise]] = {
    "same_or_similar": gettext_lazy("The same or a similar meaning"),
    "is_subset": gettext_lazy("Only hands of the withdrawn call"),
    "same_purpose": gettext_lazy("The same purpose"),
}
# What the engine would otherwise see for itself, in a record that states the meanings.
SEEN: Final = ("shows_any_hand", "tolerance_decides")


OF_KIND: Final[Mapping[str, Promise]] = {
    "bid": gettext_lazy("a bid"),
    "pass": gettext_lazy("a pass"),
    "double": gettext_lazy("a double or redouble"),
}


def law_of_the_test(edition: Edition) -> str:
    """The law of an edition that says what a comparable call is; empty where there is none."""
    return next((rule.id for rule in edition.procedures.values() if rule.declared.compares), "")


@cache
def has_test(edition: Edition) -> bool:
    """Whether a law of an edition tests calls for being comparable."""
    law = law_of_the_test(edition)
    return bool(law) and any(step.fact.id in TESTS for path in explore(law, edition.slug) for step in path.asked)


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision that asks for a comparable call, with its law, and what happened in the words of the page."""

    law: str
    asks: Comparing

    @property
    def words(self) -> str:
        """What happened."""
        return _(self.asks.words)


def provisions(edition: Edition) -> dict[str, Provision]:
    """The provisions of an edition that ask for a comparable call, in the order of their laws."""
    rules = sorted(edition.procedures.values(), key=lambda one: place(one.id))
    return {one.provision: Provision(rule.id, one) for rule in rules for one in rule.declared.comparing}


def compared_on(edition: Edition) -> str:
    """The address of the comparison in an edition; empty where there is no such test."""
    return reverse("laws:ruling_comparable", args=[edition.slug]) if has_test(edition) else ""


def comparing(edition: str, withdrawn: Mapping[str, Any], replacement: Mapping[str, Any]) -> str:
    """The address that compares two meanings, given as a record has them; empty where the page cannot show one of them, or
    the meanings of today cannot say it.
    """
    here = compared_on(EDITIONS[edition]) if edition in EDITIONS else ""
    try:
        said = [fields_of(side, meaning) for side, meaning in (("w", withdrawn), ("r", replacement))]
    except BadMeaning:
        return ""
    if not here or None in said:
        return ""
    return (
        f"{here}?{urlencode({name: value for one in said for name, value in (one or {}).items()} | {'compare': 'yes'})}"
    )


def from_interview(held: Interview, fact: str) -> str:
    """The address that compares the calls of an interview which asks this question; empty for any other question."""
    rule = held.address.rule
    if fact not in TESTS or not compared_on(EDITIONS[rule.edition]):
        return ""
    answers = {name: value for name, value in held.kept.items() if name not in TESTS}
    said = {"case": rule.id + held.address.query(answers)}
    made = held.ruling.situation.irregularity if held.ruling.situation and held.address.auction else None
    if made:
        said["w-call"] = made.made.call.text
    return f"{compared_on(EDITIONS[rule.edition])}?{urlencode(said)}"


def case_of(edition: Edition, text: str) -> Address | None:
    """The interview from which somebody came: `27?lho_accepts=no`. Refused where there can be none such."""
    number, _mark, said = text.partition("?")
    return read(edition, rule_of(edition, number), QueryDict(said)) if text else None


def answers_by(comparison: Comparison) -> dict[str, bool]:
    """The answers to the questions of 23A, as far as they are asked: none after the first yes, or where the Director has to
    judge.
    """
    found = {}
    for result, (fact, test) in zip(comparison.results, TESTS.items(), strict=True):
        if comparison.judged and result.open:
            break
        found[fact] = comparison.decisive == test
        if found[fact]:
            break
    return found


@dataclass(frozen=True, slots=True)
class ToJudge:
    """A test that is left to the Director: its provision, the standard, what to ask, whom to poll, and what each answer leads
    to.
    """

    provision: str
    test: str
    ask: str
    poll: str
    leads: tuple[tuple[str, str], ...]


def to_judge(comparison: Comparison) -> list[ToJudge]:
    """The tests that are open where none holds for certain."""
    if not comparison.judged:
        return []
    found = []
    for result, fact in zip(comparison.results, TESTS, strict=True):
        standard = FACTS[fact].judgement
        if result.open and standard is not None:
            leads = tuple((answer_words(value), fill(text, NOBODY)) for value, text in standard.rulings.items())
            test, ask, poll = (fill(text, NOBODY) for text in (standard.test, standard.ask, standard.poll))
            found.append(ToJudge(result.provision, test, ask, poll, leads))
    return found


@dataclass(frozen=True, slots=True)
class Follows:
    """What the law decides after the comparison.

    rule: the procedure; lines: what it decides once the question is answered; doubts: where it can be read otherwise; asks:
    what it asks next, or empty; address: where its interview goes on, with these answers.
    """

    rule: Rule
    lines: tuple[Line, ...]
    doubts: tuple[Line, ...]
    asks: str
    address: str


def follows(
    comparison: Comparison,
    meanings: tuple[Meaning, Meaning],
    edition: Edition,
    *,
    law: str = "",
    case: Address | None = None,
    call: Call | None = None,
) -> Follows:
    """What is decided: in the interview `case` from which somebody came, else under the provision chosen, else by Law 23.

    call: the replacement, if it is named; 27B deals with a double otherwise than with a bid.
    """
    answers: dict[str, Any] = answers_by(comparison)
    withdrawn, replacement = meanings
    seen = {
        "shows_any_hand": not withdrawn.asks and withdrawn.same_hands(Meaning()),
        "tolerance_decides": compare(withdrawn, replacement).decisive not in (comparison.decisive, JUDGEMENT)
        and not comparison.judged,
    }
    noted = {name: True for name in SEEN if seen[name]}
    if case:
        kept = {name: value for name, value in case.answers.items() if name not in TESTS}
        ruling = ruled(case, {**kept, **noted, **answers})
        there = replace(case, change="", changed="").query({**kept, **noted, **answers})
        address = reverse("laws:interview", args=[edition.slug, case.rule.id]) + there
        return _follows(ruling, case.rule, address)
    chosen = provisions(edition)[law] if law else None
    number = chosen.law if chosen else law_of_the_test(edition)
    way = dict(chosen.asks.way) if chosen else {}
    if call and "replacement_kind" in way:
        way |= {"replacement_kind": kind_of(call), "attempt_admissible": True}
    ruling = interview(number, {**way, **noted, **answers}, edition.slug)
    # The way is only one of those to this question; whose case it is has to say how it came there.
    said = urlencode([(name, in_address(value)) for name, value in {**noted, **answers}.items()])
    address = f"{reverse('laws:interview', args=[edition.slug, number])}?{said}"
    return _follows(ruling, edition.procedures[number], address)


def _follows(ruling: Ruling, rule: Rule, address: str) -> Follows:
    asked = [step.fact.id if isinstance(step, Asked) else "" for step in ruling.steps]
    begins = next((at for at, name in enumerate(asked) if name in (*TESTS, *SEEN)), len(asked))
    after = ruling.steps[begins:]
    decided = [step for step in after if isinstance(step, Decided) and step.effect.name != "comparable"]
    return Follows(
        rule,
        tuple(dict.fromkeys(Line(ruling.words(one.effect.words), one.provision) for one in decided)),
        tuple(Line(ruling.words(one.words), one.provision) for one in after if isinstance(one, Doubted)),
        ruling.words(ruling.pending.fact.question) if ruling.pending else "",
        address,
    )


def doubts(comparison: Comparison, withdrawn: Meaning, replacement: Meaning) -> list[Line]:
    """Where a director has to judge, because the tests compare words and numbers only."""
    found = []
    if comparison.decisive == "same_or_similar" and not is_same(withdrawn, replacement):
        found.append(
            Line(_("“Similar” is a judgement: the law gives no number, and the tolerance below decides here"), "23A1")
        )
    if comparison.purpose.open:
        found.append(
            Line(
                _(
                    "The assistant does not know whether these two ask for the same thing; if “%(old)s” and "
                    "“%(new)s” ask for the "
                  "same thing in this partnership, enter the same word for both")
                % {"old": withdrawn.asks, "new": replacement.asks},
                "23A3",
            )
        )  # fmt: skip
    promised = [{word for shown in one.alternatives for word in shown.features} for one in (withdrawn, replacement)]
    if promised[0] != promised[1] and not comparison.comparable:
        found.append(
            Line(_("Promises in words are compared word by word; a promise made in different words counts"), "23A2")
        )
    return found


def same_denomination(one: tuple[Call | None, Meaning], other: tuple[Call | None, Meaning]) -> bool:
    """Whether two bids specify the same, so that 27B1(a) comes first if the second is the lowest such bid."""
    (old, old_meaning), (new, new_meaning) = one, other
    if old is None or new is None or not (old.is_bid and new.is_bid):
        return False
    found = denominations(old, old_meaning)
    return bool(found) and found == denominations(new, new_meaning)


def kind_of(call: Call) -> str:
    """`bid`, `pass` or `double`; a redouble is of the kind of a double, as in Law 32."""
    return "bid" if call.is_bid else "pass" if call.text == "P" else "double"
