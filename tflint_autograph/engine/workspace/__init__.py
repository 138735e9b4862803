"""The files of a run, on disk or in an editor, and the imports that connect them."""
