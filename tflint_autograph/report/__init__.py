"""Output formats: each turns a report into text; `formats` lists them. Prints nothing."""
