import { fullRun } from '@course-grading/data/testing/full-run'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { playHistories } from './visible-histories.fixture.ts'
import { histories, ownSteps, sharedSteps } from './visible-model.fixture.ts'
import { itSees } from './visible-world.fixture.ts'

const count = fullRun ? 1_000 : 100
/** The number of histories that happen at the same time in one course. */
const atOnce = fullRun ? 25 : 10
const it = itSees(count / atOnce)

describe('what students see', () => {
  it(
    `is the newest release of a submission, whatever happened before and after it, in ${count} generated histories`,
    { timeout: 3_000_000 },
    async ({ world }) => {
      const done = new Set<string>()
      const seed = Date.now() % 2 ** 31
      for (const [batch, rounds] of fc.sample(histories(atOnce), { numRuns: count / atOnce, seed }).entries())
        try {
          for (const step of await playHistories(world, rounds)) done.add(step)
        } catch (error) {
          throw new Error(`seed ${seed}, course ${batch}: ${String(error)}`, { cause: error })
        }
      // Without every step the histories would prove little. A hundred histories may lack a step by chance.
      if (fullRun) expect([...done].toSorted()).toEqual([...ownSteps, ...sharedSteps].toSorted())
    },
  )
})
