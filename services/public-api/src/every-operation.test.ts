import { isRightOfService, publicApi, type Operation } from '@course-grading/contracts'
import { tokenOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, teacher, type TestService } from './service.fixture.ts'

/** A student of course 11 of the demo world: known to A+, and no teacher. */
const student = tokenOf(201)

const operations: readonly (readonly [name: string, operation: Operation])[] = Object.entries(publicApi.operations)
const guarded = operations.filter(([, { allow }]) => !isRightOfService(allow))
const open = operations.filter(([, { allow }]) => allow === 'anybody')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Sends a request that is well-formed in all but what the case is about; the body comes after the caller is known, so any will do. */
async function send(
  { method, path, body, ifMatch }: Operation,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${service.url}${publicApi.prefix}${path.replaceAll(/\{\w+\}/g, '11')}`, {
    method: method.toUpperCase(),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(ifMatch && { 'If-Match': '"1"' }), ...headers },
    ...(body && { body: '{}' }),
  })
}

const codeOf = async (reply: Response): Promise<unknown> => [
  reply.status,
  ((await reply.json()) as { error?: { code: string } }).error?.code,
]

describe('every operation with a credential', () => {
  it.each(guarded)('%s rejects an anonymous caller', async (_name, operation) => {
    expect(await codeOf(await send(operation))).toEqual([401, 'invalid_token'])
  })

  it.each(guarded)('%s rejects a token that A+ does not know', async (_name, operation) => {
    expect(await codeOf(await send(operation, { Authorization: `Token ${'0'.repeat(40)}` }))).toEqual([
      401,
      'invalid_token',
    ])
  })

  it.each(guarded)('%s rejects another scheme', async (_name, operation) => {
    expect(await codeOf(await send(operation, { Authorization: `Bearer ${teacher}` }))).toEqual([401, 'invalid_token'])
  })

  it.each(guarded)('%s rejects a student of the course', async (_name, operation) => {
    expect(await codeOf(await send(operation, { Authorization: `Token ${student}` }))).toEqual([403, 'forbidden'])
  })
})

describe('every operation without a credential', () => {
  it.each(open)('%s replies to anybody', async (_name, operation) => {
    const reply = await send(operation)
    expect(Object.keys(operation.replies)).toContain(String(reply.status))
    await reply.body?.cancel()
  })
})

describe('the path of every operation', () => {
  it.each(operations)('%s: another method is rejected and the allowed ones are listed', async (_name, operation) => {
    const reply = await send({ ...operation, method: 'delete' }, { Authorization: `Token ${teacher}` })
    expect(reply.headers.get('allow')?.split(', ')).toContain(operation.method.toUpperCase())
    expect(await codeOf(reply)).toEqual([405, 'method_not_allowed'])
  })
})
