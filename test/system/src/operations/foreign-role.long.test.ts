import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServiceProcess } from '../service-process.ts'

describe('a service with the database role of another one', { timeout: 120_000 }, () => {
  it.each([
    ['public-api', 'frontend_internal', 'frontend-internal', {}],
    ['frontend-internal', 'manual_grading', 'manual-grading', {}],
    ['manual-grading', 'public_api', 'public-api', { ROLE: 'api' }],
    ['manual-grading', 'frontend_internal', 'frontend-internal', { ROLE: 'worker' }],
  ] as const)('says so and exits with 78: %s with %s', async (service, role, owner, env) => {
    const url = new URL(database.ownerUrl)
    url.searchParams.set('options', `-c role=${roleOf(role)}`)
    await expect(startServiceProcess(service, { ...env, DATABASE_URL: url.href })).rejects.toThrow(
      new RegExp(
        `exited with 78:\\n(?:.*\\n)*${service} cannot start: DATABASE_URL has the database role of ${owner};`,
      ),
    )
  })
})

const roles = ['public_api', 'frontend_internal', 'manual_grading']
const database = await createTestDatabase()
const roleOf = (role: string): string => `${new URL(database.ownerUrl).pathname.slice(1)}_${role}`
const owner = new pg.Client({ connectionString: database.ownerUrl })
beforeAll(async () => {
  await owner.connect()
  for (const role of roles) await owner.query(`CREATE ROLE ${roleOf(role)}`)
})
afterAll(async () => {
  for (const role of roles) await owner.query(`DROP ROLE ${roleOf(role)}`)
  await owner.end()
  await database.drop()
})
