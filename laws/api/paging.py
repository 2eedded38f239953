"""Lists, page by page. Every page names the date for which it tells the law."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

Schema = dict[str, Any]


class Pages(PageNumberPagination):
    """A list that does not depend on a date."""

    page_size = 50
    last_page_strings = ()
    max_page_size = 200
    page_size_query_param = "page_size"
    page_query_description = "Which page, from 1."
    page_size_query_description = "How many results on a page, at most 200."

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The records of the page that was asked for."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as error:
            said = _("There is no page %(page)s. Follow “next” from the first page.")
            raise NotFound(said % {"page": request.query_params["page"]}, "no-such-page") from error

    def get_page_size(self, request: Request) -> int:
        """The size that was asked for; one that makes no sense is refused, not guessed at."""
        asked = request.query_params.get("page_size", str(self.page_size))
        # Python reads no number of more than 4,300 digits.
        is_number = asked.isascii() and asked.isdigit() and len(asked) < 10
        if not (is_number and 1 <= int(asked) <= self.max_page_size):
            said = _("Give a number from 1 to %(most)d.") % {"most": self.max_page_size}
            raise ValidationError({"page_size": [said]})
        return int(asked)

    def get_schema_operation_parameters(self, view: Any) -> list[Schema]:
        """What the OpenAPI schema says of the two parameters."""
        parameters: list[Schema] = super().get_schema_operation_parameters(view)
        bounds: dict[str, Schema] = {
            "page": {"minimum": 1, "default": 1},
            "page_size": {"minimum": 1, "maximum": self.max_page_size, "default": self.page_size},
        }
        for parameter in parameters:
            parameter["schema"] |= bounds[parameter["name"]]
        return parameters

    def get_paginated_response_schema(self, schema: Schema) -> Schema:
        """The shape of a page: everything in it is always there."""
        shape: Schema = super().get_paginated_response_schema(schema)
        shape["required"] = ["count", "next", "previous", "results"]
        for name, said in (
            ("count", "How many results there are on all pages."),
            ("next", "The address of the next page; null on the last."),
            ("previous", "The address of the page before; null on the first."),
        ):
            shape["properties"][name].pop("example", None)
            shape["properties"][name]["description"] = said
        shape["description"] = "A page of a list."
        return shape


class DatedPages(Pages):
    """A list as it stood on a date."""

    on: datetime.date

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The records of the page; remembers the view's date."""
        self.on = view.on
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response(self, data: Any) -> Response:
        """The page, its date first."""
        response = super().get_paginated_response(data)
        response.data = {"on": self.on.isoformat(), **response.data}
        return response

    def get_paginated_response_schema(self, schema: Schema) -> Schema:
        """The shape of a page with its date."""
        shape = super().get_paginated_response_schema(schema)
        on = {"type": "string", "format": "date", "description": "The date for which the page tells the law."}
        shape["properties"] = {"on": on, **shape["properties"]}
        shape["required"] = ["on", *shape["required"]]
        return shape
