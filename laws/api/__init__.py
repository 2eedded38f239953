"""The library for programs: read-only, open to everybody, at `/api/v1/laws/`.

urls.py          the addresses; they are permanent
views/           what is answered at each of them, thin
filters.py       what a list may be asked for
serializers/     how records look outside
export/          a whole edition as one document, with its JSON Schema
problems.py      what is answered when something cannot be done (RFC 9457)
paging.py, throttles.py, schema.py, parameters.py      pages, rates, and what the OpenAPI schema says of them
"""
