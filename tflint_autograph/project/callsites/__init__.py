"""The calls of traced functions, in plain and in traced Python. Judges none of them."""
