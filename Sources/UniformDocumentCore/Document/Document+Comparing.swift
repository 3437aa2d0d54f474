internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

// Edits that no code has registered.
//
// Closing, the end of the process and ContentsWatch compare the rendition of a save with the document's item:
//
//     rendition of now == item                                      not changed
//     rendition of now == baseline, taken when it was opened        not changed
//     else, and the document has written the item itself            changed, unless renditions differ
//     rendition of now == rendition of a sibling that was opened    not changed: the class writes in another
//                         from the item just now                    way than the item was written
//     two renditions in a row differ                                not changed: they cannot be compared
//     else                                                          changed
//
// A baseline takes the contents once more at opening. It is taken only of classes that cannot create a
// sibling.

extension Document {
  var isComparable: Bool {
    !registersChanges && fileURL.isFileURL && !record.state.contains(.closed) && !hasUnsavedChanges
      && !isUndoingOrRedoing && record.item.identity != nil || isComparableDraft
  }

  private var isComparableDraft: Bool {
    !registersChanges && isDraft && !hasUnsavedChanges
      && record.withValues { !$0.machine.flags.contains(.closed) && $0.baseline != nil }
  }

  /// Runs in the document's isolation, as does `completion`, which gets whether a change was
  /// registered.
  func findUnregisteredChange(
    as operation: DocumentOperation, _ completion: @escaping (Bool) -> Void
  ) {
    // A class without contents has none to lose.
    let start = ContinuousClock.now
    guard isComparable,
      let taken = try? ProcessEnd.shared.running(
        codeOf: self, isTaking: true, { try takeContentsToCompare() })
    else { return completion(false) }
    record.withValues { $0.comparisonCost = ContinuousClock.now - start }
    let state = record.withValues { $0.changes.current }
    let box = UncheckedSendableBox(taken)
    accessFiles(as: operation) { [self] in
      try hasOtherContents(box.value, as: operation)
    } then: { [self] result in
      let isStill = record.withValues { $0.changes.current == state }
      let isChanged = (try? result.get()) == true && isStill && !hasUnsavedChanges
      if isChanged { recordUnregisteredChange() }
      completion(isChanged)
    }
  }

  private func recordUnregisteredChange() {
    record.withValues { values in
      values.changes.touch()
      values.changes.endTouching()
    }
    autosaver.edited(self)
    reportUnregisteredChange()
  }

  /// Runs on the queue of file access.
  private func hasOtherContents(
    _ taken: TakenContents, as operation: DocumentOperation
  ) throws -> Bool {
    let rendition = try render(taken)
    if let baseline = record.withValues({ $0.baseline }) {
      if try baseline.matches(rendition) { return false }
    } else {
      if try itemHasContents(rendition) { return false }
      // The class has written the item, so another rendition of the same contents does not differ.
      if !hasOwnItem, let sibling = makeSibling() {
        return try hasOtherContents(rendition, than: sibling, as: operation)
      }
    }
    return try isReproducible(rendition, of: self, as: operation)
  }

  private var hasOwnItem: Bool {
    record.withValues { values in
      guard let saved = values.outcome?.identity, let item = values.item.identity else {
        return false
      }
      return saved.difference(to: item) != .contents
    }
  }

  private func isReproducible(
    _ rendition: FileWrapper, of document: Document, as operation: DocumentOperation
  ) throws -> Bool {
    let document = UncheckedSendableBox(document)
    let again = try operation.resumeAndWait {
      try UncheckedSendableBox(document.value.takeContentsToCompare())
    }
    return try document.value.render(again.value).hasContents(of: rendition)
  }

  /// Returns true if the item, in its last known state, has given contents.
  private func itemHasContents(_ rendition: FileWrapper) throws -> Bool {
    guard let identity = record.item.identity else { return false }
    if rendition.isRegularFile {
      guard identity.kind == .regular, identity.size == rendition.byteCount else { return false }
      if let digest = identity.contentDigest {
        return try rendition.contents().withUnsafeBytes(FileIdentity.digest(of:)) == digest
      }
    }
    guard let path = FilePath(resolving: fileURL) else { return false }
    let item = try FileWrapper(
      url: URL(of: path), options: .withoutMapping, limits: FileWrapper.Limits(),
      store: environment.store)
    return try rendition.hasContents(of: item, ignoringOthersThan: identity)
  }

  /// Runs on the queue of file access.
  func identityOfItem(withContents taken: TakenContents) -> FileIdentity? {
    guard let path = FilePath(resolving: fileURL),
      let found = try? FileIdentity(of: FileLocation(path), in: environment.store),
      let rendition = try? render(taken),
      found.kind == (rendition.isRegularFile ? .regular : .directory),
      !rendition.isRegularFile || found.size == rendition.byteCount,
      let item = try? FileWrapper(
        url: URL(of: path), options: .withoutMapping, limits: FileWrapper.Limits(),
        store: environment.store),
      (try? rendition.hasContents(of: item)) == true
    else { return nil }
    return found
  }

  /// Compares with the contents that another document of the class reads from the item.
  private func hasOtherContents(
    _ rendition: FileWrapper, than sibling: Document, as operation: DocumentOperation
  ) throws -> Bool {
    let operation = DocumentOperation(sibling, context: operation.context)
    let known = record.item.identity
    do {
      let reading = Reading(operation)
      try Reading.run(reading) { try sibling.read(from: fileURL) }
      guard let known, let read = reading.item?.identity,
        known.difference(to: read) != .contents
      else { return true }
      let box = UncheckedSendableBox(sibling)
      let taken = try operation.resumeAndWait {
        try UncheckedSendableBox(box.value.takeContentsToCompare())
      }
      let unedited = try sibling.render(taken.value)
      if try rendition.hasContents(of: unedited) { return false }
      return try isReproducible(unedited, of: sibling, as: operation)
    } catch {
      // The item's contents are unknown; a save finds out whether it may be replaced.
      return true
    }
  }

  /// Creates another document of the class for the same location; nil if that may end the program.
  private func makeSibling() -> Document? {
    guard !isDraft, RuntimeInstantiation.makes(type(of: self)) else { return nil }
    let sibling = type(of: self).makeDocument(at: fileURL)
    sibling.environment = environment
    sibling.environment.autosavePolicy = nil
    sibling.environment.endPatience = nil
    sibling.environment.watchesItems = false
    return sibling
  }

  /// Runs in the document's isolation after reading.
  package func takeBaseline() {
    record.withValues { $0.baseline = nil }
    guard !registersChanges, environment.autosavePolicy != nil || environment.endPatience != nil,
      isDraft || !RuntimeInstantiation.makes(type(of: self)), fileURL.isFileURL,
      let taken = try? takeContentsToCompare()
    else { return }
    let box = UncheckedSendableBox(taken)
    let document = WeakDocument(self)
    fileAccess.perform {
      guard let document = document.document else { return }
      let baseline = try? ContentsBaseline(document.render(box.value))
      document.record.withValues { $0.baseline = baseline }
    }
  }

  // MARK: - Reports

  /// Names the class whose change was not registered, once in a process and in debug builds only.
  private func reportUnregisteredChange() {
    #if DEBUG
    let name = "\(clientClass)"
    let isFirst = UnregisteredChanges.reported.withLock { $0.insert(name).inserted }
    guard isFirst else { return }
    environment.report(
      DocumentError(
        .unregisteredChange, .save, url: fileURL,
        message: "\(name) has changed its contents without registering the change; it was found "
          + "by a comparison, and is saved",
        remedy: "register an undo action for each change, or call updateChangeCount(.done)"))
    #endif
  }
}

/// The classes that were reported.
private enum UnregisteredChanges {
  static let reported = Mutex<Set<String>>([])
}

extension Document {
  package func takeContents() throws -> TakenContents {
    let contents = DocumentContents(try contents(forType: savingFileType ?? "public.data"))
    guard case .fileWrapper(let wrapper) = contents else { return .contents(contents.value) }
    return .contents(try PackageSnapshot(wrapper).copy)
  }

  /// The result has no attributes; runs on the queue of file access.
  func render(_ taken: TakenContents) throws -> FileWrapper {
    switch taken {
    case .rendition(let rendition): return rendition
    case .contents(let contents):
      return try rendering { url in
        try writeContents(contents, to: url, for: .forOverwriting, originalContentsURL: nil)
      }
    }
  }

  /// `write` writes to a free URL.
  package func rendering(_ write: (URL) throws -> Void) throws -> FileWrapper {
    let directory = FileManager.default.temporaryDirectory
      .appending(
        component: "comparison-\(String(uti_unique_number(), radix: 36))",
        directoryHint: .isDirectory)
    let (store, location) = (SystemFileStore(), FileLocation(try FilePath(of: directory)))
    let url = directory.appending(component: fileURL.itemName)
    let rendering = Rendering(of: ObjectIdentifier(self))
    let kind = ObjectIdentifier(clientClass)
    // A class whose last contents were taken in memory needs no directory, as a rule.
    if Rendering.inMemory.withLock({ $0.contains(kind) }) {
      let result = Result { try Rendering.run(rendering) { try write(url) } }
      if let rendition = rendering.rendition {
        try result.get()
        return rendition
      }
      Rendering.inMemory.withLock { _ = $0.remove(kind) }
      try? store.removeTree(at: location)
    }
    try store.createDirectory(at: location, permissions: .ownerReadWriteExecute)
    defer {
      if (try? store.removeDirectory(at: location)) == nil { try? store.removeTree(at: location) }
    }
    try Rendering.run(rendering) { try write(url) }
    if let rendition = rendering.rendition {
      Rendering.inMemory.withLock { _ = $0.insert(kind) }
      return rendition
    }
    return try FileWrapper(url: url, options: [.immediate, .withoutMapping])
  }
}
