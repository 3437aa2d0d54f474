import UniformTypeIdentifiers

// The products have the same answers, so one that needs Foundation is enough.
for path in CommandLine.arguments.dropFirst() {
  let url = URL(filePath: path)
  print("\(url.lastPathComponent)\t\(try UTType(contentsOf: url).identifier)")
}
