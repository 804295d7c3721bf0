import { describe, expect, it } from 'vitest'
import { begin, type Weakness, type World } from './delivery-model-world.fixture.ts'
import { harmIn, nextWorlds, wrongBeliefIn } from './delivery-model.fixture.ts'

describe('two workers, in every order of events', () => {
  it("never deliver a grade twice without a person's decision, and record no wrong outcome", () => {
    const { worlds, seen, broken } = explore(null, (world) => harmIn(world) ?? wrongBeliefIn(world))
    expect(broken).toBeNull()
    expect(worlds).toBeGreaterThan(100_000)
    expect([...seen].toSorted()).toEqual([
      'ambiguous',
      'cancelled',
      'delivered answer',
      'delivered person',
      'delivered read_back',
      'pending',
      'refused',
      'sending',
    ])
  }, 120_000)

  it.each<readonly [Weakness, string]>([
    ['no send start', 'a send number was received twice'],
    ['send start of any epoch', 'a send number was received twice'],
    ['open sends are queued again', 'a send number was received twice'],
    ['retry by code', 'bytes of more sends left than persons decided'],
    ['reaper resets ambiguous', 'a send number was received twice'],
    ['record without epoch', 'bytes of more sends left than persons decided'],
    ['decisions do not wait', 'a send arrived after a person had decided about it'],
    ['nothing settles', 'a grade that was sent after a registration was lost'],
    ['send starts do not settle', 'a grade that was sent after a registration was lost'],
    ['settling ends too early', 'a grade that was sent after a registration was lost'],
  ])(
    'show the harm of the mistake: %s',
    (weakness, harm) => {
      const { broken } = explore(weakness, harmIn)
      expect(broken?.rule, broken?.steps.join(', ')).toBe(harm)
    },
    120_000,
  )
})

interface Exploration {
  readonly worlds: number
  /** The states that occurred in the worlds, and who confirmed deliveries. */
  readonly seen: ReadonlySet<string>
  /** The steps that lead to the first broken rule, and the rule; null when none can be broken. */
  readonly broken: { readonly rule: string; readonly steps: readonly string[] } | null
}

/** The two workers are interchangeable, so worlds that differ only by swapping them count as one. */
function keyOf(world: World): string {
  const workers = world.workers.map(({ at, epoch, number }) => `${at} ${epoch} ${number}`).toSorted()
  return JSON.stringify(Object.values({ ...world, workers }))
}

/** Breadth first: every world that can be reached, or the shortest way to one that must not be. */
function explore(weakness: Weakness | null, wrongIn: (world: World) => string | null): Exploration {
  const cameFrom = new Map<string, readonly [step: string, before: string] | null>([[keyOf(begin), null]])
  const seen = new Set<string>()
  let frontier: World[] = [begin]
  while (frontier.length > 0) {
    const found: World[] = []
    for (const world of frontier) {
      const key = keyOf(world)
      seen.add(`${world.state} ${world.confirmedBy ?? ''}`.trim())
      for (const [step, following] of nextWorlds(world, weakness)) {
        const followingKey = keyOf(following)
        if (cameFrom.has(followingKey)) continue
        cameFrom.set(followingKey, [step, key])
        const rule =
          world.state === 'delivered' && following.state !== 'delivered' ? 'delivered was left' : wrongIn(following)
        if (rule !== null)
          return { worlds: cameFrom.size, seen, broken: { rule, steps: wayTo(followingKey, cameFrom) } }
        found.push(following)
      }
    }
    frontier = found
  }
  return { worlds: cameFrom.size, seen, broken: null }
}

function wayTo(key: string, cameFrom: ReadonlyMap<string, readonly [string, string] | null>): string[] {
  const steps: string[] = []
  for (let at = cameFrom.get(key); at; at = cameFrom.get(at[1])) steps.unshift(at[0])
  return steps
}
