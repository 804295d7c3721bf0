import { describe, expect } from 'vitest'
import { isAllowed, it, type RoleName, roleNames } from './roles.fixture.ts'

describe('every table of which not the whole of a row may be changed', () => {
  it.for(roleNames)('allows %s to change only the listed columns', async (role, { world }) => {
    for (const [table, columnsByRole] of Object.entries(changeable)) {
      const can: string[] = []
      for (const column of world.tables.find((row) => row.table === table)?.columns ?? [])
        if (await isAllowed(world.roles[role], `UPDATE ${table} SET ${column} = NULL WHERE FALSE`)) can.push(column)
      expect(can.toSorted().join(', '), table).toBe(columnsByRole[role] ?? '')
    }
  })
})

describe('capability', () => {
  it('shows the sealed URL, the digest of its origin and its settle time to manualGrading only, and all other columns to frontendInternal, too', async ({
    world,
  }) => {
    const columns = world.tables.find((row) => row.table === 'capability')?.columns ?? []
    const readable: Record<string, string[]> = {}
    for (const role of roleNames) {
      readable[role] = []
      for (const column of columns) {
        if (await isAllowed(world.roles[role], `SELECT ${column} FROM capability`)) readable[role].push(column)
      }
    }
    expect(readable).toEqual({
      publicApi: [],
      frontendInternal: columns.filter((column) => !['sealed_url', 'origin_digest', 'settle_until'].includes(column)),
      manualGrading: columns,
    })
    expect(await isAllowed(world.roles.frontendInternal, 'UPDATE capability SET used_at = NULL WHERE FALSE')).toBe(true)
  })
})

describe('delivery', () => {
  it.for(['epoch', 'leased_by', 'lease_until', 'verification_epoch', 'result_id', 'submission_id', 'fixture'])(
    'allows frontendInternal to record decisions, but not to change %s',
    async (column, { world }) => {
      const can = (name: string) =>
        isAllowed(world.roles.frontendInternal, `UPDATE delivery SET ${name} = NULL WHERE FALSE`)
      expect([await can('state'), await can(column)]).toEqual([true, false])
    },
  )
})

describe('roster_student', () => {
  it('shows manualGrading the names of students, which a grade is sent with, and nothing else of them', async ({
    world,
  }) => {
    const columns = world.tables.find((row) => row.table === 'roster_student')?.columns ?? []
    const readable: string[] = []
    for (const column of columns) {
      if (await isAllowed(world.roles.manualGrading, `SELECT ${column} FROM roster_student`)) readable.push(column)
    }
    expect(readable).toEqual(['course_id', 'user_id', 'full_name'])
  })
})

describe('course_settings', () => {
  it('shows manualGrading the ids of courses, and no document', async ({ world }) => {
    expect(
      await isAllowed(
        world.roles.manualGrading,
        'SELECT course_id, revision, slug, name, listed, languages FROM course_settings',
      ),
    ).toBe(true)
    expect(await isAllowed(world.roles.manualGrading, 'SELECT document FROM course_settings')).toBe(false)
  })
})

/** Where not the whole of a row may be changed: what may. */
const changeable: Readonly<Record<string, Partial<Record<RoleName, string>>>> = {
  assessment: {
    frontendInternal:
      'adjustment, claimed_at, completed_at, grader_id, holder_id, is_offered, lease_until, max_points, part_revisions, points, postponed_at, postponed_note, private_note, revision, rubric_id, rubric_version, rubric_wording, saved_at, scores, state, updated_at',
    manualGrading: 'claimed_at, fixture, holder_id, is_offered, lease_until, updated_at',
  },
  assessment_event: {
    frontendInternal: 'after_submitter_ids, before_submitter_ids, judgement, points_after, reason, to_revision',
  },
  feedback: {
    frontendInternal:
      'annotations, body, language, part_revisions, published_at, published_text, revision, state, updated_at, updated_by',
    manualGrading: 'fixture',
  },
  feedback_read: { frontendInternal: 'read_at' },
  feedback_template: { frontendInternal: 'revision, templates, updated_at, updated_by' },
  feedback_version: {
    frontendInternal: 'annotations, body, closed_at, language, restored_from, revision, saved_at, saved_by',
  },
  parked_draft: {},
  completed_result: {
    frontendInternal: 'adjustment, feedback_html, parts, payload, released_at, scores, student_text, withdrawn_at',
    manualGrading: 'fixture',
  },
  course_settings: { publicApi: 'document, revision, updated_at', frontendInternal: 'document, revision, updated_at' },
  delivery_control: { manualGrading: 'hold, hold_reason, settle_s, settle_until, system_identifier, timeline' },
  delivery_event: { frontendInternal: 'reason' },
  exercise_alias: { frontendInternal: 'user_id' },
  exercise_grading: {
    frontendInternal:
      'anonymous, attempts, auto_points, claim_order, due_at, lease_minutes, max_open_claims, notify, release, release_at, revision, rubric_id, updated_at',
  },
  known_api_token: { publicApi: 'known_until' },
  known_token: { frontendInternal: 'known_until' },
  preferences: { frontendInternal: 'document, revision, updated_at' },
  rubric_migration: { frontendInternal: 'run_at, state' },
  rubric: { frontendInternal: 'draft, latest_version, latest_wording, revision, state, updated_at' },
  session: { frontendInternal: 'identity, identity_at, key_id, last_used_at, sealed_token' },
  snippet: {
    frontendInternal:
      'criterion_id, exercise_id, label, last_used_at, points, retired_at, revision, search_text, text, use_count',
  },
  staff_name: { publicApi: 'full_name', frontendInternal: 'full_name' },
  timer_lease: {
    frontendInternal: 'holder, last_run_at, leased_until',
    manualGrading: 'holder, last_run_at, leased_until',
  },
}
