import { defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { anOperation } from '../operations/an-operation.fixture.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { checkReplies, type ReplyFault, replyCheck } from './reply-check.ts'

describe('replyCheck', () => {
  it.each([
    [{ status: 200, body: { name: 'x' } }, []],
    [{ status: 200, body: '{"name":"x"}' }, []],
    [{ status: 200, body: { name: 'x', gone: undefined } }, []],
    [{ status: 201, body: [1] }, []],
    [{ status: 202, attachment: csv }, []],
    [{ status: 204 }, []],
    [{ status: 200, body: { name: 7 } }, ['$.name']],
    [{ status: 200, body: '{"name":7}' }, ['$.name']],
    [{ status: 200, body: { name: 'x', more: 1 } }, ['$.more']],
    [{ status: 201, body: [1, 'two', 3, 4.5] }, ['$[1]', '$[3]']],
    [{ status: 200, body: '{"name":' }, ['malformed_json']],
    [{ status: 200 }, ['other_kind_of_body']],
    [{ status: 200, attachment: csv }, ['other_kind_of_body']],
    [{ status: 202, attachment: { ...csv, mediaType: 'text/plain' } }, ['other_kind_of_body']],
    [{ status: 202, body: {} }, ['other_kind_of_body']],
    [{ status: 204, body: {} }, ['other_kind_of_body']],
    [{ status: 205 }, ['unlisted_status']],
  ])('finds in %j: %j', (reply, faults) => {
    expect(checking(1).faultsOf(reply)).toEqual(faults)
  })

  it.each([
    ['in an object', inner, { a: 1 }, { a: 1, more: 1 }, '$.more'],
    ['in a nested object', Type.Object({ inner }), { inner: { a: 1 } }, { inner: { a: 1, more: 1 } }, '$.inner.more'],
    ['in an item of a list', Type.Array(inner), [{ a: 1 }], [{ a: 1 }, { a: 1, more: 1 }], '$[1].more'],
    [
      'in a value of a record',
      Type.Record(Type.String(), inner),
      { x: { a: 1 } },
      { x: { a: 1, more: 1 } },
      '$.x.more',
    ],
    ['in a nullable object', Type.Union([inner, Type.Null()]), null, { a: 1, more: 1 }, '$.more'],
    ['in a union', Type.Union([inner, named('b')]), { b: 1 }, { b: 1, more: 1 }, '$.more'],
    ['that another branch of a union names', Type.Union([inner, named('b')]), { a: 1 }, { a: 1, b: 1 }, '$.a'],
    ['in an intersection', Type.Intersect([inner, named('b')]), { a: 1, b: 1 }, { a: 1, b: 1, more: 1 }, '$.more'],
    [
      'below an intersection',
      Type.Intersect([Type.Object({ inner })]),
      { inner: { a: 1 } },
      { inner: { a: 1, more: 1 } },
      '$.inner.more',
    ],
  ])('finds a member that is not named %s', (_where, schema, right, wrong, path) => {
    const operation = defineOperation({ ...anOperation, replies: { 200: { description: '', schema } } })
    const faultsOf = (body: unknown) => {
      const found: string[] = []
      replyCheck('getThing', operation, { oneIn: 1, isClosed: true, onFault: ({ faults }) => found.push(...faults) })({
        status: 200,
        body,
      })
      return found
    }
    expect(faultsOf(right)).toEqual([])
    expect(faultsOf(wrong)).toContain(path)
  })

  it('checks the first reply of each status, and then one in `oneIn`', () => {
    const { check, found } = checking(100)
    const wrong = (status: number) => check({ status, body: 'null' })
    for (let reply = 0; reply < 201; reply += 1) wrong(200)
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
    for (let reply = 0; reply < 100; reply += 1) wrong(201)
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 201])
    wrong(201)
    expect(found).toHaveLength(5)
  })
})

describe('checkReplies', () => {
  const served = (production: boolean) => {
    const lines: string[] = []
    const metrics = createMetrics()
    const logger = createLogger({
      service: 'test',
      version: 'test',
      level: 'debug',
      stream: { write: (line) => void lines.push(line) },
    })
    return { lines, metrics, check: replyCheck('getThing', getThing, checkReplies({ production, logger, metrics })) }
  }

  it('in production sends a faulty reply, and counts and logs it by operation, without values', async () => {
    const { lines, metrics, check } = served(true)
    check({ status: 201, body: ['secret', 'more'] })
    check({ status: 200, body: 'secret' })
    for (let reply = 0; reply < 99; reply += 1) check({ status: 201, body: ['secret'] })
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'reply_contract_fault',
        operation: 'getThing',
        status: 201,
        reason: '$[0]',
        count: 2,
      }),
      expect.objectContaining({ event: 'reply_contract_fault', status: 200, reason: 'malformed_json', count: 1 }),
    ])
    expect(lines.join('')).not.toMatch(/secret|droppedFields/)
    expect(await metrics.metrics()).toContain('http_reply_contract_faults_total{operation="getThing"} 2\n')
  })

  it('in development fails every faulty reply', () => {
    const { lines, check } = served(false)
    for (let reply = 0; reply < 3; reply += 1) {
      check({ status: 204 })
      expect(() => check({ status: 201, body: ['secret'] })).toThrow('getThing replied 201 against its contract: $[0]')
    }
    expect(lines).toEqual([])
  })
})

const getThing = defineOperation({
  ...anOperation,
  replies: {
    200: { description: '', schema: Type.Object({ name: Type.String() }, { additionalProperties: false }) },
    201: { description: '', schema: Type.Array(Type.Integer()) },
    202: { description: '', mediaType: 'text/csv' },
    204: { description: '' },
  },
})

/** A check of one in `oneIn` replies, with the faults that it has reported. */
function checking(oneIn: number) {
  const found: ReplyFault[] = []
  const check = replyCheck('getThing', getThing, { oneIn, isClosed: true, onFault: (fault) => found.push(fault) })
  return {
    check,
    found,
    faultsOf: (reply: Parameters<typeof check>[0]) => [check(reply), found.pop()?.faults ?? []][1],
  }
}

/** An object with one member, which may have others as far as its schema says. */
const named = <Name extends string>(name: Name) => Type.Object({ [name]: Type.Integer() })
const inner = named('a')

const csv = { mediaType: 'text/csv', fileName: 'things.csv', content: '' }
