/// How strongly a program claims documents of a type (`LSHandlerRank`).
public enum HandlerRank: String, Hashable, Sendable, CaseIterable {
  /// It made the type.
  case owner = "Owner"
  /// It opens the type.
  case `default` = "Default"
  /// It opens the type when nothing better does.
  case alternate = "Alternate"
  /// It does not want to be chosen.
  case none = "None"

  /// The rank that an entry states.
  ///
  /// - Parameter declared: the value of `LSHandlerRank`, compared without case; none counts as
  ///   `Default`.
  /// - Returns: nil for a value that names no rank.
  public init?(declared: String?) {
    guard let rank = Self.named(declared, byDefault: .default) else { return nil }
    self = rank
  }
}
