"""Bases for Django's admin: records that it may show and must not touch, and records whose changes are in the audit log."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.audit.services import record
from accounts.models import Body
from accounts.rules import signed_in

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


class AuditedAdmin(admin.ModelAdmin[_Record]):
    """For what those who run the installation settle by hand.

    The admin's own log is written as well, but it can be emptied; these hooks are called where it is, inside the
    transaction of the change.
    """

    def save_model(self, request: HttpRequest, obj: _Record, form: Any, change: bool) -> None:
        """Keep for the entry what the fields said and say: that a name was changed tells nothing of whose it was made."""
        obj.changed_values = {  # type: ignore[attr-defined]
            name: {"before": _plain(form.initial.get(name)), "after": _plain(form.cleaned_data.get(name))}
            for name in form.changed_data
        }
        super().save_model(request, obj, form, change)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Somebody added a record."""
        self._note(request, "added", obj, message)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Somebody changed a record, or rows on its page."""
        self._note(request, "changed", obj, message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[_Record]) -> Any:
        """Somebody is about to delete records."""
        for obj in queryset:
            self._note(request, "deleted", obj, [])
        return super().log_deletions(request, queryset)

    def _note(self, request: HttpRequest, action: str, obj: Any, message: Any) -> None:
        record(
            actor=signed_in(request),
            verb=f"admin.{action}",
            target=obj,
            body=obj if isinstance(obj, Body) else getattr(obj, "body_id", None),
            data={"record": str(obj), "changes": message, "values": getattr(obj, "changed_values", {})},
        )


def _plain(value: Any) -> Any:
    """As the entry can hold it, and as it reads."""
    if value is None or isinstance(value, bool | int):
        return value
    return str(value.pk) if isinstance(value, Model) else str(value)
