/**
 * Ids of the languages that Shiki 4 bundles (https://shiki.style/languages), sorted: the syntax highlighters a course may name.
 * Kept as a list so that the contract does not move with a dependency; a test compares it with the package.
 */
export const highlightLanguages = [
  'abap', 'actionscript-3', 'ada', 'ahk', 'ahk2', 'angular-html', 'angular-ts', 'apache', 'apex', 'apl',
  'applescript', 'ara', 'asciidoc', 'asm', 'astro', 'awk', 'ballerina', 'bat', 'beancount', 'berry', 'bibtex',
  'bicep', 'bird2', 'blade', 'bsl', 'c', 'c3', 'cadence', 'cairo', 'chapel', 'clarity', 'clojure', 'cmake', 'cobol',
  'codeowners', 'codeql', 'coffee', 'common-lisp', 'coq', 'cpp', 'crystal', 'csharp', 'css', 'csv', 'cue', 'cypher',
  'd', 'dart', 'dax', 'desktop', 'diff', 'docker', 'dotenv', 'dream-maker', 'edge', 'elixir', 'elm', 'emacs-lisp',
  'erb', 'erlang', 'fennel', 'fish', 'fluent', 'fortran-fixed-form', 'fortran-free-form', 'fsharp', 'gdresource',
  'gdscript', 'gdshader', 'genie', 'gherkin', 'git-commit', 'git-rebase', 'gleam', 'glimmer-js', 'glimmer-ts',
  'glsl', 'gn', 'gnuplot', 'go', 'graphql', 'groovy', 'hack', 'haml', 'handlebars', 'haskell', 'haxe', 'hcl',
  'hjson', 'hlsl', 'html', 'html-derivative', 'http', 'hurl', 'hxml', 'hy', 'imba', 'ini', 'java', 'javascript',
  'jinja', 'jison', 'json', 'json5', 'jsonc', 'jsonl', 'jsonnet', 'jssm', 'jsx', 'julia', 'just', 'kdl', 'kotlin',
  'kusto', 'latex', 'lean', 'less', 'liquid', 'llvm', 'log', 'logo', 'lua', 'luau', 'make', 'markdown', 'marko',
  'matlab', 'mdc', 'mdx', 'mermaid', 'mipsasm', 'mojo', 'moonbit', 'move', 'narrat', 'nextflow', 'nextflow-groovy',
  'nginx', 'nim', 'nix', 'nsis', 'nushell', 'objective-c', 'objective-cpp', 'ocaml', 'odin', 'openscad', 'org',
  'pascal', 'perl', 'php', 'pkl', 'plsql', 'po', 'polar', 'postcss', 'powerquery', 'powershell', 'prisma', 'prolog',
  'proto', 'pug', 'puppet', 'purescript', 'python', 'qml', 'qmldir', 'qss', 'r', 'racket', 'raku', 'razor', 'rbs',
  'reg', 'regexp', 'rel', 'riscv', 'ron', 'rosmsg', 'rst', 'ruby', 'rust', 'sas', 'sass', 'scala', 'scheme', 'scss',
  'sdbl', 'shaderlab', 'shellscript', 'shellsession', 'smalltalk', 'smithy', 'solidity', 'soy', 'sparql', 'splunk',
  'sql', 'ssh-config', 'stata', 'stylus', 'surrealql', 'svelte', 'swift', 'system-verilog', 'systemd', 'talonscript',
  'tasl', 'tcl', 'templ', 'terraform', 'tex', 'toml', 'ts-tags', 'tsv', 'tsx', 'turtle', 'twig', 'typescript',
  'typespec', 'typst', 'v', 'vala', 'vb', 'verilog', 'vhdl', 'viml', 'vue', 'vue-html', 'vue-vine', 'vyper', 'wasm',
  'wenyan', 'wgsl', 'wikitext', 'wit', 'wolfram', 'xml', 'xsl', 'yaml', 'zenscript', 'zig',
] as const
