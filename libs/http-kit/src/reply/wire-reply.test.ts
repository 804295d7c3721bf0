import type { IncomingMessage } from 'node:http'
import { defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { anOperation } from '../operations/an-operation.fixture.ts'
import { type AnyReply, wireReply } from './wire-reply.ts'

describe('wireReply', () => {
  it('writes a body as JSON, and sends a text unchanged as JSON', () => {
    expect(wireReply(asking(), comparable, { status: 200, body: { a: [1] } }).json).toBe('{"a":[1]}')
    expect(wireReply(asking(), comparable, { status: 200, body: '{"a": 1}' }).json).toBe('{"a": 1}')
    expect(wireReply(asking(), comparable, { status: 204 })).toEqual({ status: 204, headers: {} })
  })

  it('adds the revision, or the given entity tag, as `ETag` to the other headers', () => {
    const headers = { Location: '/things/1' }
    expect(wireReply(asking(), comparable, { status: 200, body: {}, revision: 7, headers }).headers).toEqual({
      ...headers,
      ETag: '"7"',
    })
    expect(wireReply(asking(), comparable, { status: 200, body: {}, etag: '"abc"' }).headers).toEqual({ ETag: '"abc"' })
  })

  it('is 304 with the tag and without a body if the caller has this revision', () => {
    expect(wireReply(asking('"7"'), comparable, { status: 200, body: {}, revision: 7 })).toEqual({
      status: 304,
      headers: { ETag: '"7"' },
    })
    expect(statusOf('W/"7", "8"', { revision: 7 })).toBe(304)
    expect(statusOf('"abc"', { etag: '"abc"' })).toBe(304)
  })

  it.each([
    ['the caller has another revision', '"6"', { revision: 7 }, comparable],
    ['the caller sends no If-None-Match', undefined, { revision: 7 }, comparable],
    ['the contract lists no 304', '"7"', { revision: 7 }, notComparable],
    ['the handler forbids the comparison', '"7"', { revision: 7, isComparable: false }, comparable],
    ['the reply has no tag', '*', {}, comparable],
  ])('is the whole reply if %s', (_when, ifNoneMatch, reply, operation) => {
    expect(statusOf(ifNoneMatch, reply, operation as typeof comparable)).toBe(200)
  })
})

const tagged = { description: '', schema: Type.Unknown(), etag: true } as const
const comparable = defineOperation({ ...anOperation, replies: { 200: tagged, 304: { description: '' } } })
const notComparable = defineOperation({ ...anOperation, replies: { 200: tagged } })

const asking = (ifNoneMatch?: string): IncomingMessage =>
  ({
    headers: { ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }) },
    rawHeaders: ifNoneMatch === undefined ? [] : ['If-None-Match', ifNoneMatch],
  }) as unknown as IncomingMessage
const statusOf = (ifNoneMatch: string | undefined, reply: Partial<AnyReply>, operation = comparable) =>
  wireReply(asking(ifNoneMatch), operation, { status: 200, body: {}, ...reply }).status
