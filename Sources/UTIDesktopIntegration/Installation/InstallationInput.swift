package import DeclarationTools
import TypeDeclarations
import UTICommandOutput
internal import UTIPlatform
package import UTITypeGraph
internal import UniformTypes

/// A declaration file that is to be installed.
package struct InstallationInput {
  package let path: String
  package let bytes: [UInt8]
  package let file: DeclarationFile

  /// Throws when the file declares nothing, or has an error of `uti lint`.
  package init(_ path: String, lint: DeclarationLint) throws {
    guard path != "-" else {
      throw CommandFailure(
        .usage, "-: standard input has no file name; name a file")
    }
    let report: LintReport
    do throws(DeclarationError) {
      report = try lint.report(onFile: path)
      let format = DeclarationReader.format(of: report.bytes, path: path) ?? .propertyList
      file = try DeclarationReader().read(
        report.bytes, from: DeclarationSource(path: path, format: format, layer: .program))
    } catch {
      throw error.failure
    }
    self.path = path
    bytes = report.bytes
    let errors = report.findings.filter { $0.severity == .error }
    for finding in errors { StandardError.print(finding.description) }
    guard errors.isEmpty else {
      let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
      throw CommandFailure(.badDeclarations, "\(path): nothing installed: \(count) in it")
    }
    guard !file.types.isEmpty || !file.mimeTypes.isEmpty || !file.documentTypes.isEmpty else {
      throw CommandFailure(.badDeclarations, "\(path): nothing installed: it declares no types")
    }
  }

  /// The file's name without suffix, or the bundle of an Info.plist, which every program has.
  package var name: String {
    get throws {
      var name = Self.stem(of: path)
      if name == "Info" { name = file.source.bundleIdentifier ?? name }
      guard Self.isName(name) else {
        throw CommandFailure(
          .badDeclarations,
          "\(path): \(name) cannot be the name of an installation; rename the file")
      }
      return name
    }
  }

  package static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let suffix = [".plist", ".xml"].first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  /// A valid file name that a manifest can contain.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count < 200
      && name.unicodeScalars.allSatisfy {
        $0 != "/" && !VisibleText.isHidden($0) && LosslessText.strayByte($0) == nil
      }
  }
}

/// The files of one name: a property list, a package, or one of each.
package struct InstallationGroup {
  package let name: String
  package fileprivate(set) var propertyList: InstallationInput?
  package fileprivate(set) var package: InstallationInput?

  package var inputs: [InstallationInput] { [propertyList, package].compactMap(\.self) }

  /// Throws when two files of one format have the same name.
  package static func groups(of inputs: [InstallationInput]) throws -> [InstallationGroup] {
    var groups: [InstallationGroup] = []
    for input in inputs {
      let name = try input.name
      let index = groups.firstIndex { $0.name == name } ?? groups.count
      if index == groups.count { groups.append(InstallationGroup(name: name)) }
      let place: WritableKeyPath<InstallationGroup, InstallationInput?> =
        input.file.source.format == .propertyList ? \.propertyList : \.package
      if let other = groups[index][keyPath: place] {
        throw CommandFailure(
          .usage,
          "\(input.path): would be installed as \(name), and so would \(other.path); rename one")
      }
      groups[index][keyPath: place] = input
    }
    return groups
  }
}
