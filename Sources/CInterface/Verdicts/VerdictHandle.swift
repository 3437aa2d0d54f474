import Synchronization
import TypeDetection
import TypeGraph
import UniformTypes

/// A verdict: the object of a `utype_verdict`.
///
/// Its texts are made on first use, because most callers want the type alone.
final class VerdictHandle: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_7665_7264 }

  let verdict: Verdict
  /// The registry of the verdict, which keeps the identifiers of declared types.
  private let registry: RegistryHandle
  private let lookedUpIdentifier = AtomicLazyReference<CText>()
  private let lookedUpMIMEType = AtomicLazyReference<CText>()
  private let lookedUpAlternatives = AtomicLazyReference<Alternatives>()
  private let lookedUpReasons = AtomicLazyReference<CTextList>()

  init(_ verdict: Verdict, in registry: RegistryHandle) {
    self.verdict = verdict
    self.registry = registry
  }

  var identifier: UnsafePointer<CChar>? {
    if let place = verdict.index { return registry.identifier(at: place) }
    return lookedUpIdentifier.value { CText(verdict.type.rawValue) }.pointer
  }

  var mimeType: UnsafePointer<CChar>? {
    lookedUpMIMEType.value { CText(verdict.mimeType ?? unknownMIMEType) }.pointer
  }

  var alternatives: Alternatives { lookedUpAlternatives.value { Alternatives(verdict) } }

  /// The reasons in the words of `uti explain`.
  var reasons: CTextList {
    lookedUpReasons.value { CTextList(verdict.evidence.map(\.description)) }
  }

  /// The other types that fit.
  final class Alternatives: Sendable {
    let identifiers: CTextList
    let mimeTypes: CTextList

    init(_ verdict: Verdict) {
      let alternatives = verdict.alternatives
      identifiers = CTextList(alternatives.map(\.type.rawValue))
      mimeTypes = CTextList(alternatives.map { $0.mimeType ?? unknownMIMEType })
    }
  }
}

private let unknownMIMEType = "application/octet-stream"

extension AtomicLazyReference {
  /// Returns the stored object, or stores one first; of several threads one is the first.
  fileprivate borrowing func value(_ make: () -> Instance) -> Instance {
    load() ?? storeIfNil(make())
  }
}
