import { createDatabase } from '@course-grading/data/db/database'
import { createLogger, StartError } from '@course-grading/http-kit'
import { createTestDatabase } from '@course-grading/test-database'
import { describe, expect, it } from 'vitest'
import { requireDurableDatabase } from './require-durable-database.ts'

const logger = createLogger({ service: 'test', version: 'test', level: 'silent' })

describe('requireDurableDatabase', () => {
  it('rejects a server that may lose commits, with the name of the setting', async () => {
    const testDatabase = await createTestDatabase()
    const url = new URL(testDatabase.urls.manualGrading)
    url.searchParams.set('options', '-c synchronous_commit=off')
    const database = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
    const refusal: unknown = await requireDurableDatabase({ database, logger }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toContain('synchronous_commit')
    await database.end()
    await testDatabase.drop()
  })
})
