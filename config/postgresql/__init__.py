"""Django's PostgreSQL backend, which divides what is more than one statement holds, and starts the embedded server when a
process first connects to it."""
