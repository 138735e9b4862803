"""The language server: requests of an editor and their answers. Analyses nothing itself, a session of the engine does."""
