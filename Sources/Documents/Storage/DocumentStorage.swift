// Importers of this module also import storage, file coordination, the classes of Foundation that
// Linux lacks, and the names of Core Services.
@_exported public import CoreServices
@_exported public import FoundationAdditions
@_exported public import ItemProviders
@_exported public import UTIDocumentStorage
@_exported public import UTIDocumentTypes
@_exported public import UTIFileCoordination
