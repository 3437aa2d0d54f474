extension ByteWindow {
  /// The head without the mark of UTF-8, which is no evidence of a format.
  var unmarkedHead: UnsafeRawBufferPointer {
    head.count > 2 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF
      ? UnsafeRawBufferPointer(rebasing: head.dropFirst(3)) : head
  }
}
