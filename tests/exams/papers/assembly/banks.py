"""Banks to choose from, small enough to try every choice."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from uuid import NAMESPACE_OID, uuid5

from hypothesis import assume
from hypothesis import strategies as st

from exams.papers.assembly import Candidate, Wanted

# A syllabus of three topics, two of them under one heading.
ABOVE = {"bids": ("bids", "auction"), "calls": ("calls", "auction"), "score": ("score",)}


def question(
    name: str, topic: str = "bids", level: str = "club", kind: str = "best_ruling", **more: object
) -> Candidate:
    """A question that may be drawn."""
    return Candidate(
        uuid5(NAMESPACE_OID, name),
        name,
        str(more.pop("path", name)),
        ABOVE.get(topic, (topic,)),
        level,
        kind,
        **more,  # type: ignore[arg-type]
    )


def some(count: int, prefix: str = "q", **fields: object) -> list[Candidate]:
    """So many questions of one description, each on its own path."""
    return [question(f"{prefix}{number}", **fields) for number in range(count)]  # type: ignore[arg-type]


def pair(name: str, **fields: object) -> list[Candidate]:
    """Two questions that differ in one fact."""
    return [question(f"{name}{part}", pair=name, part=part, **fields) for part in (1, 2)]  # type: ignore[arg-type]


def wanted(count: int, topic: str = "bids", level: str = "club", kind: str = "", difficulty: int = 0) -> Wanted:
    """A quota."""
    return Wanted(topic, level, kind, difficulty, count)


@st.composite
def banks(draw: st.DrawFn, most: int = 8) -> list[Candidate]:
    """Some questions of many descriptions, with pairs."""
    made: list[Candidate] = []
    for number in range(draw(st.integers(1, most))):
        parts = (1, 2) if draw(st.booleans()) and len(made) + 2 <= most else (0,)
        for part in parts:
            made.append(
                question(
                    f"q{number}.{part}",
                    draw(st.sampled_from(sorted(ABOVE))),
                    "club",
                    draw(st.sampled_from(["best_ruling", "cite_law"])),
                    path=draw(st.sampled_from("abc")),
                    alike=draw(st.sampled_from(["", "", "x", "y"])),
                    scene=draw(st.sampled_from(["", "s", "t"])),
                    band=draw(st.sampled_from([1, 3])),
                    facility=draw(st.sampled_from([0.2, 0.5, 0.8])),
                    pair=f"pair{number}" if part else "",
                    part=part,
                )
            )
    return made


@st.composite
def quotas(draw: st.DrawFn) -> list[Wanted]:
    """One to three quotas, which may overlap."""
    lines = st.tuples(
        st.sampled_from(["bids", "calls", "auction", "score"]),
        st.sampled_from(["", "cite_law"]),
        st.sampled_from([0, 3]),
    )
    asked = draw(st.lists(lines, min_size=1, max_size=3, unique=True))
    return [wanted(draw(st.integers(1, 3)), topic, "club", kind, band) for topic, kind, band in asked]


def fits(quota: Wanted, candidate: Candidate) -> bool:
    """Whether the question is of what the quota asks for."""
    return (
        quota.topic in candidate.topics
        and quota.level == candidate.level
        and quota.kind in {"", candidate.kind}
        and quota.difficulty in {0, candidate.band}
    )


def counts_for(candidate: Candidate, asked: list[Wanted]) -> list[int]:
    """The quotas a question may count for."""
    return [place for place, quota in enumerate(asked) if fits(quota, candidate)]


def meets(chosen: tuple[Candidate, ...], asked: list[Wanted]) -> bool:
    """Whether these questions can be dealt out so that every quota has exactly its number."""

    def deal(left: list[Candidate], room: list[int]) -> bool:
        if not left:
            return not any(room)
        return any(
            deal(left[1:], [number - (place == one) for one, number in enumerate(room)])
            for place in counts_for(left[0], asked)
            if room[place]
        )

    return deal(list(chosen), [quota.count for quota in asked])


def keeps(chosen: tuple[Candidate, ...], pairs: str) -> bool:
    """Whether pairs are whole, or never both, as asked."""
    names = [each.pair for each in chosen if each.pair]
    units = {(each.alike, (pairs == "together" and each.pair) or each.version) for each in chosen if each.alike}
    if len(units) > len({alike for alike, _unit in units}):
        return False
    return all(names.count(name) == (2 if pairs == "together" else 1) for name in names)


def choices(bank: list[Candidate], asked: list[Wanted], pairs: str) -> list[tuple[Candidate, ...]]:
    """Every choice there is."""
    size = sum(quota.count for quota in asked)
    return [chosen for chosen in combinations(bank, size) if keeps(chosen, pairs) and meets(chosen, asked)]


@st.composite
def papers(draw: st.DrawFn) -> tuple[list[Candidate], list[Wanted], str]:
    """A bank with quotas that can be met, because they are counted from a choice; and what becomes of pairs."""
    bank, lines, pairs = draw(banks()), draw(quotas()), draw(st.sampled_from(["together", "apart"]))
    fitting = [each for each in bank if counts_for(each, lines)]
    names = {each.pair for each in fitting if each.pair}
    whole = {name for name in names if sum(each.pair == name for each in fitting) == 2}
    chosen: list[Candidate] = []
    for each in fitting:
        if each.pair and pairs == "together":
            wants = each.pair in whole and (each.part == 1 or any(other.pair == each.pair for other in chosen))
            take = wants and (each.part == 2 or draw(st.booleans()))
        else:
            take = not (each.pair and any(other.pair == each.pair for other in chosen)) and draw(st.booleans())
        if take:
            chosen.append(each)
    assume(chosen and keeps(tuple(chosen), pairs))
    dealt = [draw(st.sampled_from(counts_for(each, lines))) for each in chosen]
    asked = [replace(line, count=dealt.count(place)) for place, line in enumerate(lines) if place in dealt]
    return bank, asked, pairs
