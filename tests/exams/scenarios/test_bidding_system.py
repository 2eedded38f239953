"""The bidding system: what its calls mean, and that its auctions are sound."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from exams.scenarios.bidding.hands import holds, read
from exams.scenarios.bidding.patterns import Pattern
from exams.scenarios.bidding.rows import BadRow
from exams.scenarios.bidding.system import Option, Situation, System, load
from exams.scenarios.tables import auction, deal
from laws.rulings.calls import CALLS, Call, parse_call
from laws.rulings.replay import Standing
from laws.rulings.seats import ROUND, Seat
from tests.walking import walks

Auction = list[tuple[Seat, Option]]
DEALS = 2000


def calls(text: str) -> list[Call]:
    return [parse_call(word) for word in text.split()]


@pytest.fixture(scope="module")
def system() -> System:
    return load()


@pytest.fixture(scope="module")
def played(system: System) -> list[tuple[dict[Seat, str], Auction]]:
    """Two thousand deals with their auctions."""
    rng = random.Random(2017)  # noqa: S311 - a deal from a seed, nothing secret
    hands = [deal(rng) for _ in range(DEALS)]
    return [(hands[i], auction(system, ROUND[i % 4], hands[i])) for i in range(DEALS)]


# What calls mean: a director reads these.


@pytest.mark.parametrize(
    ("before", "call", "words"),
    [
        ("", "1H", "5+ ♥, 12–21 points"),
        ("", "1C", "3+ ♣, 12–21 points"),
        ("", "1NT", "balanced, 15–17 points"),
        ("", "2NT", "balanced, 20–21 points"),
        ("", "2C", "strong; 22+ points"),
        ("", "2S", "weak; 6 ♠, 6–10 points"),
        ("", "P", "0–11 points"),
        ("1H P", "P", "0–5 points"),
        ("1H P", "1S", "4+ ♠, 6+ points"),
        ("1H P", "1NT", "0–2 ♥, 6–9 points"),
        ("1H P", "2C", "4+ ♣, 10+ points"),
        ("1H P", "2H", "3+ ♥, 6–9 points"),
        ("1H P", "3H", "limit raise; 3+ ♥, 10–12 points"),
        ("1H P", "4H", "pre-emptive; 5+ ♥, 3–9 points"),
        ("1H P", "2NT", "forcing raise; 4+ ♥, 13+ points"),
        ("1H P", "3S", "splinter; 0–1 ♠, 4+ ♥, 11–14 points"),
        ("1H P", "4C", "splinter; 4+ ♥, 0–1 ♣, 11–14 points"),
        ("1S P", "4H", "splinter; 4+ ♠, 0–1 ♥, 11–14 points"),
        ("2C P", "2D", "waiting"),
        ("1NT P", "2C", "Stayman; a four-card major, 8+ points"),
        ("1NT P", "2D", "transfer; 5+ ♥"),
        ("2NT P", "3C", "Stayman; a four-card major, 5+ points"),
        ("2NT P", "3H", "transfer; 5+ ♠"),
        ("1D", "1H", "5+ ♥, 8–16 points"),
        ("1H", "2D", "5+ ♦, 11–16 points"),
        ("1H", "2S", "weak; 6+ ♠, 5–9 points"),
        ("1H", "1NT", "balanced, a heart stopper, 15–18 points"),
        ("1D", "2D", "Michaels; 5+ ♠, 5+ ♥, 8–16 points"),
        ("1S", "2NT", "unusual; 5+ ♦, 5+ ♣, 8–16 points"),
        ("1C 1S", "X", "negative; 4+ ♥, 6+ points"),
        ("1H 2C", "3C", "limit raise or better; 3+ ♥, 10+ points"),
        ("1C 1H P", "2C", "strong raise; 3+ ♥, 11+ points"),
        ("1C P 1H P", "1NT", "3+ ♣, balanced, 12–14 points"),
        ("1C P 1H P", "2H", "4+ ♥, 3+ ♣, 12–15 points"),
    ],
)
def test_a_call_means_what_players_expect(system: System, before: str, call: str, words: str) -> None:
    option = next(option for option in system.options(calls(before)) if option.call.text == call)
    assert option.words == words


@pytest.mark.parametrize(
    ("before", "call", "asks"),
    [("1NT P", "2C", "majors"), ("2NT P", "3C", "majors"), ("1S P 3S P", "4NT", "aces"), ("1S P 2NT P", "4NT", "aces")],
)
def test_a_question_says_what_it_asks(system: System, before: str, call: str, asks: str) -> None:
    meaning = system.meaning(tuple(before.split()), call)
    assert meaning is not None
    assert (meaning.asks, meaning.artificial) == (asks, True)


@pytest.mark.parametrize(
    ("before", "hand", "call"),
    [
        ("", "AK432.KQ432.32.2", "1S"),
        ("", "A432.32.K32.AQ32", "1C"),
        ("", "AK32.432.AJ32.32", "1D"),
        ("", "A2.K32.AQ32.J432", "1D"),
        ("", "AK32.432.AJ2.432", "1C"),
        ("", "432.K32.Q432.432", "P"),
        ("1C P", "KJ32.Q432.432.32", "1H"),
        ("1C P", "KJ432.Q5432.43.2", "1S"),
        ("1S P 3S P 4NT P", "K432.A32.KQ32.32", "5D"),
        ("1S P 3S P 4NT P 5D P", "AKQ432.K2.A2.KQ2", "6S"),
        ("1S P 3S P 4NT P 5D P", "KQJ432.KQJ.A.KQ2", "5S"),
        ("1NT P 2C P", "A32.KQ32.A32.K32", "2H"),
        ("2NT P 3D P", "AK2.K32.AKJ2.Q32", "3H"),
    ],
)
def test_a_player_makes_the_call_a_club_player_would(system: System, before: str, hand: str, call: str) -> None:
    assert system.choose(calls(before), hand).call.text == call


def test_what_a_player_has_shown_holds_for_his_later_calls(system: System) -> None:
    unlimited = system.meaning(("1S", "P"), "2C")
    passed = system.meaning(("P", "P", "1S", "P"), "2C")
    assert unlimited is not None and passed is not None
    assert passed.within(unlimited) and not unlimited.within(passed)
    assert [shown.hcp for shown in passed.alternatives] == [(10, 11)]


def test_a_call_that_nobody_could_have_falls_away(system: System) -> None:
    assert CALLS["1NT"] in [option.call for option in system.options(calls("1H"))]
    assert CALLS["1NT"] not in [option.call for option in system.options(calls("P P P 1H"))]


def test_the_auction_a_player_believes_in_gives_its_own_meanings(system: System) -> None:
    """He did not see his partner's opening bid: 1H would be an opening bid, not a response."""
    believed = system.meaning(("P",), "1H")
    real = system.meaning(("1C", "P"), "1H")
    assert believed is not None and real is not None
    assert (believed.words, real.words) == ("5+ ♥, 12–21 points", "4+ ♥, 6+ points")


def test_a_call_outside_the_system_has_no_meaning(system: System) -> None:
    assert system.meaning((), "7NT") is None
    assert system.options(calls("P P P P")) == []


def test_a_forcing_call_leaves_the_pass_without_a_meaning(system: System) -> None:
    last = system.options(calls("2C P"))[-1]
    assert (last.call.text, last.meaning) == ("P", None)


def test_a_second_look_gives_the_same_options(system: System) -> None:
    first, second = (system.options(calls("1D 1S")) for _ in range(2))
    assert all(one is other for one, other in zip(first, second, strict=True))


# What holds for every auction.


def test_every_option_is_legal_and_holds_some_hand(
    system: System, played: list[tuple[dict[Seat, str], Auction]]
) -> None:
    looked_at = set()
    for i, (_, made) in enumerate(played):
        dealer = ROUND[i % 4]
        standing = Standing(dealer)
        before: list[Call] = []
        for seat, option in made:
            key = tuple(call.text for call in before)
            if key not in looked_at:
                looked_at.add(key)
                options = system.options(before)
                offered = [one.call for one in options]
                assert len(offered) == len(set(offered)) and offered[-1].text == "P"
                for one in options:
                    assert standing.legal(seat, one.call), (key, one.call)
                    assert one.meaning is None or one.meaning.hands, (key, one.call)
                    assert one.meaning is not None or one.call.text == "P"
            standing.take(seat, option.call)
            before.append(option.call)
        assert standing.ended


def test_every_player_has_the_hand_he_shows(played: list[tuple[dict[Seat, str], Auction]]) -> None:
    for hands, made in played:
        for seat, option in made:
            assert option.meaning is None or holds(option.meaning, read(hands[seat])), (option, hands[seat])


def test_a_player_never_shows_a_hand_he_has_denied(played: list[tuple[dict[Seat, str], Auction]]) -> None:
    for _, made in played:
        for (_, earlier), (_, later) in zip(made, made[4:], strict=False):
            if earlier.meaning is not None and later.meaning is not None:
                assert later.meaning.within(earlier.meaning)


def test_hardly_a_hand_finds_no_call(played: list[tuple[dict[Seat, str], Auction]]) -> None:
    options = [option for _, made in played for _, option in made]
    lost = [option for option in options if option.meaning is None]
    assert len(lost) <= len(options) / 1000, Counter(option.rule for option in lost)


def test_auctions_look_like_those_of_a_club(played: list[tuple[dict[Seat, str], Auction]]) -> None:
    contracts = [next((option.call for _, option in reversed(made) if option.call.is_bid), None) for _, made in played]
    bid = [call for call in contracts if call is not None]
    denominations = Counter(call.denomination for call in bid)
    assert contracts.count(None) < DEALS / 10
    assert 5 <= sum(len(made) for _, made in played) / DEALS <= 11
    assert max(len(made) for _, made in played) <= 24
    assert all(denominations[one] > DEALS / 25 for one in ("C", "D", "H", "S", "NT")), denominations
    assert max(call.level for call in bid) <= 6
    assert 0.2 < sum(call.level in (3, 4) and call.text in ("3NT", "4H", "4S") for call in bid) / DEALS < 0.5


def test_a_forcing_call_is_never_passed(played: list[tuple[dict[Seat, str], Auction]], system: System) -> None:
    forcing = {situation.name for situation in system.situations if situation.forcing}
    passed = [option.rule for _, made in played for _, option in made if option.call.text == "P"]
    assert not forcing.intersection(passed)


def _walks(pattern: Pattern, tokens: list[str], before: list[str], standing: Standing) -> Iterator[list[str]]:
    """Legal auctions that a pattern describes."""
    if len(before) == pattern.size:
        yield before
        return
    part = Pattern(" ".join(tokens[: len(before) + 1]))
    turn = (pattern.size - len(before)) % 2
    for call in CALLS.values():
        text = f"({call.text})" if turn else call.text
        view = [f"({made})" if (pattern.size - i) % 2 else made for i, made in enumerate(before)]
        if standing.legal(standing.turn, call) and part.match([*view, text]) is not None:
            after = standing.copy()
            after.take(after.turn, call)
            if not after.ended:
                yield from _walks(pattern, tokens, [*before, call.text], after)


def _situations() -> list[tuple[Situation, Pattern]]:
    """All but the last, which fits every auction."""
    return [(situation, pattern) for situation in load().situations[:-1] for pattern in situation.patterns]


@walks(("situation", "pattern"), _situations, ids=lambda both: both[1].text)
def test_no_situation_is_hidden_by_one_before_it(system: System, situation: Situation, pattern: Pattern) -> None:
    tokens = pattern.text.removeprefix("... ").replace("start", "").split()
    openings = [[], ["1C", "P"], ["1H", "1S"], ["1H", "P", "2H", "P"]] if pattern.open else [[]]
    for opening in openings:
        standing = Standing(Seat.N)
        for text in opening:
            standing.take(standing.turn, CALLS[text])
        for walk in _walks(pattern, tokens, [], standing):
            found = system.situation((*opening, *walk))
            if found is not None and found[0] is situation:
                return
    pytest.fail(f"{situation.name} never comes up after {pattern.text}")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"name": "no pass", "after": ["start"], "calls": [{"call": "1H"}]}, "the last row of a situation is the pass"),
        (
            {"name": "loose letter", "after": ["start"], "calls": [{"call": "1H", "x": "4+"}, {"call": "P"}]},
            "'x' of row '1H' stands for no suit after 'start'",
        ),
    ],
)
def test_a_wrong_situation_is_refused_by_name(entry: dict[str, object], message: str) -> None:
    with pytest.raises(BadRow, match=message):
        System([entry])


def test_what_is_told_already_is_not_told_twice(played: list[tuple[dict[Seat, str], Auction]]) -> None:
    """No alternative of a meaning is a part of another one."""
    meanings = {option.meaning for _, made in played for _, option in made if option.meaning is not None}
    for meaning in meanings:
        for one, other in itertools.permutations(meaning.alternatives, 2):
            inside = not one.hands() & ~other.hands() and one.features >= other.features
            assert not inside, (meaning.words, one, other)
