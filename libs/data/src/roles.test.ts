import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'

const testDatabase = await createTestDatabase()
const owner = await connect(testDatabase.ownerUrl)
const roles = {
  publicApi: await connect(testDatabase.urls.publicApi),
  frontendInternal: await connect(testDatabase.urls.frontendInternal),
  manualGrading: await connect(testDatabase.urls.manualGrading),
}
const roleNames = ['publicApi', 'frontendInternal', 'manualGrading'] as const
afterAll(async () => {
  for (const client of [owner, ...Object.values(roles)]) await client.end()
  await testDatabase.drop()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** r read, a add, w change, d delete; of the whole table. Whatever is not listed here must be refused. */
const allowed: Record<string, Partial<Record<keyof typeof roles, string>>> = {
  assessment: { frontendInternal: 'ra', manualGrading: 'd' },
  assessment_event: { frontendInternal: 'ra', manualGrading: 'a' },
  capability: { manualGrading: 'raw' },
  completed_result: { frontendInternal: 'ra', manualGrading: 'rd' },
  course_erased_person: { frontendInternal: 'ra', manualGrading: 'rd' },
  course_grader: { publicApi: 'rawd', frontendInternal: 'rawd' },
  course_grader_language: { publicApi: 'rad', frontendInternal: 'rad' },
  course_grader_tag: { publicApi: 'rad', frontendInternal: 'rad' },
  course_language: { publicApi: 'rad', frontendInternal: 'rad', manualGrading: 'r' },
  course_settings: { publicApi: 'r', frontendInternal: 'ra' },
  course_settings_revision: { publicApi: 'a', frontendInternal: 'ra' },
  course_slug: { frontendInternal: 'ra' },
  course_snapshot: { frontendInternal: 'raw' },
  course_snapshot_refresh: { frontendInternal: 'raw' },
  course_tag: { publicApi: 'r', frontendInternal: 'rawd' },
  course_visible_tag: { publicApi: 'rad', frontendInternal: 'rad' },
  delivery: { frontendInternal: 'ra', manualGrading: 'rawd' },
  delivery_control: { manualGrading: 'r' },
  delivery_event: { frontendInternal: 'ra', manualGrading: 'ra' },
  delivery_send: { frontendInternal: 'r', manualGrading: 'raw' },
  feedback: { frontendInternal: 'rad', manualGrading: 'd' },
  feedback_read: { frontendInternal: 'rad' },
  feedback_template: { frontendInternal: 'ra' },
  feedback_version: { frontendInternal: 'rad' },
  parked_draft: { frontendInternal: 'rad' },
  exercise_alias: { frontendInternal: 'ra', manualGrading: 'a' },
  exercise_grading: { frontendInternal: 'ra' },
  grading_copy: { frontendInternal: 'ra' },
  known_token: { frontendInternal: 'rad' },
  manual_grading_exercise: { publicApi: 'rad', frontendInternal: 'rad', manualGrading: 'r' },
  person_action: { frontendInternal: 'ra' },
  preferences: { frontendInternal: 'ra' },
  roster_student: { frontendInternal: 'rawd' },
  rubric: { frontendInternal: 'rad' },
  rubric_migration: { frontendInternal: 'rad' },
  rubric_migration_row: { frontendInternal: 'rad' },
  rubric_version: { frontendInternal: 'ra' },
  schema_migration: { publicApi: 'r', frontendInternal: 'r', manualGrading: 'r' },
  schema_migration_checksum: {},
  session: { frontendInternal: 'rad' },
  snapshot_exercise: { frontendInternal: 'rawd' },
  snapshot_module: { frontendInternal: 'rawd' },
  snapshot_submission: { frontendInternal: 'rawd' },
  snapshot_submitter: { frontendInternal: 'rad' },
  snippet: { frontendInternal: 'ra' },
  staff_name: { publicApi: 'ra', frontendInternal: 'rad' },
  submission: { frontendInternal: 'r', manualGrading: 'rawd' },
  submission_submitter: { frontendInternal: 'rd', manualGrading: 'ra' },
  timer_lease: { frontendInternal: 'ra', manualGrading: 'ra' },
}

const attempts: readonly (readonly [string, (table: string, columns: readonly string[]) => string])[] = [
  ['r', (table) => `SELECT * FROM ${table}`],
  ['a', (table) => `INSERT INTO ${table} DEFAULT VALUES`],
  [
    'w',
    (table, columns) => `UPDATE ${table} SET ${columns.map((column) => `${column} = NULL`).join(', ')} WHERE FALSE`,
  ],
  ['d', (table) => `DELETE FROM ${table} WHERE FALSE`],
  ['truncate', (table) => `TRUNCATE ${table}`],
  ['alter', (table) => `ALTER TABLE ${table} ADD mine integer`],
  ['drop', (table) => `DROP TABLE ${table}`],
]

/** Whether the server lets this role try at all; what the statement then runs into does not matter. Nothing is kept. */
async function isAllowed(client: pg.Client, statement: string): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(statement)
    return true
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === '42501')
  } finally {
    await client.query('ROLLBACK')
  }
}

const tables = (
  await owner.query<{ table: string; columns: string[] }>(`
  SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND attgenerated = ''
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname ORDER BY relname`)
).rows

describe('every table', () => {
  it('is listed in this test', () => {
    expect(tables.map((row) => row.table).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })
})

describe('student_visible_result', () => {
  it.each([
    ['publicApi', []],
    ['frontendInternal', ['SELECT']],
    ['manualGrading', []],
  ] as const)('can be read by frontendInternal only, and changed by nobody (%s)', async (role, expected) => {
    const { rows } = await roles[role].query<{ right: string }>(`
      SELECT right_ AS right FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS right_
      WHERE has_table_privilege('student_visible_result', right_)
        OR right_ IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege('student_visible_result', right_)`)
    expect(rows.map(({ right }) => right)).toEqual(expected)
    expect(await isAllowed(roles[role], 'SELECT FROM student_visible_result')).toBe(expected.length > 0)
  })

  it('is the only view, and has no rows before anything is released', async () => {
    const { rows } = await owner.query<{ view: string }>(
      "SELECT relname AS view FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')",
    )
    expect(rows).toEqual([{ view: 'student_visible_result' }])
    expect((await owner.query('SELECT FROM student_visible_result')).rowCount).toBe(0)
  })
})

describe.each(roleNames)('%s', (role) => {
  it.each(tables)('has exactly the listed rights on $table', async ({ table, columns }) => {
    const can: string[] = []
    for (const [letter, statement] of attempts) {
      if (await isAllowed(roles[role], statement(table, columns))) can.push(letter)
    }
    expect(can.join('')).toBe(allowed[table]?.[role] ?? '')
  })

  it.each([
    'CREATE TABLE public.mine ()',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    'CREATE FUNCTION public.mine() RETURNS int RETURN 1',
    'CREATE VIEW public.mine AS SELECT 1',
    'CREATE EXTENSION pg_stat_statements',
    'SELECT lo_create(0)',
    'SELECT lo_creat(-1)',
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT lo_put(1, 0, 'x')",
    'SELECT lo_open(1, 131072)',
    "SELECT lowrite(0, 'x')",
    'SELECT lo_unlink(1)',
    'SELECT lo_get(1)',
    "SELECT lo_import('/etc/hostname')",
    "SELECT lo_export(1, '/tmp/x')",
    "SELECT setval('schema_migration_id_seq', 1)",
    "SELECT pg_read_file('/etc/hostname')",
    "COPY (SELECT 1) TO PROGRAM 'true'",
  ])('may not run: %s', async (statement) => {
    expect(await isAllowed(roles[role], statement)).toBe(false)
  })

  it('owns nothing', async () => {
    const owned = await roles[role].query('SELECT FROM pg_class WHERE relowner = current_user::regrole')
    expect(owned.rowCount).toBe(0)
  })
})

/** Where not the whole of a row may be changed: what may. */
const changeable = [
  [
    'assessment',
    {
      frontendInternal:
        'adjustment, claimed_at, completed_at, grader_id, holder_id, is_offered, lease_until, part_revisions, points, postponed_at, postponed_note, private_note, revision, rubric_id, rubric_version, rubric_wording, saved_at, scores, state, updated_at',
      manualGrading: 'fixture',
    },
  ],
  ['assessment_event', { frontendInternal: 'judgement, points_after, reason, to_revision' }],
  [
    'feedback',
    {
      frontendInternal:
        'annotations, body, language, part_revisions, published_at, published_text, revision, state, updated_at, updated_by',
      manualGrading: 'fixture',
    },
  ],
  ['feedback_read', { frontendInternal: 'read_at' }],
  ['feedback_template', { frontendInternal: 'revision, templates, updated_at, updated_by' }],
  [
    'feedback_version',
    { frontendInternal: 'annotations, body, closed_at, language, restored_from, revision, saved_at, saved_by' },
  ],
  ['parked_draft', {}],
  [
    'completed_result',
    {
      frontendInternal: 'adjustment, feedback_html, parts, payload, released_at, scores, student_text, withdrawn_at',
      manualGrading: 'fixture',
    },
  ],
  [
    'course_settings',
    { publicApi: 'document, revision, updated_at', frontendInternal: 'document, revision, updated_at' },
  ],
  ['delivery_control', { manualGrading: 'hold, hold_reason, settle_s, settle_until, system_identifier, timeline' }],
  ['delivery_event', { frontendInternal: 'reason' }],
  ['exercise_alias', { frontendInternal: 'user_id' }],
  [
    'exercise_grading',
    {
      frontendInternal:
        'anonymous, attempts, auto_points, claim_order, due_at, lease_minutes, max_open_claims, notify, release, release_at, revision, rubric_id, updated_at',
    },
  ],
  ['known_token', { frontendInternal: 'known_until' }],
  ['preferences', { frontendInternal: 'document, revision, updated_at' }],
  ['rubric_migration', { frontendInternal: 'run_at, state' }],
  ['rubric', { frontendInternal: 'draft, latest_version, latest_wording, revision, state, updated_at' }],
  ['session', { frontendInternal: 'identity, identity_at, key_id, last_used_at, sealed_token' }],
  [
    'snippet',
    {
      frontendInternal:
        'criterion_id, exercise_id, label, last_used_at, points, retired_at, revision, search_text, text, use_count',
    },
  ],
  ['staff_name', { publicApi: 'full_name', frontendInternal: 'full_name' }],
  [
    'timer_lease',
    {
      frontendInternal: 'holder, last_run_at, leased_until',
      manualGrading: 'holder, last_run_at, leased_until',
    },
  ],
] as const satisfies readonly (readonly [string, Partial<Record<keyof typeof roles, string>>])[]

describe.each(changeable)('%s', (table, columnsByRole: Partial<Record<keyof typeof roles, string>>) => {
  it.each(roleNames)('allows %s to change only the listed columns', async (role) => {
    const can: string[] = []
    for (const column of tables.find((row) => row.table === table)?.columns ?? []) {
      if (await isAllowed(roles[role], `UPDATE ${table} SET ${column} = NULL WHERE FALSE`)) can.push(column)
    }
    expect(can.toSorted().join(', ')).toBe(columnsByRole[role] ?? '')
  })
})

describe('capability', () => {
  it('shows the sealed URL, the digest of its origin and its settle time to manualGrading only, and all other columns to frontendInternal, too', async () => {
    const columns = tables.find((row) => row.table === 'capability')?.columns ?? []
    const readable: Record<string, string[]> = {}
    for (const role of roleNames) {
      readable[role] = []
      for (const column of columns) {
        if (await isAllowed(roles[role], `SELECT ${column} FROM capability`)) readable[role].push(column)
      }
    }
    expect(readable).toEqual({
      publicApi: [],
      frontendInternal: columns.filter((column) => !['sealed_url', 'origin_digest', 'settle_until'].includes(column)),
      manualGrading: columns,
    })
    expect(await isAllowed(roles.frontendInternal, 'UPDATE capability SET used_at = NULL WHERE FALSE')).toBe(true)
  })
})

describe('delivery', () => {
  it.each(['epoch', 'leased_by', 'lease_until', 'verification_epoch', 'result_id', 'submission_id', 'fixture'])(
    'allows frontendInternal to record decisions, but not to change %s',
    async (column) => {
      const can = (name: string) => isAllowed(roles.frontendInternal, `UPDATE delivery SET ${name} = NULL WHERE FALSE`)
      expect([await can('state'), await can(column)]).toEqual([true, false])
    },
  )
})

describe('roster_student', () => {
  it('shows manualGrading the names of students, which a grade is sent with, and nothing else of them', async () => {
    const columns = tables.find((row) => row.table === 'roster_student')?.columns ?? []
    const readable: string[] = []
    for (const column of columns) {
      if (await isAllowed(roles.manualGrading, `SELECT ${column} FROM roster_student`)) readable.push(column)
    }
    expect(readable).toEqual(['course_id', 'user_id', 'full_name'])
  })
})

describe('course_settings', () => {
  it('shows manualGrading the ids of courses, and no document', async () => {
    expect(
      await isAllowed(roles.manualGrading, 'SELECT course_id, revision, slug, name, listed FROM course_settings'),
    ).toBe(true)
    expect(await isAllowed(roles.manualGrading, 'SELECT document FROM course_settings')).toBe(false)
  })
})
