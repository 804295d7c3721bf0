import { languageTable } from '@course-grading/contracts/settings/language-table'

interface FileNames {
  /** The usual extension comes first. */
  readonly extensions: readonly string[]
  readonly names: readonly string[]
}

interface Implied {
  readonly byName: ReadonlyMap<string, string>
  readonly byExtension: ReadonlyMap<string, string>
}

/** No extension in the table has more dots, which a test ensures. A file name may have any number of dots. */
export const maxExtensionDots = 4

let table: ReadonlyMap<string, FileNames> | undefined

/** Made once for each list, since a submission has up to a thousand files. A list that is in use is never changed. */
const impliedByList = new WeakMap<readonly string[], Implied>()

/** Null if none. A whole name counts first, then the longer extension, the language whose usual one it is, the order of the list. */
export function highlightLanguageOf(path: string, highlightLanguages: readonly string[]): string | null {
  const name = lastSegment(path)
  const { byName, byExtension } = impliedBy(highlightLanguages)
  const named = byName.get(name)
  if (named !== undefined) return named
  for (const extension of extensionsOf(name)) {
    const found = byExtension.get(extension)
    if (found !== undefined) return found
  }
  return null
}

function impliedBy(highlightLanguages: readonly string[]): Implied {
  const made = impliedByList.get(highlightLanguages)
  if (made !== undefined) return made
  const known = highlightLanguages.flatMap((language) => {
    const names = fileNames().get(language)
    return names === undefined ? [] : [{ language, ...names }]
  })
  const usual = known.map(({ language, extensions }) => ({ language, keys: extensions.slice(0, 1) }))
  const others = known.map(({ language, extensions }) => ({ language, keys: extensions }))
  const implied = {
    byName: firstByKey(known.map(({ language, names }) => ({ language, keys: names }))),
    byExtension: firstByKey([...usual, ...others]),
  }
  impliedByList.set(highlightLanguages, implied)
  return implied
}

function firstByKey(
  languages: readonly { readonly language: string; readonly keys: readonly string[] }[],
): Map<string, string> {
  const first = new Map<string, string>()
  for (const { language, keys } of languages) for (const key of keys) if (!first.has(key)) first.set(key, language)
  return first
}

export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Possible extensions of a file name, the longest first; each as written, and then in lower case. */
function extensionsOf(name: string): string[] {
  const endings: string[] = []
  let dot = name.length
  while (dot > 0 && endings.length < maxExtensionDots) {
    dot = name.lastIndexOf('.', dot - 1)
    if (dot < 0) break
    endings.unshift(name.slice(dot))
  }
  return endings.flatMap((ending) => [ending, ending.toLowerCase()])
}

function fileNames(): ReadonlyMap<string, FileNames> {
  table ??= new Map(
    languageTable
      .trim()
      .split('\n')
      .map((row) => {
        const [id = '', ...words] = row.split(' ')
        return [
          id.slice(0, -1),
          {
            extensions: words.filter((word) => !word.startsWith('=')),
            names: words.filter((word) => word.startsWith('=')).map((word) => word.slice(1)),
          },
        ]
      }),
  )
  return table
}
