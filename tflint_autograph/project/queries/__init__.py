"""Memoised queries with recorded dependencies, which may depend on each other cyclically."""
