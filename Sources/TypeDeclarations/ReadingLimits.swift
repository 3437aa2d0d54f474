
// Readers take limits and return the declarations of the graph: clients that import this module have both.
@_exported public import struct UTIDataFormats.ReadingLimits
