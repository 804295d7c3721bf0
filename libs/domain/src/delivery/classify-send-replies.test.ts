import { describe, expect, it } from 'vitest'
import { unexpectedBeforeStart, unexpectedAfterStart, reply, classOf } from './classify-send.fixture.ts'

describe('classifySend, for a reply', () => {
  it.each([
    ['{"success":true,"errors":[]}'],
    ['{"success":true}'],
    [' {"success" : true, "errors":["x"]}\n'],
    ['{"errors":[],"more":{"success":false},"success":true}'],
    ['{"\\u0073uccess":true}'],
  ])('200 %s is delivered', (body) => {
    expect(classOf('write_begun', reply(200, body))).toBe('delivered accepted')
  })

  it.each([200, 201, 202, 203, 205, 206, 207, 226, 250, 299])('%i with success is delivered', (status) => {
    expect(classOf('write_begun', reply(status, '{"success":true}'))).toBe('delivered accepted')
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
  ])('200 %j is ambiguous', (body) => {
    expect(classOf('write_begun', reply(200, body))).toBe('ambiguous unclear_reply')
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
      expect(classOf('write_begun', reply(status, body, false))).toBe(expected)
    },
  )

  it('a body that is not UTF-8 is ambiguous', () => {
    expect(
      classOf('write_begun', reply(200, Uint8Array.from([...Buffer.from('{"success":true,"a":"'), 0xff, 0x22, 0x7d]))),
    ).toBe('ambiguous unclear_reply')
  })

  it('204 is ambiguous, with any body', () => {
    expect(classOf('write_begun', reply(204, '{"success":true}'))).toBe('ambiguous unclear_reply')
  })

  it.each([
    '["points: Ensure this value is greater than or equal to 0."]',
    '["__all__: Points greater than maximum points are not allowed."]',
    '["points: pakollinen kenttä (numero)","max_points: x"]',
    '["a"]',
    '["points (whole) are missing".]'.replace('".', '"').replace('points (', 'points, ('),
    '[": TypeError(x)"]',
  ])('200 without success and the form errors %s is refused', (errors) => {
    expect(classOf('write_begun', reply(200, `{"success":false,"errors":${errors}}`))).toBe('refused invalid_grade!')
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
  ])('200 without success and the errors %s is ambiguous', (errors) => {
    expect(classOf('write_begun', reply(200, `{"success":false,"errors":${errors}}`))).toBe('ambiguous failed_inside')
  })

  it('200 without success and without errors is ambiguous', () => {
    expect(classOf('write_begun', reply(200, '{"success":false}'))).toBe('ambiguous failed_inside')
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
  ])('%d is %s, with any body', (status, expected) => {
    expect(
      ['', '{"success":true}', '{"success":false,"errors":["a"]}', '<html>'].map((body) =>
        classOf('write_begun', reply(status, body)),
      ),
    ).toEqual([expected, expected, expected, expected])
  })

  it.each([
    ['before_start', unexpectedBeforeStart],
    ['send_started', unexpectedAfterStart],
  ] as const)('in phase %s, which no reply can have, is %s', (phase, expected) => {
    expect(classOf(phase, reply(200, '{"success":true}'))).toBe(expected)
  })
})
