import Foundation

/// As much of JSON Schema (draft 2020-12) as `uti help formats --format json` uses; a keyword that is
/// not understood is a fault, so that nothing passes by being overlooked.
struct RecordSchemaCheck {
  private let root: [String: Any]

  init(_ data: Data) throws {
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The faults of one answer of a command; empty when it is as the schema says.
  func faults(of value: Any, command: String) -> [String] {
    guard let definitions = root["$defs"] as? [String: Any],
      let schema = definitions[command] as? [String: Any]
    else { return ["no definition of \(command)"] }
    return faults(of: value, schema, at: command)
  }

  /// The faults of a whole document.
  func faults(ofDocument value: Any) -> [String] {
    faults(of: value, root, at: "document")
  }

  private func faults(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
    var result: [String] = []
    for (keyword, rule) in schema {
      result += faults(of: value, keyword, rule, schema, at: place)
    }
    return result
  }

  private func faults(
    of value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], at place: String
  ) -> [String] {
    let members = value as? [String: Any] ?? [:]
    switch (keyword, rule) {
    case ("description", _), ("title", _), ("$schema", _), ("$defs", _):
      return []
    case ("$ref", let reference as String):
      return faults(of: value, definition(reference), at: place)
    case ("type", let type as String):
      return Self.isOf(type, value) ? [] : ["\(place) is no \(type)"]
    case ("const", let constant as Int):
      return constant == value as? Int ? [] : ["\(place) is \(value)"]
    case ("enum", let words as [String]):
      return words.contains(value as? String ?? "") ? [] : ["\(place) is \(value)"]
    case ("anyOf", let schemas as [[String: Any]]):
      let all = schemas.map { faults(of: value, $0, at: place) }
      if all.contains(where: \.isEmpty) { return [] }
      return ["\(place) fits none of: " + all.joined().joined(separator: "; ")]
    case ("items", let items as [String: Any]):
      return (value as? [Any] ?? []).flatMap { faults(of: $0, items, at: place + "[]") }
    case ("properties", let properties as [String: [String: Any]]):
      return members.flatMap { key, member in
        properties[key].map { faults(of: member, $0, at: "\(place).\(key)") } ?? []
      }
    case ("required", let names as [String]):
      return names.filter { members[$0] == nil }.map { "\(place) lacks \($0)" }
    case ("additionalProperties", let others as [String: Any]):
      return members.flatMap { key, member in
        faults(of: member, others, at: "\(place).\(key)")
      }
    case ("additionalProperties", let isAllowed as Bool):
      let known = schema["properties"] as? [String: Any] ?? [:]
      if isAllowed { return [] }
      return members.keys.filter { known[$0] == nil }.map { "\(place) has \($0)" }
    default:
      return ["\(place): the schema has the keyword \(keyword)"]
    }
  }

  private func definition(_ reference: String) -> [String: Any] {
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
    return definitions[name.removingPercentEncoding ?? name] ?? ["missing": name]
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "string": value is String
    case "null": value is NSNull
    case "array": value is [Any]
    case "object": value is [String: Any]
    case "boolean": isBoolean(value)
    case "number": value is NSNumber && !isBoolean(value)
    case "integer":
      (value as? NSNumber).map {
        !isBoolean(value) && $0.doubleValue == Double($0.intValue)
      } ?? false
    default: false
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }
}
