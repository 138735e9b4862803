"""Turn a report into text; `formats` names the ways to do it. Knows no rule and prints nothing."""
