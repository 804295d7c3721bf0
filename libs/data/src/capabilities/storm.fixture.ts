import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { chanceFrom } from '../delivery/random-steps.fixture.ts'
import { openGrading } from '../testing/a-delivery.ts'
import { invariants, operationsOn, type StormTarget } from './every-pair.fixture.ts'

type Name = keyof ReturnType<typeof operationsOn>

/** Longer than PostgreSQL needs to find a deadlock, and than an operation waits for others, even on a slow machine. */
const stallMs = 10_000
const operationsAtOnce = 12

/** All writes about one submission, and the rules of `invariants` that are broken now. */
export async function openStorm() {
  const grading = await openGrading()
  const { ownerPool, courseId } = grading
  const targetOf = (fixture: boolean): StormTarget => ({
    courseId,
    exerciseId: 11,
    submissionId: fixture ? 777 : 778,
    submitterIds: [71, 72],
    fixture,
  })
  const queries = Object.values(invariants).map((query) => `EXISTS (${query})`)
  const brokenNow = async () => {
    const { rows } = await ownerPool.query<{ broken: boolean[] }>(`SELECT ARRAY[${queries.join(', ')}] AS broken`)
    return Object.keys(invariants).filter((_, index) => rows[0]?.broken[index] !== false)
  }
  const ofTarget = (fixture: boolean) => operationsOn(grading, ownerPool, targetOf(fixture))
  const [ofFixture, ofReal] = [ofTarget(true), ofTarget(false)]
  const names = Object.keys(ofReal) as Name[]
  const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

  /** Runs as many pairs, in an order by chance, and goes on until so much time has passed. Fails if anything goes wrong. */
  const expectCalm = async ({ rounds = pairs.length, ms = 0 }: { rounds?: number; ms?: number }): Promise<void> => {
    let operations = ofReal
    const seed = randomInt(2 ** 31)
    const chance = chanceFrom(seed)
    const any = (): Name => names[Math.floor(chance() * names.length)] ?? 'register'
    const wrong = new Set<string>()
    const atOnce = async (group: readonly Name[]): Promise<void> => {
      await Promise.all(
        group.map(async (name) => {
          const since = performance.now()
          await operations[name]().catch((error: unknown) => {
            const { code, sqlState, constraint } = error as { code?: string; sqlState?: string; constraint?: string }
            wrong.add(`${name} of ${group.join(', ')}: ${sqlState ?? code ?? String(error)} ${constraint ?? ''}`)
          })
          if (performance.now() - since > stallMs) wrong.add(`${name} of ${group.join(', ')}: stalls`)
        }),
      )
    }
    const checked = async (group: readonly Name[]): Promise<void> => {
      await atOnce(group)
      for (const promise of await brokenNow()) wrong.add(`${group.join(', ')}: ${promise}`)
    }
    const endsAt = performance.now() + ms
    const mixed = pairs.map((pair) => ({ pair, at: chance() })).toSorted((one, other) => one.at - other.at)
    for (let round = 0; round < rounds || performance.now() < endsAt; round += 1) {
      operations = chance() < 0.5 ? ofFixture : ofReal
      // Each round begins in a state that operations lead to: nearly always registered, and then one or two steps further.
      if (chance() < 0.9) await atOnce(['register'])
      if (chance() < 0.5) await atOnce(['completeAndHold'])
      if (chance() < 0.7) await atOnce([any()])
      await checked(mixed[round % mixed.length]?.pair ?? [])
      if (round % 5 === 0) await checked(Array.from({ length: operationsAtOnce }, any))
      if (wrong.size > 20) break
    }
    expect({ seed, wrong: [...wrong] }).toEqual({ seed, wrong: [] })
  }
  return { ...grading, expectCalm }
}
