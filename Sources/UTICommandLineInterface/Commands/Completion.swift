/// The possible completions of an incomplete value.
package struct Completion: Sendable {
  /// The kind of file names that are possible.
  package enum Files: String {
    case none, files, directories
  }

  package var files = Files.none
  /// Returns possible words for the start of a value; they may also begin differently.
  package var words: (@Sendable (_ start: String) -> [String])?

  package init(
    files: Files = .none, words: (@Sendable (_ start: String) -> [String])? = nil
  ) {
    self.files = files
    self.words = words
  }

  package static let none = Completion()
  package static let files = Completion(files: .files)
  package static let directories = Completion(files: .directories)
}
