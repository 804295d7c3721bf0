import { Pool } from 'pg'
import { sendJson, serveTwin } from '../twin-server.ts'
import { documentOf, twinColumns, type TwinRow } from './twin-courses.ts'

/** The least program that sends the same reply: node:http and pg with a named statement; no credential, no log, no metric. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const columns = { name: 'columns', text: `SELECT ${twinColumns} FROM twin WHERE course_id = $1` }

serveTwin(async (request, response) => {
  const { rows } = await pool.query<TwinRow>({ ...columns, values: [request.url!.split('/')[4]!] })
  sendJson(response, JSON.stringify(documentOf(rows[0]!)), { ETag: `"${rows[0]!.revision}"` })
})
