/// What can stand in the place of a value that is not finished.
struct Completion: Sendable {
  /// Names of files that can stand there.
  enum Files: String {
    case none, files, directories
  }

  /// Whether identifiers, extensions and MIME types can.
  var offersTypes = false
  var files = Files.none
  /// Makes words that can stand there, given what there is of the value; they may begin otherwise.
  var words: (@Sendable (_ start: String) -> [String])?

  static let none = Completion()
  static let types = Completion(offersTypes: true)
  static let files = Completion(files: .files)
  static let directories = Completion(files: .directories)
  /// A type, or the path of an item.
  static let typesAndFiles = Completion(offersTypes: true, files: .files)
}
