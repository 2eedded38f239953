"""People, bodies and roles in Django's admin, for those who run the installation."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.audited_admin import AuditedAdmin
from accounts.models import Body, Club, Membership, User

admin.site.site_header = admin.site.site_title = _("Rectify: installation")


@admin.register(User)
class UserAdmin(AuditedAdmin[User]):
    """Accounts. Passwords are set by their owners alone, through the mail that resets them."""

    list_display = ("name", "email", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("name", "email")
    fields = ("name", "email", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    # An address is proved by its owner, who changes it on the pages of the account.
    readonly_fields = ("email", "last_login", "date_joined")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """People are closed, not deleted: results and the audit log name them."""
        return False


class ClubInline(admin.TabularInline[Club, Body]):
    """The clubs of a body, on its page."""

    model = Club
    extra = 1


@admin.register(Body)
class BodyAdmin(AuditedAdmin[Body]):
    """Bodies with their clubs."""

    list_display = ("name", "short_name", "slug", "time_zone")
    search_fields = ("name", "short_name")
    prepopulated_fields: ClassVar = {"slug": ("short_name",)}
    inlines: ClassVar = [ClubInline]


@admin.register(Membership)
class MembershipAdmin(AuditedAdmin[Membership]):
    """Roles; how a new body gets its first administrator. A role is ended by its last day, never deleted.

    Whose role it was, where and since when is history: it can be given and ended here, not rewritten.
    """

    list_display = ("person", "role", "body", "club", "since", "until")
    list_filter = ("body", "role", ("until", admin.EmptyFieldListFilter))
    list_select_related = ("person", "body", "club")
    search_fields = ("person__name", "person__email")
    autocomplete_fields = ("person",)

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Everything but the club and the end, once the role was given."""
        return ("person", "body", "role", "since") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        """The history of roles explains who could do what, and stays."""
        return False
