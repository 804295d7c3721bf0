import pg from 'pg'
import { describe, expect } from 'vitest'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)
const roles = ['owner', 'publicApi', 'frontendInternal', 'manualGrading'] as const

describe('real work in any table', () => {
  it.for(roles)('is never made a fixture by %s', async (role, { world }) => {
    for (const table of world.tables) {
      const broken = await world.brokenBy(role, `UPDATE ${table} SET fixture = TRUE`)
      expect(role === 'owner' ? [rule(table)] : [rule(table), 'no right'], table).toContain(broken)
    }
  })
})

describe('the role that may write whether something is a fixture', () => {
  it.for(['assessment', 'completed_result', 'feedback', 'delivery', 'submission', 'capability'])(
    'is stopped by the rule, and not by a missing right, in %s',
    async (table, { world }) => {
      expect(await world.brokenBy('manualGrading', `UPDATE ${table} SET fixture = TRUE`)).toBe(rule(table))
    },
  )
})

const rule = (table: string): string => `${table}__fixture__given_up`

/** A row of real work in every table that says of its rows whether they are fixtures. */
async function openWorld() {
  const grading = await openGrading()
  const { ownerUrl, urls } = grading.testDatabase
  await grading.held()
  await grading.owner.query(`
    INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
    SELECT gen_random_uuid(), 101, course_id, id, 'claim_lost', 1, '{}', now(), FALSE FROM feedback`)
  const { rows } = await grading.owner.query<{ table: string }>(`
    SELECT attrelid::regclass::text AS table FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname = 'fixture' ORDER BY 1`)
  const clientOf = (connectionString: string) => new pg.Client({ connectionString })
  const clients = {
    owner: clientOf(ownerUrl),
    publicApi: clientOf(urls.publicApi),
    frontendInternal: clientOf(urls.frontendInternal),
    manualGrading: clientOf(urls.manualGrading),
  }
  await Promise.all(Object.values(clients).map((client) => client.connect()))

  /** The rule that a statement breaks, `no right`, or `nothing`. Nothing is kept. */
  const brokenBy = async (role: (typeof roles)[number], statement: string): Promise<string> => {
    const client = clients[role]
    await client.query('BEGIN')
    try {
      await client.query(statement)
      return 'nothing'
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      return error.code === '42501' ? 'no right' : (error.constraint ?? error.message)
    } finally {
      await client.query('ROLLBACK')
    }
  }
  const close = async () => {
    await Promise.all(Object.values(clients).map((client) => client.end()))
    await grading.close()
  }
  return { ...grading, close, tables: rows.map(({ table }) => table), brokenBy }
}
