"""Results for programs: /api/v1/results/."""
