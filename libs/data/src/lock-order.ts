import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from './db.ts'
import { statement } from './row.ts'

/**
 * The one order in which transactions take locks, so that no two ever wait for each other. Each takes a part of it, from the top:
 *
 * 1. people of a course: shared by whoever brings people in or writes about their work; exclusive for an erasure, and for retention
 * 2. exercises ascending: shared by whoever writes about one submission; exclusive for whoever writes about all of an exercise
 * 3. submission: whoever registers it, deletes its capability, or completes it
 * 4. (exercise, submitter) ascending, then (exercise, grader): nobody yet
 * 5. rows: unfinished deliveries by ordinal → submissions by id → capabilities → results by id → what hangs on them
 *
 * Steps of one delivery (leases, starts of a send, outcomes, decisions of a person) take no advisory lock: they change one row of `delivery`, and then
 * perhaps its capability. So whoever needs deliveries to stand still locks their rows, after the advisory locks, under which no new
 * one appears. What was read before a lock was taken is read again after it.
 *
 * The numbers are the first halves of the keys; the second is a hash of the id. Two ids with one hash wait for each other without
 * need, and nothing worse; several locks of one kind are therefore taken in the order of their hashes.
 */
const lockKeys = {
  people: 1_397_051_217,
  exercise: 1_397_051_218,
  submission: 1_397_051_216,
  /** Of a person, by sessions that begin; nothing else is locked with it. */
  sessions: 1_397_051_215,
} as const

export interface ExerciseOfCourse {
  readonly courseId: number
  readonly exerciseId: number
}

export interface SubmissionOfExercise extends ExerciseOfCourse {
  readonly submissionId: number
}

const locked = { people: Type.Boolean(), exercise: Type.Boolean(), submission: Type.Boolean() }
const sharePeople = statement('sharePeopleOfCourse', Type.Object({ people: locked.people }))
const excludePeople = statement('lockPeopleOfCourse', Type.Object({ people: locked.people }))
const excludeExercise = statement('lockExercise', Type.Object({ people: locked.people, exercise: locked.exercise }))
const excludeSubmission = statement('lockSubmission', Type.Object(locked))
const excludeStored = statement(
  'lockStoredSubmission',
  Type.Object({ ...locked, courseId: Type.Integer(), exerciseId: Type.Integer() }),
)
const excludeSessions = statement('lockSessionsOfUser', Type.Object({ user: Type.Boolean() }))

// The columns of a row are computed from left to right.
const share = (key: number, id: ReturnType<typeof idOf>) =>
  sql.fragment`pg_advisory_xact_lock_shared(${key}::integer, hashint8(${id})) IS NULL`
const exclude = (key: number, id: ReturnType<typeof idOf>) =>
  sql.fragment`pg_advisory_xact_lock(${key}::integer, hashint8(${id})) IS NULL`
const idOf = (id: number) => sql.fragment`${id}::bigint`

/** People of a course: step 1. What a later statement reads, it reads as those left it who had the lock before. */
export async function lockPeople(tx: Tx, courseId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  const id = idOf(courseId)
  if (mode === 'shared') await tx.query(sharePeople`SELECT ${share(lockKeys.people, id)} AS people`)
  else await tx.query(excludePeople`SELECT ${exclude(lockKeys.people, id)} AS people`)
}

/** For whoever writes about all submissions of an exercise: steps 1 and 2. */
export async function lockExercise(tx: Tx, { courseId, exerciseId }: ExerciseOfCourse): Promise<void> {
  await tx.query(excludeExercise`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${exclude(lockKeys.exercise, idOf(exerciseId))} AS exercise
  `)
}

/** For whoever writes about one submission, also one that is not stored yet: steps 1 to 3. */
export async function lockSubmission(
  tx: Tx,
  { courseId, exerciseId, submissionId }: SubmissionOfExercise,
): Promise<void> {
  await tx.query(excludeSubmission`
    SELECT ${share(lockKeys.people, idOf(courseId))} AS people, ${share(lockKeys.exercise, idOf(exerciseId))} AS exercise,
      ${exclude(lockKeys.submission, idOf(submissionId))} AS submission
  `)
}

/**
 * The same by what is stored of the submission, or null when nothing is. A submission may be deleted, and stored again as another
 * course's, before the last lock is there: a statement that follows must name the course and the exercise that this returns.
 */
export async function lockStoredSubmission(tx: Tx, submissionId: number): Promise<SubmissionOfExercise | null> {
  const row = await tx.maybeOne(excludeStored`
    SELECT ${share(lockKeys.people, sql.fragment`submission.course_id`)} AS people,
      ${share(lockKeys.exercise, sql.fragment`submission.exercise_id`)} AS exercise,
      ${exclude(lockKeys.submission, idOf(submissionId))} AS submission,
      submission.course_id AS "courseId", submission.exercise_id AS "exerciseId"
    FROM submission
    WHERE submission.submission_id = ${submissionId}::bigint
  `)
  return row === null ? null : { courseId: row.courseId, exerciseId: row.exerciseId, submissionId }
}

/** Sessions of one person begin one after the other. */
export async function lockSessionsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.query(excludeSessions`SELECT ${exclude(lockKeys.sessions, idOf(userId))} AS "user"`)
}
