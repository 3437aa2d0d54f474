import Foundation
import TestSupport
import UniformDocuments
import UniformTypes

/// A document whose text is its file, for tests that are about something else.
class TextNote: Document {
  var text = ""
  var typeToSave: String?

  override var savingFileType: String? { typeToSave ?? super.savingFileType }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }
}

final class MarkdownNote: TextNote {}

final class PlainNote: TextNote {}

/// Types with document classes in them.
final class Notebook {
  final class Page: TextNote {}

  struct Part {
    enum Kind { final class Page: TextNote {} }
  }
}

/// A class that exists and makes no documents.
final class NoDocument {}

extension RecentDocumentList {
  /// For controllers of tests, which must not change the list of the user who runs the tests.
  static var keepingNothing: RecentDocumentList { RecentDocumentList(path: nil) }
}

/// An entry of `CFBundleDocumentTypes`.
func documentType(
  _ className: String?, _ types: [String], role: String = "Editor", rank: String? = nil
) -> [String: Any] {
  var entry: [String: Any] = [
    "CFBundleTypeName": "Kind of \(types.first ?? "")", "LSItemContentTypes": types,
    "CFBundleTypeRole": role,
  ]
  entry["UIDocumentClass"] = className
  entry["LSHandlerRank"] = rank
  return entry
}

/// A registry of the base and an Info.plist with document types.
///
/// - Parameter isInstalled: whether another program's plist on the machine says so, not our own.
func registry(
  documentTypes: [[String: Any]], in directory: URL, isInstalled: Bool = false
) throws -> TypeRegistry {
  try registry(
    declaring: ["CFBundleDocumentTypes": documentTypes], in: directory, isInstalled: isInstalled)
}

/// A registry of the base and an Info.plist with a kind of text.
///
/// - Parameter extensions: the extensions of its files, the preferred one first.
func registry(
  exporting identifier: String, extensions: [String], in directory: URL
) throws -> TypeRegistry {
  try registry(
    declaring: [
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": identifier, "UTTypeConformsTo": ["public.text"],
          "UTTypeTagSpecification": ["public.filename-extension": extensions],
        ]
      ]
    ], in: directory)
}

private func registry(
  declaring declarations: [String: Any], in directory: URL, isInstalled: Bool = false
) throws -> TypeRegistry {
  let folder = isInstalled ? directory.appending(path: "uniform-types") : directory
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let file = folder.appending(path: "notes.plist")
  try PropertyListSerialization.data(
    fromPropertyList: declarations.merging(["CFBundleIdentifier": "org.example.notes"]) { $1 },
    format: .xml, options: 0
  ).write(to: file)
  return try TypeRegistry(
    RegistryConfiguration(
      environment: isInstalled ? ["XDG_DATA_DIRS": directory.path] : [:],
      includesInstalledDeclarations: isInstalled, files: isInstalled ? [] : [file.path],
      usesCache: false))
}
