import { describe, expect } from 'vitest'
import { type TakePlan, planOfTake, restrictions, writeFinished, writeQueue } from './claim-plan.fixture.ts'
import { openClaims, testIn } from './open-claims.fixture.ts'

// The time of a claim depends on the machine and its other work, so this compares the pages that a take reads. `pnpm bench
// grading` measures times.
const waiting = 100_000

const it = testIn(openWorld)

describe(`a take while ${waiting} submissions wait`, { timeout: 300_000 }, () => {
  describe.each(['bands', 'oldest'] as const)('in the order %s', (order) => {
    it.for([
      ['everything', 300],
      ['aHundredthByTag', 1_500],
      ['aHundredthByLanguage', 1_500],
      // A thousand submissions, which in the worst case are on a page each.
      ['whatIsLast', 2_500],
      ['lastByLanguage', 2_000],
      ['nothingByTag', 1_500],
      ['nothingOfFinished', 1_500],
      ['nothingByLanguage', 1_500],
      // For each of 1,200 students, a few pages of the index.
      ['nothingByBoth', 8_000],
    ] as const)('reads few pages for a grader who may take %s', async ([who, pages], { world }) => {
      expect((await world.planOf(who, order)).pages).toBeLessThanOrEqual(pages)
    })
  })

  it('reads as much with any number of finished submissions', async ({ world }) => {
    const pagesOf = async (): Promise<Partial<Record<Who, number>>> => {
      const pages: Partial<Record<Who, number>> = {}
      for (const who of Object.keys(restrictions) as Who[]) pages[who] = (await world.planOf(who, 'bands')).pages
      return pages
    }
    const before = await pagesOf()
    await writeFinished(world, world.here, 5 * waiting)
    await world.owner.query('VACUUM ANALYZE')
    const after = await pagesOf()
    // The index of ids, in which the first 300 are looked up, may have become a page deeper.
    for (const who of Object.keys(restrictions) as Who[])
      expect(after[who], JSON.stringify({ who, before, after })).toBeLessThanOrEqual(1.1 * (before[who] ?? 0) + 320)
  })
})

async function openWorld() {
  const claims = await openClaims()
  const here = await writeQueue(claims, waiting)
  await claims.owner.query('VACUUM ANALYZE')
  const planOf = (who: Who, order: Order): Promise<TakePlan> =>
    planOfTake(claims.client, claims.ofGrader(here, 101, { order, restriction: restrictions[who] }))
  return { ...claims, here, planOf }
}

type Who = keyof typeof restrictions
type Order = 'bands' | 'oldest'
