internal import CUTISystemCalls
internal import Foundation
internal import UTIPlatform
internal import UniformMainLoop

// Serves the main actor in a loop, and prints what was observed as a dictionary in JSON.
// Usage: MainLoopProbe FORM. An asynchronous `main` would serve the main queue itself.

guard CommandLine.arguments.count == 2,
  let form = ProbeLoop.Form(rawValue: CommandLine.arguments[1])
else {
  let usage = "usage: MainLoopProbe pull|epoll|periodic|glib|unserved\n"
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}
// Event counters of other parts of the program: one that counts up, and one that goes up and down.
let (rising, changing) = (uti_waker_open(), uti_waker_open())
let isStarting = Flag()
let hasStarted = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  uti_wake(rising)
  hasStarted.signal()
  while isStarting.value {
    uti_wake(rising)
    uti_wake(changing)
    usleep(100)
    var count: UInt64 = 0
    read(changing, &count, MemoryLayout.size(ofValue: count))
  }
}
hasStarted.wait()
let start = monotonicSeconds()
let loop = try ProbeLoop(form)
let startTime = monotonicSeconds() - start
isStarting.value = false
let seen = Observation(loop).observe().merging(["startTime": startTime]) { $1 }
print(String(decoding: try JSONEncoder().encode(seen), as: UTF8.self))
