import Foundation
import Hummingbird
import UniformTypes

/// Middleware that sets the content type of files by their names.
///
/// It encloses the middleware that serves files, and replaces the type that this one has found. A name
/// without a type is served as bytes.
struct MIMETypeMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if response.status == .ok || response.status == .partialContent {
      let path = request.uri.path.removingPercentEncoding ?? ""
      response.headers[.contentType] = Self.mimeType(ofFileNamed: path)
      // Browsers do not guess another type.
      response.headers[.xContentTypeOptions] = "nosniff"
      if path.hasPrefix(ImageUpload.address) {
        // An upload is not a page of this site, whatever its bytes contain.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        response.headers[.contentDisposition] = "attachment"
      }
    }
    return response
  }

  /// Returns the MIME type of a name, with the encoding of texts, which are UTF-8 on this server.
  static func mimeType(ofFileNamed name: String) -> String {
    guard let mimeType = TypeRegistry.embedded.mimeType(fileName: name) else {
      return "application/octet-stream"
    }
    return mimeType.hasPrefix("text/") ? "\(mimeType); charset=utf-8" : mimeType
  }
}
