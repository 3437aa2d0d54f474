internal import UTIPlatform
package import UTITypeGraph

/// A check of one question about a file, beyond the findings of reading and merging.
///
/// The doc comment of a rule explains its relevance.
package protocol LintRule: Sendable {
  var description: LintRuleDescription { get }

  /// The order is any; linear in the number of declarations, except for logarithms.
  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding]
}

package struct LintFinding: Hashable, Sendable {
  package let position: SourcePosition
  /// The problem, in one sentence.
  package let message: String
  /// The action that corrects the problem.
  package let remedy: String

  init(at position: SourcePosition, _ message: String, remedy: String) {
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}

// MARK: Rules about one declaration at a time

/// A rule about each declaration of a type separately.
protocol TypeDeclarationRule: LintRule {
  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension TypeDeclarationRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.types.flatMap { findings(about: $0, in: context) }
  }
}

/// A rule about each document type separately.
protocol DocumentTypeRule: LintRule {
  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension DocumentTypeRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.documentTypes.flatMap { findings(about: $0, in: context) }
  }
}

/// A rule about each type that a property list names, of document types and of extensions.
protocol ContentTypeRule: LintRule {
  func finding(about stated: Located<TypeIdentifier>, in context: LintContext) -> LintFinding?
}

extension ContentTypeRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let ofDocuments = file.documentTypes.flatMap { $0.contentTypes + $0.exportableTypes }
    return (ofDocuments + (context.propertyList?.supportedContentTypes ?? []))
      .compactMap { finding(about: $0, in: context) }
  }
}

/// A rule about each element of a shared-mime-info package separately.
protocol MIMETypeRule: LintRule {
  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding]
}

extension MIMETypeRule {
  package func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.mimeTypes.flatMap { findings(about: $0, in: context) }
  }
}

/// The name, severity and summary of a lint rule.
package struct LintRuleDescription: Hashable, Sendable {
  /// The stage at which the findings of a rule are made.
  package enum Stage: String, Sendable, CaseIterable {
    /// A statement or a value is invalid.
    case reading
    /// A statement contradicts another or refers to nothing.
    case merging
    /// Checked by a ``LintRule``.
    case checking
  }

  /// Stable, such as `unknown-key`.
  package let identifier: String
  package let severity: DeclarationDiagnostic.Severity
  package let summary: String
  package let stage: Stage

  package init(
    _ identifier: String, _ severity: DeclarationDiagnostic.Severity, _ summary: String,
    stage: Stage = .checking
  ) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.stage = stage
  }

  package var isFixable: Bool { DeclarationFixer.fixableRules.contains(identifier) }
}
