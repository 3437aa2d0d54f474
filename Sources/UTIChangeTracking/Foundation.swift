// The classes of this module complete Foundation, and code for them uses its types without another import.
@_exported public import Foundation
