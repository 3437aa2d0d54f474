// UIKit exports Foundation, and document classes written for it import nothing else.
@_exported public import Foundation
// It also exports the types, and Foundation's interfaces to iCloud and sandboxes.
@_exported public import UniformTypeIdentifiers

/// The name of ``Document`` for document classes written for UIKit.
public typealias UIDocument = Document
