import { fullRun } from '@course-grading/data/testing/full-run'
import type { StoredCapability } from '@course-grading/data/capabilities/capability-rows'
import { listSealedCapabilities } from '@course-grading/data/capabilities/reseal-capability-queries'
import { capabilityContext, createSealer } from '@course-grading/sealing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReplica, startTestService, type TestService } from '../src/service.fixture.ts'
import { type DeliveriesUnderTest, deliveriesUnderTest } from '../src/worker/delivery-under-test.fixture.ts'
import { runToEnd, startCommand } from './command.fixture.ts'

describe('rotate-capabilities', () => {
  it(
    'survives two kills while capabilities are registered, replaced and used, loses none, and makes the old key unnecessary',
    { timeout: 600_000 },
    async () => {
      expect((await runToEnd('rotate-capabilities', ['plan'], env())).output).toBe(
        `rotate-capabilities: k-1: ${idle}, to be re-sealed`,
      )
      const traffic = new Traffic([before])
      await traffic.more(2)
      after = await startReplica(before, { CAPABILITY_KEYS: ringText(newKey, oldKey) })
      services.push(after)
      traffic.serving = [before, after]
      await traffic.more(2)

      const [first, second] = [firstIdle + Math.floor(idle * 0.4), firstIdle + Math.floor(idle * 0.7)]
      const letGoOn = await holdBatchesAt([first, second])
      const afterFirst = await killInBatch(() => letGoOn(first))
      expect(afterFirst).toBeLessThan(idle * 0.75)
      await traffic.more(2)
      const afterSecond = await killInBatch(() => letGoOn(second))
      expect(afterSecond).toBeLessThan(idle * 0.45)
      expect(afterSecond).toBeGreaterThan(idle * 0.2)
      await traffic.more(2)

      expect((await runToEnd('rotate-capabilities', ['verify'], env())).code).toBe(1)
      // From here on nobody seals with the old key.
      traffic.serving = [after]
      await traffic.more(2)
      const last = await runToEnd('rotate-capabilities', ['run'], env())
      expect(last.output).toMatch(/all under k-2$/)
      await traffic.more(2)
      await traffic.end()
      expect(traffic.unopened).toBe(0)

      // Services that start from here on have only the new key, and do all the work.
      for (const service of services) service.drain()
      const alone = await startReplica(before, { CAPABILITY_KEYS: ringText(newKey) })
      services.push(alone)
      const afterwards = new Traffic([alone])
      await afterwards.more(2)
      await afterwards.end()
      expect(afterwards.unopened).toBe(0)
      traffic.delivered.push(...afterwards.delivered)

      const states = await Promise.all(traffic.delivered.map(async (id) => (await deliveries.find(id)).state))
      expect([...new Set(states)]).toEqual(['delivered'])
      for (const { logLines } of services)
        expect(logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
      const rows = await stored()
      expect(
        await runToEnd('rotate-capabilities', ['verify'], { ...env(), CAPABILITY_KEYS: ringText(newKey) }),
      ).toEqual({
        code: 0,
        output: `rotate-capabilities: k-2 opens ${rows.length}; 0 need another key; 0 cannot be opened`,
      })
      const newAlone = createSealer({ purpose: 'capability', keys: [newKey] })
      expect(rows.filter(({ id, sealed }) => !newAlone.open(sealed, capabilityContext(of(id))).ok)).toEqual([])
      expect([rows.length, traffic.delivered.length]).toEqual([
        idle + 20,
        expect.toSatisfy((count: number) => count >= 12),
      ])
    },
  )
})

/** A service that was started before the new key became the first, and one that was started after. Both deliver. */
let before: TestService
let after: TestService
let deliveries: DeliveriesUnderTest
beforeAll(setUp)
// The first service owns the database and the simulator, so it stops last.
afterAll(async () => {
  for (const service of services.toReversed()) await service.stop()
})

/** Capabilities that nobody uses, so that the command has something to do. */
const idle = fullRun ? 10_000 : 1_000
const firstIdle = 100_001
const oldKey = { id: 'k-1', key: Buffer.from('0123456789abcdef0123456789abcdef') }
const newKey = { id: 'k-2', key: Buffer.from('fedcba9876543210fedcba9876543210') }
const ringText = (...keys: (typeof oldKey)[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const sealer = createSealer({ purpose: 'capability', keys: [newKey, oldKey] })
const idleUrl = (submissionId: number): string =>
  `https://plus.example.org/api/v2/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}`
const of = (submissionId: number) => ({ courseId: 11, exerciseId: 1103, submissionId })

/** With shorter limits, grades would become ambiguous on a busy machine. */
const patience = {
  CALLBACK_CONNECT_TIMEOUT_MS: '10000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '20000',
  CALLBACK_HEADERS_TIMEOUT_MS: '20000',
  CALLBACK_TOTAL_TIMEOUT_MS: '21000',
  DELIVERY_LEASE_S: '40',
  DELIVERY_OPEN_LEASE_S: '30',
  DELIVERY_SETTLE_S: '40',
  SHUTDOWN_GRACE_S: '30',
}

const services: TestService[] = []

async function storeIdleCapabilities(): Promise<void> {
  const underOldKey = createSealer({ purpose: 'capability', keys: [oldKey] })
  const ids = Array.from({ length: idle }, (_, index) => firstIdle + index)
  await before.database.query(
    `
    WITH given AS (SELECT * FROM unnest($1::bigint[], $2::bytea[]) AS given (id, sealed)),
    submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT id, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 20, TRUE, FALSE, now() FROM given)
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
      settle_until, expires_at, fixture)
    SELECT id, 11, 1103, sealed, 'k-1', '', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM given`,
    [ids, ids.map((id) => underOldKey.seal(idleUrl(id), capabilityContext(of(id))).sealed)],
  )
}

const env = () => ({ DATABASE_URL: before.database.urls.manualGrading, CAPABILITY_KEYS: ringText(newKey, oldKey) })
const stored = async () =>
  (await before.database.query(
    'SELECT submission_id::int AS id, key_id AS "keyId", sealed_url AS sealed FROM capability',
  )) as { id: number; keyId: string; sealed: Buffer }[]
const underOldKey = async (): Promise<number> => (await stored()).filter(({ keyId }) => keyId === 'k-1').length

/** Registers a submission, and tries again while somebody else holds the row or the service is overloaded. */
async function register(service: TestService, submissionId: number): Promise<StoredCapability> {
  for (;;) {
    const reply = await service.request('POST', '/manual-grading/capabilities', {
      body: service.registrationOf(submissionId),
    })
    if (reply.ok) return (await reply.json()) as StoredCapability
    expect([reply.status, await reply.text()]).toMatchObject([503, expect.any(String)])
  }
}

/**
 * Uses the service during the rotation: registrations seal URLs, deliveries open them, and verifications read rows that are
 * being re-sealed.
 */
class Traffic {
  serving: readonly TestService[]
  readonly delivered: string[] = []
  registered = 0
  unopened = 0
  #hasEnded = false
  readonly #work: Promise<unknown>

  constructor(serving: readonly TestService[]) {
    this.serving = serving
    this.#work = Promise.all([this.#register(), this.#deliver(), this.#open()])
  }

  #at(turn: number): TestService {
    return this.serving[turn % this.serving.length]!
  }

  /** Ten submissions whose URLs are replaced over and over. */
  async #register(): Promise<void> {
    for (let turn = 0; !this.#hasEnded; turn += 1) {
      await register(this.#at(turn), 3001 + (turn % 10))
      this.registered += 1
    }
  }

  /** Ten submissions whose grades are delivered, and delivered again each time that they are registered again. */
  async #deliver(): Promise<void> {
    for (let turn = 0; !this.#hasEnded; turn += 1) {
      const submissionId = 3011 + (turn % 10)
      const { delivery } = await register(this.#at(turn), submissionId)
      const id = delivery?.id ?? (await before.complete(submissionId, {}, 'held'))
      await deliveries.release(id)
      await deliveries.untilState(id, 'delivered', 'refused', 'ambiguous')
      this.delivered.push(id)
    }
  }

  async #open(): Promise<void> {
    for (let turn = 0; !this.#hasEnded; turn += 1) {
      const id = firstIdle + ((turn * 7_919) % idle)
      const [row] = await listSealedCapabilities(before.deps.database, { afterSubmissionId: id - 1, batch: 1 })
      const opened = row?.submissionId === id ? sealer.open(row.sealedUrl, capabilityContext(row)) : undefined
      if (!opened?.ok || opened.plaintext !== idleUrl(id)) this.unopened += 1
    }
  }

  /** Resolves when each kind of work was done `count` more times; rejects when something went wrong. */
  async more(count: number): Promise<void> {
    const [delivered, registered] = [this.delivered.length + count, this.registered + count]
    const enough = async (): Promise<void> => {
      await expect
        .poll(() => this.delivered.length >= delivered && this.registered >= registered, { timeout: 60_000 })
        .toBe(true)
    }
    await Promise.race([this.#work, enough()])
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#work
  }
}

/** Makes a command that re-seals one of these rows wait in the middle of its batch until the returned function is called. */
async function holdBatchesAt(submissionIds: readonly number[]): Promise<(submissionId: number) => Promise<unknown>> {
  await before.database.query(`
    CREATE TABLE held_batch (submission_id bigint);
    CREATE FUNCTION wait_in_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      WHILE EXISTS (SELECT FROM held_batch WHERE held_batch.submission_id = NEW.submission_id) LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_in_batch BEFORE UPDATE OF sealed_url ON capability FOR EACH ROW WHEN (NEW.submission_id >= ${firstIdle}) EXECUTE FUNCTION wait_in_batch()`)
  await before.database.query('INSERT INTO held_batch SELECT unnest($1::bigint[])', [submissionIds])
  return (submissionId) => before.database.query('DELETE FROM held_batch WHERE submission_id = $1', [submissionId])
}

const commandsAt = async (waitEvent: string): Promise<number> =>
  (
    await before.database.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'rotate-capabilities' AND wait_event LIKE $1",
      [waitEvent],
    )
  ).length

/** Kills the command in the middle of a batch; returns how many rows are left for the next run. */
async function killInBatch(letGoOn: () => Promise<unknown>): Promise<number> {
  const running = startCommand('rotate-capabilities', ['run'], env())
  await running.sawLine(/ re-sealed/)
  await expect.poll(() => commandsAt('PgSleep'), { timeout: 60_000 }).toBe(1)
  running.kill()
  expect((await running.ended).code).toBeNull()
  await letGoOn()
  await expect.poll(() => commandsAt('%'), { timeout: 60_000 }).toBe(0)
  return await underOldKey()
}

async function setUp() {
  before = await startTestService({ ...patience, ROLE: 'all', CAPABILITY_KEYS: ringText(oldKey, newKey) })
  services.push(before)
  deliveries = deliveriesUnderTest(before)
  await storeIdleCapabilities()
}
