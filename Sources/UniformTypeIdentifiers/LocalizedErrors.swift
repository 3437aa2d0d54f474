public import Foundation

extension DetectionError: LocalizedError {
  /// The problem and its remedy.
  public var errorDescription: String? { description }
}

extension DeclaredTypeError: LocalizedError {
  /// The problem and its remedy.
  public var errorDescription: String? { description }
}

#if Declarations
extension DeclarationError: LocalizedError {
  /// The problem and its remedy.
  public var errorDescription: String? { description }
}
#endif
