// One import is enough: every type that a function of this module takes or returns has its name here.
@_exported public import SystemPackage

@_exported public import enum UTITypeDetection.ByteSupport
@_exported public import struct UTITypeDetection.DetectionCost
@_exported public import struct UTITypeDetection.DetectionError
@_exported public import enum UTITypeDetection.DetectionInput
@_exported public import struct UTITypeDetection.DetectionLimits
@_exported public import struct UTITypeDetection.Evidence
@_exported public import enum UTITypeDetection.TextEncoding
@_exported public import struct UTITypeDetection.Verdict
@_exported public import struct UTITypeGraph.DeclarationDiagnostic
@_exported public import struct UTITypeGraph.DeclarationOrigin
@_exported public import struct UTITypeGraph.DeclarationSource
@_exported public import enum UTITypeGraph.EdgeKind
@_exported public import enum UTITypeGraph.GraphView
@_exported public import struct UTITypeGraph.SourcePosition
@_exported public import struct UTITypeGraph.TypeIdentifier

#if Declarations
@_exported public import struct UTITypeDeclarations.DeclarationError
#endif
