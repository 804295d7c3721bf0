import type { FaultAction } from '@course-grading/fake-upstream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useFakeUpstream } from '../test/fake-upstream-client.ts'
import { failureOf, timed } from '../test/upstream-under-test.ts'
import { createUpstream, fetchCourse, fetchIdentity, isCourseStaff, listUserTags, probeCourseTeacher } from './index.ts'

const { fake, as } = useFakeUpstream()
const deadlineMs = 400
const operations = {
  fetchIdentity: (upstream) => fetchIdentity(upstream, as(101)),
  isCourseStaff: (upstream) => isCourseStaff(upstream, as(101), 102, 11),
  probeCourseTeacher: (upstream) => probeCourseTeacher(upstream, as(101), 11),
  fetchCourse: (upstream) => fetchCourse(upstream, as(101), 11),
  listUserTags: (upstream) => listUserTags(upstream, as(101), 11),
} satisfies Record<string, (upstream: ReturnType<typeof createUpstream>) => Promise<unknown>>
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

describe('faults of A+', () => {
  describe.each(Object.entries(operations))('%s', (_operation, ask) => {
    it.each(faults)('ends %j as %s, in time', async (action, code) => {
      const upstream = createUpstream({ baseUrl: fake().url, timeoutMs: deadlineMs, concurrency: 4 })
      onTestFinished(() => upstream.close())
      fake().faults.add({ path: '**', action })
      const { result: error, tookMs } = await timed(() => failureOf(ask(upstream)))
      expect(error.code).toBe(code)
      expect(error.retryAfterS).toBe('retryAfterS' in action ? 9 : undefined)
      expect(tookMs).toBeLessThan(4 * deadlineMs)
      fake().faults.clear()
      await expect(ask(upstream)).resolves.toBeDefined()
    })
  })
})
