// Types as they are written for Apple's framework; both language modes compile them.

import CoreTransferable
import Foundation
import UniformTypeIdentifiers

extension UTType {
  static let recipe = UTType(exportedAs: "com.example.recipe", conformingTo: .json)
}

/// Data of a type and text of another.
struct Picture: Transferable, Equatable {
  var bytes: [UInt8]

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .png) { picture in
      Data(picture.bytes)
    } importing: { data in
      Picture(bytes: Array(data))
    }
    DataRepresentation(importedContentType: .jpeg) { Picture(bytes: $0.reversed()) }
    DataRepresentation(exportedContentType: .utf8PlainText) { picture in
      guard !picture.bytes.isEmpty else { throw CocoaError(.coderInvalidValue) }
      return Data("\(picture.bytes)".utf8)
    }
  }
}

/// JSON in a type of the program, a property list, and the title alone.
struct Recipe: Codable, Transferable, Equatable {
  var title: String
  var steps: [String] = []
  var isSecret = false

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .recipe)
      .exportingCondition { !$0.isSecret }
      .suggestedFileName { $0.title + ".recipe" }
    CodableRepresentation(
      for: Recipe.self, contentType: .propertyList, encoder: PropertyListEncoder(),
      decoder: PropertyListDecoder()
    )
    .visibility(.team)
    ProxyRepresentation(exporting: \.title)
  }
}

/// A file that receivers may open.
struct Film: Transferable {
  let url: URL
  var isOriginal = false
  var allowsOriginal = true

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .mpeg4Movie, shouldAttemptToOpenInPlace: true) { film in
      SentTransferredFile(film.url, allowAccessingOriginalFile: film.allowsOriginal)
    } importing: { received in
      let kept = received.isOriginalFile ? received.file : try Film.keep(received.file)
      return Film(url: kept, isOriginal: received.isOriginalFile)
    }
    .suggestedFileName("Holiday")
    FileRepresentation(exportedContentType: .quickTimeMovie) { SentTransferredFile($0.url) }
    FileRepresentation(importedContentType: .pdf) { Film(url: try Film.keep($0.file)) }
  }

  static func keep(_ file: URL) throws -> URL {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString + "-" + file.lastPathComponent)
    try FileManager.default.copyItem(at: file, to: copy)
    return copy
  }
}

/// A value in the representations of another one, in both directions.
struct Label: Transferable, Equatable {
  var text: String

  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { (label: Label) in
      Recipe(title: label.text, isSecret: label.text == "secret")
    } importing: { recipe in
      Label(text: recipe.title)
    }
  }
}

/// A representation that consists of others.
struct TextAndData<Item: Transferable>: TransferRepresentation {
  let text: @Sendable (Item) -> String

  var body: some TransferRepresentation<Item> {
    DataRepresentation(exportedContentType: .html) { Data("<p>\(text($0))".utf8) }
    ProxyRepresentation(exporting: text)
  }
}

final class Page: Transferable, Sendable {
  let text: String
  init(_ text: String) { self.text = text }

  static var transferRepresentation: some TransferRepresentation {
    TextAndData<Page> { $0.text }.visibility(.ownProcess)
    DataRepresentation(importedContentType: .text) { Page(String(decoding: $0, as: UTF8.self)) }
  }
}

/// An import that ends only when it is cancelled.
struct Endless: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .png) { _ in
      try await Task.sleep(nanoseconds: 3_600_000_000_000)
      return Endless()
    }
    DataRepresentation(exportedContentType: .png) { _ in
      try await Task.sleep(nanoseconds: 3_600_000_000_000)
      return Data()
    }
  }
}
