import { languageTable } from './language-table.ts'

interface FileNames {
  /** The usual one first. */
  readonly extensions: readonly string[]
  readonly names: readonly string[]
}

let table: ReadonlyMap<string, FileNames> | undefined

/**
 * The highlighter's language for a file: of those that a course uses, the one that its name implies, else null. A whole name counts
 * more than an extension, a longer extension more than a shorter one; then the language whose usual extension it is, then the
 * course's order.
 */
export function highlightLanguageOf(path: string, highlightLanguages: readonly string[]): string | null {
  const name = lastSegment(path)
  const known = highlightLanguages.flatMap((language) => {
    const names = fileNames().get(language)
    return names === undefined ? [] : [{ language, ...names }]
  })
  const named = known.find(({ names }) => names.includes(name))
  if (named !== undefined) return named.language
  for (const extension of extensionsOf(name)) {
    const found =
      known.find(({ extensions }) => extensions[0] === extension) ??
      known.find(({ extensions }) => extensions.includes(extension))
    if (found !== undefined) return found.language
  }
  return null
}

/** What a path ends in, after its last slash. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** What could be the extension of a file name, the longest first: as it is written, then in lower case. */
function extensionsOf(name: string): string[] {
  const endings = [...name.matchAll(/\./g)].map(({ index }) => name.slice(index))
  return endings.flatMap((ending) => [...new Set([ending, ending.toLowerCase()])])
}

function fileNames(): ReadonlyMap<string, FileNames> {
  table ??= new Map(
    languageTable
      .trim()
      .split('\n')
      .map((row) => {
        const colon = row.indexOf(':')
        const words = row.slice(colon + 2).split(' ')
        return [
          row.slice(0, colon),
          {
            extensions: words.filter((word) => !word.startsWith('=')),
            names: words.filter((word) => word.startsWith('=')).map((word) => word.slice(1)),
          },
        ]
      }),
  )
  return table
}
