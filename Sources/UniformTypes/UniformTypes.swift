// One import is enough: every type that a function of this module takes or returns has its name here.
@_exported public import SystemPackage

@_exported public import enum TypeDetection.ByteSupport
@_exported public import struct TypeDetection.DetectionCost
@_exported public import struct TypeDetection.DetectionError
@_exported public import enum TypeDetection.DetectionInput
@_exported public import struct TypeDetection.DetectionLimits
@_exported public import struct TypeDetection.Evidence
@_exported public import enum TypeDetection.TextEncoding
@_exported public import struct TypeDetection.Verdict
@_exported public import struct TypeGraph.DeclarationDiagnostic
@_exported public import struct TypeGraph.DeclarationOrigin
@_exported public import struct TypeGraph.DeclarationSource
@_exported public import enum TypeGraph.EdgeKind
@_exported public import enum TypeGraph.GraphView
@_exported public import struct TypeGraph.SourcePosition
@_exported public import struct TypeGraph.TypeIdentifier

#if Declarations
@_exported public import struct TypeDeclarations.DeclarationError
@_exported public import struct TypeDeclarations.ReadingLimits
#endif
