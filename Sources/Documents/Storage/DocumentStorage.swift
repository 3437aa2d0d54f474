// Saving needs no URLs, and programs without Foundation look at versions; who imports this module sees
// both as one.
@_exported public import DocumentStorage
