"""Practical assessments: calls staged by the engine, which two assessors act out for a candidate and mark, each on a sheet."""
