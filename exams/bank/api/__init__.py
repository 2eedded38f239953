"""The bank for programs of examiners, at `/api/v1/bank/`: signed in, and only what the person's bodies have.

base.py         who may ask, what may be sent, and how a service's refusal is answered; the other rooms' APIs rest on it
schema.py       what the OpenAPI schema says of every such address
filters.py      what a list may be asked for
serializers.py  how records look outside
versions.py     questions and their versions
reviewing.py    decisions
commenting.py   comments
runs.py         runs of the generator
imports.py      files from other systems
"""
