"""The parts programs are composed of: roots, contexts, hazards with their guards, drivers."""
