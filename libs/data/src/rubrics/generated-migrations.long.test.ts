import { afterAll, describe, expect, it } from 'vitest'
import { migrateGenerated, openMigrations } from './migrations.fixture.ts'

const migrations = await openMigrations()
afterAll(() => migrations.close())

describe('a migration', { timeout: 3_600_000 }, () => {
  it('writes what its plan and the rules say, for 200 changes and 1,000 assessments each', async () => {
    const effects = new Set<string>()
    for (let seed = 1_001; seed <= 1_200; seed += 1)
      for (const effect of await migrateGenerated(migrations, seed, 1_000)) effects.add(effect)
    expect([...effects].toSorted()).toEqual(['reopened', 'result', 'scores', 'version'])
  })
})
