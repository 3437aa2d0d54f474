// Document classes in the manner of many for UIKit: what they hold is a model that is encoded. Only
// the import is another.

import UniformDocuments

/// Its own model in JSON.
struct Habit: Codable, Equatable {
  var name: String
  var days: [Int] = []
}

enum HabitError: Error {
  case invalidContents(String?)
}

class HabitDocument: UIDocument {
  var habit = Habit(name: "")

  override func contents(forType typeName: String) throws -> Any {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(habit)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data, !data.isEmpty else {
      throw HabitError.invalidContents(typeName)
    }
    habit = try JSONDecoder().decode(Habit.self, from: data)
  }
}

/// One class for every model.
class CodableDocument<Model: Codable>: UIDocument {
  var model: Model? {
    didSet { if oldValue != nil { updateChangeCount(.done) } }
  }
  lazy var encoder: PropertyListEncoder = {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return encoder
  }()

  override func contents(forType typeName: String) throws -> Any {
    guard let model = model else { return Data() }
    return try encoder.encode(model)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { return }
    model = try PropertyListDecoder().decode(Model.self, from: data)
  }
}

/// An archive of objects.
final class TrackDocument: UIDocument {
  var points: [NSDictionary] = []

  override func contents(forType typeName: String) throws -> Any {
    try NSKeyedArchiver.archivedData(withRootObject: points as NSArray, requiringSecureCoding: true)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadUnknown) }
    let classes = [NSArray.self, NSDictionary.self, NSString.self, NSNumber.self]
    points =
      try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [NSDictionary]
      ?? []
  }
}

/// A text whose encoding is kept.
class SourceDocument: UIDocument {
  private(set) var encoding: String.Encoding = .utf8
  var text: String = ""
  var lineCount: Int { text.components(separatedBy: .newlines).count }

  override func contents(forType typeName: String) throws -> Any {
    text.data(using: encoding, allowLossyConversion: false) as Any
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else {
      throw NSError(
        domain: "SourceDocument", code: 1, userInfo: [NSLocalizedDescriptionKey: "no text"])
    }
    if let utf8 = String(data: data, encoding: .utf8) {
      text = utf8
    } else {
      encoding = .isoLatin1
      text = String(data: data, encoding: .isoLatin1) ?? ""
    }
  }
}

/// Contents that a password hides.
class VaultDocument: UIDocument {
  var password: String?
  private(set) var entries: [String: String] = [:]

  convenience init(fileURL url: URL, password: String) {
    self.init(fileURL: url)
    self.password = password
  }

  private func apply(_ password: String, to data: Data) -> Data {
    let key = Array(password.utf8)
    return Data(data.enumerated().map { $0.element ^ key[$0.offset % key.count] })
  }

  override func contents(forType typeName: String) throws -> Any {
    guard let password = password else { throw CocoaError(.fileWriteUnknown) }
    return apply(password, to: try JSONSerialization.data(withJSONObject: entries))
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let password = password, let data = contents as? Data else {
      throw CocoaError(.fileReadNoPermission)
    }
    let object = try JSONSerialization.jsonObject(with: apply(password, to: data))
    entries = object as? [String: String] ?? [:]
  }

  subscript(name: String) -> String? {
    get { entries[name] }
    set {
      entries[name] = newValue
      self.updateChangeCount(.done)
    }
  }
}

/// A class of the main actor, as newer code has it in the Swift 5 mode.
@MainActor
final class BoardDocument: UIDocument {
  private(set) var cards: [String] = []

  nonisolated override func contents(forType typeName: String) throws -> Any {
    MainActor.assumeIsolated { Data(cards.joined(separator: "\n").utf8) }
  }

  nonisolated override func load(fromContents contents: Any, ofType typeName: String?) throws {
    let data = contents as? Data ?? Data()
    MainActor.assumeIsolated {
      cards = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    }
  }

  func add(_ card: String) {
    cards.append(card)
    updateChangeCount(.done)
  }
}

/// A class between UIDocument and the classes of a program.
class BaseDocument: UIDocument {
  class var defaultExtension: String { "txt" }
  var onLoad: (() -> Void)?

  func encode() throws -> Data { fatalError("subclasses encode") }
  func decode(_ data: Data) throws { fatalError("subclasses decode") }

  override final func contents(forType typeName: String) throws -> Any { try encode() }

  override final func load(fromContents contents: Any, ofType typeName: String?) throws {
    try decode(contents as? Data ?? Data())
    onLoad?()
  }
}

final class ShoppingDocument: BaseDocument {
  override class var defaultExtension: String { "csv" }
  var items: [String] = []

  override func encode() throws -> Data {
    items.joined(separator: ",").data(using: .utf8) ?? Data()
  }

  override func decode(_ data: Data) throws {
    items = String(decoding: data, as: UTF8.self).components(separatedBy: ",")
  }
}
