"""What names and parameters hold, and what containers, axes and operators make of it. Runs no expression."""
