import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from './db.ts'
import { keptApart } from './planner.ts'
import { read } from './row.ts'
import { bigints } from './sql-arrays.ts'

/**
 * The one order in which transactions take locks, so that no two ever wait for each other. Each transaction takes some of these
 * locks, in this order:
 *
 * 1. people of a course: shared by work that brings people in or writes about their work; exclusive for an erasure, and for
 * retention
 * 2. exercises ascending: shared by work that writes about one submission; exclusive for work that writes about all of an exercise, and for
 *    a change of its grading settings
 * 3. submission, several ascending: work that registers it, deletes its capability, completes it, or writes what the learning platform
 *    says of it; shared by a submitter's first reading
 * 4. (exercise, submitter) ascending: the work of 3 except completion, for stored and given submitters, so that one such work at a time
 *    decides which submission supersedes another
 * 5. (exercise, grader): claims, so that the open claims of a grader are counted by one claim at a time
 * 6. (student, course): a new document about a student, so that they are counted by one writer at a time
 * 7. rows: the plan of a rubric migration → unfinished deliveries by ordinal → submissions by id → capabilities → assessments → results
 *    by id → feedback → parked drafts → the lease of a course's snapshot → aliases by (exercise, person) → snippets by id
 *
 * A refresh that follows its snapshot locks its lease between 3 and 4: whoever locks the lease later has the course's people, or an
 * exercise, exclusively.
 *
 * Settings that name a rubric lock it FOR SHARE, after their advisory locks. Whoever archives a rubric holds its row and
 * nothing else.
 *
 * Steps of one delivery (leases, send starts, outcomes, decisions of a person) take no advisory lock: they change one row of
 * `delivery`, and then perhaps its capability. So a transaction that needs deliveries not to change locks their rows, after the
 * advisory locks, under which no new delivery appears. What was read before a lock was taken is read again after it.
 *
 * The numbers are the first halves of the keys; the second half is a hash of the id. Two ids with the same hash wait for each
 * other without need, which does no harm as long as several locks of one kind are taken in the order of their hashes.
 */
const lockKeys = {
  people: 1_397_051_217,
  exercise: 1_397_051_218,
  submission: 1_397_051_216,
  submitter: 1_397_051_221,
  grader: 1_397_051_222,
  /** (student, course): documents about a student. */
  documents: 1_397_051_223,
  /** (person): held while a session of the person begins. Nothing else is locked with it. */
  sessions: 1_397_051_215,
  /** (course) or (person): held while a snippet of theirs is made. A copy of a course's grading takes it before all other locks. */
  snippetsOfCourse: 1_397_051_219,
  snippetsOfPerson: 1_397_051_220,
} as const

export interface ExerciseOfCourse {
  readonly courseId: number
  readonly exerciseId: number
}

export interface SubmissionOfExercise extends ExerciseOfCourse {
  readonly submissionId: number
}

export interface SubmissionsOfExercise extends ExerciseOfCourse {
  readonly submissionIds: readonly number[]
}

const locked = { people: Type.Boolean(), exercise: Type.Boolean(), submission: Type.Boolean() }
const sharePeopleOfCourseRow = Type.Object({ people: locked.people })
const lockPeopleOfCourseRow = Type.Object({ people: locked.people })
const lockExerciseRow = Type.Object({ people: locked.people, exercise: locked.exercise })
const lockExercisesRow = Type.Object({ exercises: Type.Boolean() })
const lockSubmissionRow = Type.Object(locked)
const shareSubmissionRow = Type.Object({ people: locked.people, submission: locked.submission })
const lockSubmissionsRow = Type.Object({ submissions: Type.Boolean() })
const lockStoredSubmissionRow = Type.Object({ ...locked, courseId: Type.Integer(), exerciseId: Type.Integer() })
const lockSubmittersRow = Type.Object({ submitters: Type.Integer(), submitterIds: Type.Array(Type.Integer()) })
const lockGraderRow = Type.Object({ people: locked.people, grader: Type.Boolean() })
const lockDocumentsOfStudentRow = Type.Object({ people: locked.people, documents: Type.Boolean() })
const lockSnippetsRow = Type.Object({ bank: Type.Boolean() })
const lockSessionsOfUserRow = Type.Object({ user: Type.Boolean() })

// PostgreSQL computes the columns of a row from left to right, so it takes the locks in this order.
const share = (key: number, id: ReturnType<typeof idOf>) =>
  sql.fragment`pg_advisory_xact_lock_shared(${key}::integer, hashint8(${id})) IS NULL`
const exclude = (key: number, id: ReturnType<typeof idOf>) =>
  sql.fragment`pg_advisory_xact_lock(${key}::integer, hashint8(${id})) IS NULL`
const idOf = (id: number) => sql.fragment`${id}::bigint`
const pairOf = (userId: ReturnType<typeof idOf>, exerciseId: number) =>
  sql.fragment`(hashint8extended(${userId}, ${exerciseId}::bigint) >> 32)::integer`

/** Step 1. A later statement sees what earlier holders of the lock have written. */
export async function lockPeople(tx: Tx, courseId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  const id = idOf(courseId)
  if (mode === 'shared')
    await tx.query(read('sharePeopleOfCourse', sharePeopleOfCourseRow)`SELECT ${share(lockKeys.people, id)} AS people`)
  else
    await tx.query(read('lockPeopleOfCourse', lockPeopleOfCourseRow)`SELECT ${exclude(lockKeys.people, id)} AS people`)
}

/** For a transaction that writes about all submissions of an exercise: steps 1 and 2. */
export async function lockExercise(tx: Tx, { courseId, exerciseId }: ExerciseOfCourse): Promise<void> {
  await tx.query(read('lockExercise', lockExerciseRow)`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${exclude(lockKeys.exercise, idOf(exerciseId))} AS exercise
  `)
}

/** Steps 1 and 2 for at least one exercise of a course. */
export async function lockExercises(tx: Tx, courseId: number, exerciseIds: readonly number[]): Promise<void> {
  // `course` is computed first, then `exercise` in its order.
  await tx.query(read('lockExercises', lockExercisesRow)`
    SELECT bool_and(pg_advisory_xact_lock(${lockKeys.exercise}::integer, exercise.hash) IS NULL) AS exercises
    FROM (SELECT ${share(lockKeys.people, idOf(courseId))} AS people ${keptApart}) AS course
    CROSS JOIN LATERAL (
      SELECT DISTINCT hashint8(given.id) AS hash
      FROM unnest(${bigints(exerciseIds)}) AS given (id)
      WHERE course.people IS NOT NULL
      ORDER BY hash
      ${keptApart}
    ) AS exercise
  `)
}

/** For a transaction that writes about one submission, also one that is not stored yet: steps 1 to 3. */
export async function lockSubmission(
  tx: Tx,
  { courseId, exerciseId, submissionId }: SubmissionOfExercise,
): Promise<void> {
  await tx.query(read('lockSubmission', lockSubmissionRow)`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${share(lockKeys.exercise, idOf(exerciseId))} AS exercise,
      ${exclude(lockKeys.submission, idOf(submissionId))} AS submission
  `)
}

/** Steps 1 and 3, shared: while `tx` is open nobody is taken out of the submission. */
export async function shareSubmission(
  tx: Tx,
  { courseId, submissionId }: Pick<SubmissionOfExercise, 'courseId' | 'submissionId'>,
): Promise<void> {
  await tx.query(read('shareSubmission', shareSubmissionRow)`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${share(lockKeys.submission, idOf(submissionId))} AS submission
  `)
}

/** Steps 1 to 3 for at least one submission of an exercise. */
export async function lockSubmissions(
  tx: Tx,
  { courseId, exerciseId, submissionIds }: SubmissionsOfExercise,
): Promise<void> {
  await tx.query(read('lockSubmissions', lockSubmissionsRow)`
    SELECT bool_and(pg_advisory_xact_lock(${lockKeys.submission}::integer, submission.hash) IS NULL) AS submissions
    FROM (
      SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${share(lockKeys.exercise, idOf(exerciseId))} AS exercise
      ${keptApart}
    ) AS course
    CROSS JOIN LATERAL (
      SELECT DISTINCT hashint8(given.id) AS hash
      FROM unnest(${bigints(submissionIds)}) AS given (id)
      WHERE course.people IS NOT NULL AND course.exercise IS NOT NULL
      ORDER BY hash
      ${keptApart}
    ) AS submission
  `)
}

/** Steps 1 to 3; null if not stored. It may be stored elsewhere before the last lock, so later statements name the course and exercise returned. */
export async function lockStoredSubmission(tx: Tx, submissionId: number): Promise<SubmissionOfExercise | null> {
  const row = await tx.maybeOne(read('lockStoredSubmission', lockStoredSubmissionRow)`
    SELECT ${share(lockKeys.people, sql.fragment`submission.course_id`)} AS people,
      ${share(lockKeys.exercise, sql.fragment`submission.exercise_id`)} AS exercise,
      ${exclude(lockKeys.submission, idOf(submissionId))} AS submission,
      submission.course_id, submission.exercise_id
    FROM submission
    WHERE submission.submission_id = ${submissionId}::bigint
  `)
  return row === null ? null : { courseId: row.courseId, exerciseId: row.exerciseId, submissionId }
}

/** Step 4 for stored and given submitters; returns their ids. The caller holds the submissions' locks, so that the stored ones stay. */
export async function lockSubmitters(
  tx: Tx,
  { exerciseId, submissionIds }: { readonly exerciseId: number; readonly submissionIds: readonly number[] },
  given: readonly number[],
): Promise<readonly number[]> {
  const row = await tx.maybeOne(read('lockSubmitters', lockSubmittersRow)`
    WITH submitter AS (
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = ANY (${bigints(submissionIds)})
      UNION
      SELECT given.user_id FROM unnest(${bigints(given)}) AS given (user_id)
    ),
    key AS MATERIALIZED (
      SELECT DISTINCT ${pairOf(sql.fragment`submitter.user_id`, exerciseId)} AS hash FROM submitter ORDER BY hash
    )
    SELECT count(pg_advisory_xact_lock(${lockKeys.submitter}::integer, key.hash) IS NULL) AS submitters,
      ARRAY(SELECT submitter.user_id FROM submitter ORDER BY submitter.user_id) AS submitter_ids
    FROM key
  `)
  return row?.submitterIds ?? []
}

/** For a claim: steps 1 and 5. */
export async function lockGrader(
  tx: Tx,
  { courseId, exerciseId, graderId }: ExerciseOfCourse & { readonly graderId: number },
): Promise<void> {
  await tx.query(read('lockGrader', lockGraderRow)`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people,
      pg_advisory_xact_lock(${lockKeys.grader}::integer, ${pairOf(idOf(graderId), exerciseId)}) IS NULL AS grader
  `)
}

/** Steps 1 and 6. */
export async function lockDocumentsOfStudent(
  tx: Tx,
  { courseId, userId }: { readonly courseId: number; readonly userId: number },
): Promise<void> {
  await tx.query(read('lockDocumentsOfStudent', lockDocumentsOfStudentRow)`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people,
      pg_advisory_xact_lock(${lockKeys.documents}::integer, ${pairOf(idOf(userId), courseId)}) IS NULL AS documents
  `)
}

export async function lockSessionsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    read('lockSessionsOfUser', lockSessionsOfUserRow)`SELECT ${exclude(lockKeys.sessions, idOf(userId))} AS "user"`,
  )
}

export async function lockSnippets(
  tx: Tx,
  { courseId, ownerId }: { readonly courseId: number; readonly ownerId: number | null },
): Promise<void> {
  const key = ownerId === null ? lockKeys.snippetsOfCourse : lockKeys.snippetsOfPerson
  await tx.query(read('lockSnippets', lockSnippetsRow)`SELECT ${exclude(key, idOf(ownerId ?? courseId))} AS bank`)
}
