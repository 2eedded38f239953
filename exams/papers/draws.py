"""Drawing papers: which approved questions fill the quotas of a blueprint, and writing them down for good.

The choice itself is made by `exams.papers.assembly`; it depends on the seed and the bank alone. Here is what surrounds it:
who may, what holds while it is made, and what is kept.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Avg, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.models import QuestionVersion
from exams.bank.upkeep.flags import unflagged
from exams.papers import syllabus
from exams.papers.assembly import Candidate, CannotAssemble, Pool, Target, Wanted, arrange, choose, pool
from exams.papers.assembly.choice import usual
from exams.papers.fitness import PRACTISED_FOR, practised, practised_in_words, resting, resting_in_words
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota, Topic, lineage
from exams.papers.rules import DRAW, SEE_QUESTIONS
from exams.papers.stock import Filling, candidates_for, fitting, quotas_of, reasons, wanted

MOST_FORMS = 12
"""How many forms one press may draw: each takes up to a second, and the examiner waits."""

SEEDS = 2**31
"""How many different seeds a paper can have."""


class CannotFill(Exception):
    """The bank cannot fill these quotas, so nothing was drawn.

    shortages: the quotas for which there are too few questions. reasons: all that stands in the way, in sentences.
    """

    def __init__(self, shortages: Sequence[Filling], reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.shortages = shortages
        self.reasons = reasons


class BankMoved(Exception):
    """The bank or the blueprint has changed since the preview, so this would not be the paper that was looked at."""

    def __init__(self) -> None:
        super().__init__(_("The bank or the blueprint has changed since. Look at the paper again before you draw it."))


@dataclass(frozen=True)
class Recipe:
    """What a paper is drawn by: the quotas, those of the terms that bear on the choice, and what each topic stands under.

    day: the day on which it is to be sat; questions whose law has changed by then are not drawn. rest: for how many sittings
    of the body a question is not drawn again. first: the first paper of the set that it is drawn for, if there is one.
    """

    body: Body
    edition: str
    quotas: tuple[Quota, ...]
    pairs: str
    order: str
    one_each: bool
    syllabus: Mapping[str, str]
    day: date
    rest: int = 0
    first: UUID | None = None

    @classmethod
    def of(cls, blueprint: Blueprint, day: date | None = None) -> Recipe:
        """Those of a blueprint as it is now, for a day or today."""
        return cls(
            blueprint.body,
            blueprint.edition,
            tuple(quotas_of(blueprint)),
            blueprint.pairs,
            blueprint.order,
            blueprint.one_each,
            Topic.objects.tree(blueprint.body_id),
            day or blueprint.body.today(),
            blueprint.rest_sittings,
        )

    @classmethod
    def followed_by(cls, paper: Paper, day: date | None = None) -> Recipe:
        """Those a paper was drawn by, which its other forms follow whatever has become of the blueprint and the syllabus.

        Topics that are new since then stand where they stand now, since they may stand under one of those.
        """
        tree = {**Topic.objects.tree(paper.body_id), **paper.syllabus}
        if not paper.quotas:  # drawn before papers kept them
            return replace(cls.of(paper.blueprint, day), syllabus=tree, first=paper.first_id or paper.pk)
        topics = {topic.slug: topic for topic in Topic.objects.filter(body=paper.body_id)}
        quotas = tuple(
            Quota(
                topic=topics.get(one["topic"]) or Topic(slug=one["topic"], title=one["topic"]),
                level=one["level"],
                kind=one["kind"],
                difficulty=one["difficulty"] or None,
                count=one["count"],
            )
            for one in paper.quotas
        )
        terms = (paper.pairs, paper.order, paper.one_each)
        on = day or paper.body.today()
        return cls(paper.body, paper.edition, quotas, *terms, tree, on, paper.rest_sittings, paper.first_id or paper.pk)

    @property
    def wanted(self) -> list[Wanted]:
        """The quotas as the solver reads them."""
        return [wanted(quota) for quota in self.quotas]


@dataclass(frozen=True)
class Preview:
    """What a seed would draw now: the versions in the order of the paper, and a digest by which to recognise them."""

    versions: list[QuestionVersion]
    expected: float
    digest: str


def preview(*, blueprint: Blueprint, actor: User, seed: int, day: date | None = None) -> Preview:
    """Exactly what `draw` would draw, or `CannotFill`; nothing is written. For those who may read the questions."""
    require(actor, SEE_QUESTIONS, blueprint)
    chosen = _first_choice(Recipe.of(blueprint, day), seed)
    ids = [each.version for each in chosen]
    found = QuestionVersion.objects.select_related("question", "body").in_bulk(ids)
    return Preview([found[one] for one in ids], sum(each.facility for each in chosen) / len(chosen), _digest(ids))


@transaction.atomic
def draw(*, blueprint: Blueprint, actor: User, seed: int, previewed: str = "", day: date | None = None) -> Paper:
    """Draw a paper to be sat on a day, or today; or raise `CannotFill` and write nothing.

    1. Lock the blueprint and read it again, so that a revision is in the paper as a whole or not at all.
    2. Choose, then lock what was chosen. If an examiner has taken an approval back meanwhile, choose again without that
       question: each round leaves one out at least, so this ends, with a paper or with a shortage.
    3. Write. No decision about these questions can come between the choice and the paper.

    previewed: the digest of the preview that somebody looked at; `BankMoved` when this would be another paper.
    """
    require(actor, DRAW, blueprint)
    blueprint = Blueprint.objects.select_for_update(of=("self",)).select_related("body").get(pk=blueprint.pk)
    recipe = Recipe.of(blueprint, day)
    chosen = _settle(lambda: _first_choice(recipe, seed), recipe.day)
    if previewed and previewed != _digest([each.version for each in chosen]):
        raise BankMoved
    paper = Paper(
        body=blueprint.body,
        blueprint=blueprint,
        drawn_by=actor,
        seed=seed,
        quotas=[quota.asked() for quota in recipe.quotas],
        syllabus=recipe.syllabus,
        **blueprint.terms(),
    )
    return _write(paper, chosen, actor)


@transaction.atomic
def draw_set(
    *, blueprint: Blueprint, actor: User, seed: int, forms: int, previewed: str = "", day: date | None = None
) -> list[Paper]:
    """Draw so many forms of equal difficulty at once: all of them, or `CannotFill` and none."""
    first = draw(blueprint=blueprint, actor=actor, seed=seed, previewed=previewed, day=day)
    seeds = [(seed + number) % SEEDS for number in range(1, forms)]
    return [first, *(draw_form(paper=first, actor=actor, seed=one, day=day) for one in seeds)]


@transaction.atomic
def draw_form(*, paper: Paper, actor: User, seed: int, day: date | None = None) -> Paper:
    """Draw another form of a paper: the same quotas and terms, equal difficulty, as few shared questions as there can be.

    Equal means that the mean of what is expected to be right lies within 0.02 of the first form's; `CannotFill` where that
    cannot be had. The caller has asked whether the actor may, since approving an entry draws one too.
    """
    # Two forms drawn at once wait for each other here: each has to know what the other took, and its number.
    first = Paper.objects.select_for_update(of=("self",), no_key=True).get(pk=paper.first_id or paper.pk)
    forms = Paper.objects.filter(Q(pk=first.pk) | Q(first=first))
    # The last one knows all topics that the others know.
    last = forms.order_by("-form")[0]
    recipe = Recipe.followed_by(last, day)
    held = Counter(PaperQuestion.objects.filter(paper__in=forms).values_list("version", flat=True))
    target = Target(_expected(first))
    chosen = _settle(lambda: _choice(recipe, seed, target=lambda _pool: target, held=held), recipe.day)
    form = Paper(
        body_id=first.body_id,
        blueprint_id=first.blueprint_id,
        drawn_by=actor,
        seed=seed,
        first=first,
        form=last.form + 1,
        quotas=first.quotas,
        syllabus=recipe.syllabus,
        **first.terms(),
    )
    return _write(form, chosen, actor)


def _first_choice(recipe: Recipe, seed: int) -> list[Candidate]:
    """The choice for a paper of its own, or for the first of a set, which aims at the middle so that others can follow."""
    if recipe.one_each:
        try:
            return _choice(recipe, seed, target=lambda held: Target(usual(held)))
        except CannotFill:
            # Of a small bank no choice may come so near to the middle. If nothing else is wrong, any will do.
            pass
    return _choice(recipe, seed)


def _choice(
    recipe: Recipe,
    seed: int,
    *,
    target: Callable[[Pool], Target] | None = None,
    held: Mapping[UUID, int] | None = None,
) -> list[Candidate]:
    """What to draw by the bank as it is now, in the order of the paper; or `CannotFill`."""
    bank = candidates_of(recipe)
    from_these = pool(bank.fresh, recipe.wanted, recipe.pairs)
    try:
        chosen = choose(from_these, seed, target=target(from_these) if target and recipe.quotas else None, held=held)
    except CannotAssemble as error:
        found = error.explanation
        told = reasons(found, recipe.quotas, from_these, recipe.pairs)
        if number := fitting(bank.resting, recipe.wanted):
            told.append(resting_in_words(number, recipe.rest))
        if number := fitting(bank.practised, recipe.wanted):
            told.append(practised_in_words(number))
        raise CannotFill(
            [
                Filling(recipe.quotas[one.place], one.available, from_these.different(one.place))
                for one in found.shortages
            ],
            told,
        ) from error
    return arrange(chosen, seed, order=recipe.order, syllabus=syllabus.read(recipe.body).places)


class Bank(NamedTuple):
    """The questions of a bank for a recipe: what may be drawn; and what could be if it did not rest, or had not come up in
    practice.
    """

    fresh: list[Candidate]
    resting: list[Candidate]
    practised: list[Candidate]

    @property
    def left_out(self) -> list[Candidate]:
        """What could be drawn but for one or the other."""
        return [*self.resting, *self.practised]


def candidates_of(recipe: Recipe) -> Bank:
    """What the bank has for this recipe, each with its topic where the recipe has it."""
    tired = resting(recipe.body.pk, recipe.rest, but=recipe.first)
    found, rests = candidates_for(recipe.body, recipe.edition, recipe.day, tired)
    met = practised({each.fingerprint for each in found}, timezone.now() - PRACTISED_FOR)
    return Bank(
        [_placed(each, recipe.syllabus) for each in found if each.fingerprint not in met],
        [_placed(each, recipe.syllabus) for each in rests],
        [_placed(each, recipe.syllabus) for each in found if each.fingerprint in met],
    )


def _placed(candidate: Candidate, tree: Mapping[str, str]) -> Candidate:
    """With its topic where this tree has it, which may have been moved in the syllabus since."""
    topics = lineage(candidate.topics[0], tree)
    return candidate if topics == candidate.topics else candidate._replace(topics=topics)


def _settle(choice: Callable[[], list[Candidate]], day: date) -> list[Candidate]:
    """Choose until nothing that was chosen has been taken back meanwhile; then it is held until the transaction ends."""
    chosen = choice()
    while not lock_versions([each.version for each in chosen], day):
        chosen = choice()
    return chosen


def lock_versions(versions: Sequence[UUID], day: date) -> bool:
    """Keep examiners from deciding about these until the transaction ends; False if one may be drawn no more."""
    free = unflagged(QuestionVersion.objects.approved().filter(pk__in=versions), day)
    rows = free.select_for_update(of=("self",), no_key=True)
    # In the order of their ids, so that two draws never wait for each other.
    return len(rows.order_by("pk").only("pk")) == len(versions)


def _write(paper: Paper, chosen: Sequence[Candidate], actor: User) -> Paper:
    paper.save(force_insert=True)
    marks = marks_of(chosen)
    PaperQuestion.objects.bulk_create(
        PaperQuestion(paper=paper, position=position, version_id=each.version, marks=marks.get(each.version, 1))
        for position, each in enumerate(chosen, start=1)
    )
    data: dict[str, Any] = {"blueprint": paper.blueprint.code, "seed": paper.seed, "questions": len(chosen)}
    if paper.first_id:
        data |= {"first": paper.first_id, "form": paper.form}
    record(actor=actor, verb="paper.drawn", target=paper, body=paper.body_id, data=data)
    return paper


def marks_of(chosen: Sequence[Candidate]) -> dict[UUID, int]:
    """What a written ruling is worth: the marks of its rubric. Every other question is worth one."""
    written = [each.version for each in chosen if each.kind == QuestionVersion.Kind.WRITTEN]
    rubrics = QuestionVersion.objects.filter(pk__in=written).values_list("pk", "content__rubric") if written else ()
    return {pk: sum(item["marks"] for item in rubric) for pk, rubric in rubrics}


def _expected(paper: Paper) -> float:
    """The mean of what the questions of a paper are expected to be answered rightly, by what is known today."""
    versions = QuestionVersion.objects.filter(pk__in=paper.questions.values("version")).with_difficulty()
    return float(versions.aggregate(mean=Avg("expected"))["mean"])


def _digest(versions: Sequence[UUID]) -> str:
    return hashlib.sha256(" ".join(map(str, versions)).encode()).hexdigest()[:16]
