import { describe, expect, it } from 'vitest'
import { patientTimes, startReplica } from '../service.fixture.ts'
import { openDeliveries } from './delivery-under-test.fixture.ts'
import { useWorkers } from './worker-replicas.fixture.ts'

/** It only serves requests. Each test starts the workers that it needs. */
const { service, deliveries } = await openDeliveries({ ROLE: 'api' })

describe('the roles of a process', () => {
  it('delivers nothing if it only serves requests', async () => {
    const deliveryId = await deliveries.deliveryOf(service.nextSubmissionId())
    const other = await startReplica(service)
    expect((await deliveries.find(deliveryId)).state).toBe('pending')
    await other.stop()
    await startWorker()
    await deliveries.untilState(deliveryId, 'delivered')
  })

  it('replies only to health and metrics if it only delivers', async () => {
    const worker = await startWorker()
    const reply = await worker.request('GET', '/manual-grading/exercises/1103/course')
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }])
    expect((await fetch(`${worker.url}/health/ready`)).status).toBe(200)
    const metrics = await (await fetch(`${worker.url}/metrics`)).text()
    for (const series of [
      /^deliveries\{state="pending"\} /m,
      /^delivery_settling 0$/m,
      /^delivery_outcomes_total\{.*"invalid_grade".*\} 0$/m,
    ])
      expect(metrics).toMatch(series)
  })
})

describe('several workers', () => {
  it('share the work, and never send the same delivery twice', async () => {
    await Promise.all([startWorker(), startWorker(), startWorker()])
    const submissions = Array.from({ length: 12 }, service.nextSubmissionId)
    const ids: string[] = []
    for (const submissionId of submissions) {
      await service.register(submissionId)
      ids.push(await service.complete(submissionId, {}, 'held'))
    }
    // All become due at once.
    await service.database.query("UPDATE delivery SET state = 'pending', not_before = now() WHERE id = ANY ($1)", [ids])
    for (const id of ids) await deliveries.untilState(id, 'delivered')
    expect(submissions.map((submissionId) => deliveries.posts(submissionId))).toEqual(submissions.map(() => 1))
  })

  it('process at most four deliveries of one origin at a time, while deliveries to other origins go on', async () => {
    const slow = Array.from({ length: 6 }, service.nextSubmissionId)
    for (const submissionId of slow) deliveries.atVerification(submissionId, { kind: 'never_answer' })
    // The same platform under another name is another origin.
    const elsewhere = service.upstream.url.replace('127.0.0.1', 'localhost')
    const pattern = '/api/v2/submissions/*/grader'
    const worker = await startWorker({
      ...patientTimes,
      ROLE: 'all',
      DELIVERY_CONCURRENCY: '8',
      CALLBACK_ALLOWED: [
        `${service.upstream.url}${pattern}|127.0.0.1/32`,
        `${elsewhere}${pattern}|127.0.0.1/32`,
        `${elsewhere}${pattern}|::1/128`,
      ].join(','),
    })
    const slowIds: string[] = []
    for (const submissionId of slow) slowIds.push(await deliveries.deliveryOf(submissionId))
    await expect
      .poll(() => slow.filter((submissionId) => deliveries.verifications(submissionId) === 1))
      .toEqual(slow.slice(0, 4))

    const quick = service.nextSubmissionId()
    await worker.register(quick, {
      callbackUrl: service.upstream.submissionUrl(quick).replace('127.0.0.1', 'localhost'),
    })
    await deliveries.untilState(await worker.complete(quick), 'delivered')
    const steps = await Promise.all(slowIds.map((id) => deliveries.eventsOf(id)))
    expect(steps.map((events) => events.at(-1))).toEqual(['leased', 'leased', 'leased', 'leased', 'created', 'created'])

    await worker.stop()
    workers.splice(0)
    service.upstream.faults.clear()
    await startWorker()
    for (const id of slowIds) await deliveries.untilState(id, 'delivered')
  })
})

describe('a worker that is stopping', () => {
  it('finishes a send in flight, and begins no other', async () => {
    const [first, second] = [service.nextSubmissionId(), service.nextSubmissionId()]
    const letGo = service.upstream.faults.hold({ path: `/api/v2/submissions/${first}/grader` })
    const worker = await startWorker({ ...patientTimes, DELIVERY_CONCURRENCY: '1' })
    const deliveryId = await deliveries.deliveryOf(first)
    await service.upstream.journal.waitFor({ method: 'POST', path: `/api/v2/submissions/${first}/grader` }, 60_000)
    const other = await deliveries.deliveryOf(second)
    const stopping = worker.stop()
    letGo()
    await stopping
    expect((await deliveries.find(deliveryId)).state).toBe('delivered')
    expect(await deliveries.find(other)).toMatchObject({ state: 'pending', sends: [] })
    await startWorker()
    await deliveries.untilState(other, 'delivered')
  })

  it('records a send in flight although the first attempt fails', async () => {
    const submissionId = service.nextSubmissionId()
    const letGo = service.upstream.faults.hold({ path: `/api/v2/submissions/${submissionId}/grader` })
    const worker = await startWorker()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    await service.upstream.journal.waitFor(
      { method: 'POST', path: `/api/v2/submissions/${submissionId}/grader` },
      60_000,
    )
    await service.database.query("ALTER TABLE delivery ADD CONSTRAINT refused CHECK (state <> 'delivered') NOT VALID")
    const stopping = worker.stop()
    letGo()
    await expect.poll(() => worker.logLines.some((line) => line.includes('delivery_record_failed'))).toBe(true)
    await service.database.query('ALTER TABLE delivery DROP CONSTRAINT refused')
    await stopping
    expect((await deliveries.find(deliveryId)).state).toBe('delivered')
  })

  it('returns a delivery before its send start, without counting an attempt', async () => {
    const submissionId = service.nextSubmissionId()
    deliveries.atVerification(submissionId, { kind: 'never_answer' })
    const worker = await startWorker()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    await service.upstream.journal.waitFor({ method: 'GET', path: `/api/v2/submissions/${submissionId}` }, 60_000)
    await worker.stop()
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'pending', kind: 'stopped', notBefore: null })
    expect(await service.database.query('SELECT failures FROM delivery WHERE id = $1', [deliveryId])).toEqual([
      { failures: 0 },
    ])
    await startWorker()
    await deliveries.untilState(deliveryId, 'delivered')
  })
})

describe('a worker whose database server changed', () => {
  it('pauses, logs that, and goes on after the settle time', async () => {
    await startWorker()
    await service.database.query("UPDATE delivery_control SET timeline = 'FFFFFFFF'")
    const deliveryId = await deliveries.deliveryOf(service.nextSubmissionId())
    await expect
      .poll(() => workers.flatMap(({ logLines }) => logLines).some((line) => line.includes('delivery_server_changed')))
      .toBe(true)
    expect(await deliveries.eventsOf(deliveryId)).toEqual(['created'])
    await service.database.query('UPDATE delivery_control SET settle_until = clock_timestamp()')
    await deliveries.untilState(deliveryId, 'delivered')
  })
})

describe('a key that is not in the ring', () => {
  it('makes the delivery wait, with an alert for the operator', async () => {
    const submissionId = service.nextSubmissionId()
    await startWorker()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    // The state after a key was removed from the ring too early.
    await service.database.query(
      "UPDATE capability SET sealed_url = overlay(sealed_url PLACING 'xyz'::bytea FROM 3 FOR 3), key_id = 'xyz' WHERE submission_id = $1",
      [submissionId],
    )
    await deliveries.release(deliveryId)
    await expect.poll(() => deliveries.eventsOf(deliveryId)).toContain('returned')
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'pending', kind: 'key_unknown' })
    // The time of failures does not run meanwhile, so the delivery is not given up, then or later.
    expect(
      await service.database.query(
        `SELECT failures, failing_since, extract(epoch FROM not_before - updated_at)::float8 AS waits_s FROM delivery WHERE id = $1`,
        [deliveryId],
      ),
    ).toEqual([{ failures: 0, failing_since: null, waits_s: expect.closeTo(60, 0) }])
    const lines = () =>
      workers.flatMap(({ logLines }) => logLines).map((line) => JSON.parse(line) as Record<string, unknown>)
    await expect
      .poll(() => lines().find(({ kind, level }) => kind === 'key_unknown' && level === 'error'))
      .toMatchObject({ event: 'delivery_returned', deliveryId })

    // One missing key is enough, whatever others the ring has.
    await service.register(service.nextSubmissionId())
    await expect(startReplica(service)).rejects.toThrow('CAPABILITY_KEYS')
    await service.database.query('UPDATE capability SET sealed_url = NULL WHERE submission_id = $1', [submissionId])
    await (await startReplica(service)).stop()
  })
})

const { workers, startWorker } = useWorkers(() => service)
