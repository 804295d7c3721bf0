import type { RubricDocument, RubricState } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { isFound } from '../db/planner.ts'
import { json, nullable, read, write } from '../db/row.ts'
import { exerciseIdsOfRubric } from './rubric-exercises.ts'

const head = {
  rubricId: Type.String(),
  courseId: Type.Integer(),
  state: Type.Unsafe<RubricState>({ type: 'string' }),
  revision: Type.Integer(),
  /** The title of the latest version, or of the draft before there is one. */
  title: json<RubricDocument['title']>(),
  hasDraft: Type.Boolean(),
  latestVersion: nullable(Type.Integer()),
  latestWording: nullable(Type.Integer()),
  exerciseIds: Type.Array(Type.Integer()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
}
const rubricHead = Type.Object(head)
type RubricHead = Static<typeof rubricHead>

/** The assessments by one version. */
interface RubricUse {
  readonly version: number
  readonly inProgress: number
  readonly completed: number
}

const storedRubric = Type.Object({
  ...head,
  uses: json<readonly RubricUse[]>(),
  draft: nullable(Type.String()),
  latest: nullable(Type.String()),
})
export type StoredRubric = Static<typeof storedRubric>

const findRubricCourseRow = Type.Object({ courseId: Type.Integer() })

const columnsWith = (latestTitle: ReturnType<typeof titleOf>) => sql.fragment`
  rubric.rubric_id, rubric.course_id, rubric.state, rubric.revision,
  coalesce(${latestTitle}, rubric.draft_title) AS title, rubric.draft IS NOT NULL AS has_draft, rubric.latest_version,
  rubric.latest_wording, ${exerciseIdsOfRubric} AS exercise_ids, rubric.created_at,
  rubric.updated_at`
const titleOf = (isPublished: boolean) => (isPublished ? sql.fragment`latest.title` : sql.fragment`NULL::json`)

const withLatest = sql.fragment`
  LEFT JOIN rubric_version AS latest
    ON latest.rubric_id = rubric.rubric_id AND latest.version = rubric.latest_version AND latest.wording = rubric.latest_wording`

/** Without those that no plan of a migration includes, since their submitters were erased. */
const usesOfRubric = sql.fragment`(
  SELECT coalesce(json_agg(json_build_object(
    'version', used.version, 'inProgress', used.in_progress, 'completed', used.completed
  ) ORDER BY used.version), '[]')
  FROM (
    SELECT assessment.rubric_version AS version, count(*) FILTER (WHERE assessment.state = 'in_progress') AS in_progress,
      count(*) FILTER (WHERE assessment.state = 'completed') AS completed
    FROM assessment
    WHERE assessment.rubric_id = rubric.rubric_id AND ${isFound(sql.fragment`
      FROM submission_submitter WHERE submission_submitter.submission_id = assessment.submission_id`)}
    GROUP BY assessment.rubric_version
  ) AS used
)`

export async function findRubricCourse(db: Db, rubricId: string): Promise<number | null> {
  const row = await db.maybeOne(read('findRubricCourse', findRubricCourseRow)`
    SELECT rubric.course_id FROM rubric WHERE rubric.rubric_id = ${rubricId}::uuid
  `)
  return row?.courseId ?? null
}

export async function findRubric(db: Db, rubricId: string): Promise<StoredRubric | null> {
  return await db.maybeOne(read('findRubric', storedRubric)`
    SELECT ${columnsWith(titleOf(true))}, ${usesOfRubric} AS uses, rubric.draft::text, latest.document::text AS latest
    FROM rubric
    ${withLatest}
    WHERE rubric.rubric_id = ${rubricId}::uuid
  `)
}

interface RubricQuery {
  readonly courseId: number
  readonly state: RubricState | null
  readonly before: string | null
  readonly limit: number
}

export async function selectRubrics(
  db: Db,
  { courseId, state, before, limit }: RubricQuery,
): Promise<readonly RubricHead[]> {
  return await db.any(read('listRubrics', rubricHead)`
    SELECT ${columnsWith(titleOf(true))}
    FROM rubric
    ${withLatest}
    WHERE rubric.course_id = ${courseId}::bigint
      AND (${state}::text IS NULL OR rubric.state = ${state}::text)
      AND (${before}::uuid IS NULL OR rubric.rubric_id < ${before}::uuid)
    ORDER BY rubric.rubric_id DESC
    LIMIT ${limit}::integer
  `)
}

export async function insertRubric(
  db: Db,
  { courseId, draft }: { readonly courseId: number; readonly draft: string },
): Promise<StoredRubric> {
  return await db.one(write('insertRubric', storedRubric)`
    INSERT INTO rubric (rubric_id, course_id, state, revision, draft, created_at, updated_at)
    VALUES (${newId()}::uuid, ${courseId}::bigint, 'draft', 1, ${draft}::json, statement_timestamp(), statement_timestamp())
    RETURNING ${columnsWith(titleOf(false))}, '[]'::json AS uses, rubric.draft::text, NULL AS latest
  `)
}
