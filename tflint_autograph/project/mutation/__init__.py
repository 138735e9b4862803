"""What eager code changes after traced code may have read it. Does not say who reads it."""
