import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, exchangeRaw, type RawClient } from '../server/raw-client.fixture.ts'
import { aBoundary, anOperation } from './an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from './serve-boundary.fixture.ts'

let served: ServedBoundary | undefined
afterEach(() => served?.close())

describe('an app with the max number of requests at work', { timeout: 120_000 }, () => {
  it('rejects the next request at once, and accepts requests again when a slot is free', async () => {
    const end = Promise.withResolvers<void>()
    let begun: (() => void) | undefined
    let atWork = 0
    served = await serveBoundary<typeof boundary>(boundary, {
      wait: async () => {
        atWork += 1
        begun?.()
        await end.promise
        return { status: 204 }
      },
    })
    const { port } = served
    const waiting: RawClient[] = []
    while (waiting.length < maxAtWork) {
      const client = connectRaw(port)
      client.send(request)
      // On a busy machine the event loop may be late, so that the app rejects requests for a while.
      const isTaken = await Promise.race([
        client.closed.then(() => false),
        new Promise<true>((resolve) => {
          begun = () => resolve(true)
        }),
      ])
      if (isTaken) waiting.push(client)
    }
    expect(await exchangeRaw(port, request)).toMatch(
      /^HTTP\/1\.1 503 [^]*\r\nRetry-After: 1\r\n[^]*\r\n\r\n\{"code":"overloaded","requestId":"[^"]+"\}$/,
    )
    expect(atWork).toBe(maxAtWork)
    end.resolve()
    for (const client of waiting) expect(await client.closed).toMatch(/^HTTP\/1\.1 204 /)
    // Repeated for the same reason. If no slot became free, the request would be rejected for ever.
    while (!(await exchangeRaw(port, request)).startsWith('HTTP/1.1 204'));
  })
})

const maxAtWork = 256
const request = 'GET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    wait: defineOperation({
      ...anOperation,
      path: '/wait',
      replies: { 204: { description: '' } },
    }),
  },
})
