import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBoundary, anOperation } from '../operations/an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from '../operations/serve-boundary.fixture.ts'

let served: ServedBoundary
beforeAll(setUp)
afterAll(() => served.close())

describe('the body of an operation', () => {
  it.each<[string, string, string, Body | undefined, string | undefined, unknown]>([
    ['with a required body', 'POST', '/required', '{"name":"a"}', json, { name: 'a' }],
    ['with a required body, in pieces', 'POST', '/required', chunked('{"name":"a"}'), json, { name: 'a' }],
    [
      'with a required body: no body',
      'POST',
      '/required',
      undefined,
      json,
      [400, 'validation_failed', '$ malformed_json'],
    ],
    [
      'with a required body: no media type',
      'POST',
      '/required',
      bytes('{"name":"a"}'),
      undefined,
      [415, 'unsupported_media_type'],
    ],
    [
      'with a required body: another media type',
      'POST',
      '/required',
      'name=a',
      'text/csv',
      [415, 'unsupported_media_type'],
    ],
    [
      'with a required body: not by the schema',
      'POST',
      '/required',
      '{"name":"abcdef","b":1}',
      json,
      [400, 'validation_failed', '$.b unknown_field', '$.name too_long'],
    ],
    ['with an optional body', 'POST', '/optional', '{"reason":"a"}', json, { reason: 'a' }],
    ['with an optional body: no body', 'POST', '/optional', undefined, undefined, {}],
    ['with an optional body: an empty one of any media type', 'POST', '/optional', '', 'text/plain', {}],
    [
      'with an optional body: another media type',
      'POST',
      '/optional',
      'x',
      'text/plain',
      [415, 'unsupported_media_type'],
    ],
    [
      'with an optional body: not by the schema',
      'POST',
      '/optional',
      '{"reason":""}',
      json,
      [400, 'validation_failed', '$.reason too_short'],
    ],
    [
      'with a CSV body',
      'PUT',
      '/csv',
      bytes('\ufeffä;b\r\n'),
      'text/csv; charset=utf-8',
      Buffer.from('\ufeffä;b\r\n').toString('base64'),
    ],
    ['with a CSV body: not UTF-8', 'PUT', '/csv', Uint8Array.of(0xff, 0), 'text/csv', '/wA='],
    ['with a CSV body: JSON', 'PUT', '/csv', '{}', json, [415, 'unsupported_media_type']],
    ['without a body', 'DELETE', '/none', undefined, undefined, 'nothing'],
    ['without a body: `{}`', 'DELETE', '/none', '{}', json, 'nothing'],
    ['without a body: `{}` in pieces', 'DELETE', '/none', chunked(' { } '), json, 'nothing'],
    ['without a body: chunked, with no chunk', 'DELETE', '/none', chunked(''), json, 'nothing'],
    ['with an optional body: chunked, with no chunk', 'POST', '/optional', chunked(''), json, {}],
    [
      'with a required body: chunked, with no chunk',
      'POST',
      '/required',
      chunked(''),
      json,
      [400, 'validation_failed', '$ malformed_json'],
    ],
    [
      'without a body: `{}` of another media type',
      'DELETE',
      '/none',
      '{}',
      'text/plain',
      [415, 'unsupported_media_type'],
    ],
    [
      'without a body: an object with a member',
      'DELETE',
      '/none',
      '{"force":true}',
      json,
      [400, 'validation_failed', '$.force unknown_field'],
    ],
    ['without a body: another value', 'DELETE', '/none', '[]', json, [400, 'validation_failed', '$ invalid_type']],
    ['of a read', 'GET', '/get', undefined, undefined, 'nothing'],
    ['of a read, of any media type', 'GET', '/get', undefined, 'image/png', 'nothing'],
  ])('%s', async (_name, method, path, body, type, outcome) => {
    expect(await send(method, path, body, type)).toEqual(outcome)
  })
})

describe('a body that is too large', () => {
  it.each<[string, Body, unknown[]]>([
    ['by one byte', bytes('{"name":"a"}       '), tooLarge],
    ['by one byte, in pieces', chunked('{"name":"a"}       '), tooLarge],
    ['by one member', '{"a":[0,0]}', tooLarge],
    ['for any write, as announced', bytes(' '.repeat(2_000_001)), [413, 'payload_too_large']],
  ])('%s is not read to its end', async (_name, body, problem) => {
    expect(await send('PUT', '/small', body, json)).toEqual(problem)
  })

  it('is accepted when it just fits, and otherwise ends the connection', async () => {
    const of = (text: string) =>
      fetch(`http://127.0.0.1:${served.port}/small`, {
        method: 'PUT',
        body: bytes(text),
        headers: { 'Content-Type': json },
      })
    expect((await of('{"name":"a"}      ')).status).toBe(200)
    expect((await of('{"name":"a"}       ')).headers.get('connection')).toBe('close')
  })
})

const tooLarge = [400, 'validation_failed', '$ too_large']
const replies = { 200: { description: '', schema: Type.Object({ body: Type.Unknown() }) } }
const thing = Type.Object({ name: Type.String({ maxLength: 5 }) }, { additionalProperties: false })
const reason = Type.Object({ reason: Type.Optional(Type.String({ minLength: 1 })) }, { additionalProperties: false })
const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    createThing: defineOperation({ ...anOperation, method: 'post', path: '/required', body: thing, replies }),
    claimThing: defineOperation({
      ...anOperation,
      method: 'post',
      path: '/optional',
      body: reason,
      bodyOptional: true,
      replies,
    }),
    importThings: defineOperation({ ...anOperation, method: 'put', path: '/csv', csvBody: true, replies }),
    deleteThing: defineOperation({ ...anOperation, method: 'delete', path: '/none', replies }),
    renameThing: defineOperation({
      ...anOperation,
      method: 'put',
      path: '/small',
      body: thing,
      maxBody: { bytes: 18, members: 2 },
      replies,
    }),
    getThing: defineOperation({ ...anOperation, path: '/get', replies }),
  },
})

/** Replies with the body that the handler got: bytes as base64, and no body as the word `nothing`. */
const echo = async ({ body }: { readonly body: unknown }) => ({
  status: 200 as const,
  body: { body: body instanceof Uint8Array ? Buffer.from(body).toString('base64') : (body ?? 'nothing') },
})

type Body = string | Uint8Array | ReadableStream

async function send(method: string, path: string, body?: Body, type?: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, {
    method,
    ...(body !== undefined && { body, duplex: 'half' }),
    headers: type === undefined ? {} : { 'Content-Type': type },
  })
  const reply = (await answer.json()) as {
    body?: unknown
    code?: string
    fieldErrors?: { path: string; code: string }[]
  }
  return answer.status === 200
    ? reply.body
    : [answer.status, reply.code, ...(reply.fieldErrors ?? []).map(({ path: at, code }) => `${at} ${code}`)]
}

const json = 'application/json'
const bytes = (text: string) => new TextEncoder().encode(text)
/** A body whose length is not announced. */
const chunked = (text: string) => new Blob([text]).stream()

async function setUp() {
  served = await serveBoundary(boundary, {
    createThing: echo,
    claimThing: echo,
    importThings: echo,
    deleteThing: echo,
    renameThing: echo,
    getThing: echo,
  })
}
