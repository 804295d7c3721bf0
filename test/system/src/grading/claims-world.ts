import { changeOf, demoCourses } from '@course-grading/test-kit'
import { askFrontend, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { startWorld, type SystemWorld, tokenOf } from '../world.ts'

/** An exercise in which nothing is registered at first. */
export const exerciseId = 1104
const firstGrader = 401
/** The submissions of a storm have ids from here on. */
const firstSubmission = 1_000_000

export interface Grader {
  readonly userId: number
  readonly session: string
}

/** Several processes of frontend-internal, an exercise with many submissions, and the graders of its course. */
export interface ClaimsWorld {
  readonly world: SystemWorld
  readonly processes: readonly ServiceProcess[]
  readonly graders: readonly Grader[]
  readonly stop: () => Promise<void>
}

export interface ClaimsSize {
  readonly processes: number
  readonly graders: number
  readonly submissions: number
  readonly maxOpenClaims: number
}

export async function startClaimsWorld({
  processes,
  graders,
  submissions,
  maxOpenClaims,
}: ClaimsSize): Promise<ClaimsWorld> {
  const world = await startWorld()
  const started = await Promise.all(Array.from({ length: processes }, () => world.start('frontend-internal')))
  const [first] = started
  if (first === undefined) throw new Error('a storm needs a process')
  const userIds = Array.from({ length: graders }, (_, index) => firstGrader + index)
  for (const userId of userIds) world.upstream.world.setRole(11, userId, 'assistant')
  const teacher = await signIn(first)
  const change = {
    ...changeOf(demoCourses.programming1),
    graders: userIds.map((userId) => ({ userId, languages: ['fi', 'en'] })),
  }
  await accepted(askFrontend(first, 'PUT', '/courses/11/settings', { session: teacher, ifMatch: '"1"', body: change }))
  const path = `/courses/11/exercises/${exerciseId}/grading`
  const defaults = (await (await accepted(askFrontend(first, 'GET', path, { session: teacher }))).json()) as object
  await accepted(
    askFrontend(first, 'PUT', path, {
      session: teacher,
      ifMatch: '"0"',
      body: { ...defaults, rubricId: null, maxOpenClaims },
    }),
  )
  // The submissions were handed in over ten days, each by somebody else.
  await world.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT $1::bigint + id, 11, $2, '2026-11-01Z'::timestamptz + id % 14400 * interval '1 minute', 'fi', 1, 100, TRUE, FALSE, now()
    FROM generate_series(1, $3::integer) AS id`,
    [firstSubmission, exerciseId, submissions],
  )
  await world.query(
    'INSERT INTO submission_submitter SELECT submission_id, submission_id FROM submission WHERE exercise_id = $1',
    [exerciseId],
  )
  // Records the leases that the storm ends. No other lease ends.
  await world.query('CREATE TABLE storm_lapse (assessment_id uuid NOT NULL, at timestamptz NOT NULL)')
  const signedIn: Grader[] = []
  for (const [index, userId] of userIds.entries())
    signedIn.push({ userId, session: await signIn(started[index % started.length] ?? first, tokenOf(userId)) })
  await openConnections(started, signedIn)
  return {
    world,
    processes: started,
    graders: signedIn,
    stop: () => world.stop(),
  }
}

/**
 * Lets each process open its connections a few at a time: on a busy machine, opening all of them at once may exceed the time
 * limit of a connection.
 */
async function openConnections(processes: readonly ServiceProcess[], graders: readonly Grader[]): Promise<void> {
  for (const process of processes)
    for (let atOnce = 2; atOnce <= 20; atOnce += 2)
      await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          accepted(askFrontend(process, 'GET', '/my/claims', { session: graders[index % graders.length]!.session })),
        ),
      )
}

async function accepted(reply: Promise<Response>): Promise<Response> {
  const got = await reply
  if (!got.ok) throw new Error(`${got.status} ${await got.text()}`)
  return got
}

/** Ends the lease of a grader's claim, if it has not ended. */
export async function lapse({ world }: ClaimsWorld, assessmentId: string, userId: number): Promise<void> {
  await world.query(
    `WITH locked AS MATERIALIZED (
      SELECT submission.submission_id
      FROM submission
      WHERE submission.submission_id = (SELECT assessment.submission_id FROM assessment WHERE assessment.id = $1)
      FOR NO KEY UPDATE
    ),
    ended AS (
      UPDATE assessment SET lease_until = clock_timestamp() - interval '1 millisecond'
      FROM locked
      WHERE assessment.submission_id = locked.submission_id AND assessment.holder_id = $2
      RETURNING assessment.id
    )
    INSERT INTO storm_lapse SELECT ended.id, clock_timestamp() FROM ended`,
    [assessmentId, userId],
  )
}
