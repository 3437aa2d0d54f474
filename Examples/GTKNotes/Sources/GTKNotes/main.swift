import CGtk
import Documents
import Foundation

// The code of a program that waits would end the main thread in Dispatch's loop; GLib's runs here.

let program: Program
do {
  program = Program(notes: try Notes())
} catch {
  FileHandle.standardError.write(Data("gtk-notes: \(error)\n".utf8))
  exit(1)
}
MainLoop.serveMainQueue()
exit(program.run())
