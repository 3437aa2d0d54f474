import Foundation
import TestSupport
import Testing

/// A desktop of a test's own: folders of settings and of data of the user and of the system.
struct DesktopFixture {
  /// The folders, what counts most first.
  enum Layer: String, CaseIterable {
    case userSettings = "config"
    case systemSettings = "etc/xdg"
    case userData = "data"
    case localData = "local/share"
    case systemData = "usr/share"

    /// The folders of lists of associations, and of desktop files below data.
    var applications: String {
      switch self {
      case .userSettings, .systemSettings: rawValue
      case .userData, .localData, .systemData: rawValue + "/applications"
      }
    }
  }

  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for layer in Layer.allCases { try directory.write("\(layer.applications)/.keep") }
    try directory.write(
      "usr/share/mime/packages/test.xml",
      Array(
        """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
          <mime-type type="text/plain"><glob pattern="*.txt"/></mime-type>
          <mime-type type="text/x-story"><glob pattern="*.fairytale"/><alias type="text/story"/>
            <sub-class-of type="text/x-tale"/></mime-type>
          <mime-type type="text/x-tale"><glob pattern="*.tale"/>
            <sub-class-of type="text/plain"/></mime-type>
          <mime-type type="text/x-lone"><glob pattern="*.lone"/></mime-type>
        </mime-info>
        """.utf8))
  }

  /// The environment of the desktop.
  var environment: [String: String] {
    func path(_ layer: Layer) -> String { "\(directory.path)/\(layer.rawValue)" }
    return [
      "HOME": directory.path, "PATH": MachineProgram.searchPath, "LC_ALL": "C.UTF-8",
      "XDG_CURRENT_DESKTOP": "Acme:GNOME",
      "XDG_CONFIG_HOME": path(.userSettings), "XDG_CONFIG_DIRS": path(.systemSettings),
      "XDG_DATA_HOME": path(.userData),
      "XDG_DATA_DIRS": "\(path(.localData)):\(path(.systemData))",
    ]
  }

  /// Writes a desktop file of an application that is there, unless more says otherwise.
  func application(
    _ name: String, _ types: String, in layer: Layer = .systemData, more: String = "Exec=true %f"
  ) throws {
    let text = """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Name[de]=\(name) auf Deutsch
      MimeType=\(types)
      \(more)

      """
    try directory.write("\(layer.applications)/\(name).desktop", Array(text.utf8))
  }

  /// Writes a list of associations.
  func list(_ text: String, in layer: Layer, name: String = "mimeapps.list") throws {
    try directory.write("\(layer.applications)/\(name)", Array(text.utf8))
  }

  /// Runs what installers run after them.
  func update() throws {
    for layer in [Layer.userData, .localData, .systemData] {
      try Tool.run(
        "update-desktop-database", ["\(directory.path)/\(layer.applications)"], environment)
    }
    try Tool.run("update-mime-database", ["\(directory.path)/usr/share/mime"], environment)
  }
}

/// Programs of the machine that tests compare with.
enum Tool {
  /// Runs a program and returns its standard output; its status must be 0.
  @discardableResult
  static func run(
    _ name: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> String {
    let run = try TestProgram.run([name] + arguments, environment: environment)
    #expect(run.status == 0, "\(name) \(arguments)")
    return run.output
  }

  /// The output of `gio mime` for a type: the default application, and all of them.
  static func gioMIME(
    _ type: String, _ environment: [String: String]
  ) throws -> (preferred: String?, all: [String]) {
    let lines = try run("gio", ["mime", type], environment).split(separator: "\n")
    let preferred = lines.first.flatMap { line in
      line.hasPrefix("Default") ? line.split(separator: " ").last.map(String.init) : nil
    }
    let all = lines.dropFirst(2).prefix { $0.hasPrefix("\t") }.map { String($0.dropFirst()) }
    return (preferred, all)
  }
}
