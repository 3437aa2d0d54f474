extension ScriptLanguage {
  /// One language a line: names of interpreters, Emacs modes and Vim types, a colon, MIME types.
  ///
  /// Names are in lower case and Emacs modes have no `-mode`; the best type is first.
  static let namedLanguages: StaticString = """
    sh bash dash ash osh ksh mksh pdksh zsh rc shell shell-script: \
    text/x-shellscript application/x-shellscript
    csh tcsh: text/x-csh application/x-csh
    fish: application/x-fishscript
    nu nushell: application/x-nuscript
    nush: text/x-nu
    openrc-run runscript: text/x-openrc
    pwsh powershell ps1: application/x-powershell
    dosbatch bat batch batchfile: application/x-bat
    python3 py pypy3 uv ipython ipython3 python-ts: text/x-python3 text/x-python
    python2: text/x-python2 text/x-python
    python pypy: text/x-python
    perl cperl: application/x-perl text/x-perl
    raku rakudo perl6: text/x-raku
    ruby jruby macruby rbx rake enh-ruby ruby-ts: application/x-ruby text/x-ruby
    node nodejs javascript js js2 js3 gjs zx chakra d8 qjs rhino v8 v8-shell js-ts: \
    text/javascript application/javascript
    javascriptreact jsx rjsx: text/jsx text/javascript
    typescript ts-node tsx deno bun typescript-ts: application/typescript
    typescriptreact tsx-ts: text/tsx application/typescript
    coffee coffeescript: application/vnd.coffeescript
    ls livescript: text/livescript
    php: application/x-php
    lua luajit lua-ts: text/x-lua
    moon moonscript: text/x-moonscript
    tl teal: text/x-teal
    tclsh wish tcl expect: text/x-tcl
    awk mawk nawk original-awk: text/x-awk application/x-awk
    gawk: application/x-gawk text/x-awk
    sed gsed ssed minised: text/x-sed
    jq gojq jaq jqjq jqq query-json: text/x-jq
    make gmake makefile makefile-gmake makefile-bsdmake makefile-automake automake: text/x-makefile
    dtrace: text/x-dtrace
    osascript applescript: application/x-applescript text/x-applescript com.apple.applescript.text
    gnuplot: application/x-gnuplot
    rscript r ess-r: text/x-r
    rmd rmarkdown: text/x-rmarkdown text/markdown
    julia julia-ts: text/julia
    octave matlab: text/x-matlab
    wolfram wolframkernel wolframscript wolframnb math mathkernel mathematica mathematicascript mma: \
    application/vnd.wolfram.wl
    m2 macaulay2: text/x-macaulay2
    z3 yices yices2 cvc4 cvc5 boolector mathsat5 opensmt smtinterpol smt-rat stp verit smt2 \
    smtlib2: text/x-smt
    clingo: text/x-answer-set-programming
    rexx regina: text/x-rexx
    swift: text/x-swift public.swift-source
    runhaskell runghc runhugs stack haskell haskell-ts: text/x-haskell
    lhaskell literate-haskell: text/x-literate-haskell
    groovy jenkinsfile: text/x-groovy
    nextflow: text/x-nextflow
    scala scala-cli sbt scala-ts: text/x-scala
    bb clojure clojurec clojurescript clojure-ts: text/x-clojure
    escript erlang: text/x-erlang
    elixir elixir-ts: text/x-elixir
    gleam gleam-ts: text/x-gleam
    ocaml ocamlrun ocamlscript tuareg caml: text/x-ocaml
    sml standardml: text/x-sml
    guile scheme bigloo chicken csi gosh r6rs geiser: text/x-scheme
    racket: text/x-racket
    sbcl ccl clisp ecl lisp common-lisp commonlisp cl: text/x-common-lisp
    emacs emacs-lisp elisp lisp-interaction: text/x-emacs-lisp
    newlisp: text/x-newlisp
    picolisp pil: text/x-picolisp
    swipl yap prolog: text/x-prolog
    mmi mercury: text/x-mercury
    parrot pir: text/x-parrot-pir
    pasm: text/x-parrot-assembly
    jconsole j: text/x-j-lang
    apl aplx dyalog: text/apl
    io: text/x-iolang
    eui euiw euphoria: text/x-euphoria
    rune: text/x-e
    sclang scsynth supercollider: text/x-supercollider
    openscad scad: application/x-openscad
    asy asymptote: text/x-asymptote
    cwl cwl-runner: text/x-common-workflow-language
    instantfpc pascal delphi opascal freepascal: text/x-pascal
    makeinfo texinfo: application/texinfo
    crystal: text/x-crystal
    dart: application/vnd.dart
    rust-script cargo rust rust-ts: text/rust
    gn: text/x-gn
    gerbv gerbview: application/vnd.gerber
    tcc c c-ts: text/x-csrc
    c++ cpp c++-ts: text/x-c++src
    objc objective-c: text/x-objcsrc
    objcpp objective-c++: text/x-objc++src
    cs csharp csharp-ts c#: text/x-csharp
    f# fsharp: text/x-fsharp
    vb vbnet visual-basic: text/x-vb
    vbs vbscript: text/vbscript
    java jde java-ts: text/x-java
    jsp: text/x-jsp
    kotlin kotlin-ts: text/x-kotlin
    go go-ts golang: text/x-go
    gomod go-mod go-mod-ts: text/x-gomod
    gosum go-sum: text/x-go-sum
    d: text/x-dsrc
    ada ada-ts: text/x-adasrc
    fortran f90: text/x-fortran
    modula2 modula-2: text/x-modula
    modula3 modula-3: text/x-modula3
    asm nasm gas masm fasm asm86: text/x-asm
    llvm llvm-ir: text/x-llvm
    lex flex: text/x-lex
    yacc: text/x-yacc
    sv systemverilog: text/x-svsrc
    cuda: text/x-cuda
    opencl opencl-c: text/x-opencl-csrc
    solidity: text/x-solidity
    coq rocq: text/x-coq
    lean4 lean: text/x-lean4
    tla tla+ tlaplus: text/x-tlaplus
    idlwave: text/idl
    objj objectivej: text/x-objectivej
    smalltalk st: text/x-stsrc
    promela: text/x-promela
    brainfuck bf: text/x-brainfuck
    autohotkey ahk: text/x-autohotkey
    snippet snippets yasnippet: text/x-yasnippet
    ultisnips: text/x-vim-snippet
    dockerfile docker dockerfile-ts: text/x-dockerfile
    html html-ts mhtml nxml-html htmldjango: text/html
    xml nxml sgml-xml: application/xml
    xhtml: application/xhtml+xml
    xslt xsl: application/xslt+xml
    svg: image/svg+xml
    css css-ts: text/css
    scss: text/x-scss
    sass: text/x-sass
    less less-css: text/less
    stylus: text/x-styl
    eruby erb: text/x-erb
    jinja jinja2: text/x-jinja
    handlebars hbs: text/x-handlebars-template
    jade pug: text/x-pug
    yaml yaml-ts: application/yaml application/x-yaml
    toml toml-ts conf-toml: application/toml
    json json-ts js-json: application/json
    jsonc: application/jsonc
    json5: application/json5
    dosini ini conf-windows: text/x-ini com.microsoft.ini
    desktop conf-desktop: application/x-desktop
    systemd: text/x-systemd-unit
    jproperties conf-javaprop java-properties: text/x-java-properties
    markdown gfm: text/markdown
    rst restructuredtext: text/x-rst
    asciidoc adoc: text/asciidoc
    org: text/org
    tex latex plain-tex plaintex context: text/x-tex
    bib bibtex: text/x-bibtex
    nroff groff troff man roff: text/troff
    mediawiki wikitext: text/mediawiki
    pod perldoc: text/x-pod
    sql mysql: application/sql
    plsql: text/x-plsql
    cmake cmake-ts: text/x-cmake
    autoconf m4 config: text/x-m4
    rpm-spec spec: text/x-rpm-spec
    debcontrol debian-control: text/x-debian-control
    diff patch: text/x-patch
    gitconfig: text/x-gitconfig
    gitcommit git-commit: text/x-git-commit
    gitignore: text/x-gitignore
    apache apacheconf: text/x-apacheconf
    nginx: text/x-nginx-conf
    nft nftables: text/x-nftables
    sshconfig sshdconfig ssh-config: text/x-ssh-config
    bindzone dns zone: text/dns
    ld linker-script ld-script: text/x-linker-script
    gdb gdb-script gud-gdb: text/x-gdb
    proto protobuf: text/x-protobuf public.protobuf-source
    graphql gql: text/x-graphql
    hcl terraform: text/x-terraform
    dot graphviz-dot: text/vnd.graphviz
    plantuml: text/vnd.plantuml
    mermaid: text/vnd.mermaid
    gdscript gd: application/x-gdscript
    gdresource: application/x-godot-resource
    gdshader: application/x-godot-shader
    glsl glsl-ts: text/x-glsl org.khronos.glsl-source
    hlsl: text/x-hlsl com.microsoft.hlsl
    wgsl: text/x-wgsl
    sieve: application/sieve
    xquery xq: application/xquery
    xproc: application/xproc+xml
    sparql: application/sparql-query
    turtle ttl: text/turtle
    edn: application/edn
    slint: text/slint
    typst: text/vnd.typst
    ps postscript ps-mode: application/postscript
    cucumber gherkin feature: text/x-gherkin
    vimrc vim: text/x-vim
    """

  /// Languages whose type is `text/x-` and the name.
  static let plainNames: StaticString = """
    abap abnf actionscript agda aidl aiken al aleo algol alloy altium ampl angelscript antlers antlr
    apex arc asl asn1 aspectj astro ats augeas autoit b b4x ballerina baml basic bbcode beef befunge
    berry bibtex-style bicep bikeshed bird bison bitbake blade blitzbasic blitzmax blueprint
    bluespec boo boogie bqn brighterscript brightscript browserslist bru c2hs c3 cabal caddyfile
    cadence cairo cairo-zero cameligo cangjie capnp carbon cartocss ceylon chapel charity chuck cil
    circom cirru clarion clarity clean click clue cobol codeowners codeql coldfusion
    component-pascal cooklang cool cql creole crontab cson csound cue curry cweb cycript cylc cypher
    cython d2 dafny daslang dcl denizenscript dhall dircolors dm dogescript dotenv dune dwl dylan e
    eagle earthfile easybuild ebnf ec ecmarkup ecr edge edgeql editorconfig eex eiffel ejs elm
    elvish emberscript eq factor fancy fantom faust fennel filebench filterscript firrtl flatbuffers
    flix fluent flux forth freebasic freemarker frege fstab fstar futhark gaml gams gap gemini genie
    genshi gentoo-ebuild glyph gno golo gosu gotmpl grace gradle grammatical-framework gsc gtkrc
    hack haml haproxy harbour hare haxe heex hexpat hip hiveql hocon holyc hoon hosts hurl hxml hy
    hyphy idris imba inform7 ink innosetup inputrc ioke irc-log isabelle ispc jac jai jake janet
    jasmin jass jcl jflex jison jolie jsoniq jsonnet jte just kaitai-struct kakounescript kcl
    kconfig kdl kerboscript kframework kickstart koka krl kusto kvlang labview lambdapi langium lark
    lasso latte leo lfe ligo lilypond limbo liquid liquidsoap livecode lobster logos logtalk lolcode
    lookml loomscript lsl luau mako marko mask maxscript mcfunction mdsvex meson metta minid
    miniscript minizinc mint mirah mirc mlir modelica mojo monkey moocode moonbit motoko move mql4
    mql5 mtml muf mumps mupad muse mustache myghty nanorc nasal nasl nearley nemerle neon nesc
    netlinx netlogo nickel nim ninja nit nix noir npmrc nsis nunjucks nwscript oberon objdump
    objectscript odin omgrofl ooc opa opal openedge openqasm overpassql overpy ox oxygene oz p4 pact
    pan papyrus pawn pddl pegjs pep8 pic piglatin pike pkl plpgsql pod6 pogoscript polar pony
    portugol postcss povray powerbuilder powerquery praat prisma proc processing procfile proguard
    puppet purebasic puredata purescript pyret q qmake qml qsharp qtscript quakec quickbasic quint
    ragel rascal rascript razor rbs rdoc realbasic reason reasonligo rebol red redcode redscript
    rego renderscript renpy rescript ring riot robotframework roc ron rouge routeros rpc rpgle
    runoff sail salt sas scaml scenic scilab self shaderlab shellsession shen singularity slang
    slash slice slim smali smarty smithy smpl snakemake soong sourcepawn soy sqf sqlpl squirrel stan
    starlark stata ston stringtemplate sugarss surrealql survex svelte sway sweave swig tablegen
    tact talon tape tea templ terra textgrid textile textproto thrift tiltfile tl-verilog tmdl tmux
    toit tolk tsql turing twig txl typespec ucode unity uno unrealscript upc uplc urweb v vala vba
    vcl velocity vento verilog verse vhdl volt vue vyper wdl webidl whiley wisp wit wollok wow-toc
    wren x10 xbase xc xcompose xmake xojo xonsh xpages xs xtend yang yara yul zap zeek
    zenscript zephir zig zil zimpl zmodel
    """
}
