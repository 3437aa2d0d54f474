import CUniformTypes

/// A column of strings or binary in Arrow's layout, which belongs to the caller.
struct ByteColumn {
  let count: Int
  private let layout: Layout
  private let array: ArrowArray
  private let offset: Int

  private enum Layout {
    case offsets32
    case offsets64
    case views
    case fixed(Int)
    case nulls

    /// The format of Arrow's schema.
    init?(_ format: String) {
      switch format {
      case "u", "z": self = .offsets32
      case "U", "Z": self = .offsets64
      case "vu", "vz": self = .views
      case "n": self = .nulls
      default:
        guard format.hasPrefix("w:"), let width = Int32(format.dropFirst(2)), width >= 0 else {
          return nil
        }
        self = .fixed(Int(width))
      }
    }

    var bufferCount: Int {
      switch self {
      case .nulls: 0
      case .fixed: 2
      case .offsets32, .offsets64, .views: 3
      }
    }
  }

  /// The argument is the parameter's name in the header.
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
    guard let layout = Layout(String(cString: format)) else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "\(argument) is a column of \(Self.words(of: String(cString: format))); pass a column of strings "
          + "(file names) or of binary (contents)")
    }
    let (length, offset) = (array.pointee.length, array.pointee.offset)
    guard length >= 0, offset >= 0, length <= Int(Int32.max) - 1,
      array.pointee.n_buffers >= layout.bufferCount,
      layout.bufferCount == 0 || array.pointee.buffers.map({ length == 0 || $0[1] != nil }) == true
    else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "\(argument) lacks buffers, or its length or offset is out of range; split it")
    }
    self.layout = layout
    self.array = array.pointee
    self.offset = Int(offset)
    count = Int(length)
  }

  /// The values of a column with another format of Arrow's schema.
  private static func words(of format: String) -> String {
    switch format.first {
    case "b": "booleans"
    case "c", "C", "s", "S", "i", "I", "l", "L": "integers"
    case "e", "f", "g", "d": "numbers"
    case "t": "dates or times"
    default:
      switch format.prefix(2) {
      case "+l", "+L", "+w", "+v": "lists"
      case "+s": "structures"
      case "+m": "maps"
      default: "values of Arrow's format “\(format)”"
      }
    }
  }

  /// nil if the row is null; throws when its offsets contradict each other.
  @inline(__always)
  func bytes(_ row: Int) throws(Failure) -> UnsafeRawBufferPointer? {
    guard layout.bufferCount > 0, let buffers = array.buffers, let places = buffers[1] else {
      return nil
    }
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
    case .fixed(let width):
      return UnsafeRawBufferPointer(start: places + place * width, count: width)
    case .nulls:
      return nil
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
