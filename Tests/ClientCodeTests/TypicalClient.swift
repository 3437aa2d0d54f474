// Code as it is written for Apple's framework; nothing here knows that it runs on another system.

import Foundation
import UniformTypeIdentifiers

extension UTType {
  static let exampleDocument = UTType(exportedAs: "com.example.document")
  static var exampleArchive: UTType {
    UTType(importedAs: "com.example.archive", conformingTo: .zip)
  }
  static let csv = UTType.commaSeparatedText
}

struct FileResponder {
  func contentType(forPath path: String) -> String {
    let pathExtension = (path as NSString).pathExtension
    return UTType(filenameExtension: pathExtension)?.preferredMIMEType ?? "application/octet-stream"
  }

  func isServable(_ url: URL) -> Bool {
    guard let type = UTType(filenameExtension: url.pathExtension) else { return false }
    return [UTType.image, .html, .css, .javaScript, .json].contains { type.conforms(to: $0) }
  }

  func symbol(for type: UTType) -> String {
    switch type {
    case .png, .jpeg: return "photo"
    case .plainText: return "doc.text"
    case let other where other.conforms(to: .audio): return "waveform"
    default: return "doc"
    }
  }

  func exportURL(in folder: URL, named name: String, as type: UTType) -> URL {
    var url = folder.appendingPathComponent(name, conformingTo: type)
    url.appendPathExtension(for: type)
    return url
  }
}

struct Attachment: Codable, Hashable, Sendable {
  var name: String
  var type: UTType
}

final class TypePicker {
  var allowedContentTypes: [UTType] = [.image, .pdf, .folder]
  private(set) var choices: Set<UTType> = []

  func choose(_ url: URL) throws -> Bool {
    let values = try url.resourceValues(forKeys: [.contentTypeKey, .isDirectoryKey])
    guard let type = values.contentType,
      allowedContentTypes.contains(where: type.conforms(to:))
    else { return false }
    choices.insert(type)
    return true
  }

  func names(of tag: String) -> [String] {
    UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil)
      .sorted { $0.identifier < $1.identifier }
      .compactMap { $0.localizedDescription }
  }

  func allExtensions(_ type: UTType) -> [String] {
    type.tags[.filenameExtension] ?? type.supertypes.compactMap(\.preferredFilenameExtension)
  }
}
