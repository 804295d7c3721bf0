import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { fi } from './fi.ts'
import { sv } from './sv.ts'
import { loadTexts } from './load-texts.ts'
import { locales, textsFor } from './texts.ts'

describe('the texts', () => {
  it('are all used by some page', () => {
    const root = join(import.meta.dirname, '..')
    const code = globSync('**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !path.startsWith('texts/') && !/\.(test|fixture)\./.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const unused = membersOf(en).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
    expect(unused).toEqual([])
  })

  it.each(locales)('of %s are what a script loads for it', async (locale) => {
    expect(await loadTexts[locale]()).toBe(textsFor(locale).texts)
  })

  it.each([
    ['Finnish', fi],
    ['Swedish', sv],
  ])('in %s are none of the English ones, and name what those name', (_language, texts) => {
    const english = saidBy(en)
    const strange = [...saidBy(texts)].filter(
      ([path, { text, names }]) =>
        names.join() !== english.get(path)?.names.join() ||
        (text === english.get(path)?.text && /\p{L}{3}/u.test(text) && !path.startsWith('.looks.languages.')),
    )
    expect(strange).toEqual([])
  })

  it.each([
    ['fi', 'fi'],
    ['fi_FI', 'fi'],
    ['fil', 'en'],
    ['en_GB', 'en'],
    ['sv', 'sv'],
    ['sv-FI', 'sv'],
    ['de', 'en'],
  ])('for %j are those of %s', (preferred, locale) => {
    expect(textsFor(preferred).locale).toBe(locale)
  })
})

/** Each text by its path, and which of the things in it that it is given. */
function saidBy(texts: object, path = ''): Map<string, { text: string; names: string[] }> {
  return new Map(
    Object.entries(texts).flatMap(([member, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null) return [...saidBy(value, `${path}.${member}`)]
      const text = String(typeof value === 'function' ? value('<1>', '<2>', '<3>') : value)
      return [[`${path}.${member}`, { text, names: [...new Set(text.match(/<\d>/g))].sort() }]]
    }),
  )
}

/** Names of all members but those that stand for words of the contract. */
function membersOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    if (
      [
        'byCode',
        'byField',
        'byColumn',
        'persons',
        'roles',
        'parts',
        'kinds',
        'events',
        'states',
        'lists',
        'notices',
        'refusals',
        'gaps',
        'languages',
        'themes',
        'omitted',
        'statuses',
        'confirmed',
        'fields',
        'values',
        'byReason',
      ].includes(name) ||
      typeof value !== 'object' ||
      value === null
    )
      return [name]
    return [name, ...membersOf(value)]
  })
}
