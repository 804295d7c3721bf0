import { FrontendTransportError } from '@course-grading/frontend-transport'
import { createMetrics } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { createCallMetrics } from './call-metrics.ts'

describe('a call to the boundary', () => {
  it.each([
    ['ok', null],
    ['refused', { status: 404, code: 'not_found' }],
    ['failed', { status: 503, code: 'overloaded' }],
    ['upstream', { status: 502, code: 'upstream_unavailable' }],
    ['failed', { kind: 'unreachable' }],
    ['failed', { kind: 'malformed', status: 200 }],
    ['failed', { status: 401, code: 'invalid_frontend_secret' }],
    ['aborted', { kind: 'aborted' }],
  ] as const)('is counted as %s: %j', async (outcome, failure) => {
    expect(await countsAfter('getCourse', failure)).toEqual([
      `boundary_calls_total{operation="getCourse",outcome="${outcome}"} 1`,
    ])
  })

  it('has its time measured', async () => {
    const metrics = createMetrics()
    createCallMetrics(metrics)('getCourse', { error: null, seconds: 0.2 })
    expect(await metrics.metrics()).toContain('boundary_call_duration_seconds_bucket{le="0.3"} 1')
  })
})

describe('a save that is refused', () => {
  it.each([
    ['merge_conflict', 'patchFeedback', { status: 409, code: 'merge_conflict' }],
    ['validation_failed', 'patchAssessment', { status: 400, code: 'validation_failed' }],
    ['other', 'patchAssessment', { status: 413, code: 'payload_too_large' }],
  ] as const)('is counted by its code: %s', async (code, operation, failure) => {
    expect(await countsAfter(operation, failure)).toContain(`saves_refused_total{code="${code}"} 1`)
  })

  it.each([
    ['a save that nobody answered', 'patchAssessment', { kind: 'timeout' }],
    ['another call', 'completeAssessment', { status: 409, code: 'merge_conflict' }],
  ] as const)('is not %s', async (_what, operation, failure) => {
    expect((await countsAfter(operation, failure)).join()).not.toContain('saves_refused_total')
  })
})

type Failure = Omit<ConstructorParameters<typeof FrontendTransportError>[0], 'operation' | 'requestId'> | null

/** The counters with a value after one call. */
async function countsAfter(operation: string, failure: Failure): Promise<string[]> {
  const metrics = createMetrics()
  const error = failure && new FrontendTransportError({ ...failure, operation, requestId: 'r-12345678' })
  createCallMetrics(metrics)(operation, { error, seconds: 0.01 })
  return (await metrics.metrics())
    .split('\n')
    .filter((line) => /^(boundary_calls|saves_refused)_total\{.* [1-9]/.test(line))
}
