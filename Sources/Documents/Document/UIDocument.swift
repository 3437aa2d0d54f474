// UIKit brings Foundation with it, and document classes written for it import nothing else.
@_exported public import Foundation

/// The name under which document classes written for UIKit know ``Document``.
public typealias UIDocument = Document
