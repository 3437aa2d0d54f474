package import TypeGraph
internal import UTIPlatform

/// A check of what a declaration file states, beyond what reading and merging it finds.
///
/// A rule asks one question, and its doc comment says why the answer matters. It sees the file as
/// it was read and the registry that the file becomes part of.
package protocol LintRule: Sendable {
  /// What the rule is called, how much its findings matter and what it looks for.
  var description: LintRuleDescription { get }

  /// What the rule finds in a file, in any order.
  ///
  /// - Parameters:
  ///   - file: what the file declares.
  ///   - context: what else there is to ask.
  /// - Complexity: linear in what the file declares, but for logarithms.
  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding]
}

/// A place that a rule objects to.
package struct LintFinding: Hashable, Sendable {
  /// The place in the file.
  package let position: SourcePosition
  /// What is wrong, in one sentence.
  package let message: String
  /// What to do about it.
  package let remedy: String

  init(at position: SourcePosition, _ message: String, remedy: String) {
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}

// MARK: Rules about one declaration at a time

/// A rule about each declaration of a type by itself.
protocol TypeDeclarationRule: LintRule {
  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension TypeDeclarationRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.types.flatMap { findings(about: $0, in: context) }
  }
}

/// A rule about each document type by itself.
protocol DocumentTypeRule: LintRule {
  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension DocumentTypeRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.documentTypes.flatMap { findings(about: $0, in: context) }
  }
}

/// A rule about each element of a shared-mime-info package by itself.
protocol MIMETypeRule: LintRule {
  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension MIMETypeRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.mimeTypes.flatMap { findings(about: $0, in: context) }
  }
}
