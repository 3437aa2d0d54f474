internal import UTIPlatform
package import UTITypeGraph
package import UniformTypes

/// The lines of text in pictures of every form.
package struct PictureText {
  /// The languages of descriptions, best first.
  package let languages: [String]

  package init(languages: [String]) { self.languages = languages }

  /// Returns the identifier of a type and its description.
  package func lines(_ type: UTType) -> [String] {
    let description = type.localizedDescription(in: languages).flatMap { $0.isEmpty ? nil : $0 }
    return [type.identifier] + (description.map { [$0] } ?? [])
  }

  /// Returns the basis of a statement, with its origin.
  package static func reason(_ edge: GraphPicture.Edge) -> String {
    legend(edge.kind) + (edge.origin.map { ", \($0)" } ?? "")
  }

  /// Returns the text of a label without characters that act, reverse text or are invisible.
  ///
  /// A label is one line, so control characters of ASCII become blanks; others are shown as in
  /// `VisibleText`. The languages of pictures escape their own special characters afterwards.
  static func visible(_ text: String) -> String {
    let line = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return VisibleText.shown(String(String.UnicodeScalarView(line)))
  }

  package static func legend(_ kind: EdgeKind) -> String {
    switch kind {
    case .declared: "declared"
    case .explicit: "sub-class-of"
    case .implicit: "implied by the media type"
    case .inferred: "inferred"
    case .tag: "MIME tag"
    case .container: "stored as"
    }
  }
}
