internal import Synchronization
internal import UTIPortable
package import UTITypeGraph

/// Finds the type of an item by its name, by its bytes, or by both, on any number of threads.
///
/// It collects evidence (`Evidence/`), weighs it (`Weighing/`) and creates a verdict.
package final class TypeDetector: Sendable {
  let registry: DetectionRegistry
  let magic: MagicProgram
  private let lookedUpLanguages = AtomicLazyReference<LanguageTypes>()

  /// - Complexity: O(1).
  package init(image: RegistryImage, limits: DetectionLimits = DetectionLimits()) {
    registry = DetectionRegistry(image, limits: limits)
    magic = MagicProgram(image)
  }

  var image: RegistryImage { registry.image }

  package var limits: DetectionLimits { registry.limits }

  var languageTypes: LanguageTypes {
    lookedUpLanguages.load() ?? lookedUpLanguages.storeIfNil(LanguageTypes(in: registry))
  }
}

extension TypeDetector {
  func emptyState(_ view: GraphView) -> DetectionState {
    DetectionState(registry, view)
  }

  /// An extension that no type declares still distinguishes such items from others.
  func unknown(on ground: EvidenceReference? = nil, in state: inout DetectionState) -> Finding {
    state.finding(
      registry.known.data, .none, .none, on: ground,
      called: state.names.unknownExtension.map {
        DetectionState.TypeNameOverride(undeclaredExtension: $0)
      })
  }

  /// The kind of an item decides the type; nil for a regular file.
  func finding(
    _ kind: FileKind, isMountPoint: Bool = false, in state: inout DetectionState
  ) -> Finding? {
    guard let known = kind.knownType(isMountPoint: isMountPoint) else { return nil }
    return state.finding(
      image.type(identifier: known.type), .kind, .inside,
      on: .stated(Evidence(.kind, .words("its kind, " + known.words), type: known.type)),
      called: DetectionState.TypeNameOverride(identifier: known.type, mimeType: known.mimeType))
  }

  /// The verdict about a file with these bytes: no more are examined than would be read.
  ///
  /// `size` is the size of the whole item. The work follows the rules that can match, within
  /// limits.
  package func verdict(
    forBytes bytes: UnsafeRawBufferPointer, name: String? = nil, size: Int? = nil,
    view: GraphView = .merged
  ) -> Verdict {
    let window = ByteWindow(bytes: bytes, size: size ?? bytes.count, limits: limits)
    var state = emptyState(view)
    if let name { registry.readName(name, .file, view: view, into: &state) }
    return verdict(state, window: window, view: view)
  }

  package func verdict(
    forBytes bytes: [UInt8], name: String? = nil, size: Int? = nil, view: GraphView = .merged
  ) -> Verdict {
    bytes.withUnsafeBytes { verdict(forBytes: $0, name: name, size: size, view: view) }
  }

  /// The answer of the shared-mime-info specification ("Recommended checking order").
  ///
  /// It weighs nothing: a single type of the name decides, or the first one that the bytes conform
  /// to.
  func specifiedAnswer(in state: borrowing DetectionState) -> Answer {
    let names = state.names.candidates
    let seen = specifiedContent(in: state)
    guard let first = names.first else {
      return Answer(seen, seen.basis == .content ? .likely : .guess)
    }
    guard names.count > 1 else { return Answer(first, .likely) }
    guard seen.basis != .none, let seenType = seen.type else { return Answer(first, .guess) }
    let fitting = names.first { name in
      name.type.map { registry.refines($0, seenType) } ?? false
    }
    return fitting.map { Answer($0.supported(by: seen), .likely) } ?? Answer(first, .guess)
  }

  /// The signature of highest priority, or a conforming container or root element; or the
  /// strongest.
  private func specifiedContent(in state: borrowing DetectionState) -> Finding {
    let findings = state.content.findings
    guard let signature = findings.first(where: { $0.basis == .content }) else {
      return state.content.strongest ?? state.nothing
    }
    guard let type = signature.type else { return signature }
    let kind = findings.first { finding in
      [.container, .rootElement].contains(finding.basis)
        && finding.type.map { $0 != type && registry.refines($0, type) } ?? false
    }
    return kind?.supported(by: signature) ?? signature
  }
}

extension FileKind {
  /// The type of a kind that the file system settles.
  struct KnownType {
    let type: TypeIdentifier
    let mimeType: String
    let words: String
  }

  /// nil if the types depend on name or bytes (shared-mime-info, "Non-regular files").
  func knownType(isMountPoint: Bool) -> KnownType? {
    switch self {
    case .regular, .other: nil
    case .directory where isMountPoint:
      KnownType(
        type: .volume, mimeType: "inode/mount-point",
        words: "a directory on which a volume is mounted")
    case .directory: KnownType(type: .folder, mimeType: "inode/directory", words: "a directory")
    case .symbolicLink:
      KnownType(type: .symbolicLink, mimeType: "inode/symlink", words: "a symbolic link")
    case .namedPipe: KnownType(type: .namedPipe, mimeType: "inode/fifo", words: "a named pipe")
    case .socket: KnownType(type: .socket, mimeType: "inode/socket", words: "a socket")
    case .blockDevice:
      KnownType(type: .blockSpecial, mimeType: "inode/blockdevice", words: "a block device")
    case .characterDevice:
      KnownType(type: .characterSpecial, mimeType: "inode/chardevice", words: "a character device")
    }
  }
}

extension TypeDetector {
  /// The verdict about the last component of a path; a slash at the end means a directory.
  ///
  /// - Complexity: O(*n*) in the length of the name, plus the number of full patterns.
  package func verdict(
    forName name: String, isDirectory: Bool = false, view: GraphView = .merged
  ) -> Verdict {
    let isDirectory = isDirectory || name.utf8.last == ItemName.slash
    if isDirectory { return directoryVerdict(name: name, view: view) }
    var state = emptyState(view)
    registry.readName(name, .unknown, view: view, into: &state)
    guard let named = state.names.decisive else {
      let unknown = unknown(in: &state)
      return Verdict(Answer(unknown, .guess), of: state)
    }
    registry.addClaimants(.unknown, view: view, in: &state)
    return Verdict(
      Answer(named, named.strength < .declaredExtension ? .guess : .likely), of: state)
  }

  /// The package type that the name declares, or else a folder.
  func directoryVerdict(name: String, view: GraphView) -> Verdict {
    var state = emptyState(view)
    registry.readName(name, .directory, view: view, into: &state)
    let package = state.names.candidates.first
    let known = finding(.directory, in: &state) ?? unknown(in: &state)
    state.names.candidates = package == nil ? ShortList<Finding>() : ShortList<Finding>(known)
    return Verdict(Answer(package ?? known, package == nil ? .certain : .likely), of: state)
  }

  /// nil when the last component has no evidence.
  ///
  /// - Complexity: O(*n*) without allocation unless a property list declares the extension.
  package func type(ofName name: String, view: GraphView = .merged) -> TypeIndex? {
    let answer = name.utf8.withContiguousStorageIfAvailable {
      self.answer(toName: $0, view: view)
    }
    return switch answer {
    case .known(let type): type
    case .undecided, nil: weighedType(ofName: name, view: view)
    }
  }

  /// As ``type(ofName:view:)-(String,_)``; bytes that are not UTF-8 count as U+FFFD.
  package func type(
    ofName name: UnsafeBufferPointer<UInt8>, view: GraphView = .merged
  ) -> TypeIndex? {
    switch answer(toName: name, view: view) {
    case .known(let type): type
    case .undecided: weighedType(ofName: String(decoding: name, as: UTF8.self), view: view)
    }
  }

  /// The result of the look-up among the patterns.
  private enum TypeAnswer {
    case known(TypeIndex?)
    /// The evidence of the name has to be weighed.
    case undecided
  }

  private func answer(toName name: UnsafeBufferPointer<UInt8>, view: GraphView) -> TypeAnswer {
    guard view != .declared else { return .undecided }
    switch image.answer(toName: name, usesTags: view == .merged) {
    case .glob(let glob):
      // So light a pattern needs bytes that bear it out.
      let needsBytes =
        view == .merged
        ? image.needsBytes(glob) : image.weight(of: glob) < GlobDeclaration.leastWeight
      return .known(needsBytes ? nil : image.type(of: glob))
    case .nothing: return .known(nil)
    case .undecided: return .undecided
    }
  }

  private func weighedType(ofName name: String, view: GraphView) -> TypeIndex? {
    let verdict = verdict(forName: name, view: view)
    return verdict.basis == .name || verdict.basis == .kind ? verdict.best.type : nil
  }

  func verdict(
    _ state: consuming DetectionState, window: ByteWindow, view: GraphView
  ) -> Verdict {
    if window.head.isEmpty {
      let answer =
        state.names.decisive.map { Answer($0, isText($0) ? .likely : .guess) }
        ?? Answer(emptyFinding(in: &state), .certain)
      return Verdict(answer, of: state, cost: window.cost)
    }
    if state.names.mayHaveOtherClaimants {
      registry.addClaimants(.file, view: view, in: &state)
    }
    readContent(window, view: view, into: &state)
    var answer =
      view == .freedesktop
      ? specifiedAnswer(in: state) : Answer(Weighing(registry).choice(in: state), in: state)
    if answer.finding.basis == .none, !state.names.candidates.contains(where: isAboutBytes) {
      answer.finding = unknown(in: &state)
    }
    answer.finding = printed(answer.finding, in: &state)
    return Verdict(answer, of: state, encoding: state.content.encoding, cost: window.cost)
  }

  /// Signatures, the inside of a container, document, shape, words, and that it is text.
  private func readContent(
    _ window: ByteWindow, view: GraphView, into state: inout DetectionState
  ) {
    let encoding =
      view == .freedesktop
      ? TextTest.specifiedEncoding(of: window.head) : TextTest.encoding(of: window.head)
    state.content.material =
      encoding != nil ? .text : .data(hasZeroByte: TextTest.hasZeroByte(window.head))
    registry.readContainer(window, into: &state)
    registry.readSignatures(of: window, in: encoding, by: magic, view: view, into: &state)
    guard let encoding else {
      registry.readTexture(of: window.head, nil, into: &state)
      return
    }
    registry.readStart(of: window.text(in: encoding), into: &state)
    state.content.isLongText =
      encoding.extendsASCII && window.head.count >= ContentFindings.longTextByteCount
    if !registry.readDocument(window.head, encoding, into: &state),
      registry.readShape(of: window, encoding, into: &state)
    {
      registry.readStatedLanguage(languageTypes, into: &state)
    }
    state.content.text = registry.plainText(encoding, in: &state)
    registry.readTexture(of: window.text(in: encoding), encoding, into: &state)
    guard state.content.strongest.map(isText) ?? false else { return }
    state.content.encoding = encoding
    if view != .freedesktop { registry.readLanguage(of: window, languageTypes, into: &state) }
  }

  private func isText(_ finding: Finding) -> Bool {
    finding.basis == .text || finding.type.map(registry.isTextual) ?? false
  }

  private func isAboutBytes(_ name: Finding) -> Bool { name.type == registry.known.bytes }

  /// A type of text without its own MIME type is printed as the text that it is.
  private func printed(_ best: Finding, in state: inout DetectionState) -> Finding {
    guard let seen = state.content.strongest, seen.basis == .text, !hasOwnMIMEName(best),
      state.mimeType(of: best) == DetectionRegistry.unknownMIMEType
    else { return best }
    return state.finding(best, printedAs: state.mimeType(of: seen))
  }

  /// The name is the type's own, and more specific than arbitrary bytes.
  private func hasOwnMIMEName(_ finding: Finding) -> Bool {
    guard let type = finding.type, finding.isPlain else { return false }
    return image.hasMIMEName(type) && type != registry.known.bytes
  }

  /// The specification does not define an empty file; here the name precedes (rule 10.8).
  private func emptyFinding(in state: inout DetectionState) -> Finding {
    registry.finding(
      mimeName: "application/x-zerosize", .empty, .inside,
      on: .stated(Evidence(.empty, .words("its size, which is zero"))), in: &state)
  }
}
