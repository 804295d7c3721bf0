import { describe, expect } from 'vitest'
import { type DatabaseProxy, type HeldPart, startDatabaseProxy } from '../delivery/database-proxy.ts'
import { askFrontend, frontendSecret } from '../frontend-client.ts'
import { readiness, type ServiceProcess } from '../service-process.ts'
import { claimsTest } from './claims-test.ts'
import type { ClaimsWorld } from './claims-world.ts'
import { brokenRules } from './storm-judge.ts'

describe('a completion', { timeout: 120_000 }, () => {
  it.for(moments)(
    'is whole or nothing when its connection breaks at %s (%s)',
    async (moment, { claims, proxy, fragile }) => {
      await breakAt(moment, { claims, proxy, fragile: await fragile() }, () => proxy.cut())
    },
  )

  it.for(moments)(
    'is whole or nothing when its process is killed at %s (%s)',
    async (moment, { claims, proxy, fragile }) => {
      const victim = await fragile()
      await breakAt(moment, { claims, proxy, fragile: victim }, async () => {
        victim.signal('SIGKILL')
        await victim.exited
      })
    },
  )
})

type Moment = readonly [statement: string, part: HeldPart]

interface Stage {
  readonly claims: ClaimsWorld
  readonly proxy: DatabaseProxy
  readonly fragile: ServiceProcess
}

interface Saved {
  readonly id: string
  readonly revision: number
}

/** A claimed assessment that can be completed. */
async function saved({ processes: [steady], graders: [grader] }: ClaimsWorld): Promise<Saved> {
  const { session } = grader!
  const claimed = await askFrontend(steady!, 'POST', '/courses/11/exercises/1104/claims', { session })
  const { id, revision } = (await claimed.json()) as Saved
  const reply = await askFrontend(steady!, 'PATCH', `/assessments/${id}`, {
    session,
    ifMatch: `"${revision}"`,
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: { scores: { points: { points: 70 } } },
  })
  expect(reply.status).toBe(204)
  return { id, revision: revision + 1 }
}

const rowsOf = async ({ world }: ClaimsWorld, id: string): Promise<unknown> =>
  (
    await world.query(
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
async function breakAt(
  [statement, part]: Moment,
  { claims, proxy, fragile }: Stage,
  disturb: () => void | Promise<void>,
): Promise<void> {
  const { id, revision } = await saved(claims)
  const [steady, grader] = [claims.processes[0]!, claims.graders[0]!]
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
  expect(await rowsOf(claims, id)).toEqual(statement === 'COMMIT' && part === 'answer' ? everything : nothing)
  const again = await askFrontend(steady, 'POST', `/assessments/${id}/complete`, {
    session: grader.session,
    ifMatch: `"${revision}"`,
  })
  expect(again.status).toBe(200)
  expect(await rowsOf(claims, id)).toEqual(everything)
  expect(await brokenRules(claims.world)).toEqual([])
}

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
  (['statement', 'answer'] as const).map((part): Moment => [statement, part]),
)

const it = claimsTest({ processes: 1, graders: 1, submissions: 2 * moments.length, maxOpenClaims: 50 })
  .extend('proxy', { scope: 'file' }, async ({ claims }, { onCleanup }) => {
    const proxy = await startDatabaseProxy(claims.world.database.urls.frontendInternal)
    onCleanup(proxy.close)
    return proxy
  })
  /** A process that reaches the database through the proxy: the last one, or another where that was killed. */
  .extend('fragile', { scope: 'file' }, ({ claims, proxy }) => {
    let last: ServiceProcess | undefined
    return async () => {
      if (last === undefined || (await readiness(last)) === null)
        last = await claims.world.start('frontend-internal', { DATABASE_URL: proxy.url })
      return last
    }
  })
