"""The commands of `sumito`, one module each."""
