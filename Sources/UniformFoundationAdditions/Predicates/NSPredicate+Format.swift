public import Foundation
internal import UTIPlatform

extension NSPredicate {
  /// Creates a predicate from a format in the language of Apple's predicates.
  ///
  /// The objects are dictionaries and metadata items. The language has comparisons, `BEGINSWITH`,
  /// `ENDSWITH`, `CONTAINS`, `LIKE`, `MATCHES`, `IN` and `BETWEEN` with the options `[c]` and `[d]`,
  /// `AND`, `OR`, `NOT`, `ANY`, `ALL` and `NONE`, by Apple's Predicate Programming Guide. Functions,
  /// arithmetic and subqueries are not supported. An error in the format ends the program with its
  /// place, where Apple's class raises an exception.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - arguments: the key paths for `%K` and the values for `%@`, `%d` and others, in their order.
  public convenience init(format predicateFormat: String, _ arguments: Any...) {
    self.init(format: predicateFormat, argumentArray: arguments)
  }

  /// Creates a predicate from a format and a list of arguments.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format, as in `init(format:_:)`.
  ///   - arguments: the arguments in their order; nil for none.
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    do throws(PredicateFormatError) {
      let format = try PredicateFormat(predicateFormat, arguments: arguments ?? [])
      self.init { format.evaluate($0, $1) }
    } catch {
      misuse(
        "NSPredicate(format: \"\(predicateFormat)\"): \(error.message), after "
          + "\(error.offset) characters")
    }
  }
}

extension NSSortDescriptor {
  /// Creates a descriptor that orders metadata items and dictionaries by the values of a key.
  ///
  /// - Parameters:
  ///   - key: the key; nil for the objects themselves.
  ///   - ascending: whether the least value comes first; a missing value is less than all others.
  public convenience init(key: String?, ascending: Bool) {
    self.init(keyPath: \NSObject.[sortedBy: key], ascending: ascending)
  }
}

extension NSObject {
  fileprivate subscript(sortedBy key: String?) -> SortedValue {
    SortedValue(value: key.map { PredicateValue(keyPath: $0, of: self) } ?? PredicateValue(self))
  }
}

/// A value of a sort key; missing values precede all others.
private struct SortedValue: Comparable {
  let value: PredicateValue

  static func < (left: Self, right: Self) -> Bool {
    if left.value == .null { return right.value != .null }
    return left.value.order(to: right.value, []) == .orderedAscending
  }
}
