import Foundation
import Testing
package import UniformFoundationAdditions

extension FileWrapper {
  package convenience init(text: String) { self.init(regularFileWithContents: Data(text.utf8)) }

  package var text: String? { regularFileContents.map { String(decoding: $0, as: UTF8.self) } }

  /// The child at a path of keys.
  package func child(_ keys: String...) throws -> FileWrapper {
    var wrapper = self
    for key in keys { wrapper = try #require(try wrapper.children()[key]) }
    return wrapper
  }
}

/// Returns true if the sentence of an error states a reason.
package func wrapperError(_ words: String) -> (any Error) -> Bool {
  { error in
    guard let error = error as? DocumentError else { return false }
    return error.description.contains(words)
  }
}
