internal import TypeGraph

extension Verdict {
  /// A number that two verdicts of one registry have in common where they name one type, and one MIME
  /// type for it; nil where the names are no names of the registry.
  ///
  /// Who prints many verdicts can keep what is printed of a type by it.
  package var typeKey: Int? { Self.typeKey(of: best) }

  /// Calls a body with each of the ``alternatives``, which is made when it is asked for.
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

  /// Of what nothing is known another MIME type is printed than that of the type.
  private static func typeKey(of finding: Finding) -> Int? {
    guard finding.isPlain, let type = finding.type else { return nil }
    return Int(type.rawValue) << 1 | (finding.basis == .none ? 1 : 0)
  }
}
