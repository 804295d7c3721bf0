import { describe, expect } from 'vitest'
import { isAllowed, it, type RoleName, roleNames } from './roles.fixture.ts'

describe('every table', () => {
  it('is listed in this test', ({ world }) => {
    expect(world.tables.map((row) => row.table).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })
})

const views = [
  'hidden_exercise',
  'known_submission',
  'present_student',
  'stored_submission',
  'student_visible_result',
  'submission_for_staff',
  'submission_for_student',
]

describe.each(views)('%s', (view) => {
  it.for([
    ['publicApi', []],
    ['frontendInternal', ['SELECT']],
    ['manualGrading', []],
  ] as const)(
    'can be read by frontendInternal only, and changed by nobody (%s)',
    async ([role, expected], { world }) => {
      const { rows } = await world.roles[role].query<{ right: string }>(`
      SELECT right_ AS right FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS right_
      WHERE has_table_privilege('${view}', right_)
        OR right_ IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege('${view}', right_)`)
      expect(rows.map(({ right }) => right)).toEqual(expected)
      expect(await isAllowed(world.roles[role], `SELECT FROM ${view}`)).toBe(expected.length > 0)
    },
  )

  it('has no rows in an empty database', async ({ world }) => {
    expect((await world.owner.query(`SELECT FROM ${view}`)).rowCount).toBe(0)
  })
})

describe('every view', () => {
  it('is listed in this test', async ({ world }) => {
    const { rows } = await world.owner.query<{ view: string }>(
      "SELECT relname AS view FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm') ORDER BY relname",
    )
    expect(rows.map(({ view }) => view)).toEqual(views)
  })
})

describe('the functions of the schema that a role may call', () => {
  it.for([
    ['publicApi', []],
    ['manualGrading', ['attempts_of_all', 'present_max_points']],
  ] as const)('are those that its statements name (%s)', async ([role, expected], { world }) => {
    const { rows } = await world.roles[role].query<{ name: string }>(`
      SELECT proname AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proretset AND has_function_privilege(oid, 'EXECUTE') ORDER BY proname`)
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('show_'))).toEqual(expected)
  })
})

describe.each(roleNames)('%s', (role) => {
  it('has exactly the listed rights on each table', async ({ world }) => {
    for (const { table, columns } of world.tables) {
      const can: string[] = []
      for (const [letter, statement] of attempts)
        if (await isAllowed(world.roles[role], statement(table, columns))) can.push(letter)
      expect(can.join(''), table).toBe(allowed[table]?.[role] ?? '')
    }
  })

  it.for([
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
  ])('may not run: %s', async (statement, { world }) => {
    expect(await isAllowed(world.roles[role], statement)).toBe(false)
  })

  it('owns nothing', async ({ world }) => {
    const owned = await world.roles[role].query('SELECT FROM pg_class WHERE relowner = current_user::regrole')
    expect(owned.rowCount).toBe(0)
  })
})

/** r read, a add, w change, d delete; of the whole table. Whatever is not listed here must be refused. */
const allowed: Record<string, Partial<Record<RoleName, string>>> = {
  assessment: { frontendInternal: 'ra', manualGrading: 'd' },
  assessment_event: { frontendInternal: 'ra', manualGrading: 'a' },
  capability: { manualGrading: 'raw' },
  completed_result: { frontendInternal: 'ra', manualGrading: 'rd' },
  course_erased_person: { frontendInternal: 'ra', manualGrading: 'rd' },
  course_settings: { publicApi: 'r', frontendInternal: 'ra' },
  course_settings_revision: { publicApi: 'a', frontendInternal: 'ra' },
  course_slug: { frontendInternal: 'ra' },
  course_snapshot: { frontendInternal: 'raw' },
  course_snapshot_refresh: { frontendInternal: 'raw' },
  course_tag: { publicApi: 'r', frontendInternal: 'rawd' },
  delivery: { frontendInternal: 'ra', manualGrading: 'rawd' },
  delivery_control: { manualGrading: 'r' },
  delivery_event: { frontendInternal: 'ra', manualGrading: 'ra' },
  delivery_send: { frontendInternal: 'r', manualGrading: 'raw' },
  feedback: { frontendInternal: 'rad', manualGrading: 'd' },
  feedback_read: { frontendInternal: 'rad', manualGrading: 'd' },
  feedback_template: { frontendInternal: 'ra' },
  feedback_version: { frontendInternal: 'rad' },
  parked_draft: { frontendInternal: 'rad' },
  exercise_alias: { frontendInternal: 'ra', manualGrading: 'a' },
  exercise_grading: { frontendInternal: 'ra' },
  grading_copy: { frontendInternal: 'ra' },
  known_api_token: { publicApi: 'rad', frontendInternal: 'rd' },
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
  snapshot_withheld_exercise: { frontendInternal: 'rad' },
  snapshot_module: { frontendInternal: 'rawd' },
  snapshot_submission: { frontendInternal: 'rawd' },
  snapshot_submitter: { frontendInternal: 'rad' },
  snippet: { frontendInternal: 'ra' },
  staff_name: { publicApi: 'ra', frontendInternal: 'rad' },
  submission: { frontendInternal: 'r', manualGrading: 'rawd' },
  submission_submitter: { frontendInternal: 'rad', manualGrading: 'rad' },
  timer_lease: { frontendInternal: 'ra', manualGrading: 'ra' },
  used_launch: { frontendInternal: 'rad' },
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
