# Builds `uti` from the tarball of `make dist-source`, without a network:
#
#   nix-build Packaging --arg source .build/swift-uniform-types-0.1.0.tar.xz --arg swift TOOLCHAIN
#
# `swift` is a derivation with the compiler and the package manager of Swift 6.2 or later.
{ pkgs ? import <nixpkgs> { }, source, swift }:

pkgs.stdenv.mkDerivation {
  pname = "uti";
  version = "0.1.0";
  src = source;

  nativeBuildInputs = [ swift pkgs.clang pkgs.git pkgs.lld pkgs.pkg-config ];
  buildInputs = with pkgs; [ bzip2 libxml2 nettle xz zlib zstd ];
  XDG_DATA_DIRS = "${pkgs.shared-mime-info}/share";

  dontConfigure = true;

  buildPhase = ''
    runHook preBuild
    bash Scripts/release.sh --static-swift-stdlib
    runHook postBuild
  '';

  doCheck = true;
  checkPhase = ''
    printf '\211PNG\r\n\032\n' >picture
    test "$(.build/release/uti identify --print mime picture)" = image/png
  '';

  installPhase = ''
    runHook preInstall
    make install PREFIX=$out
    rm $out/share/doc/uti/folders
    runHook postInstall
  '';

  meta = {
    description = "Identify the types of files and explain the answers";
    homepage = "https://swift-uniform-types.example";
    license = pkgs.lib.licenses.asl20;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "uti";
  };
}
