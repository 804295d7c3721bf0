import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPublicClient } from './create-public-client.ts'

const baseUrl = 'http://127.0.0.1:9'

describe('createPublicClient', () => {
  it.each(['', 'secret\ntoken', 'secret\u20AC', 'secret token', 's'.repeat(257)])(
    'refuses a token that cannot be sent, and does not show it: %j',
    (token) => {
      const problem = problemOf(() => createPublicClient({ baseUrl, token }))
      expect(inspect(problem)).toContain('visible characters of ASCII')
      expect(inspect(problem).includes(token.slice(0, 6) || 'nothing')).toBe(false)
    },
  )

  it('keeps of the cause of a failure its code alone', async () => {
    const url = await serve((_request, reply) => reply.destroy())
    const problem: unknown = await createPublicClient({ baseUrl: url, token: 'secret' })
      .getCourseSettings(11)
      .catch((failure: unknown) => failure)
    expect(problem).toMatchObject({ code: 'no_reply', status: null })
    expect((problem as Error).cause).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/) })
  })
})

describe('a reply that drips', () => {
  it.each([200, 500])('ends with status %i once its own limit has passed', async (status) => {
    const url = await serve((_request, reply) => {
      reply.writeHead(status, { 'Content-Type': 'application/json' })
      const drip = setInterval(() => reply.write(' '), 10)
      reply.once('close', () => clearInterval(drip))
    })
    const client = createPublicClient({ baseUrl: url, token: 'secret', timeLimitMs: 600_000, bodyLimitMs: 100 })
    const problem = client.getCourseSettings(11)
    await expect(problem).rejects.toMatchObject({ code: 'no_reply', message: 'No reply came within the time limit.' })
  })
})

describe('a client behind a proxy', () => {
  it('asks for replies that are not compressed', async () => {
    const asked: unknown[] = []
    const url = await serve(({ headers }, reply) => {
      asked.push(headers['accept-encoding'])
      reply.writeHead(502).end()
    })
    const client = createPublicClient({ baseUrl: url, token: 'secret' })
    await Promise.allSettled([client.getCourseSettings(11), client.putCourseSettings(11, {} as never, '"1"')])
    expect(asked).toEqual(['identity', 'identity'])
  })

  it('says of a weak ETag that a proxy made it so', async () => {
    const url = await serve((_request, reply) => {
      reply.writeHead(200, { 'Content-Type': 'application/json', ETag: 'W/"1"' })
      reply.end(JSON.stringify({ courseId: 11, revision: 1 }))
    })
    await expect(createPublicClient({ baseUrl: url, token: 'secret' }).getCourseSettings(11)).rejects.toMatchObject({
      code: 'unexpected_reply',
      message: expect.stringContaining('weak'),
    })
  })
})

/** A service that does this with every request. */
async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function problemOf(action: () => unknown): unknown {
  try {
    return action()
  } catch (problem) {
    return problem
  }
}
