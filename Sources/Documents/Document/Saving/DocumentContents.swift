internal import Foundation
internal import FoundationAdditions

/// The contents of a document, between the model and the item.
///
/// The overriding points of a document pass contents as `Any`. A cast of an `Any` that holds a value
/// to a class bridges the value first, which copies all bytes of a `Data`. The library therefore
/// examines contents once, when it gets them, and passes this enumeration on.
enum DocumentContents {
  /// The bytes of a file.
  case data(Data)
  /// A package.
  case fileWrapper(FileWrapper)
  /// Content that is written later.
  case snapshot(SnapshotContents)
  /// Contents that only the document class understands.
  case other(Any)

  /// Examines contents of an overriding point.
  ///
  /// - Complexity: constant for all contents.
  init(_ contents: Any) {
    if let data = contents as? Data {
      self = .data(data)
    } else if type(of: contents) is AnyClass {
      // An object is not bridged.
      switch contents {
      case let wrapper as FileWrapper: self = .fileWrapper(wrapper)
      case let snapshot as SnapshotContents: self = .snapshot(snapshot)
      default: self = .other(contents)
      }
    } else if let optional = contents as? any OptionalContents, let wrapped = optional.wrapped {
      self = DocumentContents(wrapped)
    } else {
      self = .other(contents)
    }
  }

  /// Returns the contents that a file wrapper is written as.
  ///
  /// A new file without attributes is written as its bytes, so that their digest is known without reading
  /// the file, and later changes of it by other processes are detected.
  static func written(as wrapper: FileWrapper) -> DocumentContents {
    wrapper.newFileContents.map(DocumentContents.data) ?? .fileWrapper(wrapper)
  }

  /// The contents in the form of a document's overriding points.
  var value: Any {
    switch self {
    case .data(let data): data
    case .fileWrapper(let wrapper): wrapper
    case .snapshot(let snapshot): snapshot
    case .other(let contents): contents
    }
  }
}

/// An optional, which an override may return as `Any`.
private protocol OptionalContents {
  var wrapped: Any? { get }
}

extension Optional: OptionalContents {
  fileprivate var wrapped: Any? { self }
}
