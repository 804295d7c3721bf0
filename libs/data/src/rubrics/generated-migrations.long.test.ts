import { describe, expect } from 'vitest'
import { migrateGenerated, it } from './migrations.fixture.ts'

describe('a migration', { timeout: 3_600_000 }, () => {
  it('writes what its plan and the rules say, for 200 changes and 1,000 assessments each', async ({ world }) => {
    const effects = new Set<string>()
    for (let seed = 1_001; seed <= 1_200; seed += 1)
      for (const effect of await migrateGenerated(world, seed, 1_000)) effects.add(effect)
    expect([...effects].toSorted()).toEqual(['reopened', 'result', 'scores', 'version'])
  })
})
