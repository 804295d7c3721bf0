import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Here,
  planAfterClaim,
  planOfTake,
  restrictions,
  writeFinished,
  writeQueue,
  writtenByClaim,
} from './claim-plan.fixture.ts'
import { openClaims } from './open-claims.fixture.ts'

const waiting = 20_000
const claims = await openClaims()
const { owner } = claims
const frontend = new pg.Client({ connectionString: claims.testDatabase.urls.frontendInternal })
await frontend.connect()
afterAll(async () => {
  await frontend.end()
  await claims.close()
})

let here: Here
beforeAll(async () => {
  here = await writeQueue(claims, waiting)
  await writeFinished(claims, here, 10_000)
})

const inOrder = (order: string) => `Index Scan submission__queue_${order}`
const ofTagged = 'Bitmap Heap Scan'

describe.each([
  ['while the planner knows nothing of the table', 'SELECT'],
  ['after its statistics were taken', 'ANALYZE'],
])('the plan of a take, %s', (_when, before) => {
  beforeAll(async () => {
    await owner.query(before)
  })

  describe.each(['bands', 'oldest'] as const)('in the order %s', (order) => {
    it.each([
      ['everything', 5, inOrder(order)],
      // The first submissions are read twice: to find out whether the grader may take one of them, and to take it.
      ['aHundredthByTag', 700, inOrder(order)],
      ['aHundredthByLanguage', 1_000, inOrder(order)],
      ['whatIsLast', 300 + waiting / 100, ofTagged],
      ['nothingByTag', 300, ofTagged],
      ['nothingOfFinished', 300, ofTagged],
      ['nothingByLanguage', waiting, inOrder(order)],
    ] as const)('reads little for a grader who may take %s', async (who, rows, scan) => {
      const plan = await planOfTake(frontend, claims.ofGrader(here, 101, { order, restriction: restrictions[who] }))
      expect(plan.scans).toContain(scan)
      expect(plan.readInFull.filter((table) => table.startsWith('submission'))).toEqual([])
      expect(plan.rows).toBeLessThanOrEqual(rows)
    })

    it.each(['everything', 'whatIsLast'] as const)(
      'changes no index of submissions for a grader who may take %s',
      async (who) => {
        expect(
          await writtenByClaim(claims, claims.ofGrader(here, 101, { order, restriction: restrictions[who] })),
        ).toEqual([1, 1])
      },
    )
  })
})

it('is the only part of a claim that the planner is set for', async () => {
  expect(await planAfterClaim(claims, claims.ofGrader(here, 102))).toEqual({ sort: 'on', mode: 'auto' })
})
