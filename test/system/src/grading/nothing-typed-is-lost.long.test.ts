import { setTimeout } from 'node:timers/promises'
import { createDatabase } from '@course-grading/data/db/database'
import {
  arbitraryWriters,
  complaintsAbout,
  playWriters,
  prepareWriters,
  registerSubmission,
  thingOf,
  type WriterReply,
  type WritersWorld,
} from '@course-grading/test-kit'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { askFrontend, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { type SystemWorld, tokenOf } from '../world.ts'

describe('the text of two to four writers, while the service is killed again and again', () => {
  it(
    `is in the assessment, the feedback, what both were before, or parked for them, in ${histories} generated histories`,
    { timeout: 1_800_000 },
    async ({ writing }) => {
      const seed = Date.now() % 2 ** 31
      const plans = fc.sample(arbitraryWriters, { numRuns: histories, seed })
      const verdicts = new Set<string>()
      let next = 0
      let hasEnded = false
      const killing = keepKilling(writing, () => hasEnded)
      const lane = async (): Promise<void> => {
        for (let plan = plans[next++]; plan !== undefined; plan = plans[next++]) {
          const written = await playWriters(writing.writers, plan)
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
      expect(writing.kills).toBeGreaterThan(10)
      expect(writing.unanswered).toBeGreaterThan(writing.kills)
      expect(writing.withoutDatabase).toBeLessThan(writing.kills)
    },
  )
})

/** Assessments that are worked on at the same time, so that each kill meets several. */
const atOnce = 8

interface Writing {
  readonly world: SystemWorld
  readonly writers: WritersWorld
  running: Promise<ServiceProcess>
  kills: number
  unanswered: number
  withoutDatabase: number
}

async function openWriting({ world }: { world: SystemWorld }, { onCleanup }: Fixture): Promise<Writing> {
  const url = world.database.urls.manualGrading
  const isolated = await createDatabase({ url, applicationName: 'registering', poolMax: 2 })
  onCleanup(() => isolated.end())
  const service = await world.start('frontend-internal')
  const sessions = new Map([
    [101, await signIn(service, tokenOf(101))],
    [103, await signIn(service, tokenOf(103))],
  ])
  let lastSubmission = 30_000
  const oneByOne = inTurn()
  const writers: WritersWorld = {
    send: async (userId, method, path, { body, headers = {} } = {}) => {
      const asked = await writing.running
      const request = { session: sessions.get(userId) ?? '', headers, ...(body !== undefined && { body }) }
      try {
        const reply = await askFrontend(asked, method, path, request)
        const text = await reply.text()
        if (reply.status >= 500) return await replyOf500(writing, asked, reply, text)
        const etag = reply.headers.get('etag')
        return { status: reply.status, revision: etag === null ? null : Number(JSON.parse(etag)), text }
      } catch {
        // The process was killed before it replied.
        writing.unanswered += 1
        await setTimeout(20)
        return null
      }
    },
    submit: async () => {
      const submissionId = (lastSubmission += 1)
      await oneByOne(() => registerSubmission(isolated, { submissionId }))
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
  const writing: Writing = {
    world,
    writers,
    running: Promise.resolve(service),
    kills: 0,
    unanswered: 0,
    withoutDatabase: 0,
  }
  await prepareWriters(writers)
  return writing
}

/** Runs the test's own work one at a time, so that it never has too many connections. */
function inTurn(): (work: () => Promise<unknown>) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => (last = last.then(work))
}

/**
 * Handles a 500. It is a failure, with the service's log lines about it, unless the service could not reach the database in
 * time on a busy machine, or was killed before it logged the reason. In these cases the writer repeats the request.
 */
async function replyOf500(
  writing: Writing,
  asked: ServiceProcess,
  reply: Response,
  text: string,
): Promise<WriterReply | null> {
  const requestId = reply.headers.get('x-request-id')
  const logged = (): string =>
    JSON.stringify(asked.logLines().filter((line) => line['requestId'] === requestId && line['status'] !== 200))
  for (let waits = 0; waits < 50 && logged() === '[]' && (await writing.running) === asked; waits += 1)
    await setTimeout(100)
  if (!logged().includes('DatabaseUnavailable') && (logged() !== '[]' || (await writing.running) === asked))
    return { status: reply.status, revision: null, text: text + logged() }
  writing.withoutDatabase += 1
  await setTimeout(200)
  return null
}

/** Kills the service again and again, until `hasEnded`. Another process takes its place. */
async function keepKilling(writing: Writing, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    await setTimeout(lifeMs * (0.5 + Math.random()))
    if (hasEnded()) return
    const killed = await writing.running
    writing.running = new Promise((resolve, reject) => {
      killed.signal('SIGKILL')
      void killed.exited.then(() => writing.world.start('frontend-internal')).then(resolve, reject)
    })
    writing.kills += 1
    await writing.running
  }
}

const histories = 1000
/** Milliseconds that a service runs before it is killed. */
const lifeMs = 5_000

const it = onServices.extend('writing', openWriting)
