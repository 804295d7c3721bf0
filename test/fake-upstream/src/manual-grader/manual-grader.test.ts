import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import { demoTokenOf } from '../world/user.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A boundary that replies to registrations with these statuses in turn, and repeats the last one. */
async function startBoundary(...statuses: number[]) {
  const received: { secret: unknown; path: string; body: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    received.push({
      secret: request.headers['x-service-manual-grading-secret'],
      path: `${request.method} ${request.url}`,
      body,
    })
    response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 500).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function startGraded(url: string): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream({ manualGrader: { url, secret: 'the-secret', exerciseIds: [1103, 1104] } })
  closing.push(() => upstream.close())
  return upstream
}

const submit = async (upstream: FakeUpstream, exerciseId: number, userId: number): Promise<number> => {
  const reply = await fetch(`${upstream.url}/api/v2/exercises/${exerciseId}/submissions/submit`, {
    method: 'POST',
    headers: { Authorization: `Token ${demoTokenOf(userId)}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'answer=x',
  })
  return Number(/(\d+)\/?$/.exec(reply.headers.get('location') ?? '')?.[1])
}

describe('the isolated grader', () => {
  it('registers all that was handed in before, once each, when it is asked to', async () => {
    const { url, received } = await startBoundary(201)
    const upstream = await startGraded(url)
    const reply = await fetch(`${upstream.url}/__sim/registrations`, { method: 'POST' })
    expect(await reply.json()).toEqual({ registered: 60 })
    const ids = received.map(({ body }) => body['submissionId'])
    expect(new Set(ids)).toEqual(new Set([1103, 1104].flatMap((id) => upstream.world.submissionsOf.get(id))))
    expect(ids).toHaveLength(60)
  })

  it('registers a submission with all that is known of it, and the URL that grades it', async () => {
    const { url, received } = await startBoundary(201)
    const upstream = await startGraded(url)
    const [first, second] = [await submit(upstream, 1104, 205), await submit(upstream, 1104, 205)]
    await expect.poll(() => upstream.manualGrader?.registrations.length).toBe(2)
    expect(upstream.manualGrader?.registrations).toContainEqual({ submissionId: first, status: 201 })
    const registration = {
      courseId: 11,
      exerciseId: 1104,
      submissionId: second,
      maxPoints: 100,
      submitterIds: [205],
      attempt: 2,
      language: expect.any(String),
      submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      callbackUrl: upstream.submissionUrl(second),
    }
    expect(received.find(({ body }) => body['submissionId'] === second)).toEqual({
      secret: 'the-secret',
      path: 'POST /api/internal/manual-grading/capabilities',
      body: registration,
    })
  })

  it('tries again while the boundary is down, and not after it rejected the registration', async () => {
    const { url } = await startBoundary(503, 503, 409)
    const upstream = await startGraded(url)
    const submissionId = await submit(upstream, 1103, 225)
    await expect
      .poll(() => upstream.manualGrader?.registrations)
      .toEqual([503, 503, 409].map((status) => ({ submissionId, status })))
  })

  it('registers only submissions of its own exercises, and no grades', async () => {
    const { url, received } = await startBoundary(201)
    const upstream = await startGraded(url)
    await submit(upstream, 1102, 225)
    const submissionId = await submit(upstream, 1103, 225)
    await expect.poll(() => received.length).toBe(1)
    const graded = await fetch(upstream.submissionUrl(submissionId), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'points=1&max_points=2',
    })
    expect(await graded.json()).toMatchObject({ success: true })
    await submit(upstream, 1104, 225)
    await expect.poll(() => received.map(({ body }) => body['exerciseId'])).toEqual([1103, 1104])
  })
})
