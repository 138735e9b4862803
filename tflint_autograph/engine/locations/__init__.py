"""Converts the places of findings and fixes to what users see: notebook cells, and the imports that a fix adds."""
