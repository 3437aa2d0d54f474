import Foundation
import Synchronization
import TestSupport
import Testing
import UniformItemProviders

/// How a representation is registered.
enum RegisteredKind: CaseIterable {
  case data, file, originalFile, object, item
}

/// How a representation is loaded.
enum LoadedForm: CaseIterable {
  case data, file, inPlace, object, item
}

/// What a load gave: the contents, and for a file its place.
struct Loaded: Sendable {
  var text: String?
  var url: URL?
  var isOriginal = false
  var error: NSError?
}

/// An object that is written as one type, and read from the types of the test.
final class Note: NSObject, NSItemProviderReading, NSItemProviderWriting, Sendable {
  let text: String
  let type: String

  init(_ text: String, _ type: String) {
    self.text = text
    self.type = type
  }

  static let writableTypeIdentifiersForItemProvider = ["public.png"]
  var writableTypeIdentifiersForItemProvider: [String] { [type] }

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(text.utf8), nil)
    return nil
  }

  static let readableTypeIdentifiersForItemProvider: [String] = []
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Note {
    Note(String(decoding: data, as: UTF8.self), typeIdentifier)
  }
}

/// Classes that read one type each.
class Reader: NSObject, NSItemProviderReading {
  let data: Data
  let type: String

  required init(_ data: Data, _ type: String) {
    self.data = data
    self.type = type
  }

  class var readableTypeIdentifiersForItemProvider: [String] { [] }
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    Self(data, typeIdentifier)
  }
}
final class PNGReader: Reader {
  override class var readableTypeIdentifiersForItemProvider: [String] { ["public.png"] }
}
final class ImageReader: Reader {
  override class var readableTypeIdentifiersForItemProvider: [String] { ["public.image"] }
}
final class JSONReader: Reader {
  override class var readableTypeIdentifiersForItemProvider: [String] { ["public.json"] }
}

/// Waits for completion handlers and counts their calls.
final class Calls<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }

  func append(_ value: Value) { values.withLock { $0.append(value) } }

  /// Waits until a number of values has arrived.
  func wait(_ count: Int = 1) async throws -> [Value] {
    for _ in 0..<5000 where all.count < count { try await Task.sleep(for: .milliseconds(2)) }
    try #require(all.count >= count, "no call within ten seconds")
    return all
  }
}

extension NSItemProvider {
  /// Registers a text in one of the forms.
  func register(_ text: String, as type: String, _ kind: RegisteredKind, in folder: URL) throws {
    let file = folder.appending(path: "Original.bin")
    switch kind {
    case .data:
      registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
        $0(Data(text.utf8), nil)
        return nil
      }
    case .file, .originalFile:
      try Data(text.utf8).write(to: file)
      registerFileRepresentation(
        forTypeIdentifier: type, fileOptions: kind == .file ? [] : .openInPlace, visibility: .all
      ) {
        $0(file, false, nil)
        return nil
      }
    case .object: registerObject(Note(text, type), visibility: .all)
    case .item:
      registerItem(forTypeIdentifier: type) { completion, _, _ in
        completion?(NSString(string: text), nil)
      }
    }
  }

  /// Loads a type in one of the forms.
  func load(_ type: String, _ form: LoadedForm) async throws -> Loaded {
    let calls = Calls<Loaded>()
    @Sendable func text(_ url: URL?) -> String? {
      url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }
    switch form {
    case .data:
      loadDataRepresentation(forTypeIdentifier: type) { data, error in
        calls.append(
          Loaded(text: data.map { String(decoding: $0, as: UTF8.self) }, error: error as NSError?))
      }
    case .file:
      loadFileRepresentation(forTypeIdentifier: type) { url, error in
        calls.append(Loaded(text: text(url), url: url, error: error as NSError?))
      }
    case .inPlace:
      loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, isOriginal, error in
        calls.append(
          Loaded(text: text(url), url: url, isOriginal: isOriginal, error: error as NSError?))
      }
    case .object:
      let readers: [Reader.Type] = [PNGReader.self, ImageReader.self, JSONReader.self]
      let reader = readers.first { $0.readableTypeIdentifiersForItemProvider == [type] }
      loadObject(ofClass: try #require(reader)) { object, error in
        let data = (object as? Reader)?.data
        calls.append(
          Loaded(text: data.map { String(decoding: $0, as: UTF8.self) }, error: error as NSError?))
      }
    case .item:
      loadItem(forTypeIdentifier: type) { item, error in
        let loaded: String? =
          switch item {
          case let data as NSData: String(decoding: data as Data, as: UTF8.self)
          case let string as NSString: string as String
          case let url as NSURL: text(url as URL)
          default: nil
          }
        calls.append(Loaded(text: loaded, error: error as NSError?))
      }
    }
    return try await calls.wait()[0]
  }
}

/// Calls a function with a folder that is removed when it returns.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "UniformItemProvidersTests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
