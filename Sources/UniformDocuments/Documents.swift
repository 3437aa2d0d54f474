// Importers of this module also import the counterpart of UIDocument, the types of documents, and the
// names of Core Services and of item providers.
@_exported public import CoreServices
@_exported public import UTIDocumentTypes
@_exported public import UniformDocumentCore
@_exported public import UniformItemProviders
