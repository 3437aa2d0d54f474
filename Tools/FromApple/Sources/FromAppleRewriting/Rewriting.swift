/// What rewriting a file gives.
public struct Rewriting: Equatable, Sendable {
  /// The new text.
  public var text: String
  /// What was changed, by position.
  public var changes: [Change] = []
  /// What could not be rewritten, by position.
  public var problems: [Problem] = []
  /// The products of the package that the new text imports.
  public var products: Set<String> = []
}

/// A change in a file, by the line in the text before all changes.
public struct Change: Equatable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The change as a phrase.
  public var text: String
}

/// A part of a file that could not be rewritten.
public struct Problem: Equatable, Sendable {
  /// The line in the text before all changes, from 1.
  public var line: Int
  /// The column in bytes, from 1.
  public var column: Int
  /// The part, and the reason.
  public var text: String
  /// What a person can do.
  public var remedy: String
}

/// Rewrites a source file that was written for Apple's platforms.
///
/// - Parameters:
///   - file: The source file.
///   - index: The declarations of all files that are rewritten together; by default the file alone.
public func rewrite(_ file: SourceFile, index: DeclarationIndex? = nil) -> Rewriting {
  if let problem = file.syntaxProblem {
    return Rewriting(text: file.text, problems: [problem])
  }
  return Rewriter(file, index: index ?? DeclarationIndex([file])).result()
}
