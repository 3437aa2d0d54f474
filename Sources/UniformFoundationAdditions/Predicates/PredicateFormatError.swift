/// An error in the format of a predicate.
struct PredicateFormatError: Error, Hashable {
  let message: String
  /// The number of characters before the error.
  let offset: Int
}
