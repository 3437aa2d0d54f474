import CUV
import UniformMainLoop
import Work

// The descriptor of the work is one more handle of libuv's loop.

let loop = uv_default_loop()
let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)

uv_poll_init(loop, poll, try MainActorWork.descriptor())
uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { _, _, _ in
  MainActor.assumeIsolated { MainActorWork.run() }
}
uv_timer_init(loop, timer)
uv_timer_start(timer, { _ in print("a timer of libuv") }, 20, 0)

startWork { uv_stop(loop) }
uv_run(loop, UV_RUN_DEFAULT)
