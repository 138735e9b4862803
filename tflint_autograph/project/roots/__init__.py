"""Where traces begin, and what plain Python gives to what they begin with."""
