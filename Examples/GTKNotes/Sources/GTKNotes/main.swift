import Foundation
import UniformDocuments
import UniformMainLoop

// An asynchronous `main` would run Dispatch's loop on the main thread; GLib's runs here.

let program: Program
do {
  program = Program(notes: try Notes())
  try MainActorWork.serveInGLib()
} catch {
  FileHandle.standardError.write(Data("gtk-notes: \(error)\n".utf8))
  exit(1)
}
exit(program.run())
