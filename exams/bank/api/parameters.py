"""The parts of addresses, as the OpenAPI schema describes them."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter


def id_of(description: str) -> OpenApiParameter:
    """An id in the address."""
    example = OpenApiExample("an id", value="01890a5d-ac96-774b-bcce-b302099a8057")
    return OpenApiParameter("id", OpenApiTypes.UUID, OpenApiParameter.PATH, description=description, examples=[example])


VERSION = id_of("The version's id.")
RUN = id_of("The run's id.")
