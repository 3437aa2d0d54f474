public import DocumentTypes
public import UniformTypes

/// The class that makes documents of a type, and why it is that one.
public struct DocumentClassChoice {
  /// A class that handles a type, as it was registered or declared.
  public struct Candidate {
    /// The class; nil when this program does not have it.
    public let documentClass: Document.Type?
    /// The class when it is one of ``NSDocument``; its documents are hosted by others then.
    public let hostedClass: NSDocument.Type?
    /// The name of the class.
    public let className: String
    /// What is done with documents.
    public let role: DocumentRole
    /// Where the candidate comes from: the entry that declares it; nil for a registration in code.
    public let documentType: DocumentType?
    /// Which of the types handled was met.
    public let contentType: UTType
    /// How many direct conformances lie between the type asked for and the one met.
    public let distance: Int
    /// What speaks for the candidate, or why it is passed over.
    public let reason: String
  }

  /// The type asked for.
  public let type: UTType
  /// The class.
  public let documentClass: Document.Type
  /// The candidate chosen.
  public let chosen: Candidate

  var reference: DocumentClassReference {
    chosen.hostedClass.map { DocumentClassReference(hosting: $0) }
      ?? DocumentClassReference(documentClass)
  }

  /// The others, the nearest first.
  public let others: [Candidate]
  /// A candidate that only the order of declaration tells from the one chosen; nil when the choice
  /// is clear.
  public let rival: Candidate?
}

extension DocumentClassChoice: CustomStringConvertible {
  /// The choice in a line, and a line for each other candidate.
  public var description: String {
    var lines = ["\(type) is opened by \(chosen.className): \(chosen.reason)"]
    if let rival {
      lines.append("\(rival.className) is equally near and declared later")
    }
    lines += others.map { "not \($0.className): \($0.reason)" }
    return lines.joined(separator: "\n")
  }
}
