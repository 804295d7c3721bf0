import { json as readJson } from 'node:stream/consumers'
import type { Scores } from '@course-grading/domain/rubrics/score'
import { Pool } from 'pg'
import { sendJson, serveTwin } from '../twin-server.ts'
import { claim } from './twin-claim.ts'
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
  const [kind, id = '', , exerciseId] = request.url!.slice('/internal/frontend/'.length).split('/')
  if (kind === 'courses') {
    const claimed = await claim(pool, authorization, Number(id), Number(exerciseId))
    return sendJson(response, JSON.stringify(claimed), revisionHeaders(claimed.revision), 201)
  }
  const patch = (await readJson(request)) as { readonly scores: Scores }
  const revision = await saveScores(pool, authorization, id, patch)
  response.writeHead(204, { ...revisionHeaders(revision), 'Cache-Control': 'no-store' }).end()
})

const revisionHeaders = (revision: number) => ({ ETag: `"${revision}"`, 'X-Assessment-Revision': String(revision) })
