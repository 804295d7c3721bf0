import { Pool as Database } from 'pg'
import { Pool as Upstream } from 'undici'
import { sendJson, serveTwin } from '../twin-server.ts'
import { readAccess, readContent } from './twin-content.ts'
import { listPage } from './twin-list.ts'

/**
 * The least program that sends the same: node:http, pg with named statements, undici. It checks, logs and measures nothing, and has
 * neither gates nor time limits.
 */
const database = new Database({ connectionString: process.env['DATABASE_URL'], max: 10 })
const upstream = new Upstream(process.env['UPSTREAM_BASE_URL']!, { connections: 64, pipelining: 1 })
const authorization = process.env['UPSTREAM_AUTHORIZATION']!

serveTwin(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://twin')
  const [kind, id] = pathname.slice('/internal/frontend/'.length).split('/')
  const session = request.headers.authorization!
  if (kind === 'courses') {
    const page = await listPage(database, session, Number(id), searchParams.get('cursor'))
    return sendJson(response, JSON.stringify(page))
  }
  await readAccess(database, session, Number(id))
  sendJson(response, JSON.stringify(await readContent({ upstream, headers: { authorization } }, Number(id))))
})
