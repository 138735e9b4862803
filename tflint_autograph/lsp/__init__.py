"""The language server: what an editor asks and is told. Analyses nothing itself, a session of the engine does."""
