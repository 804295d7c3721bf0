import { languageTable } from './language-table.ts'

interface FileNames {
  /** Extensions of the language, the usual one first. */
  readonly extensions: readonly string[]
  readonly names: readonly string[]
}

let table: ReadonlyMap<string, FileNames> | undefined

/**
 * The language, among those that a course uses, that the name of a file implies; null if there is none. A whole name counts more than
 * an extension, and a longer extension more than a shorter one. Among the others, a language whose usual extension it is comes first,
 * and then the order of the course decides.
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

/** The part of a path after its last slash. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Possible extensions of a file name, the longest first; each as written, and then in lower case. */
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
