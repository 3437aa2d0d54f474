public import Foundation

extension UTType: ReferenceConvertible {
  /// The class that wraps the value.
  public typealias ReferenceType = UTTypeReference

  /// The type as an object.
  public func _bridgeToObjectiveC() -> UTTypeReference {
    UTTypeReference(self)
  }

  /// Returns the type of an object.
  ///
  /// - Parameters:
  ///   - source: the object.
  ///   - result: the type.
  public static func _forceBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) {
    result = source.type
  }

  /// Returns the type of an object.
  ///
  /// - Parameters:
  ///   - source: the object.
  ///   - result: the type.
  /// - Returns: true.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) -> Bool {
    result = source.type
    return true
  }

  /// Returns the type of an object, or data without an object.
  ///
  /// - Parameter source: the object.
  /// - Returns: the type; data when there is no object.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: UTTypeReference?) -> UTType {
    source?.type ?? .data
  }
}
