import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alertedEnds,
  classifySend,
  verificationErrorOf,
  neverSent,
  type SendEvent,
  type SendPhase,
} from './classify-send.ts'

const phases: readonly SendPhase[] = ['before_start', 'send_started', 'write_begun']
const stop = (event: string) => ({ event }) as SendEvent
const reply = (status: number, body: string | Uint8Array = '', isRequestSent = true): SendEvent => ({
  event: 'reply',
  reply: { status, body: typeof body === 'string' ? Buffer.from(body) : body, isRequestSent },
})
const told = (phase: SendPhase, event: SendEvent) => {
  const { outcome, kind, alert } = classifySend(phase, event)
  return `${outcome} ${kind}${alert ? '!' : ''}`
}

const never = ['pending unexpected!', 'unsent unexpected!', 'ambiguous unexpected!'] as const
const [neverBefore, neverPassed, neverBegun] = never

describe('classifySend, of an event without a reply', () => {
  it.each([
    ['unreachable', 'pending unreachable', 'unsent unreachable', neverBegun],
    ['tls_failed', 'pending tls_failed!', 'unsent tls_failed!', neverBegun],
    ['not_allowed', 'refused not_allowed!', neverPassed, neverBegun],
    ['capability_gone', 'refused capability_gone!', neverPassed, neverBegun],
    ['key_unknown', 'pending key_unknown!', neverPassed, neverBegun],
    ['invalid_result', 'refused invalid_result!', neverPassed, neverBegun],
    ['verification_refused', 'refused verification_refused!', neverPassed, neverBegun],
    ['verification_redirected', 'refused redirected!', neverPassed, neverBegun],
    ['verification_failed', 'pending verification_failed', neverPassed, neverBegun],
    ['graded_elsewhere', 'refused graded_elsewhere!', neverPassed, neverBegun],
    ['start_unknown', 'unsent start_unknown', 'unsent start_unknown', neverBegun],
    ['too_late', neverBefore, 'unsent too_late', neverBegun],
    ['stopped', 'pending stopped', 'unsent stopped', 'ambiguous stopped'],
    ['timeout', 'pending timeout', 'unsent timeout', 'ambiguous timeout'],
    ['closed', 'pending closed', 'unsent closed', 'ambiguous closed'],
    ['reply_cut', 'pending reply_cut', neverPassed, 'ambiguous reply_cut'],
    ['malformed_reply', 'pending malformed_reply', neverPassed, 'ambiguous malformed_reply'],
    ['reply_too_long', 'pending reply_too_long', neverPassed, 'ambiguous reply_too_long'],
    ['worker_lost', 'pending worker_lost', 'ambiguous worker_lost', 'ambiguous worker_lost'],
    ['database_lost', 'pending database_lost', 'unsent database_lost', 'ambiguous database_lost'],
    ['what nobody knows', ...never],
    ['', ...never],
    ['answer ', ...never],
    ['toString', ...never],
    ['__proto__', ...never],
    ['constructor', ...never],
  ])('%s is, phase by phase: %s, %s, %s', (what, before, passed, begun) => {
    expect(phases.map((phase) => told(phase, stop(what)))).toEqual([before, passed, begun])
  })

  it.each(['', 'after_write', 'toString', '__proto__'])('takes the unknown phase %j for the latest', (phase) => {
    expect(told(phase as SendPhase, stop('unreachable'))).toBe(neverBegun)
    expect(told(phase as SendPhase, reply(200, '{"success":true}'))).toBe(neverBegun)
  })
})

describe('classifySend, of a reply', () => {
  it.each([
    ['{"success":true,"errors":[]}'],
    ['{"success":true}'],
    [' {"success" : true, "errors":["x"]}\n'],
    ['{"errors":[],"more":{"success":false},"success":true}'],
    ['{"\\u0073uccess":true}'],
  ])('200 %s is delivered', (body) => {
    expect(told('write_begun', reply(200, body))).toBe('delivered accepted')
  })

  it.each([200, 201, 202, 203, 205, 206, 207, 226, 250, 299])('%i with success is delivered', (status) => {
    expect(told('write_begun', reply(status, '{"success":true}'))).toBe('delivered accepted')
  })

  it.each([
    '',
    ' ',
    '{',
    '{"success":true',
    '{"success":tru',
    '{"success":true}}',
    '{"success":true}{"success":true}',
    '[{"success":true}]',
    '[true]',
    'true',
    '"success"',
    'null',
    '1',
    '{}',
    '{"success":null}',
    '{"success":1}',
    '{"success":"true"}',
    '{"success":[true]}',
    '{"Success":true}',
    '{"success":true,"success":true}',
    '{"success":false,"success":true}',
    '{"success":true,"errors":[],"errors":[]}',
    '{"success":true,"a":{"b":1,"b":1}}',
    '<html>success</html>',
    '<!doctype html>{"success":true}',
    'success=true',
    '\ufeff{"success":true}',
    "{'success':true}",
    '{"success":true,}',
    '{"success":true}//',
    '{"__proto__":{"success":true}}',
    '{"success":0}',
    '{"success":"false","errors":["a"]}',
    '{"errors":["a"]}',
    '{"detail":"x"}',
    '{"success":true,"a":"\\u0000"}',
  ])('200 %j is ambiguous: it says nothing clear', (body) => {
    expect(told('write_begun', reply(200, body))).toBe('ambiguous unclear_reply')
  })

  it.each<[status: number, body: string, expected: string]>([
    [200, '{"success":true,"errors":[]}', 'ambiguous early_reply'],
    [201, '{"success":true}', 'ambiguous early_reply'],
    [200, '{}', 'ambiguous unclear_reply'],
    [200, '{"success":false,"errors":["a"]}', 'refused invalid_grade!'],
    [200, '{"success":false,"errors":["A()"]}', 'ambiguous failed_inside'],
    [302, '', 'refused redirected!'],
    [413, '', 'refused rejected!'],
    [500, '', 'ambiguous server_error'],
  ])(
    '%i %s before the whole grade was sent is %s: only a success depends on what was sent',
    (status, body, expected) => {
      expect(told('write_begun', reply(status, body, false))).toBe(expected)
    },
  )

  it('takes bytes that are no UTF-8 for nothing clear', () => {
    expect(
      told('write_begun', reply(200, Uint8Array.from([...Buffer.from('{"success":true,"a":"'), 0xff, 0x22, 0x7d]))),
    ).toBe('ambiguous unclear_reply')
  })

  it('takes 204 for nothing clear, whatever comes with it', () => {
    expect(told('write_begun', reply(204, '{"success":true}'))).toBe('ambiguous unclear_reply')
  })

  it.each([
    '["points: Ensure this value is greater than or equal to 0."]',
    '["__all__: Points greater than maximum points are not allowed."]',
    '["points: pakollinen kenttä (numero)","max_points: x"]',
    '["a"]',
    '["points (whole) are missing".]'.replace('".', '"').replace('points (', 'points, ('),
    '[": TypeError(x)"]',
  ])('200 without success and the form errors %s is refused', (errors) => {
    expect(told('write_begun', reply(200, `{"success":false,"errors":${errors}}`))).toBe('refused invalid_grade!')
  })

  it.each([
    '["TypeError(\'x\')"]',
    '["AssertionError()"]',
    '["django.db.utils.DataError(\'value out of range\\\\n\')"]',
    '["  KeyError(1)"]',
    '["OSError (5)"]',
    '["_X("]',
    '["Ä1("]',
    '["points: x","ValueError()"]',
    '["ValueError()","points: x"]',
    '[]',
    '[""]',
    '[" \\n"]',
    '["points: x",""]',
    '[1]',
    '["a",null]',
    '[["a"]]',
    '{"points":["a"]}',
    '"points: a"',
    'null',
    'true',
    '{}',
  ])('200 without success and the errors %s may have failed after saving', (errors) => {
    expect(told('write_begun', reply(200, `{"success":false,"errors":${errors}}`))).toBe('ambiguous failed_inside')
  })

  it('200 without success and without errors may have failed after saving', () => {
    expect(told('write_begun', reply(200, '{"success":false}'))).toBe('ambiguous failed_inside')
  })

  it.each<readonly [status: number, expected: string]>([
    ...[300, 301, 302, 303, 304, 307, 308, 399].map((status): [number, string] => [status, 'refused redirected!']),
    ...[
      400, 401, 403, 404, 405, 406, 407, 409, 410, 411, 413, 414, 415, 417, 418, 421, 422, 423, 424, 426, 428, 431, 451,
      499,
    ].map((status): [number, string] => [status, 'refused rejected!']),
    [429, 'refused rate_limited!'],
    ...[408, 425, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 599].map((status): [number, string] => [
      status,
      'ambiguous server_error',
    ]),
    ...[-1, 0, 1, 99, 100, 101, 102, 103, 199, 600, 700, 999, 200.5, NaN, Infinity].map((status): [number, string] => [
      status,
      'ambiguous malformed_reply',
    ]),
  ])('%d is %s, whatever the body says', (status, expected) => {
    expect(
      ['', '{"success":true}', '{"success":false,"errors":["a"]}', '<html>'].map((body) =>
        told('write_begun', reply(status, body)),
      ),
    ).toEqual([expected, expected, expected, expected])
  })

  it.each([
    ['before_start', neverBefore],
    ['send_started', neverPassed],
  ] as const)('in phase %s is nothing that can be: %s', (phase, expected) => {
    expect(told(phase, reply(200, '{"success":true}'))).toBe(expected)
  })
})

describe('classifySend, of anything', () => {
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

  it('never sends again by itself once the write has begun', () => {
    fc.assert(
      fc.property(anyEvent, (event) => !['pending', 'unsent'].includes(classifySend('write_begun', event).outcome)),
      { numRuns: 2000 },
    )
  })

  it('never calls delivered what was not written', () => {
    fc.assert(
      fc.property(
        anyEvent,
        fc.constantFrom('before_start', 'send_started'),
        (event, phase) => classifySend(phase, event).outcome !== 'delivered',
      ),
      { numRuns: 2000 },
    )
  })

  it('refuses after the send start only what a reply refuses', () => {
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

  it('calls no status of 500 and more anything but ambiguous', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 1000 }),
        body,
        (status, text) => classifySend('write_begun', reply(status, text)).outcome === 'ambiguous',
      ),
    )
  })

  it('calls delivered only a status of success with an object whose success is true', () => {
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

  it('asks for an operator at every refusal', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom(...phases), (event, phase) => {
        const { outcome, alert } = classifySend(phase, event)
        return outcome !== 'refused' || alert
      }),
      { numRuns: 2000 },
    )
  })

  it('asks for an operator at what alertedEnds lists, and at what is unclear, alone', () => {
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

  it('does not depend on anything before: the same event has the same class', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom(...phases), (event, phase) => {
        expect(classifySend(phase, event)).toEqual(classifySend(phase, structuredClone(event)))
      }),
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
  ])('makes of %d: %s', (status, expected) => {
    expect(verificationErrorOf(status)).toBe(expected)
  })
})

describe('neverSent', () => {
  it('is a refusal that asks for an operator', () => {
    expect(neverSent).toEqual({ outcome: 'refused', kind: 'never_sent', alert: true })
  })
})

describe('alertedEnds', () => {
  it('has each way once', () => {
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
