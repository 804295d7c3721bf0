import { afterAll, describe, expect, it } from 'vitest'
import { migrateGenerated, openMigrations } from './migrations.fixture.ts'

const migrations = await openMigrations()
afterAll(() => migrations.close())

describe('a migration', { timeout: 120_000 }, () => {
  it('writes what its plan and the rules say, for 12 changes and 20 assessments each', async () => {
    const effects = new Set<string>()
    for (let seed = 1; seed <= 12; seed += 1)
      for (const effect of await migrateGenerated(migrations, seed, 20)) effects.add(effect)
    expect([...effects].toSorted()).toEqual(['reopened', 'result', 'scores', 'version'])
  })
})
