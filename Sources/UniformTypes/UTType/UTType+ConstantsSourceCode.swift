// The constants of Apple's framework for source code and scripts.

extension UTType {
  /// Source code: `public.source-code`.
  public static var sourceCode: UTType { constant("public.source-code") }

  /// Assembly source code: `public.assembly-source`.
  public static var assemblyLanguageSource: UTType { constant("public.assembly-source") }

  /// C source code: `public.c-source`.
  public static var cSource: UTType { constant("public.c-source") }

  /// Objective-C source code: `public.objective-c-source`.
  public static var objectiveCSource: UTType { constant("public.objective-c-source") }

  /// Swift source code: `public.swift-source`.
  public static var swiftSource: UTType { constant("public.swift-source") }

  /// C++ source code: `public.c-plus-plus-source`.
  public static var cPlusPlusSource: UTType { constant("public.c-plus-plus-source") }

  /// Objective-C++ source code: `public.objective-c-plus-plus-source`.
  public static var objectiveCPlusPlusSource: UTType {
    constant("public.objective-c-plus-plus-source")
  }

  /// C header file: `public.c-header`.
  public static var cHeader: UTType { constant("public.c-header") }

  /// C++ header file: `public.c-plus-plus-header`.
  public static var cPlusPlusHeader: UTType { constant("public.c-plus-plus-header") }

  /// Script: `public.script`.
  public static var script: UTType { constant("public.script") }

  /// AppleScript source code: `com.apple.applescript.text`.
  public static var appleScript: UTType { constant("com.apple.applescript.text") }

  /// AppleScript script file: `com.apple.applescript.script`.
  public static var osaScript: UTType { constant("com.apple.applescript.script") }

  /// AppleScript script bundle: `com.apple.applescript.script-bundle`.
  public static var osaScriptBundle: UTType { constant("com.apple.applescript.script-bundle") }

  /// JavaScript source code: `com.netscape.javascript-source`.
  public static var javaScript: UTType { constant("com.netscape.javascript-source") }

  /// Shell script: `public.shell-script`.
  public static var shellScript: UTType { constant("public.shell-script") }

  /// Perl script: `public.perl-script`.
  public static var perlScript: UTType { constant("public.perl-script") }

  /// Python script: `public.python-script`.
  public static var pythonScript: UTType { constant("public.python-script") }

  /// Ruby script: `public.ruby-script`.
  public static var rubyScript: UTType { constant("public.ruby-script") }

  /// PHP script: `public.php-script`.
  public static var phpScript: UTType { constant("public.php-script") }

  /// Makefile: `public.make-source`.
  public static var makefile: UTType { constant("public.make-source") }
}
