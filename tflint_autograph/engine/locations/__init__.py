"""Translates places of findings and fixes to what users see: cells of a notebook, and the imports a fix needs."""
