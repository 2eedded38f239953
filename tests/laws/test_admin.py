"""The library in the admin: files decide the law, people add commentary, nobody rewrites a wording."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from laws.models import Commentary, Provision
from tests.laws.conftest import Digest

REGISTERED = [model for model in apps.get_app_config("laws").get_models() if admin.site.is_registered(model)]


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    """Signed in as the person who runs the installation."""
    client.force_login(User.objects.create_superuser("olga@example.org", "long enough"))
    return client


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_every_list_and_record_opens(operator: Client, small_shelf: Digest, model: type[Provision]) -> None:
    name = f"admin:laws_{model._meta.model_name}"
    assert operator.get(reverse(f"{name}_changelist")).status_code == 200
    for row in model.objects.all()[:1]:
        assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


def test_the_digest_is_not_edited_here(operator: Client, small_shelf: Digest) -> None:
    provision = Provision.objects.get(key="27A")
    answer = operator.post(reverse("admin:laws_provision_change", args=[provision.pk]), {"heading": "Mine"})
    assert answer.status_code == 403
    provision.refresh_from_db()
    assert provision.heading == "Acceptance"


def commentary(*texts: str, **fields: str) -> dict[str, str]:
    """The form of a commentary with these wordings, all from the same day."""
    form = {"kind": "note", "title": "A note", "provisions": str(Provision.objects.get(key="27A").pk), **fields}
    form |= {"versions-TOTAL_FORMS": str(len(texts)), "versions-INITIAL_FORMS": "0"}
    for number, text in enumerate(texts):
        of_wording = {"kind": "digest", "revision": str(number + 1), "text": text, "effective_0": "2020-01-01"}
        form |= {f"versions-{number}-{name}": value for name, value in of_wording.items()}
    return form


def test_a_commentary_is_entered_with_its_wording(operator: Client, small_shelf: Digest) -> None:
    assert operator.post(reverse("admin:laws_commentary_add"), commentary("Mind the gap.")).status_code == 302
    (entered,) = Commentary.objects.get().versions.all()
    assert (entered.text, entered.effective.upper) == ("Mind the gap.", None)


def test_a_minute_without_authority_is_refused_with_a_sentence(operator: Client, small_shelf: Digest) -> None:
    answer = operator.post(reverse("admin:laws_commentary_add"), commentary("So decided.", kind="minute"))
    assert answer.status_code == 200
    assert not Commentary.objects.exists()
