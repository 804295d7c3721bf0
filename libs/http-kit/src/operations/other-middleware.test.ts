import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import type { Middleware } from 'koa'
import responseTime from 'koa-response-time'
import { afterEach, describe, expect, it } from 'vitest'
import { exchangeRaw } from '../server/raw-client.fixture.ts'
import { aBoundary, anOperation } from './an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from './serve-boundary.fixture.ts'

describe('an app with middleware before its routes', () => {
  it('sends the headers that the middleware sets after the operation', async () => {
    expect(await replyWith(responseTime(), '/thing')).toMatch(/^HTTP\/1\.1 204 [^]*\r\nX-Response-Time: \d+ms\r\n/)
  })

  it('shows the middleware the status of the reply', async () => {
    let status = 0
    await replyWith(async (ctx, next) => {
      await next()
      status = ctx.status
    }, '/thing')
    expect(status).toBe(204)
  })

  it('sends what the middleware replies', async () => {
    const reply = await replyWith((ctx) => {
      ctx.body = 'of the middleware'
    }, '/thing')
    expect(reply).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nof the middleware$/)
  })

  it('hides the message of an error of the middleware, and logs the error', async () => {
    const reply = await replyWith((ctx) => ctx.throw(400, 'about the middleware'), '/thing')
    expect(reply).toMatch(/^HTTP\/1\.1 500 [^]*\{"code":"internal","requestId":"[^"]+"\}$/)
    expect(served?.logLines.filter((line) => line.includes('"unforeseen error"'))).toHaveLength(1)
  })

  it('replies 404 where there is no route', async () => {
    expect(await replyWith(responseTime(), '/nothing')).toMatch(
      /^HTTP\/1\.1 404 [^]*\r\nX-Response-Time: \d+ms\r\n[^]*\{"code":"not_found"/,
    )
  })
})

const boundary = defineBoundary({
  ...aBoundary,
  operations: { getThing: defineOperation({ ...anOperation, replies: { 204: { description: '' } } }) },
})

let served: ServedBoundary | undefined
afterEach(() => served?.close())

async function replyWith(middleware: Middleware, path: string): Promise<string> {
  const handlers = { getThing: async () => ({ status: 204 }) as const }
  served = await serveBoundary<typeof boundary>(boundary, handlers, undefined, middleware)
  return exchangeRaw(served.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
}
