import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { fi } from './fi.ts'
import { words } from './words.fixture.ts'

describe('a label', () => {
  it('has the words of its meaning in both languages', () => {
    const differing = labels().flatMap(([path, english, finnish]) =>
      words
        .filter(({ isInEnglish, isInFinnish }) => isInEnglish(english) !== isInFinnish(finnish))
        .map(({ row }) => `${path}: ${english}, ${finnish}: ${row}`),
    )
    expect(differing).toEqual([])
  })

  it('has a word of its own among those beside it, so that two that changed places are seen', () => {
    const groups = Map.groupBy(labels(), ([path]) => path.split('.').slice(0, -1).join('.'))
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
function labels(): [path: string, english: string, finnish: string][] {
  return leavesOf('', en, fi).filter(([, english]) => english.split(' ').length <= 5)
}

function leavesOf(
  path: string,
  english: unknown,
  finnish: unknown,
): [path: string, english: string, finnish: string][] {
  if (typeof english === 'string') return [[path, english, String(finnish)]]
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([name, value]) =>
    leavesOf(path === '' ? name : `${path}.${name}`, value, (finnish as Record<string, unknown>)[name]),
  )
}
