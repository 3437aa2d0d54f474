import Foundation
import TypeDeclarations
import TypeGraph

/// The bytes of a file in the folder Fixtures.
func fixture(_ name: String) throws -> [UInt8] {
  let url = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name)")
  return [UInt8](try Data(contentsOf: url))
}

let fixtureNames = ["values.plist", "editor.plist", "hostile.plist", "package.xml"]

func format(ofFixture name: String) -> DeclarationSource.Format {
  name.hasSuffix(".plist") ? .propertyList : .sharedMIMEInfo
}

func source(
  _ format: DeclarationSource.Format, path: String = "test"
) -> DeclarationSource {
  DeclarationSource(path: path, format: format, layer: .program)
}

/// Reads a property list whose root dictionary has the given content, in the fifth line.
func readPropertyList(
  _ content: String, variables: [String: String] = [:]
) throws -> DeclarationFile {
  let text = "<plist version='1.0'><dict>\n\n\n\n\(content)\n</dict></plist>"
  return try DeclarationReader(buildVariables: variables)
    .read(Array(text.utf8), from: source(.propertyList))
}

/// Reads one exported declaration, whose dictionary has the given content in the fifth line.
func readType(
  _ content: String, variables: [String: String] = [:]
) throws -> DeclarationFile {
  try readPropertyList(
    "<key>UTExportedTypeDeclarations</key><array><dict>\(content)</dict></array>",
    variables: variables)
}

let smiNamespace = "http://www.freedesktop.org/standards/shared-mime-info"

/// Reads a package with one type, whose element has the given content in the fifth line.
func readMIMEType(_ content: String) throws -> DeclarationFile {
  try readPackage("<mime-type type='application/x-test'>\n\n\n\(content)\n</mime-type>")
}

/// Reads a package whose root element has the given content from the second line on.
func readPackage(_ content: String) throws -> DeclarationFile {
  let text =
    "<mime-info xmlns='\(smiNamespace)' xmlns:x='http://example.com/x'>\n\(content)"
    + "\n</mime-info>"
  return try DeclarationReader().read(Array(text.utf8), from: source(.sharedMIMEInfo))
}

/// What a file was blamed for, in order, as `severity rule line`.
func findings(_ file: DeclarationFile) -> [String] {
  file.diagnostics.map { "\($0.severity.rawValue) \($0.rule) \($0.position.line)" }
}
