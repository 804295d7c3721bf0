// Written by `pnpm --filter @course-grading/contracts language-table`, from Linguist's list of languages.

/**
 * The languages of Shiki 4 (https://shiki.style/languages), one a line, with extensions, the usual one first, and after `=` names of files.
 * The list is kept here, so that an update of Shiki does not change the contract.
 */
export const languageTable = `
abap: .abap
actionscript-3: .as
ada: .adb .ada .ads
ahk: .ahk .ah1 .ah2 .ahkl
ahk2: .ahk2
angular-html: .component.html
angular-ts: .component.ts
apache: .apacheconf .vhost =.htaccess =apache2.conf =httpd.conf
apex: .cls .apex .trigger
apl: .apl .dyalog
applescript: .applescript .scpt
ara: .ara
asciidoc: .asciidoc .adoc .asc
asm: .asm .a51 .i .inc .nas .nasm .s
astro: .astro
awk: .awk .auk .gawk .mawk .nawk
ballerina: .bal
bat: .bat .cmd =gradlew.bat =mvnw.cmd
beancount: .beancount .bean
berry: .be
bibtex: .bib .bibtex
bicep: .bicep .bicepparam
bird2: =bird.conf
blade: .blade .blade.php
bsl: .bsl .os
c: .c .cats .h .h.in .idc
c3: .c3
cadence: .cdc
cairo: .cairo
chapel: .chpl
clarity: .clar
clojure: .clj .bb .boot .cl2 .cljc .cljs .cljs.hl .cljscm .cljx .hic =riemann.config
cmake: .cmake .cmake.in =CMakeLists.txt
cobol: .cob .cbl .ccp .cobol .cpy
codeowners: =CODEOWNERS
codeql: .ql .qll
coffee: .coffee ._coffee .cake .cjsx .coffee.erb .iced =Cakefile
common-lisp: .lisp .asd .cl .l .lsp .ny .podsl .sexp
coq: .v .coq
cpp: .cpp .c++ .cc .cp .cppm .cxx .h .h++ .hh .hpp .hxx .inc .inl .ino .ipp .ixx .re .tcc .tpp .txx
crystal: .cr
csharp: .cs .cake .cs.pp .csx .linq
css: .css
csv: .csv
cue: .cue
cypher: .cyp .cypher
d: .d .di
dart: .dart
dax: .dax
desktop: .desktop .desktop.in
diff: .diff .patch
docker: .dockerfile .containerfile =Containerfile =Dockerfile
dotenv: .env =.env =.env.ci =.env.dev =.env.development =.env.development.local =.env.example =.env.local =.env.prod =.env.production =.env.sample =.env.staging =.env.template =.env.test =.env.testing
dream-maker: .dm
edge: .edge
elixir: .ex .exs =mix.lock
elm: .elm
emacs-lisp: .el .emacs .emacs.desktop =.abbrev_defs =.emacs =.emacs.desktop =.gnus =.spacemacs =.viper =Cask =Eask =Project.ede =_emacs =abbrev_defs
erb: .erb .erb.deface .rhtml
erlang: .erl .app .app.src .es .escript .hrl .xrl .yrl =Emakefile =rebar.config =rebar.config.lock =rebar.lock
fennel: .fnl
fish: .fish
fluent: .ftl
fortran-fixed-form: .f .for .f77
fortran-free-form: .f90 .f95 .f03 .f08
fsharp: .fs .fsi .fsx
gdresource: .gdnlib .gdns .tres .tscn =project.godot
gdscript: .gd
gdshader: .gdshader .gdshaderinc
genie: .gs
gherkin: .feature .story
git-commit: =.gitmessage =COMMIT_EDITMSG
git-rebase:
gleam: .gleam
glimmer-js: .gjs
glimmer-ts: .gts
glsl: .glsl .fp .frag .frg .fs .fsh .fshader .geo .geom .glslf .glslv .gs .gshader .rchit .rmiss .shader .tesc .tese .vert .vrx .vs .vsh .vshader
gn: .gn .gni =.gn
gnuplot: .gp .gnu .gnuplot .p .plot .plt
go: .go
graphql: .graphql .gql .graphqls
groovy: .groovy .grt .gtpl .gvy =Jenkinsfile
hack: .hack .hh .hhi .php
haml: .haml .haml.deface
handlebars: .handlebars .hbs
haskell: .hs .hs-boot .hsc
haxe: .hx .hxsl
hcl: .hcl .nomad .tf .tfvars .tofu .workflow
hjson: .hjson
hlsl: .hlsl .cginc .fx .fxh .hlsli
html: .html .hta .htm .html.hl .inc .xht .xhtml
html-derivative:
http: .http
hurl: .hurl
hxml: .hxml
hy: .hy
imba: .imba
ini: .ini .cfg .cnf .container .dof .frm .lektorproject .mount .network .prefs .pro .properties .service .socket .target .timer .url =.buckconfig =.coveragerc =.flake8 =.gitreview =.pylintrc =HOSTS =buildozer.spec =hosts =pylintrc =vlcrc
java: .java .jav .jsh
javascript: .js ._js .bones .cjs .es .es6 .frag .gs .jake .javascript .jsb .jscad .jsfl .jslib .jsm .jspre .jss .jsx .mjs .njs .pac .sjs .ssjs .xsjs .xsjslib =Jakefile
jinja: .jinja .j2 .jinja2
jison: .jison
json: .json .4DForm .4DProject .avsc .geojson .gltf .har .ice .JSON-tmLanguage .json.example .jsonl .mcmeta .sarif .slnlaunch .tact .tfstate .tfstate.backup .topojson .webapp .webmanifest .yy .yyp =.all-contributorsrc =.arcconfig =.auto-changelog =.c8rc =.htmlhintrc =.imgbotconfig =.nycrc =.releaserc =.secrets.baseline =.tern-config =.tern-project =.watchmanconfig =MODULE.bazel.lock =Package.resolved =Pipfile.lock =bun.lock =composer.lock =deno.lock =flake.lock =mcmod.info
json5: .json5
jsonc: .jsonc .code-snippets .code-workspace .hujson .sublime-build .sublime-color-scheme .sublime-commands .sublime-completions .sublime-keymap .sublime-macro .sublime-menu .sublime-mousemap .sublime-project .sublime-settings .sublime-theme .sublime-workspace .sublime_metrics .sublime_session .tsconfig.json =.babelrc =.devcontainer.json =.eslintrc =.eslintrc.json =.jscsrc =.jshintrc =.jslintrc =.oxlintrc.json =.swcrc =api-extractor.json =devcontainer.json =jsconfig.json =language-configuration.json =tsconfig.json =tslint.json
jsonl: .json .4DForm .4DProject .avsc .geojson .gltf .har .ice .JSON-tmLanguage .json.example .jsonl .mcmeta .sarif .slnlaunch .tact .tfstate .tfstate.backup .topojson .webapp .webmanifest .yy .yyp =.all-contributorsrc =.arcconfig =.auto-changelog =.c8rc =.htmlhintrc =.imgbotconfig =.nycrc =.releaserc =.secrets.baseline =.tern-config =.tern-project =.watchmanconfig =MODULE.bazel.lock =Package.resolved =Pipfile.lock =bun.lock =composer.lock =deno.lock =flake.lock =mcmod.info
jsonnet: .jsonnet .libsonnet
jssm: .fsl .jssm
jsx: .jsx
julia: .jl
just: .just =.JUSTFILE =.Justfile =.justfile =JUSTFILE =Justfile =justfile
kdl: .kdl
kotlin: .kt .ktm .kts
kusto: .csl .kql
latex: .tex .aux .bbx .cbx .cls .dtx .ins .lbx .ltx .mkii .mkiv .mkvi .sty .toc
lean: .lean .hlean
less: .less
liquid: .liquid
llvm: .ll
log: .log
logo: .lgo .logo
lua: .lua .fcgi .nse .p8 .pd_lua .rbxs .rockspec .wlua =.luacheckrc
luau: .luau
make: .mak .d .make .makefile .mk .mkfile =BSDmakefile =GNUmakefile =Kbuild =Makefile =Makefile.am =Makefile.boot =Makefile.frag =Makefile.in =Makefile.inc =Makefile.pc =Makefile.wat =makefile =makefile.sco =mkfile
markdown: .md .livemd .markdown .mdown .mdwn .mkd .mkdn .mkdown .ronn .scd .workbook =contents.lr
marko: .marko
matlab: .matlab .m
mdc: .mdc
mdx: .mdx
mermaid: .mmd .mermaid
mipsasm: .mips
mojo: .mojo
moonbit: .mbt
move: .move
narrat: .narrat .nar
nextflow: .nf =nextflow.config
nextflow-groovy:
nginx: .nginx .nginxconf .vhost =nginx.conf
nim: .nim .nim.cfg .nimble .nimrod .nims =nim.cfg
nix: .nix
nsis: .nsi .nsh
nushell: .nu
objective-c: .m .h
objective-cpp: .mm
ocaml: .ml .eliom .eliomi .ml4 .mli .mll .mly
odin: .odin
openscad: .scad
org: .org
pascal: .pas .dfm .dpr .inc .lpr .pascal .pp
perl: .pl .al .cgi .fcgi .perl .ph .plx .pm .psgi .t =.latexmkrc =Makefile.PL =Rexfile =ack =cpanfile =latexmkrc
php: .php .aw .ctp .fcgi .inc .php3 .php4 .php5 .phps .phpt =.php =.php_cs =.php_cs.dist =Phakefile
pkl: .pkl
plsql: .pls .bdy .ddl .fnc .pck .pkb .pks .plb .plsql .prc .spc .sql .tpb .tps .trg .vw
po: .po .pot
polar: .polar
postcss: .pcss .postcss
powerquery: .pq
powershell: .ps1 .psd1 .psm1
prisma: .prisma
prolog: .pl .plt .pro .prolog .yap
proto: .proto
pug: .jade .pug
puppet: .pp =Modulefile
purescript: .purs
python: .py .cgi .fcgi .gyp .gypi .lmi .py3 .pyde .pyi .pyp .pyt .pyw .rpy .spec .tac .wsgi .xpy =.gclient =DEPS =SConscript =SConstruct =wscript
qml: .qml .qbs
qmldir:
qss: .qss
r: .r .rd .rhistory .rsx =.Rapp.history =.Rhistory =.Rprofile =expr-dist
racket: .rkt .rktd .rktl .scrbl
raku: .6pl .6pm .nqp .p6 .p6l .p6m .pl .pl6 .pm .pm6 .raku .rakumod .t
razor: .cshtml .razor
rbs: .rbs
reg: .reg
regexp: .regexp .regex
rel: .rel
riscv:
ron: .ron
rosmsg: .msg .action .srv
rst: .rst .rest .rest.txt .rst.txt
ruby: .rb .builder .eye .fcgi .gemspec .god .jbuilder .mspec .pluginspec .podspec .prawn .rabl .rake .rbi .rbuild .rbw .rbx .ru .ruby .spec .thor .watchr =.irbrc =.pryrc =.simplecov =Appraisals =Berksfile =Brewfile =Buildfile =Capfile =Dangerfile =Deliverfile =Fastfile =Gemfile =Guardfile =Jarfile =Mavenfile =Podfile =Puppetfile =Rakefile =Snapfile =Steepfile =Thorfile =Vagrantfile =buildfile
rust: .rs .rs.in
sas: .sas
sass: .sass
scala: .scala .kojo .sbt .sc
scheme: .scm .sch .sld .sls .sps .ss
scss: .scss
sdbl: .sdbl .query
shaderlab: .shader
shellscript: .sh .bash .bats .cgi .command .fcgi .ksh .pacscript .sbatch .sh.in .slurm .tmux .tool .trigger .zsh .zsh-theme =.bash_aliases =.bash_functions =.bash_history =.bash_logout =.bash_profile =.bashrc =.cshrc =.envrc =.flaskenv =.kshrc =.login =.profile =.tmux.conf =.xinitrc =.xsession =.zlogin =.zlogout =.zprofile =.zshenv =.zshrc =9fs =PKGBUILD =bash_aliases =bash_logout =bash_profile =bashrc =cshrc =gradlew =kshrc =login =man =mvnw =profile =tmux.conf =xinitrc =xsession =zlogin =zlogout =zprofile =zshenv =zshrc
shellsession: .sh-session
smalltalk: .st .cs
smithy: .smithy
solidity: .sol
soy: .soy
sparql: .sparql .rq
splunk: .spl
sql: .sql .ddl .inc .mysql .prc .tab .udf .viw
ssh-config: =ssh-config =ssh_config =sshconfig =sshconfig.snip =sshd-config =sshd_config
stata: .do .ado .doh .ihlp .mata .matah .sthlp
stylus: .styl
surrealql: .surql
svelte: .svelte
swift: .swift
system-verilog: .sv .svh .vh
systemd: .service .socket .device .mount .automount .swap .target .timer .slice
talonscript: .talon
tasl: .tasl
tcl: .tcl .adp .sdc .tcl.in .tm .xdc =owh =starfield
templ: .templ
terraform: .hcl .nomad .tf .tfvars .tofu .workflow
tex: .tex .aux .bbx .cbx .cls .dtx .ins .lbx .ltx .mkii .mkiv .mkvi .sty .toc
toml: .toml .toml.example =Cargo.lock =Cargo.toml.orig =Gopkg.lock =Pipfile =mise.local.lock =mise.lock =pdm.lock =poetry.lock =uv.lock
ts-tags:
tsv: .tsv .vcf
tsx: .tsx
turtle: .ttl
twig: .twig
typescript: .ts .cts .mts
typespec: .tsp
typst: .typ
v: .v
vala: .vala .vapi
vb: .vb .vbhtml
verilog: .v .veo
vhdl: .vhdl .vhd .vhf .vhi .vho .vhs .vht .vhw
viml: .vim .vba .vimrc .vmb =.exrc =.gvimrc =.nvimrc =.vimrc =_vimrc =gvimrc =nvimrc =vimrc
vue: .vue
vue-html:
vue-vine: .vine.ts
vyper: .vy
wasm: .wast .wat
wenyan: .wy
wgsl: .wgsl
wikitext: .mediawiki .wiki .wikitext
wit: .wit
wolfram: .mathematica .cdf .m .ma .mt .nb .nbp .wl .wls .wlt
xml: .xml .adml .admx .ant .axaml .axml .builds .ccproj .ccxml .clixml .cproject .cscfg .csdef .csl .csproj .ct .depproj .dita .ditamap .ditaval .dll.config .dotsettings .filters .fsproj .fxml .glade .gml .gmx .gpx .grxml .gst .hzp .icls .iml .ivy .jelly .jsproj .kml .launch .mdpolicy .meta4 .mjml .mm .mod .mojo .mxml .natvis .ncl .ndproj .nproj .nuspec .odd .osm .pkgproj .pluginspec .proj .props .ps1xml .psc1 .pt .pubxml .qhelp .rbxmx .rdf .res .resx .rs .rss .sch .scxml .sfproj .shproj .slnx .srdf .storyboard .sublime-snippet .sw .targets .tml .ts .tsx .typ .ui .urdf .ux .vbproj .vcxproj .vsixmanifest .vssettings .vstemplate .vxml .wixproj .workflow .wsdl .wsf .wxi .wxl .wxs .x3d .xacro .xaml .xib .xlf .xliff .xmi .xml.dist .xmp .xproj .xsd .xspec .xul .zcml =.classpath =.cproject =.project =App.config =NuGet.config =Settings.StyleCop =Web.Debug.config =Web.Release.config =Web.config =packages.config
xsl: .xslt .xsl
yaml: .yml .mir .reek .rviz .sublime-syntax .syntax .yaml .yaml-tmlanguage .yaml.sed .yml.mysql =.clang-format =.clang-tidy =.clangd =.eslintrc =.gemrc =.releaserc =CITATION.cff =glide.lock =pixi.lock =yarn.lock
zenscript: .zs
zig: .zig .zig.zon
`
