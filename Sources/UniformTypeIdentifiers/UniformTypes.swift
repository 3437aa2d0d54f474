// Apple's module brings Foundation with it, and files that import nothing else use it.
@_exported public import Foundation
/// The types themselves. They live in a module of their own, without Foundation, so that a program
/// that needs no URLs need not load it; who imports this module sees one whole.
@_exported public import UniformTypes
