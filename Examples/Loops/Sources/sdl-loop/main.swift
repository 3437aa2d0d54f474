import CSDL
import UniformMainLoop
import Work

// SDL waits for events only, so that a thread waits for the descriptor and pushes an event.

SDL_SetMainReady()
SDL_Init(SDL_INIT_EVENTS | SDL_INIT_TIMER)
let (workEvent, timerEvent) = (SDL_RegisterEvents(1), SDL_RegisterEvents(1))
let isDone = pushEvents(workEvent, whenReadable: try MainActorWork.descriptor())
pushEvent(timerEvent, after: 20)

var isRunning = true
startWork { isRunning = false }
var event = SDL_Event()
while isRunning, SDL_WaitEvent(&event) != 0 {
  switch event.type {
  case workEvent:
    MainActorWork.run()
    isDone.signal()
  case timerEvent: print("a timer of SDL")
  default: break
  }
}
SDL_Quit()
