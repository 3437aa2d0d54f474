internal import CUTISystemCalls

/// Memory for the first bytes of a file: the thread's memory if it is sufficient and free.
struct HeadBuffer: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  private let isLent: Bool

  /// - Parameter count: the number of bytes.
  init(_ count: Int) {
    let lent = count <= Int(UTI_HEAD_SIZE) ? uti_borrow_head() : nil
    isLent = lent != nil
    bytes =
      lent.map { UnsafeMutableRawBufferPointer(start: $0, count: count) }
      ?? .allocate(byteCount: count, alignment: 8)
  }

  deinit {
    if isLent { uti_return_head() } else { bytes.deallocate() }
  }
}
