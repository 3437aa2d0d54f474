/// What can stand in the place of a value that is not finished.
package struct Completion: Sendable {
  /// Names of files that can stand there.
  package enum Files: String {
    case none, files, directories
  }

  package var files = Files.none
  /// Makes words that can stand there, given what there is of the value; they may begin otherwise.
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
