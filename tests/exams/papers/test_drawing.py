"""Drawing papers: who may, what is chosen, and what happens when the bank is too small."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import Level, QuestionVersion, Review
from exams.bank.services import decide
from exams.papers.drawing import Candidate, CannotFill, Cell, choose, draw, fillings, stock
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota
from exams.papers.services import revise
from tests import factories
from tests.exams.contents import CHANGES

# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])
def test_other_roles_draw_nothing(role: Role) -> None:
    factories.approved_version()
    with pytest.raises(PermissionDenied):
        draw(
            blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=factories.person("Edgar", role), seed=1
        )
    assert not Paper.objects.exists()


@pytest.mark.django_db
def test_people_of_another_body_draw_nothing(charlie: User) -> None:
    factories.approved_version()
    with pytest.raises(PermissionDenied):
        draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=charlie, seed=1)


# --- what is chosen -------------------------------------------------------------------------------------------------


def candidates(paths: dict[str, int], cell: Cell = ("insufficient-bid", "club", "")) -> list[Candidate]:
    """So many questions on each path."""
    return [
        Candidate(uuid5(NAMESPACE_OID, f"{path}{cell}{number}"), f"{path}/{cell}/{number}", path, cell)
        for path, count in paths.items()
        for number in range(count)
    ]


def test_no_path_twice_while_another_is_left() -> None:
    bank = candidates({"27/a": 5, "27/b": 5, "27/c": 5})
    path = {each.version: each.path for each in bank}
    for seed in range(20):
        drawn = choose(bank, {("insufficient-bid", "club", ""): 5}, seed)
        assert sorted(Counter(path[version] for version in drawn).values()) == [1, 2, 2]


def test_paths_are_spread_over_quotas_as_well() -> None:
    club, congress = ("insufficient-bid", "club", ""), ("insufficient-bid", "congress", "")
    bank = [*candidates({"27/a": 3, "27/b": 3}, club), *candidates({"27/a": 3, "27/b": 3}, congress)]
    path = {each.version: each.path for each in bank}
    for seed in range(20):
        drawn = choose(bank, {club: 1, congress: 1}, seed)
        assert {path[version] for version in drawn} == {"27/a", "27/b"}


def test_the_same_seed_draws_the_same_and_another_another() -> None:
    bank = candidates({f"27/{number}": 2 for number in range(20)})
    wanted = {("insufficient-bid", "club", ""): 10}
    assert choose(bank, wanted, 7) == choose(list(reversed(bank)), wanted, 7)
    assert len({tuple(choose(bank, wanted, seed)) for seed in range(10)}) == 10


@given(
    paths=st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4), min_size=1),
    seed=st.integers(0, 2**31 - 1),
    data=st.data(),
)
def test_whatever_the_bank_a_draw_is_full_without_repeats_and_even(
    paths: dict[str, int], seed: int, data: st.DataObject
) -> None:
    bank = candidates(paths)
    count = data.draw(st.integers(1, len(bank)))
    drawn = choose(bank, {("insufficient-bid", "club", ""): count}, seed)
    assert len(drawn) == len(set(drawn)) == count
    taken = Counter({each.version: each.path for each in bank}[version] for version in drawn)
    # Even: a path is taken again only when every other that was taken less is used up.
    for path, held in paths.items():
        assert taken[path] == held or taken[path] >= max(taken.values()) - 1


@pytest.mark.django_db
def test_a_paper_holds_its_quotas_and_the_terms_of_the_day(alice: User) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
        factories.approved_version(path=f"30/{number}", topic="call-out-of-rotation", level="congress")
    quotas = {"insufficient-bid": 3, ("call-out-of-rotation", Level.CONGRESS): 2}
    blueprint = factories.blueprint(quotas=quotas, minutes=45, pass_mark=70, open_book=False)
    paper = draw(blueprint=blueprint, actor=alice, seed=7)
    drawn = list(paper.questions.select_related("version"))
    assert [question.position for question in drawn] == [1, 2, 3, 4, 5]
    assert Counter((question.version.topic, question.version.level) for question in drawn) == {
        ("insufficient-bid", "club"): 3,
        ("call-out-of-rotation", "congress"): 2,
    }
    blueprint.minutes = 20
    blueprint.save()
    paper.refresh_from_db()
    assert (paper.minutes, paper.pass_mark, paper.open_book, paper.body) == (45, 70, False, factories.body())
    entry = AuditEntry.objects.get(verb="paper.drawn")
    assert (entry.actor, entry.target_id, entry.data["seed"]) == (alice, str(paper.pk), 7)


@pytest.mark.django_db
def test_a_blueprint_revised_since_it_was_read_is_drawn_as_it_is_now(alice: User) -> None:
    for _number in range(2):
        factories.approved_version()
    read_before = factories.blueprint(quotas={"insufficient-bid": 1}, minutes=30)
    now = Blueprint.objects.get()
    now.minutes = 60
    revise(blueprint=now, actor=alice, counts={(factories.topic(), Level.CLUB, ""): 2})
    paper = draw(blueprint=read_before, actor=alice, seed=1)
    assert (paper.minutes, paper.questions.count()) == (60, 2)


@pytest.mark.django_db
def test_from_the_same_bank_the_same_seed_draws_the_same_paper(alice: User) -> None:
    for number in range(8):
        factories.approved_version(path=f"27/{number}")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 4})
    first, second = (draw(blueprint=blueprint, actor=alice, seed=7) for _time in range(2))
    assert [question.version_id for question in first.questions.all()] == [
        question.version_id for question in second.questions.all()
    ]


@pytest.mark.django_db
def test_only_approved_questions_of_the_body_and_the_edition_are_drawn(alice: User) -> None:
    usable = factories.approved_version()
    factories.version()
    factories.approved_version(at=factories.body("Northern Rivers Bridge"))
    retired = factories.approved_version()
    decide(version_id=retired.pk, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    receipt = {**factories.CONTENT["receipt"], "edition": "duplicate-2007"}
    factories.approved_version(edition="duplicate-2007", receipt=receipt)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    assert [filling.available for filling in fillings(blueprint)] == [1]
    assert draw(blueprint=blueprint, actor=alice, seed=1).questions.get().version == usable


@pytest.mark.django_db
def test_a_drawn_paper_never_changes(alice: User) -> None:
    paper = factories.paper(questions=1)
    for change in (
        lambda: Paper.objects.update(pass_mark=1),
        lambda: paper.questions.update(marks=5),
        lambda: paper.questions.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
            change()


# --- shortages ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_shortage_names_each_quota_that_lacks_and_writes_nothing(alice: User) -> None:
    for number in range(2):
        factories.approved_version(path=f"27/{number}")
    quotas = {"insufficient-bid": 2, "call-out-of-rotation": 3, ("insufficient-bid", Level.CONGRESS): 1}
    blueprint = factories.blueprint(quotas=quotas)
    with pytest.raises(CannotFill) as refused:
        draw(blueprint=blueprint, actor=alice, seed=1)
    assert [
        (shortage.quota.topic.slug, shortage.quota.level, shortage.lacking) for shortage in refused.value.shortages
    ] == [("call-out-of-rotation", "club", 3), ("insufficient-bid", "congress", 1)]
    assert "Call out of rotation, Club: 3 lacking (3 wanted, 0 approved)" in str(refused.value)
    assert not Paper.objects.exists()
    assert not PaperQuestion.objects.exists()
    assert not AuditEntry.objects.filter(verb="paper.drawn").exists()


@pytest.mark.django_db
def test_a_blueprint_that_asks_for_nothing_draws_nothing(alice: User) -> None:
    with pytest.raises(CannotFill, match="asks for no questions"):
        draw(blueprint=factories.blueprint(quotas={}), actor=alice, seed=1)
    assert not Paper.objects.exists()


# --- pairs ----------------------------------------------------------------------------------------------------------

CLUB, CONGRESS = ("insufficient-bid", "club", ""), ("insufficient-bid", "congress", "")


def pair_of(name: str, first: Cell = CLUB, second: Cell = CLUB) -> list[Candidate]:
    """The two questions of a pair."""
    return [
        Candidate(uuid5(NAMESPACE_OID, f"{name}{part}"), f"{name}/{part}", f"27/{name}/{part}", cell, name, part)
        for part, cell in ((1, first), (2, second))
    ]


def pair_version(number: str, part: int, **changes: Any) -> QuestionVersion:
    pair = {"id": number, "part": part, "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    return factories.approved_version(pair=pair, **changes)


@given(
    singles=st.integers(0, 4),
    club=st.integers(0, 3),
    across=st.integers(0, 3),
    hard=st.integers(0, 2),
    wanted=st.tuples(st.integers(0, 6), st.integers(0, 4)),
    seed=st.integers(0, 1000),
)
def test_whatever_the_pairs_a_draw_is_full_and_splits_none_or_is_truly_impossible(
    singles: int, club: int, across: int, hard: int, wanted: tuple[int, int], seed: int
) -> None:
    bank = candidates({f"27/{number}": 1 for number in range(singles)}) if singles else []
    bank += [each for number in range(club) for each in pair_of(f"c{number}")]
    bank += [each for number in range(across) for each in pair_of(f"x{number}", CLUB, CONGRESS)]
    bank += candidates({f"27/hard/{number}": 1 for number in range(hard)}, CONGRESS) if hard else []
    numbers = {cell: number for cell, number in zip((CLUB, CONGRESS), wanted, strict=True) if number}
    possible = any(
        0 <= numbers.get(CLUB, 0) - 2 * whole - split <= singles and 0 <= numbers.get(CONGRESS, 0) - split <= hard
        for whole in range(club + 1)
        for split in range(across + 1)
        if not split or len(numbers) == 2
    )
    if not numbers:
        return
    if not possible:
        with pytest.raises(ValueError, match="whole pairs"):
            choose(bank, numbers, seed)
        return
    by_version = {each.version: each for each in bank}
    drawn = [by_version[version] for version in choose(bank, numbers, seed)]
    assert Counter(each.cell for each in drawn) == numbers
    assert len({each.version for each in drawn}) == len(drawn)
    halves = [each for each in drawn if each.pair]
    # Both of each, the first before the second, side by side.
    assert all(
        (one.pair, one.part, other.part) == (other.pair, 1, 2)
        for one, other in zip(halves[::2], halves[1::2], strict=True)
    )
    assert all(drawn.index(other) == drawn.index(one) + 1 for one, other in zip(halves[::2], halves[1::2], strict=True))


@pytest.mark.django_db
def test_a_paper_draws_both_of_a_pair_or_neither(alice: User) -> None:
    pair_version("p", 1, path="27/a")
    pair_version("p", 2, path="27/b", level="congress")
    factories.approved_version(path="27/c")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1, ("insufficient-bid", "congress"): 1})
    for seed in range(3):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed).questions.select_related("version")
        assert [question.version.pair for question in drawn] == ["p", "p"]
    revise(blueprint=blueprint, actor=alice, counts={(factories.topic(), Level.CLUB, ""): 1})
    assert [draw(blueprint=blueprint, actor=alice, seed=seed).questions.get().version.pair for seed in range(3)] == [
        ""
    ] * 3


@pytest.mark.django_db
def test_a_half_without_its_partner_is_not_drawn_and_the_bank_says_so(alice: User) -> None:
    pair_version("p", 1)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    held = stock(blueprint)
    assert ([filling.available for filling in held.fillings], held.halves) == ([0], 1)
    with pytest.raises(CannotFill, match="1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)


@pytest.mark.django_db
def test_pairs_that_leave_a_number_unfilled_are_named_as_the_reason(alice: User) -> None:
    for part in (1, 2):
        pair_version("p", part)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    with pytest.raises(CannotFill, match="in pairs, which are drawn whole"):
        draw(blueprint=blueprint, actor=alice, seed=1)
    assert not Paper.objects.exists()


# --- kinds ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_quota_of_one_kind_takes_that_kind_and_the_other_what_is_left(alice: User) -> None:
    for _number in range(2):
        factories.approved_version(**CHANGES["cite_law"])
        factories.approved_version(**CHANGES["choose_all"])
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="cite_law", count=2)
    assert [(one.quota.kind, one.available) for one in stock(blueprint).fillings] == [("", 2), ("cite_law", 2)]
    for seed in range(3):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed).questions.values_list("version__kind", flat=True)
        assert sorted(drawn) == ["choose_all", "cite_law", "cite_law"]


@pytest.mark.django_db
def test_a_shortage_of_one_kind_names_it(alice: User) -> None:
    factories.approved_version()
    blueprint = factories.blueprint(quotas={})
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="cite_law", count=1)
    with pytest.raises(CannotFill, match="Insufficient bid, Club, Cite the law: 1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)


# --- written rulings ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_written_question_is_not_drawn_and_the_bank_says_so(alice: User) -> None:
    factories.approved_version(**CHANGES["written"])
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    held = stock(blueprint)
    assert ([filling.available for filling in held.fillings], held.written) == ([0], 1)
    with pytest.raises(CannotFill, match="1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)
    shown = factories.browser(alice).get(blueprint.get_absolute_url()).content.decode()
    assert "there is no marking by two markers yet" in shown
