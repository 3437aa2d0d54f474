// Importers of this module see the classes of Foundation that Linux lacks, and storage, as parts of it.
@_exported public import DocumentStorage
@_exported public import FoundationAdditions
