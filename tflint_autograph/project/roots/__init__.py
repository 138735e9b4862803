"""Where traces begin, and which arguments eager code passes to these functions."""
