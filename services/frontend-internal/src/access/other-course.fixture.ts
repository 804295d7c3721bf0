import type { TestService } from '../service.fixture.ts'

/** A course beside course 11, which has the same students, graders and teachers. Indexes have its rows first. */
export const otherCourse = 4

/** Its submissions, and the exercises that it alone has, have ids from here on. */
export const leastIdOfOther = 1_000_000

/** The rows of a course in tables that do not name it. */
const parts: Readonly<Record<string, string>> = {
  submission_submitter: 'submission_id IN (SELECT submission_id FROM submission WHERE course_id = $)',
  assessment_event: 'assessment_id IN (SELECT id FROM assessment WHERE course_id = $)',
  feedback_version: 'feedback_id IN (SELECT id FROM feedback WHERE course_id = $)',
  feedback_read: 'feedback_id IN (SELECT id FROM feedback WHERE course_id = $)',
  delivery_event: 'delivery_id IN (SELECT id FROM delivery WHERE course_id = $)',
  delivery_send: 'delivery_id IN (SELECT id FROM delivery WHERE course_id = $)',
  rubric_version: 'rubric_id IN (SELECT rubric_id FROM rubric WHERE course_id = $)',
  rubric_migration_row: 'migration_id IN (SELECT id FROM rubric_migration WHERE course_id = $)',
}

const rowsOf = (table: string, courseId: number): string =>
  `${table} WHERE ${parts[table] ?? 'course_id = $'}`.replace('$', String(courseId))

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** The tables with rows of courses, each with the columns that a statement may write. */
async function tablesOfCourses(service: TestService): Promise<ReadonlyMap<string, readonly Column[]>> {
  const columns = await service.sql`
    SELECT table_name AS table, column_name AS name, data_type AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND is_identity = 'NO'
    ORDER BY table_name, ordinal_position`
  return new Map(
    Map.groupBy(columns as unknown as Column[], ({ table }) => table)
      .entries()
      .filter(([table, own]) => table in parts || own.some(({ name }) => name === 'course_id')),
  )
}

/** How the rows of the other course differ: their ids always, and what a reply would show of them. */
interface Difference {
  readonly ids: number
  readonly exercises: number
  readonly days: number
  readonly only?: readonly string[]
}

/**
 * Work in exercises of its own; work in the exercises of course 11, as if these had been the other course's before, where they are hidden;
 * and a snapshot that shows the very submissions of course 11 in another state, with other submitters.
 */
const differences: readonly Difference[] = [
  { ids: leastIdOfOther, exercises: leastIdOfOther, days: -1 },
  { ids: 2 * leastIdOfOther, exercises: 0, days: 1 },
  { ids: 0, exercises: 0, days: 0, only: ['snapshot_submission', 'snapshot_submitter'] },
]

/** An exercise of which course 11 has work, and which it no longer grades by hand: the other course does. */
export const takenExercise = 1105

/** Writes all that course 11 has for the other course, too. */
export async function writeOtherCourse(service: TestService): Promise<void> {
  const tables = await tablesOfCourses(service)
  const statements = differences.flatMap((difference) =>
    tables
      .entries()
      .filter(([table]) => difference.only?.includes(table) ?? true)
      .map(([table, columns]) => copied(table, columns, difference))
      .toArray(),
  )
  const more = [
    `INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (${takenExercise}, ${otherCourse})`,
    `INSERT INTO course_erased_person (course_id, user_id, erased_at) VALUES (${otherCourse}, 201, now())`,
    `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      VALUES (${otherCourse}, 298, 'elsewhere', 'Only Elsewhere', '', '{}', 'elsewhere')`,
    // Would stop an erasure.
    `UPDATE submission_submitter SET user_id = 201
      WHERE submission_id IN (SELECT submission_id FROM delivery WHERE course_id = ${otherCourse} AND state = 'ambiguous')`,
    // A scan has the rows of the other course first, too. Of several settings, where one is expected, the last count.
    ...tables
      .keys()
      .filter((table) => !(table in parts) && table !== 'course_settings')
      .map((table) => `UPDATE ${table} SET course_id = course_id WHERE course_id = 11`),
  ]
  // Copies are made in the order of names, and by no rule but those of the tables themselves.
  await service.database.query(
    ['BEGIN', 'SET LOCAL session_replication_role = replica', ...statements, ...more, 'COMMIT'].join(';\n'),
  )
}

function copied(table: string, columns: readonly Column[], { ids, exercises, days }: Difference): string {
  const changed: Readonly<Record<string, string>> = {
    course_id: String(otherCourse),
    submission_id: `submission_id + ${ids}`,
    superseded_by: `superseded_by + ${ids}`,
    module_id: `module_id + ${exercises}`,
    exercise_id: `exercise_id + ${exercises}`,
    submitted_at: `submitted_at + interval '${days} days'`,
    hidden: exercises === 0 ? 'TRUE' : 'hidden',
    max_points: 'max_points + 7',
    max_points_at: `max_points_at + interval '${days} days'`,
    taken_at: `taken_at - interval '1 day'`,
    grade: 'grade + 1',
    alias: 'alias + 1',
    tag_slugs: `'{elsewhere,group-a,user-internal}'::text[]`,
    user_id: table === 'snapshot_submitter' && ids === 0 ? 'user_id + 1' : 'user_id',
    ...Object.fromEntries(
      ['full_name', 'username', 'search_text', 'name', 'body', 'private_note', 'label'].map((name) => [
        name,
        `${name} || ' elsewhere'`,
      ]),
    ),
    // One name of a member of staff holds in all courses.
    ...(table === 'staff_name' && { full_name: 'full_name' }),
    ...(table === 'course_slug' && { slug: `slug || '-elsewhere'` }),
    ...(table === 'course_settings' && {
      document: `(document::jsonb || jsonb_build_object('courseId', ${otherCourse}, 'slug', document ->> 'slug' || '-elsewhere',
        'name', document ->> 'name' || ' elsewhere',
        'manualGradingExercises', (
          SELECT coalesce(jsonb_agg(id::bigint + ${exercises}), '[]') FROM json_array_elements_text(document -> 'manualGradingExercises') AS id
        )))::json`,
    }),
  }
  const values = columns.map(
    ({ name, type }) => changed[name] ?? (type === 'uuid' ? `md5('${ids}' || ${name})::uuid` : name),
  )
  const names = columns.map(({ name }) => name).join(', ')
  return `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${rowsOf(table, 11)} ON CONFLICT DO NOTHING`
}

/** All rows of a course, by table. */
export async function rowsOfCourse(
  service: TestService,
  courseId: number,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows: Record<string, string[]> = {}
  for (const table of (await tablesOfCourses(service)).keys()) {
    const found = await service.database.query(
      `SELECT found::text AS row FROM (SELECT * FROM ${rowsOf(table, courseId)}) AS found ORDER BY found::text`,
    )
    rows[table] = found.map(({ row }) => String(row))
  }
  return rows
}

/** Keeps all rows of all tables; returns what puts them back. */
export async function keepRows(service: TestService): Promise<() => Promise<unknown>> {
  const tables = await service.sql`
    SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    GROUP BY table_name`
  const run = (...statements: string[]) => service.database.query(statements.join(';\n'))
  await run('CREATE SCHEMA kept', ...tables.map(({ name }) => `CREATE TABLE kept.${name} AS TABLE public.${name}`))
  return () =>
    run(
      'BEGIN',
      'SET LOCAL session_replication_role = replica',
      ...tables.map(({ name }) => `DELETE FROM ${name}`),
      ...tables.map(({ name, columns }) => `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM kept.${name}`),
      'COMMIT',
    )
}
