import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createLogger } from './logger.ts'
import type { FixedText, Logger } from './logger.ts'
import type { LogFields } from './log-fields.ts'

describe('createLogger', () => {
  it('writes one JSON line with level, time, service, version, message and the fields', () => {
    expect(lineOf({ requestId: 'abcdefgh', status: 200, durationMs: 1.5, userId: 101 })).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'some-service',
      version: '1.2.3',
      message: 'request',
      requestId: 'abcdefgh',
      status: 200,
      durationMs: 1.5,
      userId: 101,
    })
  })

  it.each([
    ['a name that is not on the list', { authorization: 'canary' }],
    ['a text instead of a number', { userId: 'canary' }],
    ['a sentence instead of a word', { reason: 'canary in a sentence' }],
    ['an object', { reason: { nested: { deep: 'canary' } } }],
    ['an array of raw headers', { reason: ['Authorization', 'canary'] }],
    ['an error', { errorClass: new Error('canary') }],
    ['an error under the name `err`', { err: new Error('canary') }],
    ['a URL with a query', { operation: '/x?token=canary' }],
    ['line ends', { reason: 'a\r\n{"level":"canary"}' }],
    ['a text that is too long', { reason: 'canary'.repeat(50) }],
    ['a prototype member', JSON.parse('{"__proto__":{"reason":"canary"}}') as Record<string, unknown>],
  ])('drops and counts %s', (_name, fields) => {
    const line = lineOf(smuggled(fields))
    expect(JSON.stringify(line)).not.toContain('canary')
    expect(line['droppedFields']).toBe(1)
  })

  it.each([
    ['an error', new Error('canary')],
    [
      'an object with a class',
      new (class {
        readonly status = 200
        toJSON(): string {
          return 'canary'
        }
      })(),
    ],
  ])('writes only the listed fields of %s', (_name, fields) => {
    expect(JSON.stringify(lineOf(smuggled(fields)))).not.toContain('canary')
  })

  it('writes only identifiers and numbers under listed names, for any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (fields) => {
        const line = lineOf(smuggled(fields))
        for (const value of Object.values(line)) {
          expect(
            typeof value === 'string'
              ? /^[\w$.:/[\]-]{1,128}$/.test(value)
              : ['number', 'boolean'].includes(typeof value),
          ).toBe(true)
        }
      }),
    )
  })

  it('replaces a token in a valid identifier, and reports the replacement', () => {
    const lines: string[] = []
    let redacted = 0
    logInto(lines, (count) => {
      redacted += count
    }).info('request', { requestId: '0065'.repeat(10) })
    expect(lines[0]).not.toContain('0065')
    expect(redacted).toBe(1)
  })

  it('writes nothing below its level', () => {
    const lines: string[] = []
    logInto(lines).debug('nobody sees this')
    expect(lines).toEqual([])
  })

  it('accepts only messages that are constants of the source', () => {
    expectTypeOf<FixedText<'listening'>>().toEqualTypeOf<'listening'>()
    expectTypeOf<FixedText<string>>().toBeNever()
    expectTypeOf<FixedText<`user ${string}`>>().toBeNever()
  })
})

function logInto(lines: string[], onRedacted?: (count: number) => void): Logger {
  return createLogger({
    service: 'some-service',
    version: '1.2.3',
    level: 'info',
    stream: { write: (line) => void lines.push(line) },
    ...(onRedacted && { onRedacted }),
  })
}

function lineOf(fields: LogFields): Record<string, unknown> {
  const lines: string[] = []
  logInto(lines).info('request', fields)
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

/** Fields as a caller passes them whose types are wrong, e.g. for a value from elsewhere. */
const smuggled = (fields: object): LogFields => fields
