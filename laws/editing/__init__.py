"""How people change the library: one proposes, another publishes.

Of everything under laws/ this app alone knows people: who may edit is a role in the body that keeps an edition, and every
deed goes into the audit log. The library itself stays ignorant of both, so it may not import this app, and accounts may
not import laws.

A proposal is a draft, then submitted, then published, declined or withdrawn. `checks` says what is wrong with it,
`effects` what it would do, `drafting` keeps it until it is decided, `publishing` makes it law.
"""
