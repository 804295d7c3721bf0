import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

/**
 * The learning platform of the benchmark, in a process of its own: it shows submissions, takes grades and replies at
 * once. Its count and its clock measure the sender. `PUT /tally?deliveries=N` starts the clock, and the reply to
 * `GET /tally` comes when N deliveries have ended.
 */
const posted = new Map<number, { readonly fields: Record<string, string>; readonly at: string }>()

interface Tally {
  readonly deliveries: number
  posts: number
  /** How many grades came for a submission that already had one. */
  again: number
  /** How many verifications showed the grade, with which a delivery ends. */
  shown: number
  beganAtMs: number | undefined
  readonly ended: PromiseWithResolvers<number>
}
const tallyOf = (deliveries: number): Tally => ({
  deliveries,
  posts: 0,
  again: 0,
  shown: 0,
  beganAtMs: undefined,
  ended: Promise.withResolvers<number>(),
})
let tally = tallyOf(0)

const requestForm = /^\/submissions\/(\d+)(?:\/grader)?\?token=s/

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  tally.beganAtMs ??= performance.now()
  const submissionId = Number(requestForm.exec(request.url ?? '')?.[1])
  if (!Number.isInteger(submissionId)) return void response.writeHead(404).end()
  if (request.method === 'POST') await grade(submissionId, request)
  send(response, request.method === 'POST' ? '{"success":true,"errors":[]}' : JSON.stringify(detailOf(submissionId)))
  if (request.method === 'GET') countVerification(submissionId)
}

async function grade(submissionId: number, request: IncomingMessage): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  tally.posts += 1
  if (posted.has(submissionId)) tally.again += 1
  posted.set(submissionId, {
    fields: Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString())),
    at: new Date().toISOString(),
  })
}

/** The submission as A+ shows it: `grading_data` has the fields that were posted last, the feedback too. */
function detailOf(submissionId: number): object {
  const grade = posted.get(submissionId)
  return {
    id: submissionId,
    url: `http://127.0.0.1/api/v2/submissions/${submissionId}`,
    html_url: `http://127.0.0.1/submissions/${submissionId}`,
    exercise: { id: 1103, display_name: 'Exercise', max_points: 20, max_submissions: 10 },
    submitters: [
      { id: 201, url: 'http://127.0.0.1/api/v2/users/201', username: 'student', student_id: null, is_external: false },
    ],
    submission_data: [['field', 'what the student wrote']],
    files: [],
    assistant_feedback: null,
    late_penalty_applied: null,
    grader: null,
    status: grade === undefined ? 'waiting' : 'ready',
    grade: grade === undefined ? 0 : 13,
    feedback: grade?.fields['feedback'] ?? '',
    grading_time: grade?.at ?? null,
    grading_data: grade?.fields ?? null,
  }
}

function send(response: ServerResponse, json: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) })
  response.end(json)
}

function countVerification(submissionId: number): void {
  if (posted.has(submissionId)) tally.shown += 1
  if (tally.shown === tally.deliveries && tally.beganAtMs !== undefined)
    tally.ended.resolve(performance.now() - tally.beganAtMs)
}

const handle = (request: IncomingMessage, response: ServerResponse): void =>
  void serve(request, response).catch(() => response.destroy())
const { HTTPS_PORTS: secure = '', CERTIFICATE: cert = '', CERTIFICATE_KEY: key = '' } = process.env
for (const port of secure.split(',')) createTlsServer({ cert, key }, handle).listen(Number(port), '127.0.0.1')

createServer(async (request, response) => {
  if (request.url === '/health/ready') return void response.end()
  if (request.method === 'PUT') {
    posted.clear()
    tally = tallyOf(Number(new URL(request.url!, 'http://peer').searchParams.get('deliveries')))
    return void response.end()
  }
  const ms = await tally.ended.promise
  const { posts, again } = tally
  send(response, JSON.stringify({ seconds: ms / 1000, posts, again }))
}).listen(Number(process.env['PORT']), '127.0.0.1')

process.on('SIGINT', () => process.exit(0))
