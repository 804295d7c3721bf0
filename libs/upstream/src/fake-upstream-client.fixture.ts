import { demoTokenOf, startFakeUpstream, type FakeUpstream } from '@course-grading/test-fake-upstream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createUpstream, type Upstream, type UpstreamCall } from './index.ts'
import { ampleMs } from './upstream-under-test.fixture.ts'

interface FakeUpstreamClient {
  readonly fake: () => FakeUpstream
  readonly upstream: () => Upstream
  /** A call on behalf of a user of the demo world. */
  readonly as: (userId: number) => UpstreamCall
}

/** A simulator with the demo world and a client of it, for all tests of a file. Tests that change the world undo it. */
export function useFakeUpstream(): FakeUpstreamClient {
  let fake: FakeUpstream
  let upstream: Upstream
  beforeAll(async () => {
    fake = await startFakeUpstream()
    upstream = createUpstream({
      baseUrl: fake.url,
      timeoutMs: ampleMs,
      concurrency: 32,
      limits: { connectTimeoutMs: ampleMs, queueWaitMs: ampleMs },
    })
  })
  beforeEach(() => {
    fake.journal.clear()
    fake.faults.clear()
  })
  afterAll(async () => {
    await upstream.close()
    await fake.close()
  })
  return {
    fake: () => fake,
    upstream: () => upstream,
    as: (userId) => ({ token: demoTokenOf(userId), requestId: `request-as-${userId}` }),
  }
}
