import { holdDeliveries, resumeDeliveries } from '@course-grading/data/delivery/delivery-control-queries'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patientTimes, startReplica, startTestService, type TestService } from '../../service.fixture.ts'
import { type DeliveriesUnderTest, deliveriesUnderTest } from '../delivery-under-test.fixture.ts'

describe('the metrics of deliveries', () => {
  it('show unfinished deliveries with their ages, whether deliveries are enabled, and erased URLs', async () => {
    for (const [submissionId, seconds] of [
      [3001, 60],
      [3002, 100_000],
    ] as const) {
      const deliveryId = await deliveries.deliveryOf(submissionId)
      await service.putAmbiguous(deliveryId)
      await ago(deliveryId, 'ambiguous_at', seconds)
    }
    const due = await deliveries.deliveryOf(3003)
    await ago(due, 'not_before', 30_000)
    for (const submissionId of [3004, 3005, 3006]) {
      await service.register(submissionId)
      await service.complete(submissionId, {}, 'held')
    }
    for (const submissionId of [3007, 3008]) await service.register(submissionId)
    await service.database.query(
      "UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id IN (3007, 3008)",
    )
    await service.database.query(
      "UPDATE delivery_send SET recorded_at = now() - interval '31 days' WHERE delivery_id IN (SELECT id FROM delivery WHERE submission_id = 3001)",
    )
    await holdDeliveries(service.deps.database, { reason: 'A restore.' })
    worker = await startReplica(service, { ROLE: 'worker' })

    await expect
      .poll(() => metricsOf(worker), { interval: 100 })
      .toMatchObject({
        'deliveries{state="held"}': 3,
        'deliveries{state="pending"}': 1,
        'deliveries{state="sending"}': 0,
        'deliveries{state="refused"}': 0,
        'deliveries{state="ambiguous"}': 2,
        'deliveries_ambiguous{age="under_15m"}': 1,
        'deliveries_ambiguous{age="under_1h"}': 0,
        'deliveries_ambiguous{age="under_1d"}': 0,
        'deliveries_ambiguous{age="over_1d"}': 1,
        delivery_hold: 1,
        delivery_settling: 0,
        delivery_database_lossy: 0,
        'retention_erased_total{what="capabilities"}': 2,
        'retention_erased_total{what="diagnostics"}': 1,
      })
    const { delivery_oldest_ambiguous_seconds: ambiguous, delivery_oldest_due_seconds: oldestDue } =
      await metricsOf(worker)
    expect([ambiguous, oldestDue]).toEqual([
      expect.toSatisfy((age: number) => age >= 100_000),
      expect.toSatisfy((age: number) => age >= 30_000 && age < 100_000),
    ])
  })

  it('count each attempt, verification and send by outcome', async () => {
    await service.database.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'")
    await resumeDeliveries(service.deps.database)
    await service.database.query("UPDATE delivery_control SET settle_until = clock_timestamp() + interval '1 day'")
    worker = await startReplica(service, { ...patientTimes, ROLE: 'worker' })
    await expect.poll(() => metricsOf(worker)).toMatchObject({ delivery_hold: 0, delivery_settling: 1 })
    await service.database.query('UPDATE delivery_control SET settle_until = NULL')

    const [accepted, unclear, refused, notUnderstood] = [3011, 3012, 3013, 3014]
    deliveries.atGrade(unclear, { kind: 'status', status: 500 })
    deliveries.atGrade(refused, { kind: 'status', status: 404 })
    deliveries.atVerification(notUnderstood, {
      kind: 'status',
      status: 200,
      contentType: 'application/json',
      body: '{"id":1}',
    })
    const ids = await Promise.all(
      [accepted, unclear, refused, notUnderstood].map((submissionId) => deliveries.deliveryOf(submissionId)),
    )
    for (const deliveryId of ids) await deliveries.untilState(deliveryId, 'delivered', 'ambiguous', 'refused')
    for (const deliveryId of ids) await deliveries.verifyNow(deliveryId)
    await expect
      .poll(() => metricsOf(worker), { interval: 100 })
      .toMatchObject({
        'delivery_outcomes_total{outcome="delivered",kind="accepted"}': 2,
        'delivery_outcomes_total{outcome="ambiguous",kind="server_error"}': 1,
        'delivery_outcomes_total{outcome="refused",kind="rejected"}': 1,
        'delivery_outcomes_total{outcome="pending",kind="verification_failed"}': 1,
        'delivery_outcomes_total{outcome="refused",kind="invalid_grade"}': 0,
        'delivery_outcomes_total{outcome="pending",kind="tls_failed"}': 0,
        'delivery_send_duration_seconds_count{outcome="delivered"}': 2,
        'delivery_send_duration_seconds_count{outcome="ambiguous"}': 1,
        'delivery_send_duration_seconds_count{outcome="refused"}': 1,
        'delivery_verifications_total{when="before_send",verdict="go_on"}': 4,
        'delivery_verifications_total{when="before_send",verdict="not_understood"}': 1,
        'delivery_verifications_total{when="after_send",verdict="kept"}': 2,
        'delivery_verifications_total{when="read_back",verdict="unproven"}': expect.any(Number),
      })
  })
})

describe('the metrics of capabilities', () => {
  it('count each sealing by key, and each callback URL that is not allowed by reason', async () => {
    worker = await startReplica(service)
    const post = (change: object) =>
      worker.request('POST', '/manual-grading/capabilities', { body: worker.registrationOf(3021, change) })
    expect((await post({})).status).toBe(201)
    for (const callbackUrl of ['https://elsewhere.example/x', 'https://elsewhere.example/y'])
      expect((await post({ callbackUrl })).status).toBe(400)
    expect((await post({ callbackUrl: worker.upstream.submissionUrl(3022) })).status).toBe(400)
    expect(await metricsOf(worker)).toMatchObject({
      'capability_sealings_total{key="dev"}': 1,
      'callback_rejections_total{verdict="origin"}': 2,
      'callback_rejections_total{verdict="other_submission"}': 1,
    })
  })
})

describe('the metric of roles', () => {
  it.each([
    ['api', ['api']],
    ['worker', ['worker']],
    ['all', ['api', 'worker']],
  ])('has of a process with ROLE=%s %j', async (role, roles) => {
    worker = await startReplica(service, { ROLE: role })
    const found = Object.keys(await metricsOf(worker)).filter((series) => series.startsWith('manual_grading_roles'))
    expect(found).toEqual(roles.map((each) => `manual_grading_roles{role="${each}"}`))
  })
})

let deliveries: DeliveriesUnderTest
/** It only serves requests. Each test starts the worker whose metrics it reads. A worker counts at its start. */
let service: TestService
let worker: TestService
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' })
  deliveries = deliveriesUnderTest(service)
})
afterEach(() => worker.stop())
afterAll(() => service.stop())

/** The values of the metrics by series, labels included. */
async function metricsOf({ url }: TestService): Promise<Readonly<Record<string, number>>> {
  const lines = (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
const ago = (deliveryId: string, column: 'ambiguous_at' | 'not_before', seconds: number) =>
  service.database.query(`UPDATE delivery SET ${column} = now() - make_interval(secs => $2) WHERE id = $1`, [
    deliveryId,
    seconds,
  ])
