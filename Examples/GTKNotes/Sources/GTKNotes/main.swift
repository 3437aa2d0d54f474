import CGtk
import Documents
import Foundation

// An asynchronous `main` would run Dispatch's loop on the main thread; GLib's runs here.

let program: Program
do {
  program = Program(notes: try Notes())
} catch {
  FileHandle.standardError.write(Data("gtk-notes: \(error)\n".utf8))
  exit(1)
}
MainLoop.serveMainQueue()
exit(program.run())
