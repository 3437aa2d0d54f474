import Testing

/// The first bytes of formats, as their specifications fix them.
struct SignatureRow: CustomTestStringConvertible, Sendable {
  let expected: String
  let bytes: [UInt8]
  var testDescription: String { expected }

  /// - Parameters:
  ///   - text: the bytes, each as the character with its number.
  ///   - count: how many bytes there are; zeros follow those stated.
  init(_ expected: String, _ text: String, count: Int = 0) {
    self.expected = expected
    let stated = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    bytes = stated + [UInt8](repeating: 0, count: max(count - stated.count, 0))
  }
}

extension SignatureRow {
  static let pictures = [
    SignatureRow("image/x-msp", "DanM\u{80}\0\u{80}\0\u{1}\0\u{1}\0"),
    SignatureRow("image/x-sgi", "\u{1}\u{DA}\0\u{2}\0\u{3}\0\u{80}\0\u{80}\0\u{3}"),
    SignatureRow("image/x-canon-crw", "II \0\0\0HEAPCCDR\u{2}\0\u{1}\0"),
    SignatureRow("video/quicktime", "\0\0\0\u{1}moov\0\0\0\0\0\0\0\u{4D}\0\0\0\u{1}udta"),
    SignatureRow(
      "application/docbook+xml",
      "<!DOCTYPE book PUBLIC \"-//OASIS//DTD DocBook XML V4.1.2//EN\" \"x.dtd\">\n<book/>\n"),
    SignatureRow("image/vnd.blizzard.blp", "BLP1\0\0\0\0"),
    SignatureRow("image/vnd.blizzard.blp", "BLP2\u{1}\0\0\0\u{1}"),
    SignatureRow("image/vnd.valve.source.texture", "VTF\0\u{7}\0\0\0\u{2}\0\0\0"),
    SignatureRow("image/x-pgf", "PGF6\u{18}\0\0\0"),
    SignatureRow("image/x-miff", "id=ImageMagick version=1.0\n"),
    SignatureRow("image/x-paintshoppro", "Paint Shop Pro Image File\n\u{1A}\0\0\0\0\0"),
    SignatureRow("image/dpx", "SDPX\0\0\u{8}\0V1.0\0\0\0\0"),
    SignatureRow("image/dpx", "XPDS\0\u{8}\0\0V2.0\0\0\0\0"),
    SignatureRow("image/x-cineon", "\u{80}\u{2A}\u{5F}\u{D7}\0\0\u{8}\0"),
    SignatureRow("image/x-exv", "\u{FF}\u{1}Exiv2\u{FF}\u{E1}"),
    SignatureRow("image/x-jng", "\u{8B}JNG\r\n\u{1A}\n\0\0\0\u{10}JHDR"),
    SignatureRow("image/x-cmx", "RIFF\0\u{1}\0\0CMX1"),
    SignatureRow("image/x-freehand", "AGD3\0\0\0\u{1}"),
    SignatureRow("image/vnd.ms-modi", "EP*\0\0\0\0\0"),
    SignatureRow("application/x-gimp-palette", "GIMP Palette\nName: a\n#\n"),
    SignatureRow("application/x-gimp-gradient", "GIMP Gradient\n4\n"),
    SignatureRow("application/x-director", "RIFX\0\0\0\u{9}MV93"),
    SignatureRow("application/x-director", "XFIR\0\0\0\u{9}MDGF"),
    SignatureRow("application/vnd.nitf", "NITF02.1003BF01"),
    SignatureRow("application/vnd.nitf", "NSIF01.0003BF01"),
  ]

  static let models = [
    SignatureRow("model/x-directx", "xof 0303txt 0032\ntemplate A {\n"),
    SignatureRow("model/x-ac3d", "AC3Db\nMATERIAL \"\" rgb 1 1 1\n"),
    SignatureRow("model/x-md2", "IDP2\u{8}\0\0\0\u{D4}\0\0\0"),
    SignatureRow("model/x-md3", "IDP3\u{F}\0\0\0\0\0\0\0"),
    SignatureRow("model/x-iqm", "INTERQUAKEMODEL\0\u{2}\0\0\0"),
    SignatureRow("model/x-ms3d", "MS3D000000\u{4}\0\0\0"),
    SignatureRow("model/vnd.valve.source.compiled-map", "VBSP\u{14}\0\0\0\0\0\0\0"),
    SignatureRow("model/x-quake-bsp", "IBSP\u{2E}\0\0\0\0\0\0\0"),
    SignatureRow("model/vnd.opengex", "Metric (key = \"distance\") {float {1.0}}\n"),
    SignatureRow("model/x-caligari", "Caligari V00.01BLH             \n"),
    SignatureRow("image/x-lws", "LWSC\n5\n\nRenderRangeType 0\n"),
    SignatureRow("application/x-3dm", "3D Geometry File Format        5\0\u{1}"),
    SignatureRow(
      "application/vnd.sketchup.skp", "\u{FF}\u{FE}\u{FF}\u{E}S\0k\0e\0t\0c\0h\0U\0p\0 \0"),
    SignatureRow("model/vnd.dwf", "(DWF V06.00)PK\u{3}\u{4}"),
    SignatureRow("model/jt", "Version 9.5 JT  DM 7.3.4.0 \n\0\u{1}"),
    SignatureRow("model/u3d", "U3D\0\u{18}\0\0\0\0\0\0\0"),
    SignatureRow(
      "model/vnd.parasolid.transmit.text",
      "**ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz**************************\n"
        + "**PARASOLID !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0123456789**************************\n"
        + "**PART1;MC=x86;MC_MODEL=x86;MC_ID=a;OS=Linux;OS_RELEASE=1;FRU=a;APPL=a;SITE=a;\n"
        + "USER=a;FORMAT=text;GUISE=transmit;\n"),
    SignatureRow("model/x3d-vrml", "#X3D V3.3 utf8\nPROFILE Immersive\n"),
    SignatureRow("application/x-maya-ascii", "//Maya ASCII 2022 scene\n"),
    SignatureRow("application/x-maya-binary", "FOR4\0\0\u{1}\0MayaFOR4"),
  ]

  static let science = [
    SignatureRow("application/vnd.ga4gh.sam", "@SQ\tSN:chr1\tLN:249250621\n"),
    SignatureRow("application/vnd.ga4gh.sam", "@RG\tID:a\tSM:b\n"),
    SignatureRow("chemical/x-mmcif", "data_4Q9R\nloop_\n_pdbx_audit_revision_item.ordinal\n"),
    SignatureRow("chemical/x-mmcif", "data_1A7G\n#\n_entry.id   1A7G\n#\n"),
    SignatureRow("chemical/x-cif", "data_quartz\n_cell_length_a 4.91\n"),
    SignatureRow("application/x-2bit", "\u{43}\u{27}\u{41}\u{1A}\u{1}\0\0\0\u{5}\0\0\0"),
    SignatureRow("application/x-sff", ".sff\0\0\0\u{1}\0\0\0\0"),
    SignatureRow("application/vnd.appliedbiosystems.abif", "ABIF\0\u{65}tdir\0\0\0\u{1}"),
    SignatureRow("application/x-2bit", "\u{43}\u{27}\u{41}\u{1A}\0\0\0\0\u{1}\0\0\0"),
    SignatureRow("application/x-2bit", "\u{1A}\u{41}\u{27}\u{43}\0\0\0\0\0\0\0\u{1}"),
    SignatureRow("application/x-bai", "BAI\u{1}\u{2}\0\0\0"),
    SignatureRow("application/x-bigwig", "\u{26}\u{FC}\u{8F}\u{88}\u{4}\0"),
    SignatureRow("chemical/x-mmtf", "\u{DE}\0\u{27}\u{AB}mmtfVersion\u{A5}0.2.0"),
    SignatureRow("chemical/x-cdx", "VjCD0100\u{4}\u{3}\u{2}\u{1}"),
    SignatureRow("application/x-trackvis", "TRACK\0\u{64}\0\u{64}\0", count: 1000),
    SignatureRow("application/x-mrtrix", "mrtrix image\ndim: 2,2\n"),
    SignatureRow("application/x-mrtrix-tracks", "mrtrix tracks    \ncount: 1\n"),
    SignatureRow(
      "application/vnd.apache.arrow.stream",
      "\u{DC}\u{1}\0\0\u{10}\0\0\0\0\0\u{A}\0\u{E}\0\u{6}\0\u{5}\0\u{8}\0\u{A}\0\0\0"),
    SignatureRow(
      "application/x-sas-catalog",
      "\0\0\0\0\0\0\0\0\0\0\0\0\u{C2}\u{EA}\u{81}\u{63}\u{B3}\u{14}\u{11}\u{CF}\u{BD}\u{92}\u{8}\0"
        + "\u{9}\u{C7}\u{31}\u{8C}\u{18}\u{1F}\u{10}\u{11}"),
    SignatureRow(
      "application/x-sas-xport",
      "HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!000000000000000000000000000000  "),
    SignatureRow("application/vnd.fdsn.mseed", "000001D HGN  00BHZGE\u{7}\u{D6}"),
    SignatureRow("application/vnd.fdsn.mseed", "MS\u{3}\u{4}\0\0\0\0"),
    SignatureRow("application/vnd.fdsn.seed", "000001V 0100062 2.3"),
    SignatureRow("application/vnd.isac.fcs", "FCS3.1          58    1024"),
    SignatureRow("application/x-idl-save", "SR\0\u{4}\0\0\0\u{A}\0\0\u{4}\u{44}"),
    SignatureRow("text/x-stockholm-alignment", "# STOCKHOLM 1.0\n#=GF ID a\n"),
    SignatureRow("text/x-nexus", "#NEXUS\n\nBEGIN TAXA;\n"),
    SignatureRow("text/x-ecsv", "# %ECSV 1.0\n# ---\n"),
    SignatureRow("application/x-gdsii", "\0\u{6}\0\u{2}\0\u{5}\0\u{1C}\u{1}\u{2}"),
    SignatureRow("application/x-research-info-systems", "TY  - JOUR\r\nAU  - A\r\n"),
  ]

  static let programs = [
    SignatureRow(
      "application/x-qt-translation",
      "\u{3C}\u{B8}\u{64}\u{18}\u{CA}\u{EF}\u{9C}\u{95}\u{CD}\u{21}\u{1C}\u{BF}\u{60}\u{A1}\u{BD}"
        + "\u{DD}\u{A7}"),
    SignatureRow("application/x-swift-module", "\u{E2}\u{9C}\u{A8}\u{E}\u{1}\u{8}\0\0"),
    SignatureRow("application/x-swift-documentation", "\u{E2}\u{9C}\u{A8}\u{7}\u{1}\u{8}\0\0"),
    SignatureRow(
      "application/x-swift-source-information", "\u{F0}\u{9F}\u{8F}\u{8E}\u{1}\u{8}\0\0"),
    SignatureRow(
      "text/x-swift-interface", "// swift-interface-format-version: 1.0\n// swift-module-flags:\n"),
    SignatureRow("application/x-gobject-typelib", "GOBJ\nMETADATA\r\n\u{1A}\u{4}\0"),
    SignatureRow("application/x-gvdb", "GVariant\0\0\0\0\0\0\0\0"),
    SignatureRow("application/x-gtk-icon-cache", "\0\u{1}\0\0\0\0\0\u{C}\0\u{1}\u{DD}\u{64}"),
    SignatureRow("application/x-zsh-wordcode", "\u{7}\u{6}\u{5}\u{4}\0\0\0\05.9\0"),
    SignatureRow("application/x-java-shared-archive", "\u{A2}\u{AB}\u{B}\u{F0}\u{92}\u{92}"),
    SignatureRow("application/x-emacs-lisp-bytecode", ";ELC\u{1C}\0\0\0\n;;; Compiled\n"),
    SignatureRow("application/x-ms-pdb", "Microsoft C/C++ MSF 7.00\r\n\u{1A}DS\0\0\0"),
    SignatureRow("text/x-ld-library-script", "/* GNU ld script */\nGROUP ( libc.so.6 )\n"),
    SignatureRow("text/x-ld-library-script", "INPUT(libncurses.so.6 -ltinfo)\n"),
    SignatureRow("audio/x-tak", "tBaK\u{1}\u{D}\0\0"),
    SignatureRow("application/x-shorten", "ajkg\u{2}\u{FB}\u{B1}\u{70}"),
    SignatureRow("application/x-glulx", "Glul\0\u{3}\u{1}\u{2}"),
    SignatureRow("application/x-blorb", "FORM\0\0\u{1}\0IFRSRIdx"),
    SignatureRow("application/x-msmoney", "\0\u{1}\0\0MSISAM Database\0"),
    SignatureRow("application/vnd.ibm.modcap", "Z\0\u{20}\u{D3}\u{A8}\u{A8}\0\0\0"),
    SignatureRow("application/vnd.intu.qfx", "OFXHEADER:100\r\nDATA:OFXSGML\r\n"),
  ]
}
