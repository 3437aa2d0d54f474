// The values that stores exchange; importers of this module see them as its own.
@_exported public import enum UTIPlatform.FileKind
@_exported public import enum UTIPlatform.FileName
@_exported public import struct UTIPlatform.FileStatus
@_exported public import struct UTIPlatform.FileTime
