import UTICommandOutput
internal import UTIDataFormats
import UniformTypes

/// The summary of a type on one line.
enum TypeSummary {
  static func result(
    _ type: UTType, mimeType: String?, languages: [String], in format: OutputFormat
  ) -> CommandResult {
    let description = type.localizedDescription(in: languages)
    return CommandResult(
      in: format,
      fields: [
        ("type", .string(type.identifier)), ("mimeType", .optional(mimeType)),
        ("filenameExtension", .optional(type.preferredFilenameExtension)),
        ("description", .optional(description)),
      ],
      columns: [type.identifier, mimeType ?? "-", description ?? "-"])
  }
}
