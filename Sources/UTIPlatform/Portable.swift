// Targets that import the platform have its portable part.
@_exported public import UTIPortable
