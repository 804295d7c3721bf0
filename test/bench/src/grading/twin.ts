import type { ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import type { Scores } from '@course-grading/domain/rubrics/score'
import { Pool } from 'pg'
import { sendJson, serveTwin } from '../twin-server.ts'
import { claim } from './twin-claim.ts'
import { completeScores } from './twin-complete.ts'
import { saveScores } from './twin-save.ts'

/**
 * The least program that does the same: node:http, and pg with the named statements of the service. It checks, logs and measures
 * nothing, and has neither gates nor time limits.
 */
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  options: '-c TimeZone=UTC -c DateStyle=ISO -c jit=off',
  max: 10,
})

serveTwin(async (request, response) => {
  const authorization = request.headers.authorization!
  const [kind, id = '', work, exerciseId] = request.url!.slice('/internal/frontend/'.length).split('/')
  if (kind === 'courses') return send(response, 201, await claim(pool, authorization, Number(id), Number(exerciseId)))
  if (work === 'complete') return send(response, 200, await completeScores(pool, authorization, id))
  const patch = (await readJson(request)) as { readonly scores: Scores }
  const revision = await saveScores(pool, authorization, id, patch)
  response.writeHead(204, { ...revisionHeaders(revision), 'Cache-Control': 'no-store' }).end()
})

const send = (response: ServerResponse, status: number, body: object): void =>
  sendJson(response, JSON.stringify(body), revisionHeaders((body as { readonly revision: number }).revision), status)

const revisionHeaders = (revision: number) => ({ ETag: `"${revision}"`, 'X-Assessment-Revision': String(revision) })
