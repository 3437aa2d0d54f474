// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import UTITypeDetection
import UniformTypes

/// See the header.
@c @implementation
public func utype_verdict_free(_ verdict: OpaquePointer?) { Handle<VerdictHandle>.free(verdict) }

/// See the header.
@c @implementation
public func utype_verdict_type(_ verdict: OpaquePointer?) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.identifier }
}

/// See the header.
@c @implementation
public func utype_verdict_mime_type(_ verdict: OpaquePointer?) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.mimeType }
}

/// See the header.
@c @implementation
public func utype_verdict_confidence(_ verdict: OpaquePointer?) -> utype_confidence {
  part(verdict, UTYPE_GUESS) { utype_confidence($0.verdict.confidence) }
}

/// See the header.
@c @implementation
public func utype_verdict_basis(_ verdict: OpaquePointer?) -> utype_basis {
  part(verdict, UTYPE_BASIS_NONE) { utype_basis($0.verdict.basis) }
}

/// See the header.
@c @implementation
public func utype_verdict_support(_ verdict: OpaquePointer?) -> utype_support {
  part(verdict, UTYPE_SUPPORT_NONE) { utype_support($0.verdict.support) }
}

/// See the header.
@c @implementation
public func utype_verdict_conforms(
  _ verdict: OpaquePointer?, _ supertype: UnsafePointer<CChar>?, _ support: utype_support
) -> Int32 {
  part(verdict, 0) { handle in
    guard let supertype, let name = String(validatingCString: supertype),
      let type = handle.registry.registry.type(name),
      let level = ByteSupport.allCases.first(where: { utype_support($0) == support })
    else { return 0 }
    return handle.verdict.conforms(to: type, atLeast: level) ? 1 : 0
  }
}

/// See the header.
@c @implementation
public func utype_verdict_alternative_count(_ verdict: OpaquePointer?) -> Int {
  part(verdict, 0) { $0.alternatives.identifiers.count }
}

/// See the header.
@c @implementation
public func utype_verdict_alternative(
  _ verdict: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.alternatives.identifiers.pointer(at: index) }
}

/// See the header.
@c @implementation
public func utype_verdict_alternative_mime_type(
  _ verdict: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.alternatives.mimeTypes.pointer(at: index) }
}

/// See the header.
@c @implementation
public func utype_verdict_alternative_basis(
  _ verdict: OpaquePointer?, _ index: Int
) -> utype_basis {
  part(verdict, UTYPE_BASIS_NONE) { handle in
    let bases = handle.alternatives.bases
    return bases.indices.contains(index) ? utype_basis(bases[index]) : UTYPE_BASIS_NONE
  }
}

/// See the header.
@c @implementation
public func utype_verdict_encoding(_ verdict: OpaquePointer?) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.encoding }
}

/// See the header.
@c @implementation
public func utype_verdict_disagreement(
  _ verdict: OpaquePointer?, _ disagreement: UnsafeMutablePointer<utype_disagreement>?
) -> Int32 {
  part(verdict, 0) { handle in
    guard let found = handle.disagreement, let disagreement else { return 0 }
    disagreement.pointee = utype_disagreement(
      name_type: found.nameType.pointer, content_type: found.contentType.pointer,
      reason: found.reason.pointer, margin: Int64(found.disagreement.margin),
      winner: found.disagreement.winner == .name ? UTYPE_BASIS_NAME : UTYPE_BASIS_CONTENT)
    return 1
  }
}

/// See the header.
@c @implementation
public func utype_verdict_reason_count(_ verdict: OpaquePointer?) -> Int {
  part(verdict, 0) { $0.reasons.count }
}

/// See the header.
@c @implementation
public func utype_verdict_reason(
  _ verdict: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
  part(verdict, nil) { $0.reasons.pointer(at: index) }
}

/// See the header.
@c @implementation
public func utype_confidence_name(_ confidence: utype_confidence) -> UnsafePointer<CChar>? {
  Verdict.Confidence.allCases.first { utype_confidence($0) == confidence }.flatMap(Words.name)
}

/// See the header.
@c @implementation
public func utype_basis_name(_ basis: utype_basis) -> UnsafePointer<CChar>? {
  Evidence.Basis.allCases.first { utype_basis($0) == basis }.flatMap(Words.name)
}

/// See the header.
@c @implementation
public func utype_support_name(_ support: utype_support) -> UnsafePointer<CChar>? {
  ByteSupport.allCases.first { utype_support($0) == support }.flatMap(Words.name)
}

/// The value for an invalid handle.
private func part<Value>(
  _ verdict: OpaquePointer?, _ invalid: Value, _ body: (VerdictHandle) -> Value
) -> Value {
  Handle<VerdictHandle>.with(verdict, body) ?? invalid
}

extension utype_confidence {
  fileprivate init(_ confidence: Verdict.Confidence) {
    self =
      switch confidence {
      case .guess: UTYPE_GUESS
      case .likely: UTYPE_LIKELY
      case .certain: UTYPE_CERTAIN
      }
  }
}

extension utype_support {
  fileprivate init(_ support: ByteSupport) {
    self =
      switch support {
      case .none: UTYPE_SUPPORT_NONE
      case .agreement: UTYPE_SUPPORT_AGREEMENT
      case .sign: UTYPE_SUPPORT_SIGN
      }
  }
}

extension utype_basis {
  fileprivate init(_ basis: Evidence.Basis) {
    self =
      switch basis {
      case .none: UTYPE_BASIS_NONE
      case .explicit: UTYPE_BASIS_EXPLICIT
      case .kind: UTYPE_BASIS_KIND
      case .name: UTYPE_BASIS_NAME
      case .content: UTYPE_BASIS_CONTENT
      case .container: UTYPE_BASIS_CONTAINER
      case .rootElement: UTYPE_BASIS_ROOT_ELEMENT
      case .text: UTYPE_BASIS_TEXT
      case .empty: UTYPE_BASIS_EMPTY
      }
  }
}
