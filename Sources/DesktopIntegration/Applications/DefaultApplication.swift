import CommandOutput
import DocumentStorage
import SystemPackage
import TypeDeclarations
package import TypeGraph
internal import UTIPlatform
import UniformTypes

/// Makes an application the one that opens a type.
package struct DefaultApplication {
  /// The MIME type.
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

  /// Writes the choice into the user's `mimeapps.list`.
  ///
  /// - Parameter application: the identifier of a desktop file, with or without `.desktop`.
  /// - Returns: the applications that open the type now, read again from the files.
  /// - Throws: ``CommandFailure`` when there is no such application, or the file cannot be written.
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
    let name = lineage.canonicalName(mimeType)
    if !entry.mimeTypes.contains(where: { lineage.canonicalName($0) == name }) {
      StandardError.report("\(identifier): note: it does not say that it opens \(name)")
    }
    try write(identifier, name)
    let answer = ApplicationAssociations(environment, lineage: lineage).answer(for: name)
    if let preferred = answer.preferred, preferred.entry.identifier != identifier {
      StandardError.report(
        "\(name): note: \(preferred.mention.file):\(preferred.mention.line) counts more than the "
          + "user's mimeapps.list and says \(preferred.entry.identifier)")
    }
    return answer
  }

  private func write(_ identifier: String, _ name: MIMEName) throws {
    guard let directory = environment.configurationHome else {
      throw CommandFailure(
        .inputMissing,
        "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is an absolute path; set one"
      )
    }
    func makeDirectory() throws {
      try FileChange.makeDirectories(directory, permissions: 0o700)
    }
    func edit() throws {
      let file = try FileChange.file(at: directory.appending("mimeapps.list"))
      var editor = MIMEAppsEditor(file.bytes ?? [])
      editor.setDefault(identifier, of: name) { $0 == name || lineage.canonicalName($0) == name }
      guard editor.bytes != file.bytes else { return }
      try file.replace(with: editor.bytes)
    }
    try FileChange.withLock(on: directory, prepare: makeDirectory, body: edit)
  }
}
