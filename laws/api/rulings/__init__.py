"""The rules engine for programs, at `/api/v1/rulings/`: open to everybody, and nothing is stored.

urls.py        the addresses; they are permanent
bodies.py      reading what is sent: size, depth, shape, and then the engine's own judgement of it
shapes.py      the JSON Schemas of what is sent and answered, as components of the OpenAPI schema
schema.py      what the OpenAPI schema says of every address here
asking.py      a record, answers or meanings are sent, and ruled on
reference.py   what the engine knows: editions, procedures, their paths and charts
"""
