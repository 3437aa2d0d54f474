import CUniformTypes

/// A column of strings or binary in Arrow's layout, which belongs to the caller.
struct ByteColumn {
  /// The number of rows.
  let count: Int
  private let layout: Layout
  private let array: ArrowArray
  private let offset: Int

  private enum Layout {
    case offsets32
    case offsets64
    case views
  }

  /// - Parameter argument: the name of the parameter of the array in the header.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?, _ argument: String
  ) throws(Failure) {
    guard let schema, let array else { throw .null(argument) }
    guard schema.pointee.release != nil, array.pointee.release != nil else {
      throw Failure(UTYPE_INVALID_ARGUMENT, "\(argument) was released; pass an array that is not")
    }
    guard let format = schema.pointee.format, schema.pointee.dictionary == nil else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT, "\(argument) has no format or is a dictionary; decode it first")
    }
    switch String(cString: format) {
    case "u", "z": layout = .offsets32
    case "U", "Z": layout = .offsets64
    case "vu", "vz": layout = .views
    case let other:
      throw Failure(
        UTYPE_INVALID_ARGUMENT, "\(argument) has the format \(other); cast it to strings or binary")
    }
    let (length, offset) = (array.pointee.length, array.pointee.offset)
    guard length >= 0, offset >= 0, length <= Int(Int32.max) - 1,
      array.pointee.n_buffers >= 3, let buffers = array.pointee.buffers,
      length == 0 || buffers[1] != nil
    else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "\(argument) lacks buffers, or its length or offset is out of range; split it")
    }
    self.array = array.pointee
    self.offset = Int(offset)
    count = Int(length)
  }

  /// Returns the bytes of a row; nil if the row is null.
  ///
  /// - Throws: a failure when the offsets of the row contradict each other.
  @inline(__always)
  func bytes(_ row: Int) throws(Failure) -> UnsafeRawBufferPointer? {
    guard let buffers = array.buffers, let places = buffers[1] else { return nil }
    let place = offset + row
    if let validity = buffers[0],
      validity.load(fromByteOffset: place >> 3, as: UInt8.self) >> (place & 7) & 1 == 0
    {
      return nil
    }
    switch layout {
    case .offsets32:
      let offsets = places.assumingMemoryBound(to: Int32.self)
      return try bytes(Int(offsets[place]), Int(offsets[place + 1]), of: buffers[2], row)
    case .offsets64:
      let offsets = places.assumingMemoryBound(to: Int64.self)
      return try bytes(Int(offsets[place]), Int(offsets[place + 1]), of: buffers[2], row)
    case .views:
      return try bytes(view: places + place * 16, buffers, row)
    }
  }

  @inline(__always)
  private func bytes(
    _ start: Int, _ end: Int, of data: UnsafeRawPointer?, _ row: Int
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard start >= 0, end >= start, data != nil || start == end else { throw Self.damaged(row) }
    return UnsafeRawBufferPointer(start: data.map { $0 + start }, count: end - start)
  }

  /// A view has a length and twelve bytes: the text, or its start, its buffer and its offset.
  private func bytes(
    view: UnsafeRawPointer, _ buffers: UnsafeMutablePointer<UnsafeRawPointer?>, _ row: Int
  ) throws(Failure) -> UnsafeRawBufferPointer {
    let length = Int(view.load(as: Int32.self))
    guard length > 12 else {
      guard length >= 0 else { throw Self.damaged(row) }
      return UnsafeRawBufferPointer(start: view + 4, count: length)
    }
    let buffer = Int(view.load(fromByteOffset: 8, as: Int32.self))
    let start = Int(view.load(fromByteOffset: 12, as: Int32.self))
    // The last buffer has the sizes of those before it.
    guard buffer >= 0, buffer < Int(array.n_buffers) - 3, start >= 0,
      let data = buffers[2 + buffer]
    else { throw Self.damaged(row) }
    return UnsafeRawBufferPointer(start: data + start, count: length)
  }

  private static func damaged(_ row: Int) -> Failure {
    Failure(UTYPE_INVALID_ARGUMENT, "row \(row) has offsets that contradict each other; correct it")
  }
}
