// Apple's module brings Foundation with it, and files that import nothing else use it.
@_exported public import Foundation
/// The types themselves. Their module does not use Foundation, so that a program without URLs need
/// not load it; a client of this module sees both as one.
@_exported public import UniformTypes
