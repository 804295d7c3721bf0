import type { FaultAction } from '@course-grading/fake-upstream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { UpstreamOperation } from './client.ts'
import { useFakeUpstream } from './fake-upstream-client.fixture.ts'
import { failureOf, timed } from './upstream-under-test.fixture.ts'
import {
  createUpstream, fetchCourse, fetchIdentity, fetchModules, fetchUser, findUsersByEmail, isCourseStaff, listStudents,
  listSubmissionHeads, listUserTags, probeCourseTeacher, type Upstream, type UpstreamError,
} from './index.ts'

const { fake, as } = useFakeUpstream()
const deadlineMs = 400
type Ask = (upstream: Upstream) => Promise<unknown>
const askIdentity: Ask = (upstream) => fetchIdentity(upstream, as(101))
const otherOperations = {
  isCourseStaff: (upstream) => isCourseStaff(upstream, as(101), 102, 11),
  probeCourseTeacher: (upstream) => probeCourseTeacher(upstream, as(101), 11),
  fetchCourse: (upstream) => fetchCourse(upstream, as(101), 11),
  listUserTags: (upstream) => listUserTags(upstream, as(101), 11),
  fetchUser: (upstream) => fetchUser(upstream, as(101), 102),
  findUsersByEmail: (upstream) => findUsersByEmail(upstream, as(101), ['teacher@example.org']),
  fetchModules: (upstream) => fetchModules(upstream, as(101), 11),
  listStudents: (upstream) => listStudents(upstream, as(101), 11, { maxPages: 5 }),
  listSubmissionHeads: (upstream) => listSubmissionHeads(upstream, as(101), 11, 1103),
} satisfies Record<Exclude<UpstreamOperation, 'fetchIdentity'>, Ask>
const faults: [FaultAction, code: string][] = [
  [{ kind: 'delay', delayMs: 20 * deadlineMs }, 'upstream_unavailable'],
  [{ kind: 'never_answer' }, 'upstream_unavailable'],
  [{ kind: 'slow_drip', chunkBytes: 1, intervalMs: 50 }, 'upstream_unavailable'],
  [{ kind: 'reset_before_body' }, 'upstream_unavailable'],
  [{ kind: 'drop_answer' }, 'upstream_unavailable'],
  [{ kind: 'half_answer' }, 'upstream_unavailable'],
  [{ kind: 'wrong_content_type', contentType: 'text/html' }, 'upstream_malformed'],
  [{ kind: 'status', status: 200 }, 'upstream_malformed'],
  [{ kind: 'status', status: 401 }, 'upstream_refused'],
  [{ kind: 'status', status: 429, retryAfterS: 9 }, 'upstream_unavailable'],
  [{ kind: 'status', status: 500 }, 'upstream_unavailable'],
  [{ kind: 'status', status: 503 }, 'upstream_unavailable'],
  [{ kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' }, 'upstream_malformed'],
]

async function failWith(action: FaultAction, ask: Ask): Promise<{ error: UpstreamError; tookMs: number }> {
  const upstream = createUpstream({ baseUrl: fake().url, timeoutMs: deadlineMs, concurrency: 4, limits: { bulkTimeoutMs: deadlineMs } })
  onTestFinished(() => upstream.close())
  fake().faults.add({ path: '**', action })
  const { result: error, tookMs } = await timed(() => failureOf(ask(upstream)))
  fake().faults.clear()
  await expect(ask(upstream)).resolves.toBeDefined()
  return { error, tookMs }
}

describe('faults of A+', () => {
  it.each(faults)('end %j as %s, in time, and the next call works', async (action, code) => {
    const { error, tookMs } = await failWith(action, askIdentity)
    expect(error.code).toBe(code)
    expect(error.retryAfterS).toBe('retryAfterS' in action ? 9 : undefined)
    expect(tookMs).toBeLessThan(4 * deadlineMs)
  })

  describe.each(Object.entries(otherOperations))('that meet %s', (_operation, ask) => {
    it.each(faults)('end %j as %s', async (action, code) => {
      const { error, tookMs } = await failWith(action, ask)
      expect(error.code).toBe(code)
      expect(tookMs).toBeLessThan(4 * deadlineMs)
    })
  })
})
