import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { fi } from './fi.ts'
import { sv } from './sv.ts'
import { wordsInFinnish, wordsInSwedish } from './words.fixture.ts'

describe.each([
  ['Finnish', fi, wordsInFinnish],
  ['Swedish', sv, wordsInSwedish],
])('a label, in English and in %s', (_language, texts, words) => {
  it('has the words of its meaning in both languages', () => {
    const differing = labels(texts).flatMap(([path, english, other]) =>
      words
        .filter(({ isInEnglish, isInOther }) => isInEnglish(english) !== isInOther(other))
        .map(({ row }) => `${path}: ${english}, ${other}: ${row}`),
    )
    expect(differing).toEqual([])
  })

  it('has a word of its own among those beside it, so that two that changed places are seen', () => {
    const groups = Map.groupBy(labels(texts), ([path]) => path.split('.').slice(0, -1).join('.'))
    const unclear = [...groups.values()].flatMap((group) =>
      group.flatMap(([path, english], place) =>
        group
          .slice(place + 1)
          .filter(
            ([, other]) => other !== english && words.every(({ isInEnglish: has }) => has(english) === has(other)),
          )
          .map(([other]) => `${path} and ${other}`),
      ),
    )
    expect(unclear).toEqual([])
  })
})

/** Texts of at most five English words, by their paths. */
function labels(texts: typeof en): [path: string, english: string, other: string][] {
  return leavesOf('', en, texts).filter(([, english]) => english.split(' ').length <= 5)
}

function leavesOf(path: string, english: unknown, other: unknown): [path: string, english: string, other: string][] {
  if (typeof english === 'string') return [[path, english, String(other)]]
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([name, value]) =>
    leavesOf(path === '' ? name : `${path}.${name}`, value, (other as Record<string, unknown>)[name]),
  )
}
