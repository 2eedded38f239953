"""Papers: the syllabus, blueprints that say how a paper is made up, and the papers drawn from them."""
