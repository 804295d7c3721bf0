import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { registerCapability } from '@course-grading/data/capabilities/register-capability'
import { createDatabase, type Database } from '@course-grading/data/database'
import {
  arbitraryWriters,
  complaintsAbout,
  playWriters,
  prepareWriters,
  thingOf,
  type WriterReply,
  type WritersWorld,
} from '@course-grading/test-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { startWorld, type SystemWorld, tokenOf } from '../world.ts'

const histories = 1000
/** Assessments that are worked on at the same time, so that each kill meets several. */
const atOnce = 8
/** Milliseconds that a service runs before it is killed. */
const lifeMs = 5_000

let world: SystemWorld
let isolated: Database
let writers: WritersWorld
let running: Promise<ServiceProcess>
let kills = 0
let unanswered = 0
let withoutDatabase = 0
/** Runs the test's own work one at a time, so that it never has too many connections. */
let lastWork: Promise<unknown> = Promise.resolve()
function oneByOne(work: () => Promise<unknown>): Promise<unknown> {
  lastWork = lastWork.then(work)
  return lastWork
}
beforeAll(async () => {
  world = await startWorld()
  isolated = await createDatabase({
    url: world.database.urls.manualGrading,
    applicationName: 'registering',
    poolMax: 2,
  })
  running = world.start('frontend-internal')
  const service = await running
  const sessions = new Map([
    [101, await signIn(service, tokenOf(101))],
    [103, await signIn(service, tokenOf(103))],
  ])
  let lastSubmission = 30_000
  writers = {
    send: async (userId, method, path, { body, headers = {} } = {}) => {
      const asked = await running
      const request = { session: sessions.get(userId) ?? '', headers, ...(body !== undefined && { body }) }
      try {
        const reply = await askFrontend(asked, method, path, request)
        const text = await reply.text()
        if (reply.status >= 500) return await replyOf500(asked, reply, text)
        const etag = reply.headers.get('etag')
        return { status: reply.status, revision: etag === null ? null : Number(JSON.parse(etag)), text }
      } catch {
        // The process was killed before it replied.
        unanswered += 1
        await setTimeout(20)
        return null
      }
    },
    submit: async () => {
      const submissionId = (lastSubmission += 1)
      await oneByOne(() => register(submissionId))
      return submissionId
    },
    lapse: async (id) => {
      // Like all work on an assessment, this locks the row of the submission first.
      await oneByOne(() =>
        world.query(
          `WITH locked AS (
          SELECT submission_id FROM submission WHERE submission_id = (SELECT submission_id FROM assessment WHERE id = $1) FOR NO KEY UPDATE)
        UPDATE assessment SET lease_until = now() - interval '1 second'
        FROM locked WHERE assessment.submission_id = locked.submission_id AND holder_id IS NOT NULL`,
          [id],
        ),
      )
    },
  }
  await prepareWriters(writers)
}, 120_000)
afterAll(async () => {
  await isolated.end()
  await world.stop()
})

/**
 * Handles a 500. It is a failure, with the service's log lines about it, unless the service could not reach the database in
 * time on a busy machine, or was killed before it logged the reason. In these cases the writer repeats the request.
 */
async function replyOf500(asked: ServiceProcess, reply: Response, text: string): Promise<WriterReply | null> {
  const requestId = reply.headers.get('x-request-id')
  const logged = (): string =>
    JSON.stringify(asked.logLines().filter((line) => line['requestId'] === requestId && line['status'] !== 200))
  for (let waits = 0; waits < 50 && logged() === '[]' && (await running) === asked; waits += 1) await setTimeout(100)
  if (!logged().includes('DatabaseUnavailable') && (logged() !== '[]' || (await running) === asked))
    return { status: reply.status, revision: null, text: text + logged() }
  withoutDatabase += 1
  await setTimeout(200)
  return null
}

async function register(submissionId: number): Promise<void> {
  const { outcome } = await isolated.transaction((tx) =>
    registerCapability(tx, {
      courseId: 11,
      exerciseId: 1103,
      submissionId,
      sealedUrl: randomBytes(40),
      keyId: 'k-1',
      maxPoints: 20,
      originDigest: randomBytes(16),
      submitterIds: [submissionId],
      submittedAt: '2026-11-01T10:00:00.000Z',
      language: 'en',
      attempt: 1,
      autoPoints: null,
      fixture: false,
      ttlDays: 180,
      settleS: 0,
    }),
  )
  if (outcome !== 'registered') throw new Error(outcome)
}

/** Kills the service again and again, until `hasEnded`. Another process takes its place. */
async function keepKilling(hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    await setTimeout(lifeMs * (0.5 + Math.random()))
    if (hasEnded()) return
    const killed = await running
    running = new Promise((resolve, reject) => {
      killed.signal('SIGKILL')
      void killed.exited.then(() => world.start('frontend-internal')).then(resolve, reject)
    })
    kills += 1
    await running
  }
}

describe('the text of two to four writers, while the service is killed again and again', () => {
  it(
    `is in the assessment, the feedback, what both were before, or parked for them, in ${histories} generated histories`,
    { timeout: 1_800_000 },
    async () => {
      const seed = Date.now() % 2 ** 31
      const plans = fc.sample(arbitraryWriters, { numRuns: histories, seed })
      const verdicts = new Set<string>()
      let next = 0
      let hasEnded = false
      const killing = keepKilling(() => hasEnded)
      const lane = async (): Promise<void> => {
        for (let plan = plans[next++]; plan !== undefined; plan = plans[next++]) {
          const written = await playWriters(writers, plan)
          for (const { status, code, texts } of written.saves)
            for (const { part } of texts) verdicts.add(`${thingOf(part)} ${code ?? status}`)
          expect(complaintsAbout(written), `seed ${seed}, plan ${JSON.stringify(plan)}`).toEqual([])
        }
      }
      try {
        await Promise.all(Array.from({ length: atOnce }, lane))
      } finally {
        hasEnded = true
        await killing
      }
      const replies = ['204', 'claim_lost', 'merge_conflict', 'not_in_state', 'revision_conflict']
      const ofBoth = ['assessment', 'feedback'].flatMap((thing) => replies.map((reply) => `${thing} ${reply}`))
      expect([...verdicts]).toEqual(expect.arrayContaining(ofBoth))
      // With fewer kills the test would prove little.
      expect(kills).toBeGreaterThan(10)
      expect(unanswered).toBeGreaterThan(kills)
      expect(withoutDatabase).toBeLessThan(kills)
    },
  )
})
