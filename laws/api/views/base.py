"""What all addresses of the library have in common."""

from __future__ import annotations

import datetime
from typing import Any, ClassVar

from django.forms import Form
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from laws import library
from laws.api import problems
from laws.api.paging import DatedPages, Pages
from laws.api.schema import LibrarySchema
from laws.api.throttles import Anonymous, SignedIn
from laws.forms import AsOf
from laws.models import Edition


class Open(generics.GenericAPIView[Any]):
    """Anybody may read; nothing can be written.

    `dated`: the answer is for the date of `?on=`, today without it, as `self.on`. `of_text`: it tells what an edition
    says, so the edition's text must be on the shelf. An edition in the address becomes `self.edition`. A parameter that
    the address does not have is refused: otherwise a slip of the pen in a filter would be answered with everything.
    """

    permission_classes = (AllowAny,)
    throttle_classes = (Anonymous, SignedIn)
    http_method_names = ("get", "head", "options")
    schema = LibrarySchema()
    pagination_class: Any = None
    filter_backends: Any = ()
    dated: ClassVar[bool] = False
    of_text: ClassVar[bool] = False
    parameters: ClassVar[tuple[OpenApiParameter, ...]] = ()

    on: datetime.date
    edition: Edition

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what was asked, and find the date and the edition."""
        super().initial(request, *args, **kwargs)
        self._check_names(request)
        if self.dated:
            self.on = self._date(request)
        if "edition" in kwargs:
            self.edition = self._edition(kwargs["edition"])

    def handle_exception(self, exc: Exception) -> Response:
        """The answer to an exception, as a problem."""
        try:
            return super().handle_exception(exc)
        except library.NotInForceError as error:
            return super().handle_exception(problems.not_in_force(error, _ended(error.edition)))

    def get_exception_handler(self) -> Any:
        """Ours: other parts of the API may answer differently."""
        return problems.answer

    def known_names(self) -> set[str]:
        """The names of all query parameters."""
        names = {one.name for one in self.parameters}
        if self.dated:
            names.add("on")
        if filters := getattr(self, "filterset_class", None):
            names |= set(filters.base_filters)
        if self.pagination_class:
            names |= {"page", "page_size"}
        return names

    def _check_names(self, request: Request) -> None:
        known = self.known_names()
        faults: dict[str, list[str]] = {}
        for name, value in request.query_params.items():
            if name not in known:
                told = (
                    _("There is no such parameter here; there are: %(known)s.") if known else _("None is known here.")
                )
                faults[name] = [told % {"known": ", ".join(sorted(known))}]
            elif not value:
                faults[name] = [_("It is empty: give a value or leave it out.")]
        if faults:
            raise ValidationError(faults)

    def _date(self, request: Request) -> datetime.date:
        form = AsOf(request.query_params)
        if not form.is_valid():
            raise bad_form(form)
        return form.cleaned_data["on"] or library.today()

    def _edition(self, slug: str) -> Edition:
        """The edition of the address, in force on the date if there is one."""
        try:
            found = library.edition_on(slug, self.on) if self.dated else Edition.objects.get(slug=slug)
        except (library.NotOnShelfError, Edition.DoesNotExist) as error:
            raise problems.unknown_edition(slug) from error
        if self.of_text and not Edition.objects.on_shelf().filter(pk=found.pk).exists():
            raise problems.no_text(slug)
        return found


class OpenList(Open, generics.ListAPIView[Any]):
    """A list, page by page."""

    pagination_class: Any = Pages
    filter_backends = Open.filter_backends

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of the list."""
        return self.list(request, *args, **kwargs)


class DatedList(OpenList):
    """A list of what an edition says on a date."""

    pagination_class = DatedPages
    dated = True
    of_text = True


def bad_form(form: Form) -> ValidationError:
    """What is wrong with the parameters that a form has judged."""
    return ValidationError({name: [str(one) for one in said] for name, said in form.errors.items()})


def _ended(edition: Edition) -> datetime.date | None:
    """The day on which the next edition began."""
    later = Edition.objects.filter(code=edition.code_id, in_force__gt=edition.in_force).order_by("in_force")
    return later.values_list("in_force", flat=True).first()
