import TypeDetection
import TypeGraph
import UniformTypes

extension Verdict {
  /// Returns a Boolean value that indicates whether the bytes of the item support the answer that
  /// its type conforms to another.
  ///
  /// A verdict that the bytes decided has their support. A verdict that the name decided needs a
  /// candidate whose bytes agree and contradict nothing: a format with a signature needs the
  /// signature, and a kind of text needs text. An empty file is plain text and nothing else.
  ///
  /// - Parameters:
  ///   - supertype: the type to which the type of this verdict conforms.
  ///   - registry: the registry of the verdict.
  /// - Complexity: the types are weighed again.
  func bytesSupport(_ supertype: UTType, in registry: TypeRegistry) -> Bool {
    // An explicit type is an attribute of the file, which its author sets.
    guard basis == .name || basis == .explicit else { return true }
    if let content = disagreement?.contentType {
      return registry.type(content.rawValue)?.conforms(to: supertype) ?? false
    }
    let candidates = candidates
    guard !candidates.isEmpty else {
      return registry.type("public.plain-text")?.conforms(to: supertype) ?? false
    }
    let named = replacements.first?.from ?? type
    return candidates.contains { candidate in
      guard candidate.content > 0, candidate.contradictions.isEmpty else { return false }
      if candidate.type == named { return true }
      let other = candidate.name == 0 ? registry.type(candidate.type.rawValue) : nil
      return other?.conforms(to: supertype) ?? false
    }
  }
}
