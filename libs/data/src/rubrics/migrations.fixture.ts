import { migratePage } from '@course-grading/domain/assessments/migrate-page'
import { moveScores } from '@course-grading/domain/rubrics/move-scores'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Scores } from '@course-grading/domain/rubrics/score'
import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
import type pg from 'pg'
import { expect } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { insertCompletedAssessments, type PlacedJudgement } from '../testing/completed-assessments.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { testIn } from '../testing/test-in.ts'
import { listMigrationRows } from './find-migration.ts'
import type { MigrationRow } from './migration-rows.ts'
import {
  beginRubricMigration,
  finishRubricMigration,
  insertMigrationRows,
  listAssessmentsToMigrate,
  type MigrationRequest,
} from './plan-migration.ts'
import { updateRubricDraft } from './rubric-draft-queries.ts'
import { aJudgement, aVersion, nextVersion, randomOf } from './rubric-changes.fixture.ts'
import { insertRubric } from './rubric-queries.ts'
import { insertRubricVersion } from './rubric-version-queries.ts'
import { migrateAssessments } from './run-migration.ts'

/** A rubric whose criteria are given points: `report`, and with `required` also `tests`. */
export const version = (startingPoints: number, required = false): RubricDocument => ({
  title: { en: 'x' },
  maxPoints: 10,
  startingPoints,
  rounding: 'none',
  criteria: ['report', ...(required ? ['tests'] : [])].map((id) => ({
    id,
    title: { en: id },
    required: true,
    commentRequired: false,
    visibleToStudent: true,
    kind: 'points',
    min: 0,
    max: 5,
    step: 0.5,
  })),
})
/** An assessment that is completed by the first version, unless `change` says otherwise. */
export const judged = (change: Partial<PlacedJudgement> = {}): PlacedJudgement => ({
  state: 'completed',
  scores: { report: { points: 3 } },
  points: 4,
  delivery: 'held',
  ...change,
})

/** A database in which assessments are taken from one version of a rubric to another. */
export async function openMigrations() {
  const grading = await openGrading()
  const { owner } = grading
  const { database, statements } = await openObserved(grading.testDatabase.urls.frontendInternal)
  let lastExerciseId = 1_000
  let nextSubmissionId = 1_000_000

  /** Publishes these documents as the versions of a new rubric, in a new course with one exercise. */
  const rubricWith = async (...versions: RubricDocument[]) => {
    lastExerciseId += 1
    const exerciseId = lastExerciseId
    const courseId = await configureCourse(database, { manualGradingExercises: [exerciseId] })
    const { rubricId } = await insertRubric(database, { courseId, draft: JSON.stringify(versions[0]) })
    let revision = 1
    for (const [index, document] of versions.entries()) {
      if (index > 0) {
        await updateRubricDraft(database, { rubricId, expectedRevision: revision, draft: JSON.stringify(document) })
        revision += 1
      }
      await insertRubricVersion(database, { rubricId, expectedRevision: revision, structureChanged: true, userId: 101 })
      revision += 1
    }
    return { rubricId, courseId, exerciseId }
  }
  const place = (
    rubric: Awaited<ReturnType<typeof rubricWith>>,
    judgements: readonly PlacedJudgement[],
    maxPoints: number,
  ) => {
    const firstSubmissionId = nextSubmissionId
    nextSubmissionId += judgements.length
    return insertCompletedAssessments(owner, {
      ...rubric,
      rubric: { rubricId: rubric.rubricId, version: 1 },
      count: judgements.length,
      firstSubmissionId,
      firstUserId: firstSubmissionId,
      maxPoints,
      judgementOf: (index) => judgements[index] as PlacedJudgement,
    })
  }
  /** Makes assessments by the first of two versions of a new rubric. */
  const placed = async (judgements: readonly PlacedJudgement[], second = version(2)) => {
    const rubric = await rubricWith(version(1), second)
    const ids = await place(rubric, judgements, 10)
    return { ...rubric, ids }
  }
  /**
   * Makes a plan as the service does, but without a thread. `between` runs after the assessments are read and before the plan
   * is stored.
   */
  const plan = async (
    change: Partial<MigrationRequest> & { readonly rubricId: string },
    { maxRows = 100, between = async () => {} }: { maxRows?: number; between?: () => Promise<unknown> } = {},
  ): Promise<string> => {
    const request = { toVersion: 2, exerciseId: null, include: ['in_progress', 'completed'] as const, ...change }
    const begun = await beginRubricMigration(database, { ...request, byUserId: 101 })
    if (begun === null) throw new Error('no such version')
    const document = JSON.parse(begun.document) as RubricDocument
    const target = {
      rubricId: request.rubricId,
      version: request.toVersion,
      wording: begun.wording,
      document,
      courseLanguage: 'en',
    }
    for (let after: string | null = null; ;) {
      const page = await listAssessmentsToMigrate(database, request, { after, maxRows, maxBytes: 500_000 })
      if (page.work === null) break
      const rows = migratePage(page.work, target, (texts) => texts)
      await between()
      await database.transaction((tx) => insertMigrationRows(tx, begun, rows))
      after = page.last
    }
    await finishRubricMigration(database, begun.migrationId)
    return begun.migrationId
  }
  const run = ({ rubricId, courseId }: { readonly rubricId: string; readonly courseId: number }, migrationId: string) =>
    database.transaction((tx) => migrateAssessments(tx, { rubricId, courseId, migrationId, byUserId: 101 }))
  const rowsOf = (migrationId: string) =>
    listMigrationRows(database, { migrationId, effect: null, after: null, limit: 10_000 })
  return {
    database,
    statements,
    owner,
    grading,
    rubricWith,
    place,
    placed,
    plan,
    run,
    rowsOf,
    stateOf: (courseId: number) => stateOf(owner, courseId),
    textsThatDiffer: (migrationId: string) => textsThatDiffer(owner, migrationId),
    close: async () => {
      await database.end()
      await grading.close()
    },
  }
}
type Migrations = Awaited<ReturnType<typeof openMigrations>>

export const it = testIn(openMigrations)
export { testIn }

interface StoredState {
  readonly id: string
  readonly state: string
  readonly revision: number
  readonly version: number
  readonly points: number
  readonly scores: Scores
  readonly inQueue: boolean
  readonly standing: { readonly id: string; readonly points: number; readonly version: number } | null
  /** States of its deliveries, the oldest first, with the reason if one was cancelled. */
  readonly deliveries: readonly string[]
  readonly events: number
}

async function stateOf(owner: pg.Client, courseId: number): Promise<Map<string, StoredState>> {
  const { rows } = await owner.query<StoredState>(
    `
    SELECT assessment.id, assessment.state, assessment.revision, assessment.rubric_version AS version, assessment.points::float8 AS points,
      assessment.scores, submission.in_queue AS "inQueue", (
        SELECT json_build_object('id', id, 'points', points, 'version', rubric_version)
        FROM completed_result WHERE assessment_id = assessment.id AND withdrawn_at IS NULL
      ) AS standing, ARRAY(
        SELECT concat_ws(' ', state, cancelled_as) FROM delivery WHERE delivery.submission_id = assessment.submission_id ORDER BY ordinal
      ) AS deliveries, (
        SELECT count(*)::int FROM assessment_event WHERE assessment_id = assessment.id AND event = 'migrated'
          AND (from_revision, to_revision) = (1, 2) AND points_after = assessment.points AND by_user_id = 101
      ) AS events
    FROM assessment JOIN submission ON submission.submission_id = assessment.submission_id
    WHERE assessment.course_id = $1`,
    [courseId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The number of results of a run that differ from the plan. */
async function textsThatDiffer(owner: pg.Client, migrationId: string): Promise<number> {
  const { rowCount } = await owner.query(
    `
    SELECT FROM rubric_migration_row AS planned
    WHERE planned.migration_id = $1 AND planned.effect = 'result' AND NOT EXISTS (
      SELECT FROM completed_result AS result
      WHERE result.assessment_id = planned.assessment_id AND result.withdrawn_at IS NULL AND result.released_at IS NULL
        AND result.feedback_html = planned.feedback_html AND result.payload::text = planned.payload::text
        AND result.scores::text = planned.scores::text AND result.parts::text = planned.parts::text AND result.points = planned.points_after AND result.max_points = planned.max_points)`,
    [migrationId],
  )
  return rowCount ?? 0
}

/** Migrates generated assessments to a generated version, and compares what is stored with the plan and with the rules. */
export async function migrateGenerated(
  { rubricWith, place, plan, run, rowsOf, stateOf: states, textsThatDiffer: differing }: Migrations,
  seed: number,
  count: number,
) {
  const random = randomOf(seed)
  const first = aVersion(random)
  const second = nextVersion(random, first)
  const rubric = await rubricWith(first, second)
  const judgements = Array.from({ length: count }, (_, index) => ({
    ...aJudgement(random, first),
    isReopened: index % 2 === 0,
  }))
  const ids = await place(rubric, judgements, first.maxPoints)
  const before = await states(rubric.courseId)
  const migrationId = await plan(rubric, { maxRows: 400 })
  const planned = new Map((await rowsOf(migrationId)).map((row) => [row.assessmentId, row]))
  expect(planned.size).toBe(count)
  expect([...before.values()].filter(isReopened).length).toBeGreaterThan(0)
  await run(rubric, migrationId)
  expect(await differing(migrationId)).toBe(0)
  const after = await states(rubric.courseId)
  for (const id of ids) {
    const [was, is, row] = [before.get(id), after.get(id), planned.get(id)]
    if (was === undefined || is === undefined || row === undefined) throw new Error('it is gone')
    expect({ seed, ...is }).toEqual({ seed, ...expectedAfter(was, row, first, second, is.standing?.id) })
  }
  return [...planned.values()].map(({ effect }) => effect)
}

const isReopened = ({ state, deliveries }: StoredState): boolean =>
  state === 'in_progress' && deliveries.includes('cancelled reopened')

/**
 * The state that an assessment must have after the run: computed by the rules only from its scores, and with the points of the
 * plan.
 */
function expectedAfter(
  was: StoredState,
  row: MigrationRow,
  first: RubricDocument,
  second: RubricDocument,
  standingId: string | undefined,
): StoredState {
  const { scores } = moveScores(second, was.scores)
  const { points, unfinished, impossible } = scoreRubric(second, { scores, adjustment: null })
  expect([impossible, row.pointsBefore, row.pointsAfter]).toEqual([[], was.points, points])
  const moved = { ...was, scores, points, revision: 2, version: 2, events: 1 }
  if (was.state === 'in_progress') return moved
  const cancelled = was.deliveries.map(() => 'cancelled migrated')
  if (unfinished.length > 0)
    return { ...moved, state: 'in_progress', inQueue: true, standing: null, deliveries: cancelled }
  if (points === was.points && first.maxPoints === second.maxPoints) return moved
  expect(standingId).not.toBe(was.standing?.id)
  return { ...moved, standing: { id: standingId ?? '', points, version: 2 }, deliveries: [...cancelled, 'held'] }
}
