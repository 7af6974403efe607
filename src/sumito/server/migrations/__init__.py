"""The revisions of the schema, one module each. `sumito.server.migration` runs them."""
