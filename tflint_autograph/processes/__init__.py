"""Child processes that end with their parent, and an orderly end on signals. Standard library only."""
