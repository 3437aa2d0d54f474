/// The name under which document classes written for UIKit know ``Document``.
public typealias UIDocument = Document
