import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UniformDocuments

/// An event of a document and its file: the acts of programs without coordination, in the ways in
/// which they do it, and what its owner does.
private enum Happening: CaseIterable {
  /// Opens, truncates and writes: `nano`, `echo >`, `cp`.
  case writesInPlace
  /// Truncates, and writes only after a while.
  case writesSlowly
  /// Writes a new file and renames it over the old one: `sed -i`, `rsync`, `git checkout`, GLib,
  /// LibreOffice.
  case replaces
  /// Renames away, writes anew and removes the old one: `vim`, `emacs`.
  case replacesWithBackup
  /// Deletes and makes anew.
  case deletesAndMakes
  /// The act of a client of Syncthing after two machines have written.
  case synchronizes
  case changesPermissions
  case renamesFile
  case renamesFolder
  case deletes

  case edits
  case saves
  case autosaves
  case waits
  case decides
  case closesAndOpens

  static func random(using generator: inout SeededGenerator) -> Happening {
    // Owners edit and save more often than anything else happens.
    let frequent: [Happening] = [.edits, .edits, .edits, .saves, .autosaves, .waits, .waits]
    return (allCases + frequent).randomElement(using: &generator) ?? .waits
  }
}

/// One or two documents of one file, and all texts that were completed and not given up by choice.
@MainActor private final class History {
  /// A document, and what it knows.
  final class Owner {
    var document: PresentingDocument
    /// The contents of its last read or write, which its next save replaces on purpose.
    var base: String
    /// The edit that no file has.
    var edit: String?

    init(_ document: PresentingDocument) {
      self.document = document
      base = document.text
    }
  }

  private let place: WatchedDocuments
  private var generator: SeededGenerator
  private var owners: [Owner] = []
  private var owed: Set<String> = ["0"]
  private var folder = "folder"
  private var name = "a.txt"
  private var number = 0
  private let keepsVersions: Bool
  private(set) var past: [String] = []

  private var path: String { place.scratch.path.string + "/" + folder + "/" + name }
  private var url: URL { URL(filePath: path) }

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    keepsVersions = seed % 2 == 0
    place = try WatchedDocuments(["folder/a.txt": "0"])
    for _ in 0..<(seed % 3 == 0 ? 2 : 1) { owners.append(Owner(try await open())) }
  }

  private func open() async throws -> PresentingDocument {
    let document = place.make(folder + "/" + name)
    document.environment.writingOptions.synchronizes = false
    document.environment.autosaveDirectory = place.scratch.path.appending("autosaved")
    document.environment.versionsDirectory = place.scratch.path.appending("versions")
    document.preservesVersions = keepsVersions
    try await document.openContents()
    await place.settle(document)
    return document
  }

  /// Lets some things happen, and looks after each of them whether everything is still there.
  func run() async throws {
    for _ in 0..<Int.random(in: 4...12, using: &generator) {
      let happening = Happening.random(using: &generator)
      number += 1
      await finish()
      past.append("\(happening)")
      try await perform(happening)
      await finish()
      try check()
    }
    past.append("ends")
    await settle()
    for owner in owners where owner.edit != nil {
      try await owner.document.saveContents(
        to: place.scratch.url("saved-\(ObjectIdentifier(owner).hashValue)"), for: .forCreating)
      noteSaved(owner, over: nil)
      try check()
    }
    for owner in owners { try await owner.document.close(discardingChanges: true) }
    try check()
  }

  private func check() throws {
    var present = Set(try texts())
    for owner in owners { present.insert(owner.document.text) }
    let lost = owed.subtracting(present).sorted()
    if !lost.isEmpty { throw Lost(texts: lost, past: past) }
  }

  /// The texts of all files; what is being made or removed meanwhile is looked at again.
  private func texts() throws -> some Collection<String> {
    for _ in 0..<50 {
      if let contents = try? place.scratch.contents() { return contents.values }
      usleep(1_000)
    }
    return try place.scratch.contents().values
  }

  struct Lost: Error, CustomStringConvertible {
    let texts: [String]
    let past: [String]
    var description: String {
      "lost: \(texts.joined(separator: ", ")) after \(past.joined(separator: ", "))"
    }
  }

  /// Lets what documents have begun come to its end, and notes what it was.
  private func finish() async {
    for _ in 0..<2 {
      for owner in owners { await place.finish(owner.document) }
    }
    note()
  }

  private func settle() async {
    for owner in owners { await place.settle(owner.document) }
    note()
  }

  private func note() {
    for owner in owners where owner.edit == owner.document.text {
      // A reader may have caused a save.
      if !owner.document.hasUnsavedChanges { noteSaved(owner, over: owner.base) }
    }
    for owner in owners where owner.document.text != (owner.edit ?? owner.base) {
      // It has read what is there; an edit that went with that is found missing.
      owner.base = owner.document.text
      owner.edit = nil
    }
  }

  // MARK: - Programs

  /// The contents of the file; nil if it is deleted.
  private var current: String? { contents(at: path) }

  private func contents(at path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A choice to overwrite a file gives up its text.
  private func giveUp(_ text: String?) {
    if let text { owed.remove(text) }
  }

  private func perform(_ happening: Happening) async throws {
    let text = "program \(number)"
    let old = current
    let manager = FileManager.default
    switch happening {
    case .writesInPlace:
      giveUp(old)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      owed.insert(text)
    case .writesSlowly:
      giveUp(old)
      let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      defer { Glibc.close(file) }
      if Bool.random(using: &generator) { await settle() }
      // Another save may have replaced the file meanwhile; the rest of this one is then lost.
      let isSame = isOpen(file)
      _ = text.utf8CString.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count - 1) }
      if isSame { owed.insert(text) }
    case .replaces:
      giveUp(old)
      try text.write(toFile: path + ".new", atomically: false, encoding: .utf8)
      rename(path + ".new", path)
      owed.insert(text)
    case .replacesWithBackup:
      giveUp(old)
      giveUp(contents(at: path + "~"))
      rename(path, path + "~")
      if Bool.random(using: &generator) { await settle() }
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      // A document that has followed may have saved there.
      giveUp(contents(at: path + "~"))
      unlink(path + "~")
      owed.insert(text)
    case .deletesAndMakes:
      giveUp(old)
      unlink(path)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      owed.insert(text)
    case .synchronizes:
      guard old != nil else { return }
      let stem = path.dropLast(4)
      try "copy \(number)".write(
        toFile: stem + ".sync-conflict-20260101-1200\(10 + number)-ABCDEFG.txt", atomically: false,
        encoding: .utf8)
      owed.insert("copy \(number)")
    case .changesPermissions: chmod(path, Bool.random(using: &generator) ? 0o600 : 0o644)
    case .renamesFile:
      let new = name == "a.txt" ? "b.txt" : "a.txt"
      let destination = place.scratch.path.string + "/" + folder + "/" + new
      guard old != nil, !manager.fileExists(atPath: destination) else { return }
      rename(path, destination)
      name = new
    case .renamesFolder:
      let new = folder == "folder" ? "other" : "folder"
      let parent = place.scratch.path.string + "/"
      guard !manager.fileExists(atPath: parent + new) else { return }
      rename(parent + folder, parent + new)
      folder = new
    case .deletes:
      giveUp(old)
      unlink(path)
    case .edits, .saves, .autosaves, .waits, .decides, .closesAndOpens:
      try await performByOwner(happening)
    }
  }

  private func isOpen(_ file: CInt) -> Bool {
    var (own, found) = (stat(), stat())
    return fstat(file, &own) == 0 && lstat(path, &found) == 0 && own.st_ino == found.st_ino
  }

  // MARK: - Owners

  private func performByOwner(_ happening: Happening) async throws {
    guard let owner = owners.randomElement(using: &generator) else { return }
    let document = owner.document
    switch happening {
    case .edits:
      // It may have read again by itself, which is what people see when they begin to edit.
      if owner.edit == nil { owner.base = document.text }
      giveUp(owner.edit)
      owner.edit = "edit \(number)"
      document.edit("edit \(number)")
      owed.insert("edit \(number)")
    case .saves:
      let url = document.fileURL
      guard (try? await document.saveContents(to: url, for: .forOverwriting)) != nil else { return }
      noteSaved(owner, over: owner.base)
    case .autosaves:
      let url = document.fileURL
      let wasThere = FileManager.default.fileExists(atPath: url.path)
      let isSaved = (try? await document.autosaveContents()) != nil
      let isThere = FileManager.default.fileExists(atPath: url.path)
      if !wasThere, isThere, url == document.fileURL {
        Issue.record("autosaving brings back what is gone: \(past)")
      }
      if isSaved, !document.hasUnsavedChanges { noteSaved(owner, over: owner.base) }
    case .waits: await settle()
    case .decides: try await decide(owner)
    case .closesAndOpens:
      // A document with changes that cannot be saved refuses readers.
      guard owners.allSatisfy({ $0.edit == nil }), current != nil else { return }
      try await document.close(discardingChanges: false)
      await settle()
      owner.document = try await open()
      owner.base = owner.document.text
    default: break
    }
  }

  private func noteSaved(_ owner: Owner, over base: String?) {
    guard let edit = owner.edit else { return }
    // What it replaces was read or written by the document itself.
    if base != edit { giveUp(base) }
    owner.base = edit
    owner.edit = nil
  }

  /// Takes one of the ways out of a conflict.
  private func decide(_ owner: Owner) async throws {
    let document = owner.document
    guard document.documentState.contains(.inConflict) else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      guard (try? await document.revertContents(to: document.fileURL)) != nil else { return }
      giveUp(owner.edit)
      owner.edit = nil
      owner.base = document.text
    case 1:
      let replaced = contents(at: document.fileURL.path)
      document.overwritesChangesOnDisk = true
      defer { document.overwritesChangesOnDisk = false }
      let isSaved =
        (try? await document.saveContents(to: document.fileURL, for: .forOverwriting)) != nil
      guard isSaved else { return }
      giveUp(replaced)
      noteSaved(owner, over: nil)
    default:
      let url = place.scratch.url("elsewhere-\(number).txt")
      guard (try? await document.saveContents(to: url, for: .forCreating)) != nil else { return }
      noteSaved(owner, over: nil)
      // From now on it has another file.
      try await document.close(discardingChanges: false)
      await settle()
      guard owners.allSatisfy({ $0.edit == nil }), current != nil else {
        owners.removeAll { $0 === owner }
        return
      }
      owner.document = try await open()
      owner.base = owner.document.text
    }
  }
}

/// Documents among programs that coordinate nothing.
@Suite struct DocumentHistories {
  /// The number of histories, or the value of `UTI_HISTORIES`.
  private static let count =
    ProcessInfo.processInfo.environment["UTI_HISTORIES"].flatMap { UInt64($0) } ?? 300

  /// Histories in which something was lost once: an item that is renamed away while another document
  /// wants it saved.
  private static let alwaysTried: [UInt64] = [3732, 6465]

  @Test("J1 to J14, L11: no completed contents are lost without an explicit choice")
  @MainActor func histories() async throws {
    let first = ProcessInfo.processInfo.environment["UTI_SEED"].flatMap { UInt64($0) } ?? 1
    for seed in Self.alwaysTried + (first..<(first + Self.count)) {
      var history: History?
      do {
        history = try await History(seed: seed)
        try await history?.run()
      } catch {
        Issue.record("seed \(seed): \(error), after \(history?.past ?? [])")
      }
    }
  }
}
