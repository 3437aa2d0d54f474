import UniformDocuments
import UniformTypeIdentifiers

struct Recipe: Codable, Equatable {
  var title = "New Recipe"
  var ingredients: [String] = []
}

/// A model that is kept as JSON.
struct RecipeFile: FileDocument {
  static let readableContentTypes = [UTType.json]

  var recipe: Recipe

  init(recipe: Recipe = Recipe()) {
    self.recipe = recipe
  }

  init(configuration: ReadConfiguration) throws {
    let data = configuration.file.regularFileContents ?? Data()
    recipe = try JSONDecoder().decode(Recipe.self, from: data)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return FileWrapper(regularFileWithContents: try encoder.encode(recipe))
  }
}
