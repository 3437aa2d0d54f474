internal import UTITypeGraph

extension Verdict {
  /// A number that is equal for two verdicts of one registry with the same type and the same MIME
  /// type; nil if the registry does not have the names.
  ///
  /// A program that prints many verdicts can cache the text of each type by this number.
  package var typeKey: Int? { Self.typeKey(of: best) }

  /// Calls a body with each of the ``alternatives``, which are created on request.
  package func forEachAlternative(
    _ body: (_ typeKey: Int?, _ basis: Evidence.Basis, _ alternative: () -> Alternative) -> Void
  ) {
    for other in record.state.alternatives(to: best) {
      body(Self.typeKey(of: other), other.basis) { alternative(other) }
    }
  }

  func alternative(_ other: Finding) -> Alternative {
    Alternative(
      type: record.state.identifier(of: other),
      mimeType: record.state.mimeType(of: other),
      basis: other.basis)
  }

  /// Unknown data are printed with another MIME type than their type has.
  private static func typeKey(of finding: Finding) -> Int? {
    guard finding.isPlain, let type = finding.type else { return nil }
    return Int(type.rawValue) << 1 | (finding.basis == .none ? 1 : 0)
  }
}
