import FileServer
import Foundation
import Hummingbird

// server FOLDER UPLOADS [PORT] [--no-detection]: serves FOLDER, and stores uploads of images in UPLOADS.
let words = Array(CommandLine.arguments.dropFirst().filter { $0 != "--no-detection" })
guard words.count >= 2 else {
  print("usage: server FOLDER UPLOADS [PORT] [--no-detection]")
  throw UsageError()
}
var options = FileServerOptions(folder: words[0], uploads: words[1])
if words.count > 2, let port = Int(words[2]) { options.port = port }
options.detectsTypes = !CommandLine.arguments.contains("--no-detection")
try await fileServer(options) { port in
  print("http://127.0.0.1:\(port)")
  // A pipe gets the line at once too.
  fflush(nil)
}.runService()

struct UsageError: Error {}
