import { describe, expect, it } from 'vitest'
import { openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('what the learning platform made of a grade', () => {
  it('is recorded by the verification right after the send', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    expect(await deliveries.find(deliveryId)).toMatchObject({
      upstream: {
        at: expect.any(String),
        status: 'ready',
        grade: deliveries.upstreamOf(submissionId).grade,
        latePenalty: null,
      },
      standing: 'ours',
    })
    expect(logged(deliveryId)).toEqual([])
  })

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['is not understood', { kind: 'status', status: 200, contentType: 'application/json', body: '{}' }],
  ] as const)(
    'is recorded by the same verification, made again, if that one failed and the next %s',
    async (_what, reply) => {
      const submissionId = service.nextSubmissionId()
      const deliveryId = await unverified(submissionId)
      expect(await deliveries.find(deliveryId)).toMatchObject({ upstream: null, standing: 'unknown' })
      deliveries.atVerification(submissionId, reply)
      await makeDue(deliveryId)
      await expect.poll(() => deliveries.verifications(submissionId)).toBe(3)
      await expect.poll(() => waitOf(deliveryId)).toBeGreaterThan(3_000)
      await makeDue(deliveryId)
      await expect
        .poll(() => deliveries.find(deliveryId))
        .toMatchObject({ upstream: { status: 'ready', latePenalty: null }, standing: 'ours' })
      expect([await waitOf(deliveryId), deliveries.posts(submissionId), logged(deliveryId)]).toEqual([600, 1, []])
    },
  )

  it('is shown, but stays unknown, if that verification is made again after another grade', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await unverified(submissionId)
    Object.assign(deliveries.upstreamOf(submissionId), { status: 'waiting', grade: 0, gradingData: null })
    await makeDue(deliveryId)
    await expect
      .poll(() => deliveries.find(deliveryId))
      .toMatchObject({ upstream: { status: 'waiting', grade: 0 }, standing: 'unknown' })
    expect([await waitOf(deliveryId), logged(deliveryId)]).toEqual([null, []])
  })

  it('is recorded as changed at once if the grade was lost before that verification, with a log line and a count', async () => {
    const submissionId = service.nextSubmissionId()
    const before = await counted('after_send')
    deliveries.atGrade(submissionId, {
      kind: 'status',
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ success: true }),
    })
    const deliveryId = await delivered(submissionId)
    expect(await deliveries.find(deliveryId)).toMatchObject({
      state: 'delivered',
      upstream: { status: 'waiting', grade: 0 },
      standing: 'changed',
    })
    await expect.poll(() => logged(deliveryId).length).toBe(1)
    expect(await counted('after_send')).toBe(before + 1)
  })
})

describe('what became of a grade whose answer was lost', () => {
  it.each([
    ['a later look finds it', 'read_back', (id: string) => deliveries.verifyNow(id)],
    ['the look before it is sent again finds it', 'read_back', (id: string) => service.sendAgain(id)],
    ['a person says that it arrived', 'person', (id: string) => service.resolve(id, 'delivered')],
  ] as const)('is recorded where %s, and verified ten minutes later', async (_how, confirmedBy, settle) => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await unanswered(submissionId)
    await settle(deliveryId)
    await expect
      .poll(() => deliveries.find(deliveryId))
      .toMatchObject({
        state: 'delivered',
        confirmedBy,
        upstream: { status: 'ready', grade: deliveries.upstreamOf(submissionId).grade, latePenalty: null },
        standing: 'ours',
      })
    expect([await waitOf(deliveryId), deliveries.posts(submissionId), logged(deliveryId)]).toEqual([600, 1, []])
  })

  it.each([
    ['a later look finds it', (id: string) => deliveries.verifyNow(id)],
    ['the look before it is sent again finds it', (id: string) => service.sendAgain(id)],
    ['a person says that it arrived', (id: string) => service.resolve(id, 'delivered')],
  ] as const)('is changed, and reported, if a person has graded by then: %s', async (_how, settle) => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await unanswered(submissionId)
    Object.assign(deliveries.upstreamOf(submissionId), { grade: 20, graderId: 101 })
    await settle(deliveryId)
    await expect
      .poll(() => deliveries.find(deliveryId))
      .toMatchObject({
        state: 'delivered',
        upstream: { status: 'ready', grade: 20 },
        standing: 'changed',
      })
    await expect.poll(() => logged(deliveryId).length).toBe(1)
    expect(await waitOf(deliveryId)).toBeNull()
  })
})

describe('the standing verification', () => {
  it('changes nothing about a grade that stands', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    await verifyLater(deliveryId)
    expect([(await deliveries.find(deliveryId)).standing, logged(deliveryId)]).toEqual(['ours', []])
    expect([deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([1, 3])
  })

  it('finds a grade that the platform has lost, reports it, and sends nothing', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    const before = await counted('later')
    Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'waiting',
      grade: 0,
      gradedAtMs: null,
      gradingData: null,
    })
    await verifyLater(deliveryId)
    await expect.poll(() => logged(deliveryId).length).toBe(1)
    expect([
      await counted('later'),
      (await deliveries.find(deliveryId)).standing,
      (await deliveries.find(deliveryId)).state,
    ]).toEqual([before + 1, 'changed', 'delivered'])
    expect((await deliveries.find(deliveryId)).upstream).toMatchObject({ status: 'waiting', grade: 0 })
    expect([deliveries.posts(submissionId), (await deliveries.eventsOf(deliveryId)).at(-1)]).toEqual([
      1,
      'standing_changed',
    ])
  })

  it('is not repeated if it fails', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    deliveries.atVerification(submissionId, { kind: 'status', status: 500 })
    await verifyLater(deliveryId)
    expect([(await deliveries.find(deliveryId)).standing, deliveries.verifications(submissionId)]).toEqual(['ours', 3])
  })
})

const logged = (id: string) =>
  service.logLines.filter((line) => line.includes('"delivery_standing_changed"') && line.includes(id))
const counted = async (finder: string) =>
  Number(
    new RegExp(`delivery_standing_changes_total\\{finder="${finder}"\\} (\\d+)`).exec(
      await (await fetch(`${service.url}/metrics`)).text(),
    )?.[1],
  )

/** Delivers a grade, and waits until the verification right after its send is recorded. */
async function delivered(submissionId: number): Promise<string> {
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await deliveries.untilState(deliveryId, 'delivered')
  await expect.poll(async () => (await deliveries.find(deliveryId)).upstream, { interval: 20 }).not.toBeNull()
  return deliveryId
}

/** Sends a grade that arrives, without its answer. */
async function unanswered(submissionId: number): Promise<string> {
  deliveries.atGrade(submissionId, { kind: 'drop_answer' })
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await deliveries.untilState(deliveryId, 'ambiguous')
  return deliveryId
}

/** Delivers a grade, after whose send the verification fails. */
async function unverified(submissionId: number): Promise<string> {
  await service.register(submissionId)
  const deliveryId = await service.complete(submissionId, {}, 'held')
  // Until the send is answered, the fault below does not affect the verification before it.
  const letGo = service.upstream.faults.hold({ method: 'POST', path: `/api/v2/submissions/${submissionId}/grader` })
  await deliveries.release(deliveryId)
  await expect.poll(() => deliveries.verifications(submissionId)).toBe(1)
  deliveries.atVerification(submissionId, { kind: 'status', status: 500 })
  letGo()
  await deliveries.untilState(deliveryId, 'delivered')
  await expect.poll(() => deliveries.verifications(submissionId)).toBe(2)
  return deliveryId
}

const makeDue = (deliveryId: string) =>
  service.database.query('UPDATE delivery SET standing_verification_at = clock_timestamp() WHERE id = $1', [deliveryId])

/** Seconds until the next standing verification; null if there is none. */
async function waitOf(deliveryId: string): Promise<number | null> {
  const [row] = await service.database.query(
    'SELECT round(extract(epoch FROM standing_verification_at - clock_timestamp()), -1)::integer AS wait FROM delivery WHERE id = $1',
    [deliveryId],
  )
  return (row?.['wait'] as number | null) ?? null
}

/** Makes the standing verification due now, and waits until it has ended. */
async function verifyLater(deliveryId: string): Promise<void> {
  const due = () =>
    service.database.query('SELECT FROM delivery WHERE id = $1 AND standing_verification_at IS NOT NULL', [deliveryId])
  expect(await due()).toHaveLength(1)
  await makeDue(deliveryId)
  await expect.poll(async () => (await due()).length, { interval: 50 }).toBe(0)
}
