package import UTITypeDetection
import UTITypeGraph
package import UniformTypes

extension Verdict {
  /// Returns true if the bytes of the item support the answer that its type conforms to another.
  ///
  /// For a guess it is enough that the bytes agree with the name. Any more needs a sign in the
  /// bytes. An empty file is plain text and nothing else.
  ///
  /// - Parameters:
  ///   - supertype: the type to which the type of this verdict conforms.
  ///   - confidence: the least confidence of the answer.
  ///   - registry: the registry of the verdict.
  /// - Complexity: the types are weighed again.
  package func bytesSupport(
    _ supertype: UTType, confidence: Confidence, in registry: TypeRegistry
  ) -> Bool {
    func conforms(_ type: String) -> Bool {
      registry.type(type)?.conforms(to: supertype) ?? false
    }
    let candidates = candidates
    guard !candidates.isEmpty else {
      // An explicit type is an attribute of the file, which its author sets.
      guard basis == .name || basis == .explicit else { return true }
      return conforms("public.plain-text")
    }
    if let content = disagreement?.typeOfContent, !conforms(content.rawValue) { return false }
    let named = replacements.first?.from ?? type
    return candidates.contains { candidate in
      switch candidate.support {
      case .none: false
      case .agreement: confidence == .guess && candidate.type == named
      case .sign:
        candidate.type == named && confidence == .guess || conforms(candidate.type.rawValue)
      }
    }
  }
}
