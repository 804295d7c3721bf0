import { describe, expect } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { it } from '../testing/open-data.ts'
import { findLossySettings } from './find-lossy-settings.ts'

describe('findLossySettings', () => {
  it('returns exactly the settings with which a committed send start could be lost', async ({ world }) => {
    const lossy = async (options: string): Promise<readonly string[]> => {
      const url = new URL(world.testDatabase.urls.manualGrading)
      url.searchParams.set('options', options)
      const database = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
      return await findLossySettings(database).finally(() => database.end())
    }
    // The tests' own server has both settings off, and a session cannot change them.
    const { rows } = await world.owner.query<{ name: string }>(
      "SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes']) AS name WHERE current_setting(name) = 'off'",
    )
    const offHere = rows.map(({ name }) => name)
    expect(await lossy('-c synchronous_commit=off')).toEqual([...offHere, 'synchronous_commit'])
    expect(await lossy('-c synchronous_commit=local')).toEqual(offHere)
  })
})
