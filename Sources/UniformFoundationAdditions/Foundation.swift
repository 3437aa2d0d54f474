// The classes of this module complete Foundation, and code for them uses its types without another import.
@_exported public import Foundation
// Undo managers and observable objects have a module below the storage of files.
@_exported public import UTIChangeTracking
