"""One screen per module, with its layout in the .kv file of the same name."""
