// Documents change under undo managers too, and their tests use the same fixtures.
@_exported public import ChangeTrackingTestSupport
