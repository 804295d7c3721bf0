import { describe, expect, it } from 'vitest'
import { admitsTemplate, isExcluded, templateName } from './template-rules.ts'

const settings = {
  highlightLanguages: ['python'],
  templates: { automaticExtensions: false, extensions: ['.txt', '.tar.gz'], excludedPathSegments: ['node_modules'] },
}
const automatic = { ...settings, templates: { ...settings.templates, automaticExtensions: true } }

describe('admitsTemplate', () => {
  it.each([
    ['notes.txt', true],
    ['NOTES.TXT', true],
    ['given.tar.gz', true],
    ['given.gz', false],
    ['solution.py', false],
    ['txt', false],
    ['node_modules/notes.txt', false],
  ])('returns for %s %s, by the listed extensions', (path, admitted) => {
    expect(admitsTemplate(settings, path)).toBe(admitted)
  })

  it.each([
    ['solution.py', true],
    ['notes.txt', true],
    ['Solution.scala', false],
    ['a/node_modules/solution.py', false],
  ])('returns for %s %s if the extensions of highlighters count, too', (path, admitted) => {
    expect(admitsTemplate(automatic, path)).toBe(admitted)
  })
})

describe('isExcluded', () => {
  it.each([
    ['.DS_Store', true],
    ['a/.DS_Store', true],
    ['__MACOSX/a/b', true],
    ['a\\__MACOSX\\b', true],
    ['my.DS_Store', false],
    ['__macosx/a', false],
    ['', false],
  ])('returns for %s %s', (path, excluded) => {
    expect(isExcluded(path, ['.DS_Store', '__MACOSX'])).toBe(excluded)
  })
})

describe('templateName', () => {
  it.each([
    ['/static/course/ex1/solution.py', 'solution.py'],
    ['ääkkönen essay (1).txt', 'kknenessay1.txt'],
    ['-rf.py', '_rf.py'],
    [`${'a'.repeat(90)}.py`, 'a'.repeat(80)],
    ['', ''],
  ])('returns for %s %s, as A+ names files of submissions', (path, name) => {
    expect(templateName(path)).toBe(name)
  })
})
