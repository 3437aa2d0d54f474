// UIKit brings Foundation with it, and document classes written for it import nothing else.
@_exported public import Foundation
// So do they find the types, and what Foundation has of iCloud and sandboxes on Apple's systems.
@_exported public import UniformTypeIdentifiers

/// The name under which document classes written for UIKit know ``Document``.
public typealias UIDocument = Document
