import Hummingbird
import UniformTypes

/// The options of a server.
public struct FileServerOptions: Sendable {
  /// The folder whose files are served.
  public var folder: String
  /// The folder of uploads.
  public var uploads: String
  /// The port on the loopback interface; 0 for any.
  public var port = 8080
  /// The greatest size of an upload in bytes.
  public var sizeLimit = 64 << 20
  /// A Boolean value that indicates whether types are detected; without it, the server is the one that the
  /// load test compares with.
  public var detectsTypes = true

  /// Creates options.
  public init(folder: String, uploads: String) {
    self.folder = folder
    self.uploads = uploads
  }
}

/// Returns a server of files, which stores uploads of images at `POST /uploads` and serves them there.
///
/// - Parameters:
///   - options: the folders and limits.
///   - onStart: called with the port when the server accepts connections.
public func fileServer(
  _ options: FileServerOptions, onStart: @escaping @Sendable (Int) -> Void = { _ in }
) -> some ApplicationProtocol {
  let router = Router()
  router.add(middleware: PathMiddleware())
  if options.detectsTypes { router.add(middleware: MIMETypeMiddleware()) }
  router.add(middleware: FileMiddleware(options.uploads, urlBasePath: ImageUpload.address))
  router.add(middleware: FileMiddleware(options.folder))
  let upload = ImageUpload(
    folder: options.uploads, sizeLimit: options.sizeLimit, isChecked: options.detectsTypes)
  router.post(RouterPath(ImageUpload.address)) { request, _ in
    let size = request.headers[.contentLength].flatMap { Int($0) }
    let name = try await upload.store(request.body, size: size)
    return Response(
      status: .created, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: name)))
  }
  return Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: options.port)),
    onServerRunning: { channel in onStart(channel.localAddress?.port ?? options.port) })
}
