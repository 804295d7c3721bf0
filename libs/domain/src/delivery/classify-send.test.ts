import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  unexpectedInEachPhase,
  unexpectedBeforeStart,
  unexpectedAfterWrite,
  unexpectedAfterStart,
  reply,
  stop,
  classOf,
} from './classify-send.fixture.ts'
import { alertedEnds, classifySend, neverSent, verificationErrorOf, type SendPhase } from './classify-send.ts'

describe('classifySend, for an event without a reply', () => {
  it.each([
    ['unreachable', 'pending unreachable', 'unsent unreachable', unexpectedAfterWrite],
    ['tls_failed', 'pending tls_failed!', 'unsent tls_failed!', unexpectedAfterWrite],
    ['not_allowed', 'refused not_allowed!', unexpectedAfterStart, unexpectedAfterWrite],
    ['capability_gone', 'refused capability_gone!', unexpectedAfterStart, unexpectedAfterWrite],
    ['key_unknown', 'pending key_unknown!', unexpectedAfterStart, unexpectedAfterWrite],
    ['invalid_result', 'refused invalid_result!', unexpectedAfterStart, unexpectedAfterWrite],
    ['verification_refused', 'refused verification_refused!', unexpectedAfterStart, unexpectedAfterWrite],
    ['verification_redirected', 'refused redirected!', unexpectedAfterStart, unexpectedAfterWrite],
    ['verification_failed', 'pending verification_failed', unexpectedAfterStart, unexpectedAfterWrite],
    ['graded_elsewhere', 'refused graded_elsewhere!', unexpectedAfterStart, unexpectedAfterWrite],
    ['start_unknown', 'unsent start_unknown', 'unsent start_unknown', unexpectedAfterWrite],
    ['too_late', unexpectedBeforeStart, 'unsent too_late', unexpectedAfterWrite],
    ['stopped', 'pending stopped', 'unsent stopped', 'ambiguous stopped'],
    ['timeout', 'pending timeout', 'unsent timeout', 'ambiguous timeout'],
    ['closed', 'pending closed', 'unsent closed', 'ambiguous closed'],
    ['reply_cut', 'pending reply_cut', unexpectedAfterStart, 'ambiguous reply_cut'],
    ['malformed_reply', 'pending malformed_reply', unexpectedAfterStart, 'ambiguous malformed_reply'],
    ['reply_too_long', 'pending reply_too_long', unexpectedAfterStart, 'ambiguous reply_too_long'],
    ['worker_lost', 'pending worker_lost', 'ambiguous worker_lost', 'ambiguous worker_lost'],
    ['database_lost', 'pending database_lost', 'unsent database_lost', 'ambiguous database_lost'],
    ['an unknown event', ...unexpectedInEachPhase],
    ['', ...unexpectedInEachPhase],
    ['answer ', ...unexpectedInEachPhase],
    ['toString', ...unexpectedInEachPhase],
    ['__proto__', ...unexpectedInEachPhase],
    ['constructor', ...unexpectedInEachPhase],
  ])('%s is, in the three phases: %s, %s, %s', (event, beforeStart, sendStarted, writeBegun) => {
    expect(phases.map((phase) => classOf(phase, stop(event)))).toEqual([beforeStart, sendStarted, writeBegun])
  })

  it.each(['', 'after_write', 'toString', '__proto__'])('treats the unknown phase %j as the latest', (phase) => {
    expect(classOf(phase as SendPhase, stop('unreachable'))).toBe(unexpectedAfterWrite)
    expect(classOf(phase as SendPhase, reply(200, '{"success":true}'))).toBe(unexpectedAfterWrite)
  })
})

describe('classifySend, for any event', () => {
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{"success":true}', '{"success":false,"errors":["a"]}', '{"success":false,"errors":["A()"]}'),
  )
  const anyEvent = fc.oneof(
    fc
      .tuple(fc.oneof(fc.integer({ min: 100, max: 599 }), fc.integer()), body)
      .map(([status, text]) => reply(status, text)),
    fc.string().map(stop),
    fc
      .constantFrom(
        'unreachable',
        'tls_failed',
        'not_allowed',
        'key_unknown',
        'verification_failed',
        'too_late',
        'stopped',
        'timeout',
        'closed',
        'reply_cut',
        'worker_lost',
        'database_lost',
        'start_unknown',
      )
      .map(stop),
  )

  it('never allows another send without a person after the write has begun', () => {
    fc.assert(
      fc.property(anyEvent, (event) => !['pending', 'unsent'].includes(classifySend('write_begun', event).outcome)),
      { numRuns: 2000 },
    )
  })

  it('is never delivered before the write', () => {
    fc.assert(
      fc.property(
        anyEvent,
        fc.constantFrom('before_start', 'send_started'),
        (event, phase) => classifySend(phase, event).outcome !== 'delivered',
      ),
      { numRuns: 2000 },
    )
  })

  it('is refused after the send start only by a reply', () => {
    fc.assert(
      fc.property(
        anyEvent,
        fc.constantFrom('send_started', 'write_begun'),
        (event, phase) =>
          classifySend(phase, event).outcome !== 'refused' || (phase === 'write_begun' && event.event === 'reply'),
      ),
      { numRuns: 2000 },
    )
  })

  it('is delivered only for a status of success and an object with `success: true`', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), body, (status, text) => {
        if (classifySend('write_begun', reply(status, text)).outcome !== 'delivered') return
        const value: unknown = JSON.parse(text)
        expect(value).toMatchObject({ success: true })
        expect(status).toSatisfy((each: number) => each >= 200 && each < 300 && each !== 204)
      }),
      { numRuns: 2000 },
    )
  })

  it('alerts an operator of every refusal', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom(...phases), (event, phase) => {
        const { outcome, alert } = classifySend(phase, event)
        return outcome !== 'refused' || alert
      }),
      { numRuns: 2000 },
    )
  })

  it('alerts an operator of ends that are not ambiguous exactly if alertedEnds lists them', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom(...phases), (event, phase) => {
        const { outcome, kind, alert } = classifySend(phase, event)
        return (
          outcome === 'ambiguous' || alert === alertedEnds.some((end) => end.outcome === outcome && end.kind === kind)
        )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('verificationErrorOf', () => {
  it.each([
    [200, null],
    [201, 'verification_failed'],
    [204, 'verification_failed'],
    [206, 'verification_failed'],
    [299, 'verification_failed'],
    [300, 'verification_redirected'],
    [301, 'verification_redirected'],
    [304, 'verification_redirected'],
    [399, 'verification_redirected'],
    [400, 'verification_failed'],
    [401, 'verification_refused'],
    [402, 'verification_failed'],
    [403, 'verification_refused'],
    [404, 'verification_refused'],
    [405, 'verification_failed'],
    [410, 'verification_failed'],
    [429, 'verification_failed'],
    [500, 'verification_failed'],
    [503, 'verification_failed'],
    [0, 'verification_failed'],
    [NaN, 'verification_failed'],
  ])('returns for %d: %s', (status, expected) => {
    expect(verificationErrorOf(status)).toBe(expected)
  })
})

describe('neverSent', () => {
  it('is a refusal that alerts an operator', () => {
    expect(neverSent).toEqual({ outcome: 'refused', kind: 'never_sent', alert: true })
  })
})

describe('alertedEnds', () => {
  it('has each end once', () => {
    expect(alertedEnds.map(({ outcome, kind }) => `${outcome} ${kind}`).toSorted()).toEqual([
      'pending key_unknown',
      'pending tls_failed',
      'pending unexpected',
      ...[
        'capability_gone',
        'graded_elsewhere',
        'invalid_grade',
        'invalid_result',
        'never_sent',
        'not_allowed',
        'rate_limited',
        'redirected',
        'rejected',
        'verification_refused',
      ].map((kind) => `refused ${kind}`),
      'unsent tls_failed',
      'unsent unexpected',
    ])
  })
})

const phases: readonly SendPhase[] = ['before_start', 'send_started', 'write_begun']
