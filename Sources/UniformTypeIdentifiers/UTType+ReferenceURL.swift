public import Foundation
import UTITypeGraph

extension UTType {
  /// The address of a document that describes the type, from its declaration.
  public var referenceURL: URL? {
    activeDeclaration?.referenceURL.flatMap { URL(string: $0) }
  }
}
