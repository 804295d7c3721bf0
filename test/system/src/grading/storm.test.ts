import { afterAll, beforeAll, describe, it } from 'vitest'
import { startStormWorld, type StormWorld } from './everything-at-once.ts'
import { surviveStorm } from './survive-storm.ts'

const stormMs = 6_000
let world: StormWorld
beforeAll(async () => {
  world = await startStormWorld()
}, 120_000)
afterAll(() => world.claims.stop())

describe('eight people at two processes of each service', () => {
  it(
    'work at the same time without a failure and without breaking a rule',
    { timeout: stormMs + 120_000 },
    async () => {
      await surviveStorm(world, stormMs, [
        'registerCapability 201',
        'registerCapability 200',
        'claimNext 201',
        'patchAssessment 204',
        'completeAssessment 200',
        'releaseGrades 200',
        'putExerciseGrading 204',
      ])
    },
  )
})
