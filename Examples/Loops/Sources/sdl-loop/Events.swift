import CSDL
import Foundation

/// Pushes an event of SDL whenever a descriptor is readable, from a separate thread.
///
/// - Returns: a semaphore for the end of the work; the descriptor stays readable until then.
func pushEvents(_ type: UInt32, whenReadable descriptor: CInt) -> DispatchSemaphore {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, -1) > 0 else { continue }
      push(type)
      isDone.wait()
    }
  }
  return isDone
}

/// Pushes an event of SDL after a number of milliseconds.
func pushEvent(_ type: UInt32, after delay: UInt32) {
  SDL_AddTimer(
    delay,
    { _, type in
      push(UInt32(UInt(bitPattern: type)))
      return 0
    }, UnsafeMutableRawPointer(bitPattern: UInt(type)))
}

private func push(_ type: UInt32) {
  var event = SDL_Event()
  event.type = type
  SDL_PushEvent(&event)
}
