import { describe, expect, it } from 'vitest'
import { endOf, upstreamOutcomes } from './call-end.ts'
import { UpstreamError, upstreamReasons } from './upstream-error.ts'

describe('endOf', () => {
  it.each([
    ['aborted', 'aborted'],
    ['timeout', 'unavailable'],
    ['transport', 'unavailable'],
    ['cut_off', 'unavailable'],
    ['rate_limited', 'unavailable'],
    ['server_error', 'unavailable'],
    ['unlistable', 'unlistable'],
    ['breaker_open', 'not_sent'],
    ['bulkhead_full', 'not_sent'],
    ['refused', 'refused'],
    ['rejected', 'rejected'],
    ['schema', 'malformed'],
  ] as const)('of a call that failed by %s is %s', (reason, outcome) => {
    expect(endOf(new UpstreamError(reason))).toMatchObject({ outcome, reason })
  })

  it('has an outcome of the list for every reason, and no outcome is of no reason', () => {
    const outcomes = upstreamReasons.map((reason) => endOf(new UpstreamError(reason)).outcome)
    expect(new Set(['ok', ...outcomes, endOf(new TypeError()).outcome])).toEqual(new Set(upstreamOutcomes))
  })

  it('of a connection has its cause and the code, and of nothing else', () => {
    const connections = upstreamReasons.map(
      (reason) => endOf(new UpstreamError(reason, { systemCode: 'ENOTFOUND' })).connection,
    )
    expect(connections.filter((connection) => connection !== undefined)).toEqual([
      { cause: 'name', systemCode: 'ENOTFOUND' },
      { cause: 'name', systemCode: 'ENOTFOUND' },
    ])
  })

  it('of any other error is a defect', () => {
    expect(endOf(new TypeError('x'))).toEqual({ outcome: 'defect' })
  })
})
