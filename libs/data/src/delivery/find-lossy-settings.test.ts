import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../database.ts'
import { findLossySettings } from './find-lossy-settings.ts'

describe('findLossySettings', () => {
  it('returns exactly the settings with which a committed send start could be lost', async () => {
    const testDatabase = await createTestDatabase()
    const lossy = async (options: string): Promise<readonly string[]> => {
      const url = new URL(testDatabase.urls.manualGrading)
      url.searchParams.set('options', options)
      const database = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
      return await findLossySettings(database).finally(() => database.end())
    }
    // The tests' own server has both settings off, and a session cannot change them.
    const offHere = await serverSettingsOff(testDatabase.ownerUrl)
    expect(await lossy('-c synchronous_commit=off')).toEqual([...offHere, 'synchronous_commit'])
    expect(await lossy('-c synchronous_commit=local')).toEqual(offHere)
    await testDatabase.drop()
  })
})

async function serverSettingsOff(url: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner
    .query<{ name: string }>(
      "SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes']) AS name WHERE current_setting(name) = 'off'",
    )
    .finally(() => owner.end())
  return rows.map(({ name }) => name)
}
