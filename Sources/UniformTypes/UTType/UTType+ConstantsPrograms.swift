// The constants of Apple's framework for programs and their parts.

extension UTType {
  /// Application: `com.apple.application`.
  public static var application: UTType { constant("com.apple.application") }

  /// Application bundle: `com.apple.application-bundle`.
  public static var applicationBundle: UTType { constant("com.apple.application-bundle") }

  /// App extension: `com.apple.application-and-system-extension`.
  public static var applicationExtension: UTType {
    constant("com.apple.application-and-system-extension")
  }

  /// Unix executable file: `public.unix-executable`.
  public static var unixExecutable: UTType { constant("public.unix-executable") }

  /// Windows program: `com.microsoft.windows-executable`.
  public static var exe: UTType { constant("com.microsoft.windows-executable") }

  /// Framework: `com.apple.framework`.
  public static var framework: UTType { constant("com.apple.framework") }

  /// Plug-in: `com.apple.plugin`.
  public static var pluginBundle: UTType { constant("com.apple.plugin") }

  /// Spotlight importer: `com.apple.metadata-importer`.
  public static var spotlightImporter: UTType { constant("com.apple.metadata-importer") }

  /// Quick Look generator: `com.apple.quicklook-generator`.
  public static var quickLookGenerator: UTType { constant("com.apple.quicklook-generator") }

  /// XPC service: `com.apple.xpc-service`.
  public static var xpcService: UTType { constant("com.apple.xpc-service") }

  /// Preference pane: `com.apple.systempreference.prefpane`.
  public static var systemPreferencesPane: UTType {
    constant("com.apple.systempreference.prefpane")
  }
}
