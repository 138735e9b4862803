"""What users can set, and where they set it. Knows neither click nor the rules."""
