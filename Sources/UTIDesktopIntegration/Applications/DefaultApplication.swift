import SystemPackage
import UTICommandOutput
import UTIDocumentStorage
internal import UTIPlatform
package import UTITypeGraph

/// Makes an application the one that opens a type.
package struct DefaultApplication {
  package let mimeType: MIMEName
  package let environment: DesktopEnvironment
  package let lineage: MIMETypeLineage

  package init(
    of mimeType: MIMEName, in environment: DesktopEnvironment, lineage: MIMETypeLineage
  ) {
    self.mimeType = mimeType
    self.environment = environment
    self.lineage = lineage
  }

  /// In the user's `mimeapps.list`; returns what opens the type now, read again from the files.
  ///
  /// The identifier may lack `.desktop`. Throws when there is no such application.
  package func set(_ application: String) throws -> ApplicationAssociations.Answer {
    let associations = ApplicationAssociations(environment, lineage: lineage)
    let identifier = application.hasSuffix(".desktop") ? application : application + ".desktop"
    guard let entry = associations.entry(identifier) else {
      let known = associations.identifiers.sorted()
      let hint = EditDistance.nearest(to: identifier, among: known)
      throw CommandFailure(
        .inputMissing,
        "\(application): no such desktop file is installed; "
          + (hint.map { "did you mean \($0)?" } ?? "uti apps TYPE lists the applications of a type")
      )
    }
    if let obstacle = associations.obstacle(identifier) {
      throw CommandFailure(.inputMissing, "\(identifier): cannot be the default: \(obstacle)")
    }
    let folder = try userFolder()
    let name = lineage.canonicalName(mimeType)
    if !entry.mimeTypes.contains(where: { lineage.canonicalName($0) == name }) {
      StandardError.report("\(identifier): note: its desktop file does not list \(name)")
    }
    try editList(in: folder) { $0.setDefault(identifier, of: name, where: isName(of: name)) }
    return answer(expecting: identifier, "has precedence over the user's mimeapps.list and names")
  }

  /// Also removes the added association; returns what opens the type now, read again.
  package func unset() throws -> ApplicationAssociations.Answer {
    let folder = try userFolder()
    let name = lineage.canonicalName(mimeType)
    var isChanged = false
    if folder.leadsToDirectory {
      isChanged = try editList(in: folder) { $0.removeDefault(where: isName(of: name)) }
    }
    if !isChanged {
      StandardError.report(
        "\(name): note: \(folder.appending("mimeapps.list").text) has no default application for it"
      )
    }
    return answer(expecting: nil, "still names")
  }

  /// Reports a folder of another user.
  private func userFolder() throws(CommandFailure) -> FilePath {
    guard let folder = environment.configurationHome else {
      throw CommandFailure(
        .inputMissing,
        "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is an absolute path; "
          + "set one")
    }
    FileChange.reportForeignFolder(folder)
    return folder
  }

  /// Makes the folder if it is missing; returns whether the file was changed.
  @discardableResult
  private func editList(
    in folder: FilePath, _ change: (inout MIMEAppsEditor) -> Void
  ) throws -> Bool {
    func makeFolder() throws {
      try FileChange.makeDirectories(folder, permissions: 0o700)
    }
    func edit() throws -> Bool {
      let file = try FileChange.file(at: folder.appending("mimeapps.list"))
      var editor = MIMEAppsEditor(file.bytes ?? [])
      change(&editor)
      guard editor.bytes != file.bytes ?? [] else { return false }
      let path = folder.appending("mimeapps.list")
      if editor.bytes.isEmpty, FileStatus.present(at: path, followsLinks: false)?.kind == .regular {
        try FileChange.remove(path)
      } else {
        try file.replace(with: editor.bytes)
      }
      return true
    }
    return try FileChange.withLock(on: folder, prepare: makeFolder, body: edit)
  }

  private func isName(of name: MIMEName) -> (MIMEName) -> Bool {
    { $0 == name || lineage.canonicalName($0) == name }
  }

  /// Reports a line outside the user's list that decides.
  ///
  /// The identifier is nil after a removal; the words come between the line's place and
  /// application.
  private func answer(
    expecting identifier: String?, _ words: String
  ) -> ApplicationAssociations.Answer {
    let name = lineage.canonicalName(mimeType)
    let answer = ApplicationAssociations(environment, lineage: lineage).answer(for: name)
    if let preferred = answer.preferred, preferred.entry.identifier != identifier,
      identifier != nil || preferred.mention.ground == .default
    {
      StandardError.report(
        "\(name): note: \(preferred.mention.file):\(preferred.mention.line) \(words) "
          + preferred.entry.identifier)
    }
    return answer
  }
}
