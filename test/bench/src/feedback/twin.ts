import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { findSession } from '../frontend-internal/twin-operations.ts'

/**
 * The least program that does the same: node:http and pg with named statements, as many as the service makes for one request. It checks,
 * logs and measures nothing.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

createServer((request, response) => {
  if (request.url === '/health/ready') return void response.end()
  void handle(request, response).catch(() => response.destroy())
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.url!.split('/').at(-1)!
  const { user_id: userId } = await findSession(pool, request.headers.authorization!.slice('Bearer '.length))
  if (request.method === 'GET') return send(response, 200, JSON.stringify(await read(id, userId)))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const revision = await save(id, JSON.parse(Buffer.concat(chunks).toString()) as Patch, userId)
  send(response, 204, '', { ETag: `"${revision}"` })
}

async function read(id: string, userId: string): Promise<object> {
  const { rows } = await pool.query<{ text: { annotations: object[] } }>({
    name: 'read',
    text: `SELECT released.student_text AS text, feedback.id, released.released_at AS "publishedAt", feedback.course_id::int AS "courseId",
      feedback_read.read_at AS "readAt"
    FROM feedback
    JOIN completed_result AS released ON released.assessment_id = feedback.assessment_id AND released.released_at IS NOT NULL
    JOIN submission_submitter ON submission_submitter.submission_id = feedback.submission_id AND submission_submitter.user_id = $2
    LEFT JOIN feedback_read ON feedback_read.feedback_id = feedback.id AND feedback_read.user_id = $2
    WHERE feedback.id = $1`,
    values: [id, userId],
  })
  const { text, ...head } = rows[0]!
  return { ...text, ...head }
}

interface Patch {
  readonly body: string
  readonly annotations: Readonly<Record<string, object>>
}

const document = `SELECT feedback.*, assessment.revision AS assessment_revision, assessment.holder_id
  FROM feedback JOIN assessment ON assessment.id = feedback.assessment_id WHERE feedback.id = $1`

async function save(id: string, patch: Patch, userId: string): Promise<number> {
  await pool.query({ name: 'find', text: document, values: [id] })
  await pool.query({ name: 'course', text: 'SELECT * FROM course_settings WHERE course_id = $1', values: [13] })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({
      name: 'lock',
      text: 'SELECT FROM submission WHERE submission_id = (SELECT submission_id FROM feedback WHERE id = $1) FOR NO KEY UPDATE',
      values: [id],
    })
    const { rows } = await client.query<{ annotations: object }>({ name: 'find', text: document, values: [id] })
    const annotations = JSON.stringify({ ...rows[0]!.annotations, ...patch.annotations })
    const written = await client.query<{ revision: number }>({
      name: 'save',
      text: `WITH assessed AS (
          UPDATE assessment SET revision = revision + 1, lease_until = now() + interval '30 minutes', updated_at = now()
          WHERE id = (SELECT assessment_id FROM feedback WHERE id = $1) RETURNING id, revision, points
        ),
        saved AS (
          UPDATE feedback SET revision = feedback.revision + 1, body = $2, annotations = $3::json, updated_by = $4, updated_at = now()
          FROM assessed WHERE feedback.id = $1 RETURNING feedback.*
        ),
        version AS (
          INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
          SELECT id, 1, revision, language, body, annotations, $4, now(), now() FROM saved
          ON CONFLICT (feedback_id, version) DO UPDATE SET revision = EXCLUDED.revision, body = EXCLUDED.body,
            annotations = EXCLUDED.annotations, saved_at = now()
        ),
        event AS (
          UPDATE assessment_event SET to_revision = assessed.revision FROM assessed
          WHERE assessment_event.id = (SELECT max(last.id) FROM assessment_event AS last WHERE last.assessment_id = assessed.id)
        )
        SELECT revision FROM saved`,
      values: [id, patch.body, annotations, userId],
    })
    await client.query('COMMIT')
    return written.rows[0]!.revision
  } finally {
    client.release()
  }
}

function send(response: ServerResponse, status: number, json: string, headers: Record<string, string> = {}): void {
  const body =
    status === 204
      ? {}
      : { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(json) }
  response.writeHead(status, { ...body, 'Cache-Control': 'no-store', ...headers })
  response.end(json)
}

process.on('SIGINT', () => process.exit(0))
