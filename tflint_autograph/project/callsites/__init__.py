"""Call sites of traced functions, in eager code and in traced code."""
