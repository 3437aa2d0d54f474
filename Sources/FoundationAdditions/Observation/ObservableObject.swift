// Observation comes with SwiftUI, and classes with @Observable in its documents import nothing else.
@_exported public import Observation

/// An object that tells when it is about to change: what ``ReferenceFileDocument`` needs of Combine's
/// protocol, which Linux lacks.
///
/// Properties with ``Published`` tell by themselves. A file that imports OpenCombine as well writes
/// `Documents.ObservableObject` and `@Documents.Published` where it means these.
public protocol ObservableObject: AnyObject {
  /// What tells that the object is about to change.
  ///
  /// Every object has one; a class may have one of its own in a stored property.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// What tells that the object is about to change, made when somebody first asks for it.
  ///
  /// - Complexity: O(1) on average.
  public var objectWillChange: ObservableObjectPublisher {
    ObservableObjectPublishers.shared.publisher(of: self)
  }
}
