"""The words every layer speaks: frozen data, standard library only, no behaviour beyond small look-ups."""
