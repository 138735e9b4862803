"""Values that other modules read and change."""

RATE = 1.0
SIZES = []
TABLE = {"gain": 1.0}
FIXED = 2.0
