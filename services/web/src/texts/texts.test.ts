import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { textsFor } from './texts.ts'

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

  it.each([
    ['fi', 'fi'],
    ['fi_FI', 'fi'],
    ['fil', 'en'],
    ['en_GB', 'en'],
    ['sv', 'en'],
  ])('for %j are those of %s', (preferred, locale) => {
    expect(textsFor(preferred).locale).toBe(locale)
  })
})

/** Names of all members but those that stand for words of the contract. */
function membersOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    if (
      [
        'byCode',
        'roles',
        'parts',
        'kinds',
        'events',
        'lists',
        'notices',
        'refusals',
        'gaps',
        'languages',
        'themes',
        'omitted',
      ].includes(name) ||
      typeof value !== 'object' ||
      value === null
    )
      return [name]
    return [name, ...membersOf(value)]
  })
}
