#!/usr/bin/env bash
#
# Functions that compile the part of the package that needs no operating system in Embedded Swift. A script
# that has sourced install-dependencies.sh sources this file.

embedded_c_modules=(CUTIByteSearch CUTILanguageTable CUTIBaseRegistry)
native_target=x86_64-unknown-linux-gnu
wasm_target=wasm32-unknown-none-wasm

# prepare_embedded FOLDER: writes what every target needs. Returns 1 with a message if the compiler has no
# embedded standard library; else `embedded_library` is its folder.
prepare_embedded() {
  local work=$1 root name
  root=$(package_root)
  embedded_library=$(dirname -- "$(dirname -- "$(readlink -f -- "$(type -P swiftc)")")")/lib/swift/embedded
  if [[ ! -d $embedded_library ]]; then
    say "skipped: Swift's compiler has no embedded standard library"
    return 1
  fi
  embedded_work=$work
  for name in "${embedded_c_modules[@]}"; do
    mkdir -- "$work/$name"
    printf 'module %s { header "%s" export * }\n' "$name" "$root/Sources/$name/include/$name.h" \
      >"$work/$name/module.modulemap"
  done
  # A processor without an operating system has no header of a C library.
  mkdir -- "$work/headers"
  printf '#include <stddef.h>\n%s\n' \
    'void *memcpy(void *to, const void *from, size_t count);' \
    'void *memset(void *to, int value, size_t count);' >"$work/headers/string.h"
}

# compile_embedded TARGET LEVEL MODULE FOLDER...: compiles one module, optimised by -O or -Osize.
compile_embedded() {
  local target=$1 level=$2 module=$3 name sources
  shift 3
  local flags=(
    -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library "$level"
    -swift-version 6 -package-name swift_uniform_types -Xfrontend -disable-stack-protector
  )
  for name in ExistentialAny InternalImportsByDefault MemberImportVisibility \
    NonisolatedNonsendingByDefault; do
    flags+=(-enable-upcoming-feature "$name")
  done
  for name in "${embedded_c_modules[@]}"; do flags+=(-I "$embedded_work/$name"); done
  mapfile -t sources < <(find "$@" -name '*.swift' | sort)
  swiftc "${flags[@]}" -I "$embedded_work/$target" -module-name "$module" -c "${sources[@]}" \
    -emit-module -emit-module-path "$embedded_work/$target/$module.swiftmodule" \
    -o "$embedded_work/$target/$module.o"
}

# build_embedded TARGET LEVEL MODULE FOLDER: compiles the portable part and the module of a client into
# objects.
build_embedded() {
  local target=$1 level=$2 module=$3 client=$4 root name file more=()
  root=$(package_root)
  local detection=$root/Sources/UTITypeDetection
  mkdir -- "$embedded_work/$target"
  compile_embedded "$target" "$level" UTIPortable "$root/Sources/UTIPortable"
  compile_embedded "$target" "$level" UTITypeGraph "$root/Sources/UTITypeGraph"
  # All but the folders that read files.
  compile_embedded "$target" "$level" UTITypeDetection \
    "$detection"/{Bytes,Detector,Evidence,Findings,Verdict,Weighing}
  compile_embedded "$target" "$level" "$module" "$client"
  [[ $target != "$wasm_target" ]] || more=(-I"$embedded_work/headers")
  for name in "${embedded_c_modules[@]}"; do
    for file in "$root/Sources/$name"/*.c; do
      clang --target="$target" -std=gnu17 -O2 -Wall -Wextra -Werror "${more[@]}" \
        -I"$root/Sources/$name/include" -c "$file" -o "$embedded_work/$target/$name-${file##*/}.o"
    done
  done
}

# link_wasm MODULE FUNCTION...: links the objects for WebAssembly, exports functions, malloc and free.
link_wasm() {
  local output=$1 root name exports=()
  shift
  root=$(package_root)
  for name in "$@" malloc free; do exports+=("--export=$name"); done
  # The compiler must not replace the functions of a C library by calls of themselves.
  clang --target="$wasm_target" -std=gnu17 -O2 -fno-builtin -mbulk-memory -Wall -Wextra -Werror \
    -c "$root/Web/runtime.c" -o "$embedded_work/$wasm_target/runtime.o"
  # A stack at the start of the memory ends in a trap, and not in the data, if calls are too deep.
  wasm-ld --no-entry --gc-sections --strip-all -O2 --stack-first -z stack-size=1048576 "${exports[@]}" "$embedded_work/$wasm_target"/*.o \
    "$embedded_library/$wasm_target/libswiftUnicodeDataTables.a" -o "$output"
}
