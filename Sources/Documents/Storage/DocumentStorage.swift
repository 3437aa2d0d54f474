// Importers of this module see storage, file coordination and the classes of Foundation that Linux lacks
// as parts of it.
@_exported public import DocumentStorage
@_exported public import FileCoordination
@_exported public import FoundationAdditions
