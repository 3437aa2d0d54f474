import Synchronization
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// A verdict: the object of a `utype_verdict`; texts are made on first use, as few are needed.
final class VerdictHandle: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_7665_7264 }

  let verdict: Verdict
  /// Keeps the identifiers of declared types.
  let registry: RegistryHandle
  private let lookedUpIdentifier = AtomicLazyReference<CText>()
  private let lookedUpMIMEType = AtomicLazyReference<CText>()
  private let lookedUpAlternatives = AtomicLazyReference<Alternatives>()
  private let lookedUpReasons = AtomicLazyReference<CTextList>()
  private let lookedUpEncoding = AtomicLazyReference<CText>()
  private let lookedUpDisagreement = AtomicLazyReference<Disagreement>()

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

  /// The words of `uti explain`.
  var reasons: CTextList {
    lookedUpReasons.value { CTextList(verdict.evidence.map(\.description)) }
  }

  /// nil for contents other than text.
  var encoding: UnsafePointer<CChar>? {
    verdict.encoding.map { encoding in
      lookedUpEncoding.value { CText(encoding.rawValue) }.pointer
    }
  }

  /// nil if name and content agree.
  var disagreement: Disagreement? {
    if let found = lookedUpDisagreement.load() { return found }
    return verdict.disagreement.map { disagreement in
      lookedUpDisagreement.value { Disagreement(disagreement) }
    }
  }

  /// A disagreement with its texts.
  final class Disagreement: Sendable {
    let disagreement: Verdict.Disagreement
    let nameType: CText
    let contentType: CText
    let reason: CText

    init(_ disagreement: Verdict.Disagreement) {
      self.disagreement = disagreement
      nameType = CText(disagreement.typeOfName.rawValue)
      contentType = CText(disagreement.typeOfContent.rawValue)
      reason = CText(disagreement.reason)
    }
  }

  /// The other types that fit.
  final class Alternatives: Sendable {
    let identifiers: CTextList
    let mimeTypes: CTextList
    let bases: [Evidence.Basis]

    init(_ verdict: Verdict) {
      let alternatives = verdict.alternatives
      identifiers = CTextList(alternatives.map(\.type.rawValue))
      mimeTypes = CTextList(alternatives.map { $0.mimeType ?? unknownMIMEType })
      bases = alternatives.map(\.basis)
    }
  }
}

private let unknownMIMEType = "application/octet-stream"

extension AtomicLazyReference {
  /// Stores an object first if there is none; of several threads one is the first.
  fileprivate borrowing func value(_ make: () -> Instance) -> Instance {
    load() ?? storeIfNil(make())
  }
}
