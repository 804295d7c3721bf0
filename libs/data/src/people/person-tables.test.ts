import { describe, expect } from 'vitest'
import { personTables } from './person-tables.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('the register of tables with a person in them', () => {
  it('lists every column that may hold or name a person', async ({ world }) => {
    expect(await world.uncovered()).toEqual([])
  })

  it.for([
    'user_id bigint',
    'by_user_id bigint',
    'grader_id bigint',
    'author_id bigint',
    'submitter_ids bigint[]',
    'username text',
    'full_name text',
    'email text',
    'student_id text',
    'alias text',
    'created_by bigint',
    'private_note text',
    'body text',
    'scores json',
    'payload jsonb',
  ])('misses a new table with %s', async (column, { world }) => {
    await world.owner.query('BEGIN')
    try {
      await world.owner.query(`CREATE TABLE newcomer (id uuid, ${column})`)
      expect(await world.uncovered()).toEqual([`newcomer.${column.split(' ')[0]}`])
    } finally {
      await world.owner.query('ROLLBACK')
    }
  })

  it('lists only existing columns, and each table once', async ({ world }) => {
    const existing = new Set((await world.listColumns()).map(({ table, column }) => `${table}.${column}`))
    const named = [
      ...personTables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
      ...withoutPeople,
    ]
    expect(named.filter((name) => !existing.has(name))).toEqual([])
    expect(new Set(personTables.map(({ table }) => table)).size).toBe(personTables.length)
  })
})

async function openWorld() {
  const data = await openData()
  const { owner } = data
  async function listColumns(): Promise<Column[]> {
    return (
      await owner.query<{ table: string; column: string; type: string }>(`
    SELECT table_name AS table, column_name AS column, udt_name AS type
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`)
    ).rows
  }
  /** Columns that may name a person but are not in the register. */
  async function uncovered(): Promise<string[]> {
    const covered = new Set([
      ...personTables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
      ...withoutPeople,
    ])
    const doubtful = (await listColumns()).filter(
      ({ column, type }) => personal.test(column) || /^_?jsonb?$/.test(type),
    )
    return doubtful.map(({ table, column }) => `${table}.${column}`).filter((name) => !covered.has(name))
  }
  return { ...data, listColumns, uncovered }
}

/** Names of columns that store people, their names, or texts about them. */
const personal = new RegExp(
  [
    '^(.*_)?(user|person|people|student|submitter|grader|teacher|assistant|staff|author|member|owner|subject|recipient)s?(_ids?)?$',
    '^(.*_)?(user_?name|full_name|first_name|last_name|given_name|family_name|display_name|nick_name|login|alias|pseudonym)s?$',
    '^(.*_)?(e_?mail|phone|address|ip|identity|birthday)s?$',
    '^(.*_)?by$',
    '^(.*_)?(text|body|comment|note|reason|answer|html|markdown|annotation)s?$',
  ].join('|'),
)
interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Columns that look as if they named somebody, or are json. */
const withoutPeople: readonly string[] = [
  'assessment.part_revisions',
  'course_snapshot.tags',
  'course_snapshot.changes',
  'delivery_send.diagnostics',
  'feedback.part_revisions',
  'feedback_template.templates',
  'rubric.draft',
  'rubric.draft_title',
  'rubric_version.document',
  'rubric_version.title',
  // What became of a grade: states, times and points.
  'submission_for_staff.upstream_facts',
  'submission_for_student.upstream_facts',
  // Refers to a submission.
  'known_submission.superseded_by',
  'stored_submission.superseded_by',
  'submission.superseded_by',
]
