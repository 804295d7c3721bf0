import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'

const grading = await openGrading()
const { ownerUrl, urls } = grading.testDatabase
const clients = Object.entries({ owner: ownerUrl, ...urls }).map(
  ([role, connectionString]) => [role, new pg.Client({ connectionString })] as const,
)
for (const [, client] of clients) await client.connect()
afterAll(async () => {
  for (const [, client] of clients) await client.end()
  await grading.close()
})

await grading.held()
await grading.owner.query(`
  INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
  SELECT gen_random_uuid(), 101, course_id, id, 'claim_lost', 1, '{}', now(), FALSE FROM feedback`)
const { rows: tables } = await grading.owner.query<{ table: string }>(`
  SELECT attrelid::regclass::text AS table FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname = 'fixture' ORDER BY 1`)

const rule = (table: string): string => `${table}__fixture__given_up`

/** The rule that a statement breaks, `no right`, or `nothing`. Nothing is kept. */
async function brokenBy(client: pg.Client, statement: string): Promise<string> {
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

describe.each(tables)('real work in $table', ({ table }) => {
  it.each(clients)('is never made a fixture by %s', async (role, client) => {
    const broken = await brokenBy(client, `UPDATE ${table} SET fixture = TRUE`)
    expect(role === 'owner' ? [rule(table)] : [rule(table), 'no right']).toContain(broken)
  })
})

describe('the role that may write whether something is a fixture', () => {
  it.each(['assessment', 'completed_result', 'feedback', 'delivery', 'submission', 'capability'])(
    'is stopped by the rule, and not by a missing right, in %s',
    async (table) => {
      const client = clients.find(([role]) => role === 'manualGrading')![1]
      expect(await brokenBy(client, `UPDATE ${table} SET fixture = TRUE`)).toBe(rule(table))
    },
  )
})
