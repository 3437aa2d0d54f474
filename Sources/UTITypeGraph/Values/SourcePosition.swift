// Positions are members of diagnostics and declarations: clients that import this module have them.
@_exported public import struct UTIPortable.SourcePosition
