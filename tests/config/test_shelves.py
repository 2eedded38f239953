"""The shelf that tests are given is the one that loading the files makes, and the database behaves as after a load."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from laws import shelf
from laws.models import Citation, Code, ProvisionVersion
from tests import shelves
from tests.laws.conftest import Digest

Rows = dict[str, list[str]]


class _Undo(Exception):
    """Whatever was done is undone."""


def rows() -> Rows:
    """Every row of the library without its number and the moment at which it was stored, by table."""
    found: Rows = {}
    for model in shelves.library():
        fields = [field.attname for field in model._meta.concrete_fields]
        if model._meta.auto_created:
            found[model._meta.label] = [str(model._default_manager.count())]
            continue
        # Numbers, also of other rows, differ from load to load; what stands behind them is compared in its own table.
        plain = [name for name in fields if name != "id" and not name.endswith("_id") and name != "created_at"]
        found[model._meta.label] = sorted(map(repr, model._default_manager.values_list(*plain)))
    return found


def test_a_copied_shelf_is_the_loaded_one(db: None) -> None:
    with pytest.raises(_Undo), transaction.atomic():
        shelf.load()
        loaded = rows()
        raise _Undo
    with pytest.raises(_Undo), transaction.atomic():
        shelves.load()
        raise _Undo
    before = timezone.now()
    shelves.load()
    assert rows() == loaded
    assert not ProvisionVersion.objects.filter(created_at__lt=before).exists()
    assert not shelf.load()


def test_a_copied_shelf_can_be_added_to_and_keeps_its_triggers(db: None) -> None:
    shelves.load()
    assert Code.objects.create(slug="new", title="New").pk > max(
        Code.objects.exclude(slug="new").values_list("pk", flat=True)
    )
    with pytest.raises(DatabaseError), transaction.atomic():
        ProvisionVersion.objects.all().delete()


def test_a_small_shelf_is_loaded_once_and_then_copied(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = Digest(tmp_path)
    # Words no other test loads.
    digest.change("duplicate-2017/law-27.yaml", "that is too low", "that is quite too low")
    with pytest.raises(_Undo), transaction.atomic():
        shelves.load_small(tmp_path)
        loaded = rows()
        raise _Undo
    with monkeypatch.context() as patched:
        patched.delattr(shelf, "load")
        shelves.load_small(tmp_path)
    assert rows() == loaded
    assert not shelf.load(tmp_path)
    digest.change("duplicate-2017/law-27.yaml", "see 27A and Law 73", "see 27A")
    shelves.load_small(tmp_path)
    assert ProvisionVersion.objects.filter(superseded_at=None, text__contains="see 27A.").exists()


def test_what_is_loaded_upon_a_copied_shelf_has_new_numbers_every_time(db: None, tmp_path: Path) -> None:
    digest = Digest(tmp_path)
    newest = []
    for word in ("cannot", "will not"):
        with pytest.raises(_Undo), transaction.atomic():
            shelves.load_small(tmp_path)
            digest.change("duplicate-2017/law-27.yaml", "replaces it", f"{word} replaces it")
            shelf.load(tmp_path)
            newest.append(Citation.objects.latest("pk").pk)
            digest.change("duplicate-2017/law-27.yaml", f"{word} replaces it", "replaces it")
            raise _Undo
    assert len(set(newest)) == 2
