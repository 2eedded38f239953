"""The form to change one's password: what is typed there as the present one is a password tried like any other."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm as AllauthForm


class ChangePasswordForm(AllauthForm):
    """Wrong ones count and are noted as at the door: a session that was left open is no place to guess at leisure."""

    def clean_oldpassword(self) -> str:
        """The present password; 429 where there were too many wrong ones."""
        typed: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, typed):
            raise get_adapter().validation_error("enter_current_password")
        return typed
