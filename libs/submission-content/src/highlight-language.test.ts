import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { languageTable } from '@course-grading/contracts/settings/language-table'
import { describe, expect, it } from 'vitest'
import { highlightLanguageOf, maxExtensionDots } from './highlight-language.ts'

describe('highlightLanguageOf', () => {
  it.each(cases)('returns for %s among %j the language %s', (path, languages, language) => {
    expect(highlightLanguageOf(path, languages)).toBe(language)
  })

  it('reads a list of languages once, however many names it is asked for', () => {
    let reads = 0
    const counted = new Proxy(highlightLanguages, {
      get: (list, key) => {
        reads += 1
        return Reflect.get(list, key) as unknown
      },
    })
    expect(highlightLanguageOf('a', counted)).toBeNull()
    const once = reads
    for (let at = 0; at < 1_000; at += 1) highlightLanguageOf(`${at}${'.x'.repeat(80)}`, counted)
    expect(reads).toBe(once)
    expect(once).toBeLessThan(10 * highlightLanguages.length)
  })

  it('looks up so few endings of a name of only dots that a thousand names take less than a tenth of the time for all endings', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `${at}${'.'.repeat(79)}`)
    const cost = (work: () => void): number => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    highlightLanguageOf('a', highlightLanguages)
    const asked = cost(() => names.forEach((name) => highlightLanguageOf(name, highlightLanguages)))
    let found = 0
    const looped = cost(() => {
      for (const name of names)
        for (let at = 0; at < name.length; at += 1)
          for (const language of highlightLanguages) if (name.endsWith(language, at)) found += 1
    })
    expect(found).toBe(0)
    expect(asked).toBeLessThan(looped / 10)
  })

  it('has no extension with more dots than are looked at', () => {
    const extensions = languageTable.split(/\s/).filter((word) => word.startsWith('.'))
    expect(extensions.length).toBeGreaterThan(highlightLanguages.length)
    expect(Math.max(...extensions.map((extension) => extension.split('.').length - 1))).toBeLessThanOrEqual(
      maxExtensionDots,
    )
  })
})

const cases: readonly [path: string, languages: readonly string[], language: string | null][] = [
  ['solution.py', ['scala', 'python'], 'python'],
  ['solution.py', ['scala'], null],
  ['solution.py', [], null],
  ['Solution.PY', ['python'], 'python'],
  ['src/main/Solution.scala', ['scala', 'python'], 'scala'],
  ['src\\Solution.scala', ['scala'], 'scala'],
  ['python', ['python'], null],
  ['notes.py/readme', ['python'], null],
  ['Dockerfile', ['docker'], 'docker'],
  ['Makefile', ['c', 'make'], 'make'],
  ['CMakeLists.txt', ['cmake'], 'cmake'],
  ['archive.tar.gz', highlightLanguages, null],
  ['list.h', ['c', 'cpp'], 'c'],
  ['list.h', ['cpp', 'c'], 'cpp'],
  ['app.ts', ['xml', 'typescript'], 'typescript'],
  ['app.component.ts', ['typescript', 'angular-ts'], 'angular-ts'],
  ['app.component.ts', ['typescript'], 'typescript'],
  ['app.jsx', ['javascript', 'jsx'], 'jsx'],
  ['app.jsx', ['javascript'], 'javascript'],
  ['x.m', ['matlab'], 'matlab'],
  ['report.md', ['markdown'], 'markdown'],
  ['query.sql', ['plsql', 'sql'], 'sql'],
  [`${'.'.repeat(80)}component.ts`, ['typescript', 'angular-ts'], 'angular-ts'],
  ['a.py.b.c.d.e', ['python'], null],
  ['tsconfig.json', ['json', 'jsonc'], 'jsonc'],
  ['', ['python'], null],
  ['.', ['python'], null],
  ['constructor', highlightLanguages, null],
]
