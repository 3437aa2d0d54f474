/// The name that CoreServices has on iOS.
@_exported public import CoreServices
