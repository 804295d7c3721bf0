import { randomBytes } from 'node:crypto'
import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { capabilityContext, createSealer } from '@course-grading/sealing'
import { describe, expect, it } from 'vitest'
import { openCapability, prepareSend } from './prepare.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

describe('the URL of a capability that is opened for a send or a verification', () => {
  it('is used unchanged if it is still allowed', () => {
    const { send, open, refused } = prepare(good)
    expect([send().target.url, open().url, refused]).toEqual([good, good, []])
  })

  it.each<[why: string, url: string, patterns: readonly string[]]>([
    ['no callback is allowed now', good, []],
    ['the URL is of another submission', good.replace('8001', '8002'), [pattern]],
  ])('makes the send and the verification fail, and is counted, if %s', (_why, url, patterns) => {
    const { send, open, refused } = prepare(url, patterns)
    expect(send).toThrow(expect.objectContaining({ reason: 'not_allowed' }))
    expect(open).toThrow(expect.objectContaining({ reason: 'not_allowed' }))
    expect(refused).toHaveLength(2)
  })
})

describe('the feedback of a grade', () => {
  it('has the names of the submitters, as text', () => {
    const feedback = { feedbackHtml: '<p>Dear {{studentName}},</p>', submitterNames: ['Eve <i>', 'Åke'] }
    const form = prepare(good, [pattern], feedback).send().formFor({ maxPoints: 10, latePenalty: null })
    expect(new URLSearchParams(form).get('feedback')).toBe('<p>Dear Eve &lt;i&gt;, Åke,</p>')
  })
})

const sealer = createSealer({ purpose: 'capability', keys: [{ id: 'k-1', key: randomBytes(32) }] })
const token = `s1f41.${'A'.repeat(32)}`
const good = `https://plus.example.org/api/v2/submissions/8001/grader?token=${token}`
const whole = { courseId: 11, exerciseId: 1103, submissionId: 8001 }
const pattern = 'https://plus.example.org/api/v2/submissions/*/grader'

function prepare(url: string, patterns: readonly string[] = [pattern], change: Partial<LeasedDelivery> = {}) {
  const refused: string[] = []
  const deps = {
    sealer,
    allowed: patterns.map((each) => ({ pattern: each, cidr: undefined })),
    metrics: { rejectedUrl: (verdict: string) => void refused.push(verdict) },
  } as unknown as Pick<WorkerDeps, 'sealer' | 'allowed' | 'metrics'>
  const { sealed, keyId } = sealer.seal(url, capabilityContext(whole))
  const stored = { ...whole, capability: { sealedUrl: sealed, keyId } }
  const delivery = {
    ...stored,
    deliveryId: '01920000-0000-7000-8000-000000000001',
    sendNumber: 1,
    points: '5',
    maxPoints: '10',
    upstreamMaxPoints: 10,
    feedbackHtml: '',
    submitterNames: [],
    payload: '{}',
    notify: true,
    ...change,
  } as unknown as LeasedDelivery
  return { send: () => prepareSend(deps, delivery), open: () => openCapability(deps, stored), refused }
}
