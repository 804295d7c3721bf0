import type { FaultAction } from '@course-grading/test-fake-upstream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UpstreamOperation } from './client.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { bytesOf } from '../submissions/submission-files.fixture.ts'
import { ampleMs, failureOf } from '../upstream-under-test.fixture.ts'
import {
  createUpstream,
  fetchCourse,
  fetchExercise,
  fetchExerciseForm,
  fetchIdentity,
  fetchModules,
  fetchSubmission,
  fetchUser,
  findUsersByEmail,
  findCourseStaff,
  listStudents,
  listSubmissionHeads,
  listUserTags,
  openSubmissionFile,
  probeCourseTeacher,
  readSubmissionFile,
  type Upstream,
} from '../index.ts'

describe('faults of A+', () => {
  describe.each(Object.entries(operations))('during %s', (_operation, ask) => {
    it.each(faults)('%j ends the call as %s, long before the limit, and the next call works', async (action, code) => {
      const upstream = upstreamOfTest(ampleMs)
      fake().faults.add({ path: '**', action })
      const error = await failureOf(ask(upstream))
      fake().faults.clear()
      expect(error.code).toBe(code)
      expect(error.retryAfterS).toBe('retryAfterS' in action ? 9 : undefined)
      await works(upstream, ask)
    })
  })

  it.each(stalls)('%j ends every call at the limit, and the next call works', async (action) => {
    // A file that arrives slowly is no failure. The tests of these operations test its limits.
    const met = Object.entries<Ask>(operations).filter(
      ([operation]) =>
        !(['openSubmissionFile', 'readSubmissionFile'].includes(operation) && action.kind === 'slow_drip'),
    )
    const asked = met.map(([operation, ask]) => ({
      operation,
      ask,
      upstream: upstreamOfTest(shortMs),
    }))
    fake().faults.add({ path: '**', action })
    const ends = await Promise.all(
      asked.map(async ({ operation, ask, upstream }) => {
        const { reason, code } = await failureOf(ask(upstream))
        return { operation, reason, code }
      }),
    )
    fake().faults.clear()
    expect(ends).toEqual(asked.map(({ operation }) => ({ operation, reason: 'timeout', code: 'upstream_unavailable' })))
    for (const { upstream, ask } of asked) await works(upstream, ask)
  })
})

const { fake, as } = useFakeUpstream()
const firstFile = (): number => fake().world.submission(3001).files[0]?.id ?? 0
/** The time limit of calls that nothing else ends. */
const shortMs = 1_000
type Ask = (upstream: Upstream) => Promise<unknown>
const operations = {
  fetchIdentity: (upstream) => fetchIdentity(upstream, as(101)),
  findCourseStaff: (upstream) => findCourseStaff(upstream, as(101), 102, 11),
  probeCourseTeacher: (upstream) => probeCourseTeacher(upstream, as(101), 11),
  fetchCourse: (upstream) => fetchCourse(upstream, as(101), 11),
  listUserTags: (upstream) => listUserTags(upstream, as(101), 11),
  fetchUser: (upstream) => fetchUser(upstream, as(101), 102),
  findUsersByEmail: (upstream) => findUsersByEmail(upstream, as(101), ['teacher@example.org']),
  fetchModules: (upstream) => fetchModules(upstream, as(101), 11),
  fetchExercise: (upstream) => fetchExercise(upstream, as(101), 1103),
  listStudents: (upstream) => listStudents(upstream, as(101), 11, { maxPages: 5 }),
  listSubmissionHeads: (upstream) => listSubmissionHeads(upstream, as(101), 11, 1103),
  fetchSubmission: (upstream) => fetchSubmission(upstream, as(101), 3001),
  fetchExerciseForm: (upstream) => fetchExerciseForm(upstream, as(101), 1103),
  readSubmissionFile: (upstream) => readSubmissionFile(upstream, as(101), 3001, firstFile(), 1_000_000),
  openSubmissionFile: async (upstream) =>
    bytesOf((await openSubmissionFile(upstream, as(101), 3001, firstFile())).body),
} satisfies Record<UpstreamOperation, Ask>
const stalls: FaultAction[] = [
  { kind: 'delay', delayMs: ampleMs },
  { kind: 'never_answer' },
  { kind: 'slow_drip', chunkBytes: 1, intervalMs: 200 },
]
const faults: [FaultAction, code: string][] = [
  [{ kind: 'half_answer' }, 'upstream_unavailable'],
  [{ kind: 'wrong_content_type', contentType: 'text/html' }, 'upstream_malformed'],
  [{ kind: 'status', status: 401 }, 'upstream_refused'],
  [{ kind: 'status', status: 429, retryAfterS: 9 }, 'upstream_unavailable'],
  [{ kind: 'status', status: 503 }, 'upstream_unavailable'],
  [{ kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' }, 'upstream_malformed'],
]

const upstreamOfTest = (timeoutMs: number): Upstream => {
  const upstream = createUpstream({
    baseUrl: fake().url,
    timeoutMs,
    concurrency: 4,
    limits: { bulkTimeoutMs: timeoutMs, streamIdleMs: ampleMs },
  })
  onTestFinished(() => upstream.close())
  return upstream
}
const works = (upstream: Upstream, ask: Ask): Promise<void> =>
  vi.waitFor(() => expect(ask(upstream)).resolves.toBeDefined(), 60_000)
