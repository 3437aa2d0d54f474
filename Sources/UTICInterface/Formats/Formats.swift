// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import SystemPackage
import UTIFormatSignatures
import UTIPlatform
import UTITypeDetection

/// The formats of an item: the object of a `utype_formats`.
final class FormatsHandle: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_666F_726D }

  let answer: FormatAnswer
  private let texts: [CText]

  init(_ answer: FormatAnswer) {
    self.answer = answer
    texts = answer.matches.flatMap { match in
      [match.format.puid, match.format.name, match.format.version, match.basis].map(CText.init)
    }
  }

  /// nil if there is none at the index.
  func format(at index: Int) -> utype_format? {
    guard answer.matches.indices.contains(index) else { return nil }
    return utype_format(
      puid: texts[4 * index].pointer, name: texts[4 * index + 1].pointer,
      version: texts[4 * index + 2].pointer, reason: texts[4 * index + 3].pointer,
      basis: utype_basis(answer.matches[index].method))
  }
}

extension utype_basis {
  fileprivate init(_ method: FormatMatch.Method) {
    self =
      switch method {
      case .signature: UTYPE_BASIS_CONTENT
      case .container: UTYPE_BASIS_CONTAINER
      case .text: UTYPE_BASIS_TEXT
      case .extension: UTYPE_BASIS_NAME
      }
  }
}

/// See the header.
@c @implementation
public func utype_formats_of_path(
  _ signatures: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UInt32,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  formats(signatures, error) { (identifier) throws(Failure) in
    guard let path else { throw .null("path") }
    guard options & ~(UTYPE_CONTENT_ONLY | UTYPE_NO_FOLLOW) == 0 else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "options has other bits than UTYPE_CONTENT_ONLY and UTYPE_NO_FOLLOW: \(options)")
    }
    let text = String(cString: path)
    let name = options & UTYPE_CONTENT_ONLY == 0 ? InputText.lastComponent(of: text) : nil
    do throws(Errno) {
      let followsLinks = options & UTYPE_NO_FOLLOW == 0
      return try OpenedRegularFile.read(
        FilePath(platformString: path), followsLinks: followsLinks
      ) { file, size in
        identifier.answer(forFile: file.rawValue, size: size, named: name)
      }
    } catch {
      throw Failure(error, on: text)
    }
  }
}

/// See the header.
@c @implementation
public func utype_formats_of_descriptor(
  _ signatures: OpaquePointer?, _ descriptor: Int32, _ name: UnsafePointer<CChar>?,
  _ length: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  formats(signatures, error) { (identifier) throws(Failure) in
    let name = try InputText.fileName(name, length).map(InputText.lastComponent(of:))
    do {
      let status = try FileStatus(of: FileDescriptor(rawValue: descriptor))
      guard status.kind == .regular else { return nil }
      // A descriptor may be open for writing only.
      var byte: UInt8 = 0
      _ = try withUnsafeMutableBytes(of: &byte) {
        try FileDescriptor(rawValue: descriptor).read(fromAbsoluteOffset: 0, into: $0)
      }
      return identifier.answer(forFile: descriptor, size: Int(status.size), named: name)
    } catch {
      throw Failure(error as? Errno ?? .ioError, on: "descriptor \(descriptor)")
    }
  }
}

/// See the header.
@c @implementation
public func utype_formats_of_bytes(
  _ signatures: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int, _ size: UInt64,
  _ name: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  formats(signatures, error) { (identifier) throws(Failure) in
    let content = try InputText.content(bytes, count, size)
    let name = try InputText.fileName(name, length).map(InputText.lastComponent(of:))
    return identifier.answer(
      forBytes: content, size: wholeSize(size, count: count), named: name)
  }
}

/// An item that is not a regular file has no format.
private func formats(
  _ signatures: OpaquePointer?, _ error: UnsafeMutablePointer<utype_error>?,
  _ body: (FormatIdentifier) throws(Failure) -> FormatAnswer?
) -> OpaquePointer? {
  result(signatures, error, failed: nil) { (handle: SignaturesHandle) throws(Failure) in
    Handle.make(FormatsHandle(try body(handle.identifier) ?? FormatAnswer()))
  }
}

extension Failure {
  fileprivate init(_ error: Errno, on item: String) {
    self.init(
      UTYPE_SYSTEM_ERROR, systemError: error.rawValue,
      "\(item): cannot be read: \(error.description); check the path and its permissions")
  }
}

/// See the header.
@c @implementation
public func utype_formats_count(_ formats: OpaquePointer?) -> Int {
  Handle<FormatsHandle>.with(formats) { $0.answer.matches.count } ?? 0
}

/// See the header.
@c @implementation
public func utype_formats_item(
  _ formats: OpaquePointer?, _ index: Int, _ format: UnsafeMutablePointer<utype_format>?
) -> Int32 {
  let found = Handle<FormatsHandle>.with(formats) { $0.format(at: index) } ?? nil
  guard let found, let format else { return 0 }
  format.pointee = found
  return 1
}

/// See the header.
@c @implementation
public func utype_formats_extension_mismatch(_ formats: OpaquePointer?) -> Int32 {
  Handle<FormatsHandle>.with(formats) { $0.answer.extensionMismatch ? 1 : 0 } ?? 0
}

/// See the header.
@c @implementation
public func utype_formats_is_bounded(_ formats: OpaquePointer?) -> Int32 {
  Handle<FormatsHandle>.with(formats) { $0.answer.isBounded ? 1 : 0 } ?? 0
}

/// See the header.
@c @implementation
public func utype_formats_free(_ formats: OpaquePointer?) { Handle<FormatsHandle>.free(formats) }
