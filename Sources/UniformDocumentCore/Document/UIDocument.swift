// UIKit exports Foundation, and document classes written for it import nothing else.
@_exported public import Foundation
@_exported public import UTIDocumentStorage
@_exported public import UTIFileCoordination
// Importers of this module also import storage, file coordination, and the classes of Foundation that
// Linux lacks.
@_exported public import UniformFoundationAdditions
// UIKit also exports the types, and Foundation's interfaces to iCloud and sandboxes.
@_exported public import UniformTypeIdentifiers

/// The name of ``Document`` for document classes written for UIKit.
public typealias UIDocument = Document
