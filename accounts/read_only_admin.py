"""Records that Django's admin may show and must not touch."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

_Record = TypeVar("_Record", bound=Model)


class ReadOnlyAdmin(admin.ModelAdmin[_Record]):
    """For records that only a service may write, because it also checks, locks and logs."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds one here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes one here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes one here."""
        return False
