// The C library of the platform. No other file imports it: every target that calls it imports this
// module. Only the import of Glibc is compiled and tested; the others are starting points for a
// port.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#elseif canImport(Darwin)
@_exported public import Darwin
#else
#error("The C library of this platform is unknown; add its import here.")
#endif
