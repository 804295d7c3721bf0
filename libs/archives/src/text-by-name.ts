/** Extensions of text files. Other files are not compressed, since most already are. */
const textExtensions = new Set(
  `adb ads asm bash bat bib c cc cfg clj cljs cmake conf cpp cs css csv cxx d dart diff dot el elm erl ex exs f90 fs go gradle groovy h
  hh hpp hs htm html hxx ini ipynb java jl js json jsonl jsx kt kts less lisp log lua m markdown md mjs ml mli mm nim patch php pl pm
  properties ps1 py r rb rkt rs rst rtf s sass scala scm scss sh sml sql srt svg swift sv tex tf tcl toml ts tsv tsx txt v vb vhd vhdl
  vue wat xhtml xml xsd xsl yaml yml zig`.split(/\s+/),
)

export function isTextByName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && textExtensions.has(name.slice(dot + 1).toLowerCase())
}
