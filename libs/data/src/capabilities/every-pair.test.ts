import { randomInt } from 'node:crypto'
import { fullRun } from '../testing/full-run.ts'
import { describe, expect, onTestFinished } from 'vitest'
import { createDatabase } from '../db/database.ts'
import type { Tx } from '../db/db.ts'
import { chanceFrom } from '../delivery/random-steps.fixture.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { lockSubmission } from '../db/lock-order.ts'
import { invariants, operationsOn, type StormTarget, unrepeated } from './every-pair.fixture.ts'

const it = testIn(openWorld)
const stormMs = fullRun ? 60_000 : 4_000

describe('all writes about one submission, in pairs and many at the same time', () => {
  it(
    'never fail and never deadlock, and keep the rules of deliveries and capabilities',
    { timeout: stormMs + 120_000 },
    async ({ world }) => {
      const { ofFixture, ofReal, brokenNow } = world
      let operations = ofReal
      const names = Object.keys(ofReal) as Name[]
      const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))
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
      const endsAt = performance.now() + stormMs
      for (let round = 0; round < pairs.length || performance.now() < endsAt; round += 1) {
        operations = chance() < 0.5 ? ofFixture : ofReal
        // Each round begins in a state that operations lead to: nearly always registered, and then one or two steps further.
        if (chance() < 0.9) await atOnce(['register'])
        if (chance() < 0.5) await atOnce(['completeAndHold'])
        if (chance() < 0.7) await atOnce([any()])
        await checked(pairs[round % pairs.length] ?? [])
        if (round % 5 === 0) await checked(Array.from({ length: operationsAtOnce }, any))
        if (wrong.size > 20) break
      }
      expect({ seed, wrong: [...wrong] }).toEqual({ seed, wrong: [] })
    },
  )
})

describe('two transactions that lock against the order', () => {
  it.for([
    ['as we ship servers', '100ms'],
    ['as PostgreSQL ships them', '1s'],
  ])('are found, within the limits that we ship (%s)', async ([, timeout], { world }) => {
    const url = new URL(world.testDatabase.ownerUrl)
    url.searchParams.set('options', `-c deadlock_timeout=${timeout}`)
    const database = await createDatabase({ url: url.href, applicationName: 'against the order', poolMax: 2 })
    onTestFinished(() => database.end())
    let holding = 0
    const lock = (tx: Tx, submissionId: number) => lockSubmission(tx, { courseId: 1, exerciseId: 1, submissionId })
    const cross = (first: number, second: number) =>
      unrepeated(database).transaction(async (tx) => {
        await lock(tx, first)
        holding += 1
        await expect.poll(() => holding).toBe(2)
        await lock(tx, second)
      })
    const ends = await Promise.allSettled([cross(1, 2), cross(2, 1)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'was rolled back in favour of another' },
    })
  })
})

/** Longer than PostgreSQL needs to find a deadlock, and than an operation waits for others, even on a slow machine. */
const stallMs = 10_000
const operationsAtOnce = 12
type Name = keyof ReturnType<typeof operationsOn>

/** All writes about one submission, and the rules of `invariants` that are broken now. */
async function openWorld() {
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
  return { ...grading, ofFixture: ofTarget(true), ofReal: ofTarget(false), brokenNow }
}
