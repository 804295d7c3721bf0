import { createServer } from 'node:http'
import { Pool } from 'pg'
import { documentOf, twinColumns, type TwinRow } from './twin-courses.ts'

/**
 * The least program that sends the same reply: node:http and pg with a named statement; no credential, no log, no
 * metric. With TWIN=text it reads the stored text instead of columns, which is the one idea of the service that it
 * could copy.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const readsText = process.env['TWIN'] === 'text'
const columns = { name: 'columns', text: `SELECT ${twinColumns} FROM twin WHERE course_id = $1` }
const text = {
  name: 'text',
  text: 'SELECT revision, document::text AS document FROM course_settings WHERE course_id = $1',
}

createServer(async (request, response) => {
  if (request.url === '/health/ready') return void response.end()
  const courseId = request.url!.split('/')[4]!
  let revision: number
  let body: string
  if (readsText) {
    const {
      rows: [row],
    } = await pool.query<{ revision: number; document: string }>({ ...text, values: [courseId] })
    revision = row!.revision
    body = row!.document
  } else {
    const {
      rows: [row],
    } = await pool.query<TwinRow>({ ...columns, values: [courseId] })
    revision = row!.revision
    body = JSON.stringify(documentOf(row!))
  }
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ETag: `"${revision}"`,
    'Cache-Control': 'no-store',
  })
  response.end(body)
}).listen(Number(process.env['PORT']), '127.0.0.1')

process.on('SIGINT', () => process.exit(0))
