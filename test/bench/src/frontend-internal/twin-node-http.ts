import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { findSession, listPublicCourses, readSession, writeSettings } from './twin-operations.ts'
import { listStudentPage } from './twin-students.ts'

/**
 * The least program that sends the same replies: node:http and pg with named statements. It checks, logs and measures
 * nothing.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

createServer((request, response) => {
  if (request.url === '/health/ready') return void response.end()
  void handle(request, response).catch(() => response.destroy())
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://twin')
  const path = pathname.slice('/internal/frontend'.length)
  if (path === '/courses/all') {
    const { json, etag } = await listPublicCourses(pool, searchParams.has('fresh'))
    return send(response, json, etag)
  }
  const authorization = request.headers.authorization!
  const courseId = path.split('/')[2]!
  if (request.method === 'GET' && path !== '/session') {
    const page = await listStudentPage(pool, authorization, Number(courseId), searchParams.get('cursor'))
    return send(response, JSON.stringify(page))
  }
  const session = await findSession(pool, authorization.slice('Bearer '.length))
  if (path === '/session') return send(response, JSON.stringify(await readSession(pool, session)))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const written = await writeSettings(pool, session, courseId, JSON.parse(Buffer.concat(chunks).toString()) as object)
  send(response, written.document, `"${written.revision}"`)
}

function send(response: ServerResponse, json: string, etag?: string): void {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
    ...(etag && { ETag: etag }),
  })
  response.end(json)
}

process.on('SIGINT', () => process.exit(0))
