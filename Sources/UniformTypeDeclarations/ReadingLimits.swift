// Limits are a parameter of `DeclarationReader`: clients that import this module have them.
@_exported public import struct UTIDataFormats.ReadingLimits
