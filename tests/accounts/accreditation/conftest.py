"""What the tests of accreditation share: the papers that the exams would tell of, without the exams."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal

import pytest

from accounts.accreditation.papers import Chance, PaperOnOffer
from accounts.accreditation.signals import papers_asked

PAPERS = (
    PaperOnOffer(
        "club-auction",
        "Club, Laws of the auction",
        {"bids": "Bids out of turn", "doubles": "Doubles out of turn"},
        Decimal("65.00"),
        90,
        (Chance(datetime.date(2027, 3, 13), "Autumn exam", "/sittings/1/", datetime.date(2027, 2, 27), "Toowong"),),
    ),
    PaperOnOffer("club-play", "Club, Laws of the play", {"leads": "Leads out of turn"}),
)


@contextmanager
def only_these_papers(offered: Callable[..., list[PaperOnOffer]]) -> Iterator[None]:
    """Every body has the papers that this answers; whatever the exams have is not asked."""
    receivers, papers_asked.receivers = papers_asked.receivers, []
    papers_asked.connect(offered)
    yield
    papers_asked.disconnect(offered)
    papers_asked.receivers = receivers
    papers_asked.sender_receivers_cache.clear()


@pytest.fixture
def papers() -> Iterator[None]:
    """The body has these two papers."""
    with only_these_papers(lambda **_asked: list(PAPERS)):
        yield
