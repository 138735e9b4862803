"""The files of a project and what stands in them: modules, texts, classes. Reads files when asked, and runs nothing."""
