import UTICommandOutput
package import UTIDeclarationTools
internal import UTIPlatform
import UTITypeDeclarations
package import UTITypeGraph

/// A declaration file that is to be installed.
package struct InstallationInput {
  package let path: String
  package let bytes: [UInt8]
  package let file: DeclarationFile

  /// Throws when the file declares nothing, or has another format.
  package init(_ report: LintReport) throws {
    path = report.path
    bytes = report.bytes
    let format = DeclarationReader.format(of: bytes, path: path) ?? .propertyList
    file = try DeclarationReader().read(
      bytes, from: DeclarationSource(path: path, format: format, layer: .program))
    guard !file.types.isEmpty || !file.mimeTypes.isEmpty || !file.documentTypes.isEmpty else {
      throw CommandFailure(.badDeclarations, "\(path): nothing installed: it declares no types")
    }
  }

  /// Throws when the file has an error of `uti lint`.
  package static func report(onFile path: String, lint: DeclarationLint) throws -> LintReport {
    guard path != "-" else {
      throw CommandFailure(.usage, "-: standard input has no file name; name a file")
    }
    let report = try lint.report(onFile: path)
    let errors = report.findings.filter { $0.severity == .error }
    for finding in errors { StandardError.print(finding.description) }
    guard errors.isEmpty else {
      let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
      throw CommandFailure(.badDeclarations, "\(path): nothing installed: \(count) in it")
    }
    return report
  }

  /// The file's name without suffix, or the bundle of an Info.plist, which every program has.
  package var name: String {
    get throws {
      var name = Self.stem(of: path)
      if name == "Info" { name = file.source.bundleIdentifier ?? name }
      return try Self.checkedName(name, ofFile: path)
    }
  }

  /// Throws when the name cannot be the name of an installation.
  static func checkedName(_ name: String, ofFile path: String) throws -> String {
    guard isName(name) else {
      throw CommandFailure(
        .badDeclarations,
        "\(path): \(name) cannot be the name of an installation; rename the file")
    }
    return name
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

/// A signature file of PRONOM that is to be installed, unchanged.
package struct SignatureInput {
  let path: String
  let bytes: [UInt8]

  /// nil for another file.
  package init?(_ report: LintReport) {
    guard SignatureFileHeader(report.bytes) != nil else { return nil }
    path = report.path
    bytes = report.bytes
  }

  var name: String {
    get throws { try InstallationInput.checkedName(InstallationInput.stem(of: path), ofFile: path) }
  }
}

/// The files of one name: a property list, a package, or one of each; or a signature file.
package struct InstallationGroup {
  package let name: String
  package fileprivate(set) var propertyList: InstallationInput?
  package fileprivate(set) var package: InstallationInput?
  package fileprivate(set) var signatures: SignatureInput?

  package var inputs: [InstallationInput] { [propertyList, package].compactMap(\.self) }

  /// Throws when two files of one format, or a signature file and another one, have the same name.
  package static func groups(
    of inputs: [InstallationInput], signatures: [SignatureInput] = []
  ) throws -> [InstallationGroup] {
    var groups: [InstallationGroup] = []
    func index(of name: String) -> Int {
      if let index = groups.firstIndex(where: { $0.name == name }) { return index }
      groups.append(InstallationGroup(name: name))
      return groups.count - 1
    }
    for input in inputs {
      let index = index(of: try input.name)
      let place: WritableKeyPath<InstallationGroup, InstallationInput?> =
        input.file.source.format == .propertyList ? \.propertyList : \.package
      try groups[index].refuse(groups[index][keyPath: place]?.path, input.path)
      groups[index][keyPath: place] = input
    }
    for input in signatures {
      let index = index(of: try input.name)
      let group = groups[index]
      try group.refuse((group.inputs.first?.path ?? group.signatures?.path), input.path)
      groups[index].signatures = input
    }
    return groups
  }

  /// Throws when another file has the place.
  private func refuse(_ other: String?, _ path: String) throws {
    guard let other else { return }
    throw CommandFailure(
      .usage, "\(path): would be installed as \(name), and so would \(other); rename one")
  }
}
