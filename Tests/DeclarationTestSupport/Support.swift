import Foundation
internal import TestSupport
internal import UTITypeDeclarations
package import UTITypeGraph

/// The names of the files in the folder `Fixtures`.
package let fixtureNames = ["values.plist", "editor.plist", "hostile.plist", "package.xml"]

/// Returns the bytes of a file in the folder `Fixtures`.
package func fixture(_ name: String) throws -> [UInt8] {
  let path = RepositoryFiles.path("Tests/DeclarationTestSupport/Fixtures/\(name)")
  return [UInt8](try Data(contentsOf: URL(filePath: path)))
}

/// Returns the format of a file in the folder `Fixtures`.
package func format(ofFixture name: String) -> DeclarationSource.Format {
  name.hasSuffix(".plist") ? .propertyList : .sharedMIMEInfo
}

/// Returns a source of the program.
package func source(
  _ format: DeclarationSource.Format, path: String = "test"
) -> DeclarationSource {
  DeclarationSource(path: path, format: format, layer: .program)
}

/// Reads a property list whose root dictionary has the given content, in the fifth line.
package func readPropertyList(
  _ content: String, variables: [String: String] = [:]
) throws -> DeclarationFile {
  let text = "<plist version='1.0'><dict>\n\n\n\n\(content)\n</dict></plist>"
  return try DeclarationReader(buildVariables: variables)
    .read(Array(text.utf8), from: source(.propertyList))
}

/// Reads one exported declaration, whose dictionary has the given content in the fifth line.
package func readType(
  _ content: String, variables: [String: String] = [:]
) throws -> DeclarationFile {
  try readPropertyList(
    "<key>UTExportedTypeDeclarations</key><array><dict>\(content)</dict></array>",
    variables: variables)
}

/// The namespace of shared-mime-info packages.
package let smiNamespace = "http://www.freedesktop.org/standards/shared-mime-info"

/// Reads a package with one type, whose element has the given content in the fifth line.
package func readMIMEType(_ content: String) throws -> DeclarationFile {
  try readPackage("<mime-type type='application/x-test'>\n\n\n\(content)\n</mime-type>")
}

/// Reads a package whose root element has the given content from the second line on.
package func readPackage(_ content: String) throws -> DeclarationFile {
  let text =
    "<mime-info xmlns='\(smiNamespace)' xmlns:x='http://example.com/x'>\n\(content)"
    + "\n</mime-info>"
  return try DeclarationReader().read(Array(text.utf8), from: source(.sharedMIMEInfo))
}

/// Returns the diagnostics of a file, in order, as `severity rule line`.
package func findings(_ file: DeclarationFile) -> [String] {
  file.diagnostics.map { "\($0.severity.rawValue) \($0.rule) \($0.position.line)" }
}
