internal import Foundation
internal import UTIPlatform

/// An object whose keys predicates and sort descriptors read.
package protocol PredicateObject {
  /// Nil for an unknown key.
  func predicateValue(forKey key: String) -> Any?
}

extension PredicateFormat {
  func evaluate(_ object: Any?, _ variables: [String: Any]? = nil) -> Bool {
    switch self {
    case .constant(let value): value
    case .not(let part): !part.evaluate(object, variables)
    case .all(let parts): parts.allSatisfy { $0.evaluate(object, variables) }
    case .any(let parts): parts.contains { $0.evaluate(object, variables) }
    case .comparison(let comparison): comparison.evaluate(object, variables)
    }
  }
}

extension PredicateFormat.Comparison {
  fileprivate func evaluate(_ object: Any?, _ variables: [String: Any]?) -> Bool {
    let left = left.value(of: object, variables)
    let right = right.value(of: object, variables)
    guard let quantifier else { return holds(left, right) }
    let elements: [PredicateValue] =
      if case .list(let elements) = left { elements } else { left == .null ? [] : [left] }
    switch quantifier {
    case .any, .some: return elements.contains { holds($0, right) }
    case .all: return elements.allSatisfy { holds($0, right) }
    case .none: return !elements.contains { holds($0, right) }
    }
  }

  private func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch (relation, left, right) {
    case (.notEqual, _, _): return !isEqual(left, right)
    case (.equal, _, _): return isEqual(left, right)
    case (.isIn, _, .list(let elements)): return elements.contains { isEqual(left, $0) }
    case (.isIn, _, _): return contains(right, left)
    case (.contains, .list(let elements), _): return elements.contains { isEqual($0, right) }
    case (.contains, _, _): return contains(left, right)
    case (.between, _, .list(let bounds)):
      guard bounds.count == 2 else { return false }
      return [.orderedSame, .orderedDescending].contains(left.order(to: bounds[0], options))
        && [.orderedSame, .orderedAscending].contains(left.order(to: bounds[1], options))
    case (_, .list(let elements), _): return elements.contains { holds($0, right) }
    default: break
    }
    let order = left.order(to: right, options)
    switch relation {
    case .less: return order == .orderedAscending
    case .lessOrEqual: return order == .orderedAscending || order == .orderedSame
    case .greater: return order == .orderedDescending
    case .greaterOrEqual: return order == .orderedDescending || order == .orderedSame
    default: break
    }
    guard case .string(let text) = left, case .string(let pattern) = right else { return false }
    switch relation {
    case .beginsWith: return text.range(of: pattern, options: options.union(.anchored)) != nil
    case .endsWith:
      return text.range(of: pattern, options: options.union([.anchored, .backwards])) != nil
    case .like: return Wildcards(pattern.folding(options)).match(text.folding(options))
    case .matches: return matches(text, pattern)
    default: return false
    }
  }

  /// A list has several values, as the attributes of a metadata item, and one of them suffices.
  private func isEqual(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.list(let elements), .list(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { isEqual($0, $1) }
    case (.list(let elements), _): elements.contains { isEqual($0, right) }
    default: left == right || left.order(to: right, options) == .orderedSame
    }
  }

  private func contains(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    guard case .string(let text) = left, case .string(let part) = right else { return false }
    return text.range(of: part, options: options) != nil
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    text.folding(options.intersection(.diacriticInsensitive)).range(
      of: "\\A(?:\(pattern))\\z",
      options: options.intersection(.caseInsensitive).union(.regularExpression)) != nil
  }
}

extension PredicateFormat.Operand {
  fileprivate func value(of object: Any?, _ variables: [String: Any]?) -> PredicateValue {
    switch self {
    case .value(let value): PredicateValue(value)
    case .itself: PredicateValue(object)
    case .list(let elements): .list(elements.map { $0.value(of: object, variables) })
    case .keyPath(let keyPath): PredicateValue(keyPath: keyPath, of: object)
    case .variable(let name): PredicateValue(variables?[name])
    }
  }
}

extension String {
  fileprivate func folding(_ options: CompareOptions) -> String {
    options.isEmpty ? self : folding(options: options, locale: nil)
  }
}

/// A pattern of `LIKE`: `*` is any text, `?` one character, and `\` precedes a literal sign.
private struct Wildcards {
  private enum Part: Hashable {
    case text
    case character
    case literal(Character)
  }

  private var parts: [Part] = []

  init(_ pattern: String) {
    var isLiteral = false
    for character in pattern {
      switch character {
      case "\\" where !isLiteral:
        isLiteral = true
        continue
      case "*" where !isLiteral: parts.append(.text)
      case "?" where !isLiteral: parts.append(.character)
      default: parts.append(.literal(character))
      }
      isLiteral = false
    }
  }

  /// Goes back to the last `*` only, so the time is at most the product of the lengths.
  func match(_ text: String) -> Bool {
    let text = Array(text)
    var (place, part) = (0, 0)
    var retry: (place: Int, part: Int)?
    while place < text.count {
      if part < parts.count, parts[part] == .text {
        retry = (place, part)
        part += 1
      } else if part < parts.count,
        parts[part] == .character || parts[part] == .literal(text[place])
      {
        place += 1
        part += 1
      } else if let last = retry {
        retry = (last.place + 1, last.part)
        (place, part) = (last.place + 1, last.part + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .text }
  }
}
