import { createServer, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { callbackUrlOf, originOf, resultOf } from './bench-submissions.ts'

/**
 * A worker that only speaks HTTP: verification, POST, verification, each on a new connection, with `atOnce` deliveries at a
 * time. It has no database, seal, log or metric, and checks nothing but the fields of the replies. `POST
 * /run?first=&deliveries=&atOnce=&origin=&origin=` runs it.
 */

async function request(url: string, form?: string): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options: RequestOptions = {
    agent: false,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      Connection: 'close',
      Accept: 'application/json',
      ...(form !== undefined && {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(form),
      }),
    },
  }
  const onReply = (reply: IncomingMessage): void => {
    const pieces: Buffer[] = []
    reply.on('data', (piece: Buffer) => pieces.push(piece))
    reply.on('end', () => resolve(Buffer.concat(pieces).toString()))
  }
  const outgoing = httpsRequest(url, options, onReply)
  outgoing.on('error', reject)
  outgoing.end(form)
  return JSON.parse(await promise) as Record<string, unknown>
}

async function deliver(submissionId: number, origin: string): Promise<void> {
  const url = callbackUrlOf(origin, submissionId)
  const detailUrl = url.replace('/grader', '')
  const { points, maxPoints, feedbackHtml, payload } = resultOf(submissionId)
  const before = await request(detailUrl)
  if (before['status'] !== 'waiting') throw new Error('somebody graded it')
  const form = new URLSearchParams({
    points: String(Number(points) * 10),
    max_points: String(Number(maxPoints) * 10),
    feedback: feedbackHtml,
    delivery_id: `01920000-0000-7000-8000-${String(submissionId).padStart(12, '0')}.1`,
    grading_payload: payload,
  })
  const { success } = await request(url, form.toString())
  if (success !== true) throw new Error('the grade was not taken')
  const after = await request(detailUrl)
  if (after['status'] !== 'ready') throw new Error('the grade is not shown')
}

interface Run {
  readonly first: number
  readonly deliveries: number
  readonly atOnce: number
  readonly origins: readonly string[]
}

async function run({ first, deliveries, atOnce, origins }: Run): Promise<void> {
  let next = first
  const one = async (): Promise<void> => {
    while (next < first + deliveries) {
      const submissionId = next
      next += 1
      await deliver(submissionId, originOf(origins, submissionId))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

createServer((request, response) => {
  if (request.url === '/health/ready') return void response.end()
  const { searchParams } = new URL(request.url!, 'http://loop')
  const given = (name: string): number => Number(searchParams.get(name))
  void run({
    first: given('first'),
    deliveries: given('deliveries'),
    atOnce: given('atOnce'),
    origins: searchParams.getAll('origin'),
  }).then(
    () => response.end(),
    () => response.writeHead(500).end(),
  )
}).listen(Number(process.env['PORT']), '127.0.0.1')

process.on('SIGINT', () => process.exit(0))
