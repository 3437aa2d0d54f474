import Testing
import UniformTypes

@Suite("MIME types of declared types")
struct DeclaredMIMETypeTests {
  @Test(
    "are those in common use",
    arguments: [
      ("public.swift-source", "text/x-swift"), ("public.protobuf-source", "text/x-protobuf"),
      ("org.khronos.glsl-source", "text/x-glsl"),
      ("org.khronos.glsl.geometry-shader", "text/x-glsl"), ("com.microsoft.hlsl", "text/x-hlsl"),
      ("com.apple.metal", "text/x-metal"),
      ("public.bash-script", "application/x-bash"), ("public.ksh-script", "application/x-ksh"),
      ("public.zsh-script", "application/x-zsh"), ("public.tcsh-script", "application/x-tcsh"),
      ("public.lex-source", "text/x-lex"), ("public.yacc-source", "text/x-yacc"),
      ("public.nasm-assembly-source", "text/x-nasm"),
      ("public.fortran-90-source", "text/x-fortran"), ("public.dylan-source", "text/x-dylan"),
      ("com.apple.applescript.text", "application/x-applescript"),
      ("com.adobe.postscript-pfb-font", "application/x-font-type1"),
      ("public.opentype-collection-font", "font/collection"),
      ("com.adobe.photoshop-large-image", "image/x-psb"),
      ("public.mpo-image", "image/mpo"), ("com.apple.mail.emlx", "message/x-emlx"),
      ("com.sun.web-application-archive", "application/java-archive"),
      ("com.apple.mach-o-dylib", "application/x-mach-binary"),
      ("public.c-source.preprocessed", "text/x-csrc"),
    ])
  func preferredNames(_ identifier: String, name: String) throws {
    let type = try #require(Base.registry.type(identifier))
    #expect(type.preferredMIMEType == name)
  }

  @Test(
    "that several types have lead to the widest of them",
    arguments: [
      ("text/x-glsl", "org.khronos.glsl-source"), ("text/x-fortran", "public.fortran-source"),
      ("font/collection", "public.truetype-collection-font"), ("text/x-csrc", "public.c-source"),
      ("text/x-c++hdr", "public.c-plus-plus-header"), ("text/x-chdr", "public.c-header"),
      ("application/x-font-type1", "mime.application.x-font-type1"),
      ("application/x-mach-binary", "com.apple.mach-o-binary"),
      ("application/java-archive", "com.sun.java-archive"),
      ("image/vnd.adobe.photoshop", "com.adobe.photoshop-image"),
      ("application/vnd.ms-excel", "com.microsoft.excel.xls"),
      ("video/mp2t", "public.mpeg-2-transport-stream"),
    ])
  func sharedNames(_ name: String, identifier: String) {
    #expect(Base.registry.type(mimeType: name)?.identifier == identifier)
  }
}
