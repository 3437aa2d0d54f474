// The constants of Apple's framework for images and three-dimensional content.

extension UTType {
  /// Image: `public.image`.
  public static var image: UTType { constant("public.image") }

  /// JPEG image: `public.jpeg`.
  public static var jpeg: UTType { constant("public.jpeg") }

  /// TIFF image: `public.tiff`.
  public static var tiff: UTType { constant("public.tiff") }

  /// GIF image: `com.compuserve.gif`.
  public static var gif: UTType { constant("com.compuserve.gif") }

  /// PNG image: `public.png`.
  public static var png: UTType { constant("public.png") }

  /// Mac icon image: `com.apple.icns`.
  public static var icns: UTType { constant("com.apple.icns") }

  /// BMP image: `com.microsoft.bmp`.
  public static var bmp: UTType { constant("com.microsoft.bmp") }

  /// Windows icon: `com.microsoft.ico`.
  public static var ico: UTType { constant("com.microsoft.ico") }

  /// Camera raw image: `public.camera-raw-image`.
  public static var rawImage: UTType { constant("public.camera-raw-image") }

  /// SVG image: `public.svg-image`.
  public static var svg: UTType { constant("public.svg-image") }

  /// Live Photo: `com.apple.live-photo`.
  public static var livePhoto: UTType { constant("com.apple.live-photo") }

  /// HEIF image: `public.heif`.
  public static var heif: UTType { constant("public.heif") }

  /// HEIC image: `public.heic`.
  public static var heic: UTType { constant("public.heic") }

  /// HEIC image sequence: `public.heics`.
  public static var heics: UTType { constant("public.heics") }

  /// WebP image: `org.webmproject.webp`.
  public static var webP: UTType { constant("org.webmproject.webp") }

  /// OpenEXR image: `com.ilm.openexr-image`.
  public static var exr: UTType { constant("com.ilm.openexr-image") }

  /// Digital Negative raw image: `com.adobe.raw-image`.
  public static var dng: UTType { constant("com.adobe.raw-image") }

  /// JPEG XL image: `public.jpeg-xl`.
  public static var jpegxl: UTType { constant("public.jpeg-xl") }

  /// 3D content: `public.3d-content`.
  public static var threeDContent: UTType { constant("public.3d-content") }

  /// Universal Scene Description 3D scene: `com.pixar.universal-scene-description`.
  public static var usd: UTType { constant("com.pixar.universal-scene-description") }

  /// USDZ 3D package file: `com.pixar.universal-scene-description-mobile`.
  public static var usdz: UTType { constant("com.pixar.universal-scene-description-mobile") }

  /// Reality file: `com.apple.reality`.
  public static var realityFile: UTType { constant("com.apple.reality") }

  /// SceneKit scene: `com.apple.scenekit.scene`.
  public static var sceneKitScene: UTType { constant("com.apple.scenekit.scene") }

  /// ARKit reference object: `com.apple.arobject`.
  public static var arReferenceObject: UTType { constant("com.apple.arobject") }
}
