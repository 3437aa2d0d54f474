// Observation is re-exported because SwiftUI code with @Observable imports no other module.
@_exported public import Observation

/// An object that announces its changes, with the part of Combine's protocol for documents.
///
/// ``ReferenceFileDocument`` requires it, and Linux lacks Combine. Properties with ``Published``
/// announce their changes automatically. A file that also imports OpenCombine must write
/// `Documents.ObservableObject` and `@Documents.Published` for these types.
public protocol ObservableObject: AnyObject {
  /// The publisher that announces changes of the object.
  ///
  /// Each object has one; a class may define it as a stored property.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// The publisher that announces changes of the object, created on first use.
  ///
  /// - Complexity: O(1) on average.
  public var objectWillChange: ObservableObjectPublisher {
    ObservableObjectPublishers.shared.publisher(of: self)
  }
}
