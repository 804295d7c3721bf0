import type { Client } from 'pg'
import { courseId } from '../learning-platform.ts'
import {
  course,
  exercises,
  firstStudentId,
  graderIds,
  groupOf,
  idOf,
  scoredPoints,
  scores,
  studentCount,
  waiting,
} from './course.ts'

export const firstSavedId = 2_000_001
/** The number of held assessments that are saved: one for each grader and each contestant. */
const savedCount = 2 * graderIds.length

/** Runs statements without triggers and foreign keys, which would check each generated row. */
export async function withoutTriggers(owner: Client, act: () => Promise<unknown>): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  await act()
  await owner.query('SET session_replication_role = origin')
}

/** Seeds people, settings and all submissions: rows that the steps of the product would leave, many at once. */
export async function seed(owner: Client, rubricId: string, say: (line: string) => void): Promise<void> {
  await owner.query(neverOffered)
  await withoutTriggers(owner, async () => {
    await seedStudents(owner)
    await owner.query(
      `INSERT INTO exercise_grading (course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
        max_open_claims, notify, revision, updated_at)
      SELECT $1, id, $2, FALSE, 'all', 'bands', 'shown', 'manual', 240, 50, TRUE, 1, now() FROM unnest($3::bigint[]) AS id`,
      [courseId, rubricId, course.manualGradingExercises],
    )
    say(`Writing ${waiting} submissions …`)
    const language = `CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END`
    await writeSubmissions(owner, { exerciseId: exercises.claimed, firstId: 1_000_001, count: waiting, language })
    const ofSaves = { exerciseId: exercises.saved, firstId: firstSavedId, count: savedCount }
    await writeSubmissions(owner, { ...ofSaves, language: `'fi'`, heldUntil: `now() + interval '1 day'` })
    await writeHeldAssessments(owner, rubricId)
  })
  await owner.query('VACUUM ANALYZE')
}

/** Seeds the students. Each has one of the tags. */
async function seedStudents(owner: Client): Promise<void> {
  await owner.query(
    `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES ($1, 1, now(), TRUE, '[]', '{}')`,
    [courseId],
  )
  const students = Array.from({ length: studentCount }, (_, nth) => [firstStudentId + nth, groupOf(nth)] as const)
  await owner.query(
    `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Student ' || id, '', ARRAY[tag], 'student ' || id || E'\\n\\n'
    FROM unnest($2::bigint[], $3::text[]) AS given (id, tag)`,
    [courseId, students.map(([userId]) => userId), students.map(([, tag]) => tag)],
  )
}

/** Submissions to one exercise. Their numbers are their ids; `language` and `heldUntil` are SQL. */
interface SubmissionsToWrite {
  readonly exerciseId: number
  readonly firstId: number
  readonly count: number
  readonly language: string
  readonly heldUntil?: string
}

async function writeSubmissions(
  owner: Client,
  { exerciseId, firstId, count, language, heldUntil = 'NULL' }: SubmissionsToWrite,
): Promise<void> {
  const student = `${firstStudentId} + id % ${studentCount}`
  const ids = `generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) AS id`
  await owner.query(`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue,
      fixture, registered_at, held_until, submitter_ids)
    SELECT id, ${courseId}, ${exerciseId}, '2026-09-01Z'::timestamptz + (id - ${firstId}) * interval '1 minute', ${language}, 1, 20, TRUE,
      FALSE, now(), ${heldUntil}, ARRAY[${student}]
    FROM ${ids}`)
  await owner.query(`INSERT INTO submission_submitter (submission_id, user_id) SELECT id, ${student} FROM ${ids}`)
  await owner.query(`INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points,
      registered_at, replaced, settle_until, expires_at, fixture)
    SELECT id, ${courseId}, ${exerciseId}, 'sealed', 'bench', '', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM ${ids}`)
}

/** Each grader holds one assessment for each contestant. All criteria have scores. */
async function writeHeldAssessments(owner: Client, rubricId: string): Promise<void> {
  const [ids, submissionIds, holders] = [[], [], []] as [string[], number[], number[]]
  for (let nth = 0; nth < savedCount; nth += 1) {
    ids.push(idOf(firstSavedId + nth))
    submissionIds.push(firstSavedId + nth)
    holders.push(graderIds[nth % graderIds.length]!)
  }
  const held = 'unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS held (id, submission_id, grader_id)'
  await owner.query(
    `INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until,
      rubric_id, rubric_version, scores, private_note, part_revisions, points, started_at, updated_at, fixture)
    SELECT id, submission_id, ${courseId}, ${exercises.saved}, 1, 'in_progress', 1, grader_id, grader_id, now(), now() + interval '1 day',
      $4, 1, $5, '', '{}', $6, now(), now(), FALSE
    FROM ${held}`,
    [ids, submissionIds, holders, rubricId, JSON.stringify(scores), scoredPoints],
  )
  await owner.query(
    `INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
      created_at, updated_at, fixture)
    SELECT id, ${courseId}, submission_id, id, 'fi', 'draft', 1, '', '{}', grader_id, grader_id, now(), now(), FALSE FROM ${held}`,
    [ids, submissionIds, holders],
  )
}

/** Marks claims as saved, since a grader who has not saved would be given the same submission again. */
const neverOffered = `
  CREATE FUNCTION never_offered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.is_offered := FALSE; RETURN NEW; END $$;
  CREATE TRIGGER never_offered BEFORE INSERT OR UPDATE ON assessment FOR EACH ROW EXECUTE FUNCTION never_offered()`
