import { describe, expect } from 'vitest'
import { migrateGenerated, it } from './migrations.fixture.ts'

describe('a migration', { timeout: 120_000 }, () => {
  it('writes what its plan and the rules say, for four changes and 20 assessments each', async ({ world }) => {
    const effects = new Set<string>()
    for (let seed = 1; seed <= 4; seed += 1)
      for (const effect of await migrateGenerated(world, seed, 20)) effects.add(effect)
    expect([...effects].toSorted()).toEqual(['reopened', 'result', 'scores', 'version'])
  })
})
