package import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// The versions of an item.
  package struct Listing: Sendable {
    /// All states other than the current one, the most recently kept first.
    package var versions: [ItemVersion] = []
    /// The errors of directories that could not be read and may have versions.
    package var failures: [FileStoreError] = []
  }

  /// The most recently kept first; the item need not exist.
  ///
  /// - Complexity: one read for each version, and one listing of the directory of the item.
  package func versions(of path: FilePath) -> [ItemVersion] { listing(of: path).versions }

  package func listing(of path: FilePath) -> Listing {
    let path = resolvedPath(ofItem: path)
    let status = (try? store.statusIfPresent(of: FileLocation(path))) ?? nil
    var listing = Listing()
    listing.versions = storedVersions(of: path, status, &listing.failures)
    listing.versions += versionsBeside(path, status)
    listing.versions.sort(by: Self.isNewer)
    return listing
  }

  /// Nil if the version no longer exists.
  package func version(of path: FilePath, _ identifier: String) -> ItemVersion? {
    versions(of: path).first { $0.identifier == identifier }
  }

  private static func isNewer(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
    one.kept == other.kept ? one.identifier > other.identifier : one.kept > other.kept
  }

  func storedVersions(of path: FilePath, _ status: FileStatus?) -> [ItemVersion] {
    var failures: [FileStoreError] = []
    return storedVersions(of: path, status, &failures)
  }

  private func storedVersions(
    of path: FilePath, _ status: FileStatus?, _ failures: inout [FileStoreError]
  ) -> [ItemVersion] {
    var found: [ItemVersion] = []
    // Two paths of candidates can lead to one directory. Identifiers are unique.
    var identifiers: Set<String> = []
    for folder in folders(of: path, status, &failures) {
      // The complete remains of a crash become versions.
      try? sweep(folder.path)
      var names: [FilePath.Component] = []
      do throws(FileStoreError) {
        names = try store.names(at: FileLocation(folder.path))
      } catch {
        failures.append(error)
      }
      for name in names where !Self.isHidden(name) && name != ItemRecord.name {
        // A version that cannot be read does not hide others.
        do throws(FileStoreError) {
          if let version = try version(name, in: folder.path),
            identifiers.insert(version.identifier).inserted
          {
            found.append(version)
          }
        } catch {
          failures.append(error)
        }
      }
    }
    return found.sorted(by: Self.isNewer)
  }

  /// Nil if the directory is not a version, or no longer one.
  private func version(
    _ name: FilePath.Component, in folder: FilePath
  ) throws(FileStoreError) -> ItemVersion? {
    let place = folder.appending(name)
    do throws(FileStoreError) {
      let note = try store.contents(of: FileLocation(place.appending(VersionRecord.name)))
      guard let record = VersionRecord(decoding: note), let contents = contents(in: place) else {
        return nil
      }
      return version(name, record, in: folder, contents: contents)
    } catch  where [.noSuchFileOrDirectory, .notDirectory].contains(error.errno) {
      return nil
    }
  }

  func record(in directory: FilePath) -> VersionRecord? {
    (try? store.contents(of: FileLocation(directory.appending(VersionRecord.name))))
      .flatMap { VersionRecord(decoding: $0) }
  }

  func contents(in directory: FilePath) -> FilePath.Component? {
    ((try? store.names(at: FileLocation(directory))) ?? []).first {
      $0.string == "contents" || $0.string.hasPrefix("contents.")
    }
  }

  func version(
    _ name: FilePath.Component, _ record: VersionRecord, in folder: FilePath,
    contents: FilePath.Component
  ) -> ItemVersion {
    let directory = folder.appending(name)
    return ItemVersion(
      identifier: name.string, path: directory.appending(contents), place: .stored(directory),
      date: record.date, kept: record.kept, size: record.size, host: record.host,
      user: record.user, program: record.program, type: record.type, origin: record.origin,
      isConflict: record.isConflict, isResolved: record.isResolved,
      isDiscardable: record.isDiscardable)
  }

  /// Saves that could not use the store, and programs that synchronize, leave them (rules L11,
  /// J14).
  private func versionsBeside(_ path: FilePath, _ status: FileStatus?) -> [ItemVersion] {
    guard let (parent, base) = path.splitAtLastName else { return [] }
    let place = parent.isEmpty ? FilePath(".") : parent
    let names = (try? store.names(at: FileLocation(place.appending(".")))) ?? []
    let text = SyncClient.NameText(of: base)
    let texts = Set(names.map(text.text))
    lazy var marks = marks(path, status)
    return names.compactMap { name in
      if name.string.hasPrefix(SavingDirectory.conflictPrefix) {
        let directory = place.appending(name)
        guard isTrusted(directory, in: place) else { return nil }
        return version(
          beside: directory.appending(base), place: .displaced(directory), marks: marks)
      }
      guard
        let copy = SyncClient.copy(
          named: text.text(name), of: text.text(base), isBasePresent: status != nil, among: texts),
        let found = version(
          beside: place.appending(name), place: .beside, text.people(of: copy), marks: marks),
        status == nil || isFile(found.path) == (status?.kind == .regular)
      else { return nil }
      return found
    }
  }

  /// Returns whether a directory was made by the user or by the owner of its parent.
  private func isTrusted(_ directory: FilePath, in place: FilePath) -> Bool {
    guard let status = try? store.status(of: FileLocation(directory)),
      let parent = try? store.status(of: FileLocation(place.appending(".")))
    else { return false }
    return status.isTrusted(in: parent)
  }

  private func isFile(_ path: FilePath) -> Bool {
    (try? store.status(of: FileLocation(path)))?.kind == .regular
  }

  private func version(
    beside contents: FilePath, place: ItemVersion.Place, _ copy: SyncClient.Copy? = nil,
    marks: Set<String>
  ) -> ItemVersion? {
    guard let identity = try? FileIdentity(of: FileLocation(contents), in: store),
      identity.kind == .regular || identity.kind == .directory
    else { return nil }
    let mark = Self.mark(contents, identity)
    return ItemVersion(
      identifier: "beside-" + mark, path: contents, place: place, date: identity.modified,
      kept: identity.modified, size: identity.byteCount, host: copy?.host, user: copy?.user,
      program: nil, type: nil, origin: copy == nil ? .external : .syncClient,
      client: copy?.client, isConflict: copy?.isConflict ?? true,
      isResolved: marks.contains(Self.markName(mark).string), isDiscardable: false)
  }

  private static func mark(_ path: FilePath, _ identity: FileIdentity) -> String {
    var hash = StableHash()
    hash.combine(path.lastComponent?.bytes ?? [])
    hash.combine(identity.fingerprint)
    return String(hash.value, radix: 36)
  }

  static func markName(_ mark: some StringProtocol) -> FilePath.Component {
    .known(".resolved-\(mark)")
  }

  private func marks(_ path: FilePath, _ status: FileStatus?) -> Set<String> {
    let names = folders(of: path, status).flatMap { folder in
      (try? store.names(at: FileLocation(folder.path))) ?? []
    }
    return Set(names.map(\.string).filter { $0.hasPrefix(Self.markName("").string) })
  }
}
