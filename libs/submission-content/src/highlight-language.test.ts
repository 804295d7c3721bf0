import { highlightLanguages } from '@course-grading/contracts'
import { describe, expect, it } from 'vitest'
import { highlightLanguageOf } from './highlight-language.ts'

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
  ['', ['python'], null],
  ['.', ['python'], null],
  ['constructor', highlightLanguages, null],
]

describe('highlightLanguageOf', () => {
  it.each(cases)('returns for %s among %j the language %s', (path, languages, language) => {
    expect(highlightLanguageOf(path, languages)).toBe(language)
  })
})
