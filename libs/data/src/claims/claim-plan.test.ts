import { describe, expect } from 'vitest'
import {
  planAfterClaim,
  planOfTake,
  restrictions,
  writeFinished,
  writeQueue,
  writtenByClaim,
} from './claim-plan.fixture.ts'
import { openClaims, testIn } from './open-claims.fixture.ts'

const waiting = 6_000
const it = testIn(openWorld)

describe.each([
  ['while the planner knows nothing of the table', 'SELECT'],
  ['after its statistics were taken', 'ANALYZE'],
])('the plan of a take, %s', (_when, before) => {
  it.beforeAll(async ({ world }) => {
    await world.owner.query(before)
  })

  describe.each(['bands', 'oldest'] as const)('in the order %s', (order) => {
    it.for([
      ['everything', 5, inOrder(order)],
      // Each of the first submissions is read by the index of the queue, and then by its id.
      ['aHundredthByTag', 600, inOrder(order)],
      ['aHundredthByLanguage', 600, inOrder(order)],
      // Its submissions, and the first of them again.
      ['whatIsLast', 710 + waiting / 100, 'Bitmap Index Scan submission__queue_submitters'],
      ['lastByLanguage', 900, `Index Scan submission__queue_language_${order}`],
      ['nothingByTag', 610, inOrder(order)],
      ['nothingOfFinished', 610, 'Bitmap Index Scan submission__queue_submitters'],
      ['nothingByLanguage', 610, inOrder(order)],
      ['nothingByBoth', 610, 'Bitmap Index Scan submission__queue_submitters'],
    ] as const)('reads little for a grader who may take %s', async ([who, rows, scan], { world }) => {
      const plan = await planOfTake(
        world.client,
        world.ofGrader(world.here, 101, { order, restriction: restrictions[who] }),
      )
      expect(plan.scans).toContain(scan)
      expect(plan.readInFull.filter((table) => table.startsWith('submission'))).toEqual([])
      expect(plan.rows).toBeLessThanOrEqual(rows)
      expect(plan.customPlans).toEqual([])
    })

    it.for(['everything', 'whatIsLast'] as const)(
      'changes no index of submissions for a grader who may take %s',
      async (who, { world }) => {
        expect(
          await writtenByClaim(world, world.ofGrader(world.here, 101, { order, restriction: restrictions[who] })),
        ).toEqual([1, 1])
      },
    )
  })
})

it('is the only part of a claim that the planner is set for', async ({ world }) => {
  expect(await planAfterClaim(world, world.ofGrader(world.here, 102))).toEqual({ sort: 'on', mode: 'auto' })
})

async function openWorld() {
  const claims = await openClaims()
  const here = await writeQueue(claims, waiting)
  await writeFinished(claims, here, 3_000)
  return { ...claims, here }
}

function inOrder(order: string): string {
  return `Index Scan submission__queue_${order}`
}
