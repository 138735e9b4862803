"""Escape and lifetime: what outlives the call of a traced function, and what runs only once by design."""
