"""Regions of a body, and where its clubs are."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import Body, Club, Region

pytestmark = pytest.mark.django_db


class TestRegion:
    def test_a_body_has_each_name_once(self, body: Body, other_body: Body) -> None:
        Region.objects.create(body=body, name="Darling Downs")
        Region.objects.create(body=other_body, name="Darling Downs")
        with pytest.raises(IntegrityError), transaction.atomic():
            Region.objects.create(body=body, name="Darling Downs")

    def test_they_stand_in_the_order_of_the_body(self, body: Body) -> None:
        for order, name in ((2, "Brisbane"), (1, "Tropics"), (1, "Gulf")):
            Region.objects.create(body=body, name=name, order=order)
        assert [str(one) for one in body.regions.all()] == ["Gulf", "Tropics", "Brisbane"]


class TestClub:
    @pytest.mark.parametrize(
        "where",
        [
            {"latitude": Decimal("-27.5")},
            {"longitude": Decimal("152")},
            {"latitude": Decimal("-90.5"), "longitude": Decimal("152")},
            {"latitude": Decimal("-27.5"), "longitude": Decimal("180.5")},
        ],
    )
    def test_it_is_somewhere_on_earth_or_not_placed(self, body: Body, where: dict[str, Any]) -> None:
        with pytest.raises(ValidationError):
            Club(body=body, name="Nowhere", **where).full_clean()
        with pytest.raises(IntegrityError), transaction.atomic():
            Club.objects.create(body=body, name="Nowhere", **where)

    def test_it_can_be_placed(self, body: Body) -> None:
        region = Region.objects.create(body=body, name="Darling Downs")
        where = {
            "region": region,
            "place": "Toowoomba",
            "latitude": Decimal("-27.5598"),
            "longitude": Decimal("151.9507"),
        }
        club = Club(body=body, name="Range View", **where)
        club.full_clean()
        assert club.is_placed
        assert not Club(body=body, name="Somewhere").is_placed

    def test_its_region_is_one_of_its_body(self, body: Body, other_body: Body) -> None:
        region = Region.objects.create(body=other_body, name="Coast")
        with pytest.raises(ValidationError, match="another body"):
            Club(body=body, name="Range View", region=region).full_clean()
