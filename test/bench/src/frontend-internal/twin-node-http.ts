import { Pool } from 'pg'
import { sendJson, serveTwin } from '../twin-server.ts'
import { findSession, readSession } from './twin-operations.ts'
import { listStudentPage } from './twin-students.ts'

/**
 * The least program that sends the same replies: node:http and pg with named statements. It checks, logs and measures
 * nothing.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

serveTwin(async (request, response) => {
  const path = request.url!.slice('/internal/frontend'.length)
  const authorization = request.headers.authorization!
  const reply =
    path === '/session'
      ? await readSession(pool, await findSession(pool, authorization.slice('Bearer '.length)))
      : await listStudentPage(pool, authorization, Number(path.split('/')[2]))
  sendJson(response, JSON.stringify(reply))
})
