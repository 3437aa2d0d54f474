internal import Foundation
internal import UTIPlatform

/// A value of a predicate in the form in which it is compared.
enum PredicateValue: Hashable {
  case null
  case string(String)
  case number(NSNumber)
  case date(Date)
  case list([PredicateValue])
  case other(AnyHashable)

  init(_ value: Any?) {
    guard let value = unwrapped(value) else {
      self = .null
      return
    }
    switch value {
    case is NSNull: self = .null
    case let string as String: self = .string(string)
    case let string as Substring: self = .string(String(string))
    case let date as Date: self = .date(date)
    case let number as NSNumber: self = .number(number)
    case let list as [Any]: self = .list(list.map(PredicateValue.init))
    case let set as NSSet: self = .list(set.allObjects.map(PredicateValue.init))
    case let other as AnyHashable: self = .other(other)
    // A value that cannot be compared equals no other.
    case _ where type(of: value) is AnyObject.Type:
      self = .other(ObjectIdentifier(value as AnyObject))
    default: self = .other(UUID())
    }
  }

  /// A key path goes through dictionaries and objects; a key of them may have dots itself.
  init(keyPath: String, of object: Any?) {
    guard let object = unwrapped(object), !(object is NSNull) else {
      self = .null
      return
    }
    let value: (String) -> Any?
    if let keyed = object as? any PredicateObject {
      value = { keyed.predicateValue(forKey: $0) }
    } else if let keyed = object as? [String: Any] {
      value = { keyed[$0] }
    } else if let list = object as? [Any] {
      self = .list(list.map { PredicateValue(keyPath: keyPath, of: $0) })
      return
    } else {
      misuse(
        "a predicate reads keys of dictionaries and metadata items, not '\(keyPath)' of a "
          + "\(type(of: object)); use NSPredicate(block:)")
    }
    if let found = value(keyPath) {
      self.init(found)
    } else if let dot = keyPath.firstIndex(of: "."), let first = value(String(keyPath[..<dot])) {
      self.init(keyPath: String(keyPath[keyPath.index(after: dot)...]), of: first)
    } else {
      self = .null
    }
  }

  /// Nil if the values have no common order.
  func order(to other: Self, _ options: String.CompareOptions) -> ComparisonResult? {
    switch (self, other) {
    case (.string(let text), .string(let other)): text.compare(other, options: options)
    case (.number(let number), .number(let other)): number.compare(other)
    case (.date(let date), .date(let other)): date.compare(other)
    default: nil
    }
  }
}

/// A value in `Any` may be an optional value itself.
private func unwrapped(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard let optional = value as? any Wrapping else { return value }
  return unwrapped(optional.wrapped)
}

private protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { map { $0 } }
}
