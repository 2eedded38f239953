"""People."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def normal_email(email: str) -> str:
    """The one spelling under which an address is stored and looked up."""
    return email.strip().lower()


class UserManager(BaseUserManager["User"]):
    """Makes people, and finds them by address however it is spelled."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A person who may sign in; without a password only by resetting it."""
        if not email:
            raise ValueError("A person needs an e-mail address.")
        user = self.model(email=normal_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A person who may do everything."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        """Look up by e-mail, which is what people sign in with."""
        return self.get(email=normal_email(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person who may sign in.

    The id is random: it appears in addresses, and nobody should be able to count the candidates or guess the next one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=200, blank=True, help_text=_("As it should stand on a certificate."))
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("Runs this installation."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("Clear this instead of deleting a person."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            # One person, one address, however it is typed; the unique index on `email` does the rest.
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def clean(self) -> None:
        """Bring the address into its one spelling before a form checks that it is new."""
        super().clean()
        self.email = normal_email(self.email)

    def get_full_name(self) -> str:
        """The name for a formal salutation."""
        return self.name

    def get_short_name(self) -> str:
        """The name for the header bar."""
        return str(self)
