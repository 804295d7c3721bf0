import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, it } from 'vitest'
import { compareWithSql } from './scored-in-sql.fixture.ts'

const testDatabase = await createTestDatabase()
const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
await client.connect()
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

describe('the points of a judgement', () => {
  it('are those that a second implementation in SQL finds, for 200 judgements', () => compareWithSql(client, 200))
})
