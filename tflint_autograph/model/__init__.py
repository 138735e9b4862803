"""The data that all layers share: frozen records, with the standard library only."""
