public import TypeGraph
internal import UTIPlatform

/// A statement that the other vocabulary cannot express, with its place.
public struct ConversionLoss: Hashable, Sendable {
  /// What kind of statement is lost.
  public enum Statement: String, Sendable, CaseIterable {
    /// The acronym of a description, or what it stands for.
    case acronym
    /// The identifier of a bundle, where a file already names another one.
    case bundleIdentifier = "bundle-identifier"
    /// Descriptions in languages other than the development language.
    case comment
    /// What a program does with documents of a kind.
    case documentType = "document-type"
    /// An element of another vocabulary.
    case foreignElement = "foreign-element"
    /// A pattern of file names that is no extension.
    case glob
    /// That a pattern distinguishes capitals.
    case globCase = "glob-case"
    /// That patterns of other directories are discarded.
    case globDeletion = "glob-deleteall"
    /// The weight of a pattern.
    case globWeight = "glob-weight"
    /// The name of an icon of the theme.
    case icon
    /// What MIME types conform to because of their kind.
    case kind
    /// A rule about the bytes of a file.
    case magic
    /// That rules of other directories are discarded.
    case magicDeletion = "magic-deleteall"
    /// The root element of XML documents.
    case rootElement = "root-xml"
    /// A parent in shared-mime-info that the declaration of the type leaves out, or that closes a
    /// circle.
    case superclass = "sub-class-of"
    /// A tag of a document type that has no key of its own.
    case tag
    /// A rule about the files in a volume.
    case treeMagic = "treemagic"
    /// A text with a character that XML cannot hold.
    case unwritableText = "unwritable-text"
  }

  /// What kind of statement is lost.
  public let statement: Statement
  /// The path of the file that makes the statement, as it was given.
  public let file: String
  /// The place of the statement in the file.
  public let position: SourcePosition
  /// What is lost and why, in one sentence.
  public let message: String

  /// Makes a loss.
  ///
  /// - Parameters:
  ///   - statement: what kind of statement is lost.
  ///   - file: the path of the file that makes the statement.
  ///   - position: the place of the statement.
  ///   - message: what is lost and why.
  public init(
    _ statement: Statement, file: String, position: SourcePosition, message: String
  ) {
    self.statement = statement
    self.file = file
    self.position = position
    self.message = message
  }
}

extension ConversionLoss: CustomStringConvertible {
  /// The loss in the form `file:line:column: loss: message [statement]`.
  public var description: String {
    "\(position.text(in: file)): loss: \(message) [\(statement.rawValue)]"
  }
}

/// Declarations in another vocabulary, and what they could not take along.
public struct Conversion: Hashable, Sendable {
  /// The declarations.
  public var file: DeclarationFile
  /// What is lost, in the order of the files and the places in each.
  public var losses: [ConversionLoss]
}

/// Gathers losses.
struct LossList {
  private var found: [(file: Int, loss: ConversionLoss)] = []
  private var source: (index: Int, path: String) = (0, "")

  /// Says which file the statements that follow are taken from.
  mutating func begin(_ file: DeclarationFile, _ index: Int) {
    source = (index, file.source.path)
  }

  mutating func report(
    _ statement: ConversionLoss.Statement, at position: SourcePosition, _ message: String
  ) {
    let loss = ConversionLoss(
      statement, file: source.path, position: position, message: message)
    found.append((source.index, loss))
  }

  /// The losses in the order of their files and places; those of one place as they were found.
  var losses: [ConversionLoss] {
    found.enumerated()
      .sorted {
        ($0.element.file, $0.element.loss.position, $0.offset)
          < ($1.element.file, $1.element.loss.position, $1.offset)
      }
      .map(\.element.loss)
  }
}
