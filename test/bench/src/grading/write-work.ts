import type { Client } from 'pg'
import { firstStudentId, rubric, scoredPoints, scores, studentCount } from './course.ts'

/** Submissions to one exercise, in one state of grading. Their numbers are their ids. */
export interface WorkToWrite {
  readonly courseId: number
  readonly exerciseId: number
  readonly firstId: number
  readonly count: number
  readonly rubricId: string
  /** `waiting`: nobody has claimed it. `held`: somebody holds it, and all criteria have scores. */
  readonly state: 'waiting' | 'held' | 'completed'
  /** SQL of the user id of the grader who holds or judged the submission `id`. */
  readonly graderOf?: string
  readonly language?: string
}

const idOf = "('00000000-0000-7000-8000-' || lpad(id::text, 12, '0'))::uuid"
/** SQL of the student who handed in the submission `id`. */
const student = `${firstStudentId} + id % ${studentCount}`

/** Writes the rows that the steps of the product would leave, in one statement for each table. */
export async function writeWork(owner: Client, work: WorkToWrite): Promise<void> {
  const { courseId, exerciseId, firstId, count, state, rubricId } = work
  const { graderOf = '1', language = "'fi'" } = work
  const isHeld = state === 'held'
  const insert = async (into: string, columns: string, values: readonly unknown[] = []): Promise<void> => {
    await owner.query(
      `INSERT INTO ${into} SELECT ${columns} FROM generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) AS id`,
      [...values],
    )
  }
  await insert(
    `submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at, held_until,
      submitter_ids)`,
    `id, ${courseId}, ${exerciseId}, '2026-09-01Z'::timestamptz + (id - ${firstId}) * interval '1 minute', ${language}, 1, 20,
    ${isHeld || state === 'waiting'}, FALSE, now(), CASE WHEN ${isHeld} THEN now() + interval '1 day' END, ARRAY[${student}]`,
  )
  await insert('submission_submitter (submission_id, user_id)', `id, ${student}`)
  await insert(
    `capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced, settle_until,
      expires_at, fixture)`,
    `id, ${courseId}, ${exerciseId}, 'sealed', 'bench', '', 20, now(), FALSE, now(), now() + interval '1 day', FALSE`,
  )
  if (state === 'waiting') return
  await insert(
    `assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until, rubric_id,
      rubric_version, rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)`,
    `${idOf}, id, ${courseId}, ${exerciseId}, 1, $1, 1, ${graderOf}, ${isHeld ? `${graderOf}, now(), now() + interval '1 day'` : 'NULL, NULL, NULL'},
    $2, 1, ${isHeld ? 'NULL' : '1'}, $3, '', '{}', $4, now(), now(), ${isHeld ? 'NULL' : 'now()'}, FALSE`,
    [isHeld ? 'in_progress' : 'completed', rubricId, JSON.stringify(scores), scoredPoints],
  )
  await insert(
    `feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
      updated_at, fixture)`,
    `${idOf}, ${courseId}, id, ${idOf}, 'fi', 'draft', 1, '', '{}', ${graderOf}, ${graderOf}, now(), now(), FALSE`,
  )
  if (!isHeld) await writeResults(work, insert)
}

async function writeResults(
  { courseId, exerciseId, rubricId, graderOf = '1' }: WorkToWrite,
  insert: (into: string, columns: string, values: readonly unknown[]) => Promise<void>,
): Promise<void> {
  await insert(
    `completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by, created_at, fixture,
      assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision)`,
    `${idOf}, id, ${courseId}, ${exerciseId}, $1, $2, '<p>good</p>', '{}', ${graderOf}, now(), FALSE, ${idOf}, $3, 1, 1, $4, 1`,
    [scoredPoints, rubric.maxPoints, rubricId, JSON.stringify(scores)],
  )
  await insert(
    `delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications, verification_epoch,
      overwrite_seen, notify, fixture, created_at, updated_at)`,
    `${idOf}, id, ${courseId}, ${exerciseId}, ${idOf}, 'held', 0, 1, 0, 0, 0, FALSE, FALSE, FALSE, now(), now()`,
    [],
  )
}
