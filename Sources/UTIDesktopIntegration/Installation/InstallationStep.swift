package import SystemPackage
package import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform

/// A step of an installation or uninstallation, as it is reported.
package struct InstallationStep: Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case makeFolder = "make-folder"
    case write
    case replace
    /// The file is there as it is to be.
    case keep
    case remove
    case removeFolder = "remove-folder"
    case run
    /// The desktop's package omits a type.
    case skip
    case note
  }

  package let action: Action
  /// The path, the command line, or the type.
  package let subject: String
  package let reason: String?

  package init(_ action: Action, _ subject: String, reason: String? = nil) {
    self.action = action
    self.subject = subject
    self.reason = reason
  }

  package init(_ action: Action, _ path: FilePath) {
    self.init(action, path.text)
  }

  package init(_ note: InstallationNote) {
    self.init(note.kind == .skip ? .skip : .note, note.subject, reason: note.reason)
  }

  /// A step that is not done only would be; the name is the installation's.
  package func result(name: String, isDone: Bool) -> CommandResult {
    let isPath =
      switch action {
      case .makeFolder, .write, .replace, .keep, .remove, .removeFolder: true
      case .run, .skip, .note: false
      }
    var fields: [(key: String, value: JSONValue)] = [
      ("name", .string(name)), ("action", .string(action.rawValue)),
      ("done", .boolean(isDone)),
    ]
    fields += isPath ? LosslessText.fields(subject) : [("subject", .string(subject))]
    if let reason { fields.append(("reason", .string(reason))) }
    return CommandResult(fields: fields, columns: [action.rawValue, subject, reason ?? "-"])
  }
}
