import UniformTypes

/// Prints a question and its answer in the form of `facts.tsv`.
func show(_ question: String, _ answer: (any CustomStringConvertible)?) {
  print("\(question)\t\(answer?.description ?? "none")")
}

show("type of the extension jpg", UTType(filenameExtension: "jpg"))
show("MIME type of the extension jpg", UTType(filenameExtension: "jpg")?.preferredMIMEType)
show("type of the MIME type image/svg+xml", UTType(mimeType: "image/svg+xml"))
show("type of the file name a.tar.gz", TypeRegistry.current.type(fileName: "a.tar.gz"))
show("type of the file name Makefile", TypeRegistry.current.type(fileName: "Makefile"))
show("tags of public.png", UTType.png.tags[.filenameExtension]?.joined(separator: " "))
show("public.svg-image conforms to public.text", UTType.svg.conforms(to: .text))
show("public.svg-image conforms to public.zip-archive", UTType.svg.conforms(to: .zip))
show(
  "supertypes of public.png",
  UTType.png.supertypes.map(\.identifier).sorted().joined(separator: " "))

let dynamic = UTType(filenameExtension: "unheard-of")
show("type of the extension unheard-of", dynamic)
show(
  "extension of this type", dynamic.flatMap { UTType($0.identifier)?.preferredFilenameExtension })

let pixels: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 73, 72, 68, 82]
func show(_ question: String, bytes: [UInt8], name: String? = nil) {
  show(question, TypeRegistry.current.identify(bytes: bytes, name: name).type)
}
show("type of the start of a PNG file", bytes: pixels)
show("type of the start of a PDF file", bytes: Array("%PDF-1.7\n".utf8))
show("type of a shell script", bytes: Array("#!/bin/sh\nexit 0\n".utf8))
show(
  "type of the start of a.tar.gz", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3], name: "a.tar.gz")
show("type of an SVG element", bytes: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))

// A property list below XDG_DATA_DIRS declares it.
show("type of the extension declared-here", UTType(filenameExtension: "declared-here"))

for path in CommandLine.arguments.dropFirst() {
  let name = path.split(separator: "/").last ?? ""
  show("content of \(name)", try TypeRegistry.current.identify(path: path, by: .content).type)
}
