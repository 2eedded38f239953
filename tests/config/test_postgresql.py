"""What our database backend adds to Django's."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from config.postgresql.base import MOST_VALUES


@pytest.mark.django_db
def test_more_is_stored_in_one_go_than_a_statement_has_values() -> None:
    """With values bound by the server, five thousand questions were refused: “number of parameters must be between ...”."""
    many = MOST_VALUES // 2 + 1
    before = ContentType.objects.count()
    ContentType.objects.bulk_create(ContentType(app_label="thing", model=str(number)) for number in range(many))
    assert ContentType.objects.count() == before + many


def test_it_is_used_whatever_server_is_named() -> None:
    """One that DATABASE_URL names has no CLUSTER."""
    assert settings.DATABASES["default"]["ENGINE"] == "config.postgresql"
    assert connection.features.max_query_params == MOST_VALUES
