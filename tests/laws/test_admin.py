"""The library in the admin: files decide the law, people add commentary, nobody rewrites a wording."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from laws.models import Commentary, Concordance, Definition, Provision
from tests.laws.conftest import Digest
from tests.walking import walks

REGISTERED = [model for model in apps.get_app_config("laws").get_models() if admin.site.is_registered(model)]


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    """Signed in as the person who runs the installation."""
    client.force_login(User.objects.create_superuser("olga@example.org", "long enough"))
    return client


@walks("model", REGISTERED, ids=lambda model: model.__name__, apart=True)
def test_every_list_and_record_opens(operator: Client, small_shelf: Digest, model: type[Provision]) -> None:
    name = f"admin:laws_{model._meta.model_name}"
    assert operator.get(reverse(f"{name}_changelist")).status_code == 200
    for row in model.objects.all()[:1]:
        assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


@walks("model", [Provision, Commentary, Definition, Concordance], ids=lambda model: model.__name__, apart=True)
def test_texts_are_not_edited_here(operator: Client, small_shelf: Digest, model: type[Provision]) -> None:
    row = model.objects.order_by("pk")[0]
    name = f"admin:laws_{model._meta.model_name}"
    assert operator.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
    assert operator.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert operator.get(reverse(f"{name}_add")).status_code == 403
