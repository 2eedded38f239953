"""People, bodies and roles in Django's admin, for those who run the installation."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.admin_bases import AuditedAdmin, ReadOnlyAdmin
from accounts.models import Body, Club, Membership, Region, Role, User
from accounts.prose import Prose
from accounts.rules import signed_in
from accounts.services import appoint_administrator

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


class RegionInline(admin.TabularInline[Region, Body]):
    """The regions of a body, on its page."""

    model = Region
    extra = 1


class ClubInline(admin.TabularInline[Club, Body]):
    """The clubs of a body, on its page."""

    model = Club
    extra = 1

    def get_formset(self, request: HttpRequest, obj: Body | None = None, **how: Any) -> Any:
        """The regions to choose from are those of the body."""
        made = super().get_formset(request, obj, **how)
        made.form.base_fields["region"].queryset = Region.objects.filter(body=obj)  # type: ignore[attr-defined]
        return made


@admin.register(Body)
class BodyAdmin(AuditedAdmin[Body]):
    """Bodies with their regions and clubs."""

    list_display = ("name", "short_name", "slug", "time_zone")
    search_fields = ("name", "short_name")
    prepopulated_fields: ClassVar = {"slug": ("short_name",)}
    inlines: ClassVar = [RegionInline, ClubInline]


class AppointForm(forms.ModelForm[Membership]):
    """Who becomes the administrator of which body, and why. `actor` is whoever fills it in."""

    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=Prose(attrs={"rows": 2}))
    actor: User

    class Meta:
        model = Membership
        fields = ("person", "body")

    def clean(self) -> dict[str, Any]:
        """Nobody appoints themselves, and nobody twice."""
        chosen: dict[str, Any] = super().clean() or {}
        person, body = chosen.get("person"), chosen.get("body")
        if person == self.actor:
            self.add_error("person", _("You cannot appoint yourself."))
        elif person and body and person.memberships.active().filter(body=body, role=Role.ADMINISTRATOR).exists():
            self.add_error("person", _("This person is already an administrator of this body."))
        return chosen


@admin.register(Membership)
class MembershipAdmin(AuditedAdmin[Membership]):
    """Roles, to read; and how a new body gets its first administrator, who gives the other roles on the body's pages.

    Nothing else can be given, ended or rewritten here: whoever runs the installation is not thereby anything to a body.
    """

    form = AppointForm
    list_display = ("person", "role", "body", "club", "since", "until")
    list_filter = ("body", "role", ("until", admin.EmptyFieldListFilter))
    list_select_related = ("person", "body", "club")
    search_fields = ("person__name", "person__email")
    autocomplete_fields = ("person",)

    def get_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """What is asked for a new one, and what is shown of one that is there."""
        return ("person", "body", "club", "role", "since", "until") if obj else ("person", "body", "reason")

    def get_form(
        self, request: HttpRequest, obj: Membership | None = None, change: bool = False, **how: Any
    ) -> type[forms.ModelForm[Membership]]:
        """The form knows who fills it in."""
        if obj is not None:
            return super().get_form(request, obj, change, **how | {"form": forms.ModelForm})
        form = super().get_form(request, obj, change, **how)
        return type(form.__name__, (form,), {"actor": signed_in(request)})

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """The service checks, notes and tells the others."""
        made = appoint_administrator(
            actor=signed_in(request), body=obj.body, person=obj.person, reason=form.cleaned_data["reason"]
        )
        obj.pk, obj.role, obj.since = made.pk, made.role, made.since
        obj._state.adding = False

    def has_change_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        """Roles are ended on the pages of the body, by those whom it trusts with that."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        """The history of roles explains who could do what, and stays."""
        return False


class EmailAddressAdmin(ReadOnlyAdmin[EmailAddress]):
    """Whose address is confirmed. One confirmed here by hand would open the account to whoever reads its mail."""

    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    list_select_related = ("user",)
    search_fields = ("email", "user__name", "user__email")


def close_what_libraries_open(site: admin.AdminSite) -> None:
    """Take out of the admin what libraries put there and nobody may change, or see, behind a person's back.

    Called once every app has registered what it has.
    """
    # Roles are memberships of a body; Django's groups would be a second, silent way to give powers.
    site.unregister(Group)
    site.unregister(EmailAddress)
    site.register(EmailAddress, EmailAddressAdmin)
    # Secrets of second factors.
    site.unregister(Authenticator)
    # Keys of sessions: whoever has one is signed in.
    site.unregister(UserSession)
    # The admin's own page would change a password without a word to its owner.
    site.password_change = lambda request, extra_context=None: redirect("account_change_password")  # type: ignore[method-assign,assignment,return-value]
