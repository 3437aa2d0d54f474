internal import UTIPlatform
package import UTITypeGraph
package import UniformTypes

/// The lines of text in pictures of every form.
package struct PictureText {
  /// Best first.
  package let languages: [String]

  package init(languages: [String]) { self.languages = languages }

  package func lines(_ type: UTType) -> [String] {
    let description = type.localizedDescription(in: languages).flatMap { $0.isEmpty ? nil : $0 }
    return [type.identifier] + (description.map { [$0] } ?? [])
  }

  /// The origin is included.
  package static func reason(_ edge: GraphPicture.Edge) -> String {
    legend(edge.kind) + (edge.origin.map { ", \($0)" } ?? "")
  }

  /// ASCII controls become blanks in a line; pictures escape their own characters afterwards.
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
