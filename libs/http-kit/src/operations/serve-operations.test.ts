import { internalProblems } from '@course-grading/contracts/problems/internal-problems'
import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import { aBoundary, anOperation } from './an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from './serve-boundary.fixture.ts'

let served: ServedBoundary | undefined
afterEach(() => served?.close())

describe('an operation whose course is in its path', () => {
  it('checks the right before reading the body', async () => {
    const { post, authorized, handled } = await serve(forbid)
    expect(await post('/things', 'no JSON', 'text/plain')).toBe('404 not_found')
    expect([authorized, handled]).toEqual([[undefined], []])
  })
})

describe('an operation whose course is in its body', () => {
  it('checks the right by the body, after the body was found to be well formed', async () => {
    const { post, authorized, handled } = await serve(forbid)
    expect(await post('/in-course', body, 'text/plain')).toBe('415 unsupported_media_type')
    expect(await post('/in-course', 'no JSON')).toBe('400 validation_failed')
    expect(await post('/in-course', '{"courseId":"11"}')).toBe('400 validation_failed')
    expect(authorized).toEqual([])
    expect(await post('/in-course', body)).toBe('404 not_found')
    expect([authorized, handled]).toEqual([[{ courseId: 11 }], []])
  })

  it('is handled after the right was checked', async () => {
    const { post, authorized, handled } = await serve()
    expect(await post('/in-course', body)).toBe('204')
    expect([authorized, handled]).toEqual([[{ courseId: 11 }], [{ courseId: 11 }]])
  })
})

describe('a fixed path', () => {
  it('comes before one with a parameter that it would fit, whatever the order of the operations is', async () => {
    const read = { ...anOperation, replies: { 204: { description: '' } } } as const
    const operations = {
      getThing: defineOperation({ ...read, path: '/things/{id}', params: Type.Object({ id: Type.Integer() }) }),
      listThings: defineOperation({ ...read, path: '/things/all' }),
    }
    const called: string[] = []
    const handler = (name: string) => async () => {
      called.push(name)
      return { status: 204 as const }
    }
    const reading = defineBoundary({ ...aBoundary, problems: internalProblems, operations })
    served = await serveBoundary<typeof reading>(reading, { getThing: handler('one'), listThings: handler('all') })
    for (const path of ['/things/all', '/things/7']) await fetch(`http://127.0.0.1:${served.port}${path}`)
    expect(called).toEqual(['all', 'one'])
  })
})

describe('an operation with a max number of requests together', () => {
  it('has that many at work, and rejects the next before its body is read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { post, authorized, handled } = await serve(() => {}, promise)
    const held = [post('/sessions', body), post('/sessions', body)]
    await expect.poll(() => handled).toHaveLength(2)
    expect(await post('/sessions', 'no JSON', 'text/plain')).toBe('503 overloaded')
    expect(authorized).toHaveLength(2)
    resolve()
    expect(await Promise.all(held)).toEqual(['204', '204'])
    for (let turn = 0; turn < 3; turn += 1) expect(await post('/sessions', body)).toBe('204')
  })

  it('counts a rejected request only as long as it is at work', async () => {
    let isAllowed = false
    const { post } = await serve(() => (isAllowed ? undefined : forbid()))
    for (let request = 0; request < 5; request += 1) expect(await post('/sessions', body)).toBe('404 not_found')
    isAllowed = true
    expect(await post('/sessions', body)).toBe('204')
  })
})

const shared = {
  ...anOperation,
  method: 'post',
  body: Type.Object({ courseId: Type.Integer() }, { additionalProperties: false }),
  replies: { 204: { description: '' } },
} as const
const boundary = defineBoundary({
  ...aBoundary,
  problems: internalProblems,
  operations: {
    createThing: defineOperation({ ...shared, path: '/things' }),
    createInCourse: defineOperation({ ...shared, path: '/in-course', subject: 'course_in_body' }),
    createSession: defineOperation({ ...shared, path: '/sessions', maxTogether: 2 }),
  },
})

/** Serves the boundary. Its `authorize` and its handlers record their arguments; handlers end after `until`. */
async function serve(authorize: (body: unknown) => void = () => {}, until: Promise<void> = Promise.resolve()) {
  const authorized: unknown[] = []
  const handled: unknown[] = []
  const handler = async ({ body }: { readonly body: unknown }) => {
    handled.push(body)
    await until
    return { status: 204 as const }
  }
  served = await serveBoundary<typeof boundary>(
    boundary,
    { createThing: handler, createInCourse: handler, createSession: handler },
    async ({ body }) => {
      authorized.push(body)
      authorize(body)
    },
  )
  const { port } = served
  const post = async (path: string, body: string, type = 'application/json'): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    const text = await reply.text()
    return text === '' ? String(reply.status) : `${reply.status} ${(JSON.parse(text) as { code: string }).code}`
  }
  return { authorized, handled, post }
}

const body = '{"courseId":11}'
const forbid = (): never => {
  throw new HttpError('not_found')
}
