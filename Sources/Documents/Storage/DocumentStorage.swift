// Importers of this module also import storage, file coordination and the classes of Foundation
// that Linux lacks.
@_exported public import DocumentStorage
@_exported public import FileCoordination
@_exported public import FoundationAdditions
@_exported public import ItemProviders
