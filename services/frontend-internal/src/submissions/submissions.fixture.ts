import { completeSubmission } from '@course-grading/data/testing/complete-submission'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { startTestService, type TestService } from '../service.fixture.ts'

type World = TestService['upstream']['world']
type Settings = Partial<ReturnType<typeof changeOf>>

/** The service with a snapshot of the demo course, after changes of its world and its settings. */
export async function startWithSnapshot(
  given: {
    readonly env?: Record<string, string>
    readonly world?: (world: World) => void
    readonly settings?: Settings
    readonly limits?: Parameters<typeof startTestService>[1]
  } = {},
): Promise<TestService> {
  const service = await startTestService(given.env, given.limits)
  given.world?.(service.upstream.world)
  if (given.settings !== undefined) {
    const body = { ...changeOf(demoCourses.programming1), ...given.settings }
    const put = await service.send('PUT', '/courses/11/settings', { ifMatch: '"1"', body })
    if (!put.ok) throw new Error(`settings: ${put.status} ${await put.text()}`)
  }
  await refresh(service)
  return service
}

/** Makes the work of the demo course smaller: a recording of 2 MiB instead of 30, and ten small files instead of 500. */
export function slimWork(world: World): void {
  const recording = world.submission(3005).files.find(({ filename }) => filename === 'recording.wav')!
  recording.content = { kind: 'pattern', seed: 1, sizeBytes: 2 * 1024 * 1024, alphabet: 'binary' }
  world.submission(3006).files.splice(10)
}

/** Takes a snapshot of a course. */
export async function refresh(service: TestService, courseId = 11, session?: string): Promise<void> {
  const taken = await service.send('POST', `/courses/${courseId}/snapshot/refresh`, { session })
  if (!taken.ok) throw new Error(`no snapshot: ${taken.status}`)
}

/** Registers a submission of the demo world, as the isolated grader would. */
export async function register(
  service: TestService,
  submissionId: number,
  change: { readonly language?: string; readonly attempt?: number; readonly autoPoints?: number } = {},
): Promise<void> {
  const { exerciseId, submitterIds, submittedAtMs } = service.upstream.world.submission(submissionId)
  const { language = 'en', attempt = 1, autoPoints = null } = change
  await service.sql`
    WITH registered AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, auto_points, in_queue, fixture, registered_at)
      VALUES (${submissionId}, 11, ${exerciseId}, ${new Date(submittedAtMs).toISOString()}, ${language}, ${attempt}, 20, ${autoPoints}, TRUE, FALSE, now()) RETURNING submission_id)
    INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, unnest(${submitterIds}::bigint[]) FROM registered`
}

/** Assesses a registered submission without a release. */
export async function assess(service: TestService, submissionId: number, points: number): Promise<void> {
  const result = { points: String(points), maxPoints: '20', feedbackHtml: '', payload: '{}', graderId: 103 }
  await completeSubmission(await service.databaseAs('owner'), { ...result, submissionId, state: 'held' })
}

/** Changes the view to show a result of one submission, with a point less, as a later release of the product may. */
export async function showResult(service: TestService, submissionId: number): Promise<void> {
  await service.database.query(`
    CREATE OR REPLACE VIEW student_visible_result AS
    SELECT completed_result.submission_id, completed_result.id AS result_id, completed_result.points - 1 AS points,
      completed_result.max_points, completed_result.created_at AS released_at, completed_result.id AS feedback_id,
      NULL::bigint AS user_id, completed_result.course_id, completed_result.exercise_id, NULL::json AS text
    FROM completed_result
    WHERE completed_result.submission_id = ${submissionId}`)
}

/** A misbehaviour of the learning platform. */
type Fault = Parameters<TestService['upstream']['faults']['add']>[0]['action']

export const upstreamFaults = {
  silence: { kind: 'never_answer' },
  'a drip': { kind: 'slow_drip', chunkBytes: 8, intervalMs: 50 },
  'half an answer': { kind: 'half_answer' },
  'an HTML page': { kind: 'status', status: 200 },
  'another type': { kind: 'wrong_content_type', contentType: 'text/plain' },
  '401': { kind: 'status', status: 401 },
  '403': { kind: 'status', status: 403 },
  '404': { kind: 'status', status: 404 },
  '429': { kind: 'status', status: 429, retryAfterS: 7 },
  '500': { kind: 'status', status: 500 },
  '503': { kind: 'status', status: 503 },
  'a redirect': { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof upstreamFaults
