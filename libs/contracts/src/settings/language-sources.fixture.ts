import * as linguist from 'linguist-languages'
import { bundledLanguagesInfo } from 'shiki'

interface LinguistLanguage {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly extensions?: readonly string[]
  readonly filenames?: readonly string[]
}

const linguistLanguages: readonly LinguistLanguage[] = Object.values(linguist)

/** Languages that Linguist knows by a name which the highlighter neither has nor calls an alias. */
const otherNames: Readonly<Record<string, string>> = {
  'actionscript-3': 'ActionScript',
  bsl: '1C Enterprise',
  'common-lisp': 'Common Lisp',
  docker: 'Dockerfile',
  'dream-maker': 'DM',
  'emacs-lisp': 'Emacs Lisp',
  gdresource: 'Godot Resource',
  'git-commit': 'Git Commit',
  'glimmer-js': 'Glimmer JS',
  'glimmer-ts': 'Glimmer TS',
  'objective-cpp': 'Objective-C++',
  po: 'Gettext Catalog',
  reg: 'Windows Registry Entries',
  shellscript: 'Shell',
  'ssh-config': 'SSH Config',
  'system-verilog': 'SystemVerilog',
  talonscript: 'Talon',
  vb: 'Visual Basic .NET',
}

/** Languages that Linguist does not have, or does not distinguish from another, with the extensions that their own projects use. */
const ownExtensions: Readonly<Record<string, readonly string[]>> = {
  ahk2: ['.ahk2'],
  'angular-html': ['.component.html'],
  'angular-ts': ['.component.ts'],
  ara: ['.ara'],
  beancount: ['.beancount', '.bean'],
  dax: ['.dax'],
  'fortran-fixed-form': ['.f', '.for', '.f77'],
  'fortran-free-form': ['.f90', '.f95', '.f03', '.f08'],
  hjson: ['.hjson'],
  jssm: ['.fsl', '.jssm'],
  jsx: ['.jsx'],
  log: ['.log'],
  logo: ['.lgo', '.logo'],
  mdc: ['.mdc'],
  mipsasm: ['.mips'],
  narrat: ['.narrat', '.nar'],
  qss: ['.qss'],
  rel: ['.rel'],
  sdbl: ['.sdbl', '.query'],
  splunk: ['.spl'],
  systemd: ['.service', '.socket', '.device', '.mount', '.automount', '.swap', '.target', '.timer', '.slice'],
  tasl: ['.tasl'],
  'vue-vine': ['.vine.ts'],
  wenyan: ['.wy'],
}

/** Languages that no file name implies: parts of other languages, and languages without files. */
export const withoutFileNames: readonly string[] = [
  'git-rebase',
  'html-derivative',
  'nextflow-groovy',
  'qmldir',
  'riscv',
  'ts-tags',
  'vue-html',
]

/** The source of `language-table.ts`: the languages that Shiki bundles, with the file names that Linguist has of them. */
export function languageTableSource(): string {
  const ids = bundledLanguagesInfo.map(({ id }) => id).toSorted()
  const rows = ids.map((id) => {
    const { extensions, names } = fileNamesOf(id)
    return [`${id}:`, ...extensions, ...names.map((name) => `=${name}`)].join(' ')
  })
  return `// Written by \`pnpm --filter @course-grading/contracts language-table\`, from Linguist's list of languages.

/**
 * The languages of Shiki 4 (https://shiki.style/languages), one a line, with extensions, the usual one first, and after \`=\` names of files.
 * The list is kept here, so that an update of Shiki does not change the contract.
 */
export const languageTable = \`
${rows.join('\n')}
\`
`
}

function fileNamesOf(id: string): { extensions: readonly string[]; names: readonly string[] } {
  const own = ownExtensions[id]
  if (own !== undefined) return { extensions: own, names: [] }
  const wanted = (otherNames[id] ?? id).toLowerCase()
  const found =
    linguistLanguages.find(({ name }) => name.toLowerCase() === wanted) ??
    linguistLanguages.find(({ aliases = [] }) => aliases.includes(wanted))
  const isPlain = (name: string): boolean => /^[\w.+@~-]+$/.test(name)
  return {
    extensions: (found?.extensions ?? []).filter(isPlain),
    names: (found?.filenames ?? []).filter(isPlain),
  }
}
