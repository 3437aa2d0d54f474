import Foundation
import Hummingbird

/// Middleware that refuses paths with a NUL.
///
/// The file system ends a name at the NUL, so the served file would have another name than the one that
/// the type is taken from.
struct PathMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let path = request.uri.path.removingPercentEncoding, !path.utf8.contains(0) else {
      throw HTTPError(.badRequest, message: "the path must be UTF-8 without a NUL")
    }
    return try await next(request, context)
  }
}
