import {
  listSealedCapabilities,
  type SealedCapability,
} from '@course-grading/data/capabilities/reseal-capability-queries'
import { capabilityContext, createSealer } from '@course-grading/sealing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runToEnd } from '../../bin/command.fixture.ts'
import { CallbackError } from '../callback/callback-error.ts'
import { startReplica, startTestService, type TestService } from '../service.fixture.ts'
import { type DeliveriesUnderTest, deliveriesUnderTest } from '../worker/delivery-under-test.fixture.ts'
import { openCapability } from '../worker/verification/prepare.ts'
import { ofMissingKey, type SealingKey, tamperedRows, type TamperedRow, urlOf } from './tampered-rows.fixture.ts'

describe('a capability whose row was altered', { timeout: 300_000 }, () => {
  it('never opens: it counts as gone, or as waiting for a missing key', async () => {
    const openings = (await stored()).map((row) => [row.submissionId, openingOf(row)])
    expect(openings).toEqual(rows.map((row) => [row.submissionId, wantedOf(row)]))
  })

  it('does not open after a change of keys', async () => {
    const env = { DATABASE_URL: service.database.urls.manualGrading, CAPABILITY_KEYS: ringText([fresh, ...ring]) }
    const bad = rows.length - untouched
    expect(await runToEnd('rotate-capabilities', ['run'], env)).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`rotate-capabilities: ${untouched} re-sealed\nrotate-capabilities: ${bad} still under another key$`),
      ),
    })
    const before = new Map(rows.map(({ submissionId, sealedUrl }) => [submissionId, sealedUrl]))
    const resealed = (await stored()).filter(
      ({ submissionId, sealedUrl }) => !before.get(submissionId)?.equals(sealedUrl),
    )
    expect(resealed.map(({ submissionId }) => submissionId)).toEqual(
      rows.slice(0, untouched).map(({ submissionId }) => submissionId),
    )
    expect(await runToEnd('rotate-capabilities', ['verify'], env)).toEqual({
      code: 1,
      output: `rotate-capabilities: k-9 opens ${untouched}; ${bad} need another key; 0 cannot be opened`,
    })
  })
})

describe('the grade of a submission whose capability was altered', { timeout: 300_000 }, () => {
  it('is refused like one without a capability, or waits for the key with an alert, and no request is sent', async () => {
    const held: { family: string; submissionId: number; id: string }[] = []
    // Those of the world's submissions, sealed for them and then altered as the rows above.
    for (const { family, submissionId, sealedUrl } of tamperedRows({
      ring,
      origin: service.upstream.url,
      firstSubmission: 3001,
    })) {
      await service.register(submissionId)
      const id = await service.complete(submissionId, {}, 'held')
      await service.database.query('UPDATE capability SET sealed_url = $2 WHERE submission_id = $1', [
        submissionId,
        sealedUrl,
      ])
      held.push({ family, submissionId, id })
    }
    const worker = await startReplica(service, { ROLE: 'worker', CAPABILITY_KEYS: ringText([...ring, fresh]) })
    for (const { id } of held) await deliveries.release(id)
    for (const { family, id } of held) {
      const waits = family === ofMissingKey
      await expect.poll(() => deliveries.eventsOf(id), { timeout: 60_000 }).toContain(waits ? 'returned' : 'refused')
      expect([family, await deliveries.find(id)]).toMatchObject([
        family,
        waits ? { state: 'pending' } : { state: 'refused', kind: 'capability_gone', sends: [{ outcome: 'refused' }] },
      ])
      const logged = worker.logLines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ deliveryId, level }) => deliveryId === id && level === 'error')
      expect([family, logged.map(({ event, kind }) => [event, kind])]).toEqual([
        family,
        [waits ? ['delivery_returned', 'key_unknown'] : ['delivery_refused', 'capability_gone']],
      ])
    }
    for (const { submissionId } of held)
      expect([deliveries.verifications(submissionId), deliveries.posts(submissionId)]).toEqual([0, 0])
    await worker.stop()
  })
})

let rows: readonly TamperedRow[]
let service: TestService
let deliveries: DeliveriesUnderTest
beforeAll(setUp, 300_000)
afterAll(() => service.stop())

const ring = [1, 2].map((fill) => ({ id: `k-${fill}`, key: Buffer.alloc(32, fill) })) as [SealingKey, SealingKey]
/** The next key of the ring. */
const fresh: SealingKey = { id: 'k-9', key: Buffer.alloc(32, 9) }
const ringText = (keys: readonly SealingKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const firstSubmission = 500_001
/** How many rows in front nobody has altered. */
const untouched = 2

async function store(given: readonly TamperedRow[]): Promise<void> {
  await service.database.query(
    `
    WITH given AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]) AS given (submission_id, course_id, exercise_id, sealed)),
    submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT submission_id, course_id, exercise_id, date_trunc('milliseconds', now()), 'en', 1, 20, TRUE, FALSE, now() FROM given)
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
      settle_until, expires_at, fixture)
    SELECT submission_id, course_id, exercise_id, sealed, 'k-1', '', 20, now(), FALSE, now(), now() + interval '1 day', FALSE FROM given`,
    [
      given.map(({ submissionId }) => submissionId),
      given.map(({ courseId }) => courseId),
      given.map(({ exerciseId }) => exerciseId),
      given.map(({ sealedUrl }) => sealedUrl),
    ],
  )
}

/** The stored capabilities of the rows as the service reads them. */
const stored = () => listSealedCapabilities(service.deps.database, { afterSubmissionId: 500_000, batch: 1000 })

/** The URL that a send would go to, or why there is none. */
function openingOf({ sealedUrl, ...ids }: SealedCapability): string {
  try {
    return openCapability(service.deps, { ...ids, capability: { sealedUrl } }).url
  } catch (error) {
    return error instanceof CallbackError ? error.reason : String(error)
  }
}

const wantedOf = ({ family, submissionId }: TamperedRow): string => {
  if (family === 'untouched') return urlOf(service.upstream.url, submissionId)
  return family === ofMissingKey ? 'key_unknown' : 'capability_gone'
}

async function setUp() {
  service = await startTestService({ CAPABILITY_KEYS: ringText(ring) })
  deliveries = deliveriesUnderTest(service)
  const sealer = createSealer({ purpose: 'capability', keys: ring })
  const good = Array.from({ length: untouched }, (_, index): TamperedRow => {
    const ids = { courseId: 11, exerciseId: 1103, submissionId: firstSubmission + index }
    return {
      ...ids,
      family: 'untouched',
      sealedUrl: sealer.seal(urlOf(service.upstream.url, ids.submissionId), capabilityContext(ids)).sealed,
    }
  })
  rows = [
    ...good,
    ...tamperedRows({ ring, origin: service.upstream.url, firstSubmission: firstSubmission + untouched }),
  ]
  await store(rows)
}
