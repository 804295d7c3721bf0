import { json as readJson } from 'node:stream/consumers'
import { Pool } from 'pg'
import { sendJson, serveTwin } from '../twin-server.ts'
import { findSession, readSession, writeSettings } from './twin-operations.ts'
import { listStudentPage } from './twin-students.ts'

/**
 * The least program that sends the same replies: node:http and pg with named statements. It checks, logs and measures
 * nothing.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

serveTwin(async (request, response) => {
  const path = request.url!.slice('/internal/frontend'.length)
  const authorization = request.headers.authorization!
  const courseId = path.split('/')[2]!
  if (request.method === 'GET' && path !== '/session')
    return sendJson(response, JSON.stringify(await listStudentPage(pool, authorization, Number(courseId))))
  const session = await findSession(pool, authorization.slice('Bearer '.length))
  if (path === '/session') return sendJson(response, JSON.stringify(await readSession(pool, session)))
  const written = await writeSettings(pool, session, courseId, (await readJson(request)) as object)
  sendJson(response, written.document, { ETag: `"${written.revision}"` })
})
