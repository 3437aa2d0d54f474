/// The strength of a program's claim to documents of a type (`LSHandlerRank`).
public enum HandlerRank: String, Hashable, Sendable, CaseIterable {
  /// The program has defined the type.
  case owner = "Owner"
  /// The program opens the type.
  case `default` = "Default"
  /// The program opens the type if no better one does.
  case alternate = "Alternate"
  /// The program must not be chosen.
  case none = "None"

  /// Creates the rank of an entry.
  ///
  /// - Parameter declared: the value of `LSHandlerRank`, compared case-insensitively; an entry
  ///   without a value has the rank `Default`.
  /// - Returns: nil for an unknown value.
  public init?(declared: String?) {
    guard let rank = Self.named(declared, byDefault: .default) else { return nil }
    self = rank
  }
}
