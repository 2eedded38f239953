"""What import-linter's contracts in pyproject.toml cannot say."""

import grimp


def test_the_engine_imports_nothing_else_of_the_law_library() -> None:
    graph = grimp.build_graph("laws")
    engine = {"laws.rulings", *graph.find_descendants("laws.rulings")}
    imported = set().union(*(graph.find_modules_directly_imported_by(module) for module in engine))
    assert imported - engine == set()
    assert len(engine) > 1
