import { describe, expect, it } from 'vitest'
import { begin, harmIn, nextWorlds, type Weakness, type World } from './whose-grade-model.fixture.ts'

describe('grading of a submission upstream by anybody, in any order', () => {
  it("overwrites a teacher's grade only with a person's consent, and treats no other grade as ours", () => {
    const { worlds, steps, harm, way } = explore(null)
    expect([harm, way]).toEqual([null, ''])
    expect(worlds).toBeGreaterThan(10_000)
    expect([...steps].toSorted()).toEqual([
      'a person says send again',
      'a teacher grades',
      'checks grade at once',
      'checks grade by callback',
      'it is submitted again',
      'refused',
      'sent, and not seen',
      'sent, and seen',
      'sent, another teacher grades, and seen',
      'sent, the platform writes back, and seen',
      'the platform reads',
      'the platform writes back',
    ])
  })

  it.each<readonly [Weakness, string]>([
    ['the status decides', "a teacher's grade was overwritten"],
    ['whatever is seen after a send is ours', 'called ours, and it is not'],
    ['send_again allows to overwrite any grade', "a teacher's grade was overwritten"],
  ])('finds the mistake of a model in which %s', (weakness, harm) => {
    const found = explore(weakness)
    expect(found.harm, found.way).toBe(harm)
  })
})

/** Breadth first: how many worlds there are, the steps that are possible, and the shortest way to one that must not be. */
function explore(weakness: Weakness | null) {
  const cameFrom = new Map<string, readonly [step: string, before: string] | null>([[JSON.stringify(begin), null]])
  const steps = new Set<string>()
  let frontier: World[] = [begin]
  while (frontier.length > 0) {
    const found: World[] = []
    for (const world of frontier) {
      const key = JSON.stringify(world)
      for (const [step, following] of nextWorlds(world, weakness)) {
        steps.add(step)
        const followingKey = JSON.stringify(following)
        if (cameFrom.has(followingKey)) continue
        cameFrom.set(followingKey, [step, key])
        const harm = harmIn(following)
        if (harm !== null) return { worlds: cameFrom.size, steps, harm, way: wayTo(followingKey, cameFrom) }
        found.push(following)
      }
    }
    frontier = found
  }
  return { worlds: cameFrom.size, steps, harm: null, way: '' }
}

function wayTo(key: string, cameFrom: ReadonlyMap<string, readonly [string, string] | null>): string {
  const steps: string[] = []
  for (let at = cameFrom.get(key); at; at = cameFrom.get(at[1])) steps.unshift(at[0])
  return steps.join(', ')
}
