import Foundation
import SystemPackage

/// A number in a file, which is too high or too low as soon as two change it at once.
struct Counter {
  static let width = 20
  let url: URL

  /// Reads the number, waits for a moment, and writes it again with something added.
  ///
  /// - Returns: what is written.
  @discardableResult
  func add(_ difference: Int) throws -> Int {
    let file = try FileDescriptor.open(
      FilePath(url.path(percentEncoded: false)), .readWrite, options: .create,
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    let value = try Self.value(in: file) + difference
    if Bool.random() { usleep(.random(in: 0...100)) }
    let text = "\(value)"
    let padding = String(repeating: " ", count: Self.width - text.count)
    try file.writeAll(toAbsoluteOffset: 0, Array((text + padding).utf8))
    return value
  }

  static func value(in file: FileDescriptor) throws -> Int {
    var bytes = [UInt8](repeating: 0, count: width)
    let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      ?? 0
  }
}
