"""What plain Python changes after traced code may have read it. Does not say who reads it."""
