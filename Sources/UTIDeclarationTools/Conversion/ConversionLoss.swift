internal import UTIPlatform
package import UTITypeGraph

/// A statement that the other vocabulary cannot express, with its place.
package struct ConversionLoss: Hashable, Sendable {
  /// The kind of the lost statement.
  package enum Statement: String, Sendable, CaseIterable {
    /// The acronym of a description, or its expansion.
    case acronym
    /// The identifier of a bundle, if a file already names another one.
    case bundleIdentifier = "bundle-identifier"
    /// Descriptions in languages other than the development language.
    case comment
    /// The documents that a program handles.
    case documentType = "document-type"
    /// An element of another vocabulary.
    case foreignElement = "foreign-element"
    /// A pattern of file names that is not an extension.
    case glob
    /// The case sensitivity of a pattern.
    case globCase = "glob-case"
    /// The deletion of patterns of other directories.
    case globDeletion = "glob-deleteall"
    /// The weight of a pattern.
    case globWeight = "glob-weight"
    /// The name of an icon in the theme.
    case icon
    /// The supertypes of MIME types by their kind.
    case kind
    /// A rule about the bytes of a file.
    case magic
    /// The deletion of rules of other directories.
    case magicDeletion = "magic-deleteall"
    /// The root element of XML documents.
    case rootElement = "root-xml"
    /// A parent in shared-mime-info that closes a cycle or is missing in the declaration of the
    /// type.
    case superclass = "sub-class-of"
    /// A tag of a document type that does not have its own key.
    case tag
    /// A rule about the files in a volume.
    case treeMagic = "treemagic"
    /// A text with a character that is invalid in XML.
    case unwritableText = "unwritable-text"
  }

  /// The kind of the lost statement.
  package let statement: Statement
  /// The path of the file with the statement, as given.
  package let file: String
  /// The place of the statement in the file.
  package let position: SourcePosition
  /// The loss and its reason, in one sentence.
  package let message: String

  package init(_ statement: Statement, file: String, position: SourcePosition, message: String) {
    self.statement = statement
    self.file = file
    self.position = position
    self.message = message
  }
}

extension ConversionLoss: CustomStringConvertible {
  /// The loss in the form `file:line:column: loss: message [statement]`.
  package var description: String {
    "\(position.text(in: file)): loss: \(message) [\(statement.rawValue)]"
  }
}

/// Declarations in another vocabulary, and the losses of the conversion.
package struct Conversion: Hashable, Sendable {
  package var file: DeclarationFile
  /// The losses, in the order of the files and the places in each.
  package var losses: [ConversionLoss]
}

struct LossList {
  private var found: [(file: Int, loss: ConversionLoss)] = []
  private var source: (index: Int, path: String) = (0, "")

  /// The file of the statements that follow.
  mutating func begin(_ file: DeclarationFile, _ index: Int) {
    source = (index, file.source.path)
  }

  mutating func report(
    _ statement: ConversionLoss.Statement, at position: SourcePosition, _ message: String
  ) {
    let loss = ConversionLoss(statement, file: source.path, position: position, message: message)
    found.append((source.index, loss))
  }

  /// The order is by files and places, and of discovery at one place.
  var losses: [ConversionLoss] {
    found.enumerated()
      .sorted {
        ($0.element.file, $0.element.loss.position, $0.offset)
          < ($1.element.file, $1.element.loss.position, $1.offset)
      }
      .map(\.element.loss)
  }
}
