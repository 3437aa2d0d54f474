import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
import UTIDocumentStorage
internal import UTIPlatform

/// A change by `uti versions` of the document, or of its versions.
struct VersionsChange {
  /// The word that selects all versions.
  static let all = "all"

  let path: String
  let listing: VersionStore.Listing
  let versions: VersionStore
  let endsWithNUL: Bool
  /// Sentences for standard error.
  private(set) var failures: [String] = []

  private var item: FilePath { FilePath(text: path) }

  /// The conflict of the version is resolved, because the user has chosen it.
  mutating func restore(_ identifier: String, _ printer: inout ResultPrinter) throws {
    guard let version = try version(identifier) else { return }
    let kept: ItemVersion?
    do {
      kept = try versions.restore(version, to: item)
    } catch {
      throw CommandFailure(.inputOutput, "\(path): \(Self.sentence(ofRestoring: version, error))")
    }
    var text = kept.map { "; the old contents are kept as \($0.identifier)" } ?? ""
    var isSettled = false
    if version.isUnresolvedConflict {
      do {
        try versions.markResolved(version, of: item)
        isSettled = true
        text += "; the conflict is resolved"
      } catch {
        failures.append(
          "\(path): restored, and the conflict not resolved: \(Self.sentence(of: error))")
      }
    }
    printer.print(
      result(
        [
          ("restored", .string(identifier)),
          ("kept", kept.map { .string($0.identifier) } ?? .null),
          ("resolved", isSettled ? .string(identifier) : .null),
        ], [identifier, kept?.identifier ?? "-"], "restored \(identifier)\(text)"))
  }

  mutating func resolve(_ identifier: String, _ printer: inout ResultPrinter) throws {
    let conflicts: [ItemVersion]
    if identifier == Self.all {
      conflicts = listing.versions.filter(\.isUnresolvedConflict)
      guard !conflicts.isEmpty || !listing.failures.isEmpty else {
        throw CommandFailure(.negative, "\(path): there are no conflicts")
      }
    } else {
      guard let version = try version(identifier) else { return }
      guard version.isConflict else {
        throw CommandFailure(.negative, "\(path): \(identifier) is in no conflict")
      }
      conflicts = [version]
    }
    for version in conflicts {
      do {
        // A version that is already resolved is reported in the same way.
        if !version.isResolved { try versions.markResolved(version, of: item) }
        printer.print(
          result(
            [("resolved", .string(version.identifier))], [version.identifier],
            "resolved \(version.identifier)"))
      } catch {
        failures.append("\(path): \(version.identifier) not resolved: \(Self.sentence(of: error))")
      }
    }
  }

  /// Stored versions permanently, a copy next to the document to the trash.
  ///
  /// `all` excludes unresolved conflicts, which may be the only copy of a user's work.
  mutating func remove(_ identifier: String, _ printer: inout ResultPrinter) throws {
    let removed: [ItemVersion]
    if identifier == Self.all {
      removed = listing.versions.filter { $0.isStored && !$0.isUnresolvedConflict }
      let left = listing.versions.filter { $0.isStored && $0.isUnresolvedConflict }.count
      if left > 0 {
        StandardError.print(
          "uti: \(path): \(left) in conflict not removed; check their contents, and resolve them with"
            + " --resolve")
      }
      guard !removed.isEmpty || !listing.failures.isEmpty else {
        throw CommandFailure(.negative, "\(path): no versions were kept")
      }
    } else {
      guard let version = try version(identifier) else { return }
      removed = [version]
    }
    for version in removed {
      let identifier = version.identifier
      do {
        try versions.remove(version)
        printer.print(
          result(
            [("removed", .string(identifier)), ("isInTrash", .boolean(!version.isStored))],
            [identifier, version.isStored ? "removed" : "trash"],
            version.isStored ? "removed \(identifier)" : "moved \(identifier) to the trash"))
      } catch {
        failures.append("\(path): \(identifier) not removed: \(Self.sentence(of: error))")
      }
    }
  }

  /// nil when the version may be among the unreadable ones.
  private func version(_ identifier: String) throws -> ItemVersion? {
    if let found = listing.versions.first(where: { $0.identifier == identifier }) { return found }
    guard listing.failures.isEmpty else { return nil }
    throw CommandFailure(
      .inputMissing,
      "\(path): there is no version \(identifier); uti versions PATH lists the versions")
  }

  private func result(
    _ fields: [(key: String, value: JSONValue)], _ columns: [String], _ text: String
  ) -> CommandResult {
    var result = CommandResult(
      fields: LosslessText.fields(path) + fields, columns: [path] + columns)
    if !endsWithNUL { result.lines = ["\(path): \(text)"] }
    return result
  }
}

extension VersionsChange {
  /// The remedy is included.
  static func sentence(of error: FileStoreError) -> String { "\(error); \(remedy(for: error))" }

  private static func remedy(for error: FileStoreError) -> String {
    switch error.errno {
    case .notPermitted where error.operation == .keepPrivate:
      let fault = (try? SystemFileStore().privacyFault(of: error.path)) ?? nil
      let reason = fault.map { "\($0); or " } ?? ""
      return reason + "set XDG_STATE_HOME to a directory of the user"
    case .permissionDenied, .notPermitted:
      return "run it as the owner of the directory, or make it readable and writable"
    case .noSpace, .diskQuotaExceeded:
      return "free space there, or set XDG_STATE_HOME to a directory on another file system"
    case .readOnlyFileSystem:
      return "mount it for writing, or set XDG_STATE_HOME to a writable directory"
    case .wouldBlock: return "another program is changing it; try again"
    case .noSuchFileOrDirectory:
      return "another process has removed it; uti versions PATH lists the versions"
    default: return "check its file system"
    }
  }

  private static func sentence(ofRestoring version: ItemVersion, _ error: any Error) -> String {
    let failing = "not restored, and unchanged"
    if let error = error as? FileStoreError { return "\(failing): \(sentence(of: error))" }
    guard let error = error as? SafeWritingError else { return "\(failing): \(error)" }
    let message = error.message(failing: error.isOriginalIntact ? failing : "not restored")
    let remedy =
      switch error.code {
      case .changedOnDisk: "check it, and restore again"
      case .inUse: "try again"
      case .notWritable: "make it writable"
      case .immutable: "remove the attribute with chattr"
      default: "the contents of the version are in \(version.path.text)"
      }
    return "\(message); \(remedy)"
  }
}
