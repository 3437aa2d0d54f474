// File values of stores, which importers of this module see as part of it.
@_exported public import struct UTIPlatform.FileIdentity
@_exported public import enum UTIPlatform.FileKind
@_exported public import enum UTIPlatform.FileName
@_exported public import struct UTIPlatform.FileStatus
@_exported public import struct UTIPlatform.FileTime
