import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseProxy, type HeldPart, startDatabaseProxy } from '../delivery/database-proxy.ts'
import { askFrontend, frontendSecret } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { type ClaimsWorld, type Grader, startClaimsWorld } from './claims-world.ts'
import { brokenRules } from './storm-judge.ts'

/** The statements of the transaction of a completion. */
const statements = [
  'lockStoredSubmission',
  'lockAssessment',
  'completeAssessment',
  'insertResult',
  'insertAssessmentEvents',
  'insertDeliveries',
  'COMMIT',
] as const
const moments = statements.flatMap((statement) =>
  (['statement', 'answer'] as const).map((part): readonly [string, HeldPart] => [statement, part]),
)

let claims: ClaimsWorld
let proxy: DatabaseProxy
let grader: Grader
/** Reaches the database through the proxy. */
let fragile: ServiceProcess
beforeAll(async () => {
  claims = await startClaimsWorld({ processes: 1, graders: 1, submissions: 2 * moments.length, maxOpenClaims: 50 })
  grader = claims.graders[0]!
  proxy = await startDatabaseProxy(claims.world.database.urls.frontendInternal)
  fragile = await start()
}, 120_000)
afterAll(async () => {
  await claims.stop()
  await proxy.close()
})

const start = () => claims.world.start('frontend-internal', { DATABASE_URL: proxy.url })
const steady = () => claims.processes[0]!

interface Saved {
  readonly id: string
  readonly revision: number
}

/** A claimed assessment that can be completed. */
async function saved(): Promise<Saved> {
  const { session } = grader
  const claimed = await askFrontend(steady(), 'POST', '/courses/11/exercises/1104/claims', { session })
  const { id, revision } = (await claimed.json()) as Saved
  const reply = await askFrontend(steady(), 'PATCH', `/assessments/${id}`, {
    session,
    ifMatch: `"${revision}"`,
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: { scores: { points: { points: 70 } } },
  })
  expect(reply.status).toBe(204)
  return { id, revision: revision + 1 }
}

const rowsOf = async (id: string): Promise<unknown> =>
  (
    await claims.world.query(
      `SELECT state, (SELECT count(*)::int FROM completed_result WHERE assessment_id = assessment.id) AS results,
        (SELECT count(*)::int FROM delivery WHERE submission_id = assessment.submission_id) AS deliveries,
        (SELECT count(*)::int FROM assessment_event WHERE assessment_id = assessment.id AND event = 'completed') AS events
      FROM assessment WHERE id = $1`,
      [id],
    )
  ).rows[0]
const nothing = { state: 'in_progress', results: 0, deliveries: 0, events: 0 }
const everything = { state: 'completed', results: 1, deliveries: 1, events: 1 }

/**
 * Sends a completion and breaks it at the moment. Expects that all or nothing of it was written, and that after a repeated
 * request all of it was written exactly once.
 */
async function breakAt(statement: string, part: HeldPart, disturb: () => void | Promise<void>): Promise<void> {
  const { id, revision } = await saved()
  const hold = proxy.hold({ statement, part, about: '', once: true })
  const completing = fetch(`${fragile.url}/internal/frontend/assessments/${id}/complete`, {
    method: 'POST',
    headers: {
      'X-Service-Frontend-Secret': frontendSecret,
      Authorization: `Bearer ${grader.session}`,
      'If-Match': `"${revision}"`,
    },
  }).then(
    async (reply) => void (await reply.arrayBuffer()),
    () => {},
  )
  await hold.caught
  await disturb()
  hold.release()
  await hold.connectionClosed
  await completing
  expect(await rowsOf(id)).toEqual(statement === 'COMMIT' && part === 'answer' ? everything : nothing)
  const again = await askFrontend(steady(), 'POST', `/assessments/${id}/complete`, {
    session: grader.session,
    ifMatch: `"${revision}"`,
  })
  expect(again.status).toBe(200)
  expect(await rowsOf(id)).toEqual(everything)
  expect(await brokenRules(claims.world)).toEqual([])
}

describe('a completion', { timeout: 120_000 }, () => {
  it.each(moments)('is whole or nothing when its connection breaks at %s (%s)', async (statement, part) => {
    await breakAt(statement, part, () => proxy.cut())
  })

  it.each(moments)('is whole or nothing when its process is killed at %s (%s)', async (statement, part) => {
    await breakAt(statement, part, async () => {
      fragile.signal('SIGKILL')
      await fragile.exited
    })
    fragile = await start()
  })
})
