import { createTestDatabase } from '@course-grading/test-database'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../database.ts'
import { findLossySettings } from './find-lossy-settings.ts'

describe('findLossySettings', () => {
  it('names what would let a committed door be forgotten', async () => {
    const testDatabase = await createTestDatabase()
    const lossy = async (options: string): Promise<readonly string[]> => {
      const url = new URL(testDatabase.urls.manualGrading)
      url.searchParams.set('options', options)
      const database = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
      return await findLossySettings(database).finally(() => database.end())
    }
    expect(await lossy('-c synchronous_commit=off')).toContain('synchronous_commit')
    expect(await lossy('-c synchronous_commit=local')).not.toContain('synchronous_commit')
    await testDatabase.drop()
  })
})
