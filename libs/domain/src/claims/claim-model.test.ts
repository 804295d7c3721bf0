import { describe, expect, it } from 'vitest'
import { begin, harmIn, nextWorlds, type Weakness, type World } from './claim-model.fixture.ts'

describe('two graders, one of them with two tabs, and a teacher, in every order of claims, saves, lapses and completions', () => {
  it('lose nothing that was typed or saved, and never hold one submission together', () => {
    const { worlds, broken } = explore(null)
    expect(broken).toBeNull()
    expect(worlds).toBeGreaterThan(10_000)
  }, 120_000)

  it.each<readonly [Weakness, string]>([
    ['claims ignore the lease', 'two people held it'],
    ['claims decide by what they read before they waited', 'two people held it'],
    ['saves ignore the holder', 'somebody wrote who does not hold it'],
    ['saves ignore the revision', 'a saved text is gone'],
    ['refused saves are dropped', 'what somebody typed is lost'],
    ['claims begin with an empty draft', 'a saved text is gone'],
    ['completion ignores the holder', 'somebody completed who does not hold it'],
    ['completion ignores the revision', 'somebody completed what they had not read'],
    ['completed ones are saved', 'a completed one changed'],
  ])(
    'show the harm of the mistake: %s',
    (weakness, harm) => {
      const { broken } = explore(weakness)
      expect(broken?.rule, broken?.steps.join(', ')).toBe(harm)
    },
    120_000,
  )
})

interface Exploration {
  readonly worlds: number
  /** The steps that lead to the first broken rule, and the rule; null when none can be broken. */
  readonly broken: { readonly rule: string; readonly steps: readonly string[] } | null
}

/** Breadth first: every world that can be reached, or the shortest way to one that must not be. */
function explore(weakness: Weakness | null): Exploration {
  const first = JSON.stringify(begin)
  const cameFrom = new Map<string, readonly [step: string, before: string] | null>([[first, null]])
  let frontier: (readonly [World, string])[] = [[begin, first]]
  while (frontier.length > 0) {
    const found: (readonly [World, string])[] = []
    for (const [world, key] of frontier) {
      for (const [step, following] of nextWorlds(world, weakness)) {
        const followingKey = JSON.stringify(following)
        if (cameFrom.has(followingKey)) continue
        cameFrom.set(followingKey, [step, key])
        const rule = harmIn(following)
        if (rule !== null) return { worlds: cameFrom.size, broken: { rule, steps: wayTo(followingKey, cameFrom) } }
        found.push([following, followingKey])
      }
    }
    frontier = found
  }
  return { worlds: cameFrom.size, broken: null }
}

function wayTo(key: string, cameFrom: ReadonlyMap<string, readonly [string, string] | null>): string[] {
  const steps: string[] = []
  for (let at = cameFrom.get(key); at; at = cameFrom.get(at[1])) steps.unshift(at[0])
  return steps
}
