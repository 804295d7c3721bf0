import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRaw, exchangeRaw } from '../server/raw-client.fixture.ts'
import { aBoundary, anOperation } from './an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from './serve-boundary.fixture.ts'

describe('a request with an expectation that is not known', () => {
  it('is served like one without', async () => {
    const reply = await exchangeRaw(served.port, `${post('a-miracle', 12, 'expects-a-miracle')}{"name":"a"}`)
    expect(reply).toMatch(/^HTTP\/1\.1 204 /)
    expect(served.logLines.filter((line) => line.includes('expects-a-miracle'))).toHaveLength(1)
  })

  it('gets the problem of the boundary at once if its body is too large', async () => {
    const reply = await exchangeRaw(served.port, post('a-miracle', 5 * bodyLimitBytes, 'too-large'))
    expect(reply).toMatch(/^HTTP\/1\.1 413 [^]*\{"code":"payload_too_large","requestId":"too-large"\}$/)
  })

  it('gets 100 Continue if it expects that too', async () => {
    const client = connectRaw(served.port)
    client.send(post('a-miracle, 100-continue', 12, 'expects-both'))
    await client.until('HTTP/1.1 100 Continue\r\n\r\n')
    client.send('{"name":"a"}')
    expect(await client.closed).toContain('HTTP/1.1 204 ')
  })
})

let served: ServedBoundary
beforeAll(async () => {
  served = await serveBoundary<typeof boundary>(boundary, { createThing: async () => ({ status: 204 }) })
})
afterAll(() => served.close())

const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    createThing: defineOperation({
      ...anOperation,
      method: 'post',
      body: Type.Object({ name: Type.String() }, { additionalProperties: false }),
      replies: { 204: { description: '' } },
    }),
  },
})

const post = (expectation: string, bytes: number, id: string): string =>
  `POST /thing HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n` +
  `X-Request-ID: ${id}\r\nConnection: close\r\nExpect: ${expectation}\r\n\r\n`
