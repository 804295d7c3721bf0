import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool as Database } from 'pg'
import { Pool as Upstream } from 'undici'
import { readAccess, readContent } from './twin-content.ts'
import { listPage } from './twin-list.ts'
import { pipeFiles, writeZip } from './twin-zip.ts'

/**
 * The least program that sends the same: node:http, pg with named statements, undici. It checks, logs and measures nothing, and has
 * neither gates nor time limits.
 */
const database = new Database({ connectionString: process.env['DATABASE_URL'], max: 10 })
const upstream = new Upstream(process.env['UPSTREAM_BASE_URL']!, { connections: 64, pipelining: 1 })
const authorization = process.env['UPSTREAM_AUTHORIZATION']!

createServer((request, response) => {
  if (request.url === '/health/ready') return void response.end()
  void handle(request, response).catch(() => response.destroy())
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://twin')
  const [kind, id = '', work] = pathname.slice('/internal/frontend/'.length).split('/')
  const calls = { upstream, headers: { authorization } }
  const session = request.headers.authorization!
  if (kind === 'courses')
    return sendJson(response, await listPage(database, session, Number(id), searchParams.get('cursor')))
  if (work === 'content') {
    await readAccess(database, session, Number(id))
    return sendJson(response, await readContent(calls, Number(id)))
  }
  response.writeHead(200, { 'Content-Type': 'application/zip' })
  return work === 'archive' ? writeZip(calls, Number(id), response) : pipeFiles(calls, Number(id), response)
}

function sendJson(response: ServerResponse, body: object): void {
  const json = JSON.stringify(body)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
  })
  response.end(json)
}

process.on('SIGINT', () => process.exit(0))
