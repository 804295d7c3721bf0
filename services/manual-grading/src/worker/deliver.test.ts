import { pointsHeading } from '@course-grading/domain/assessments/points-heading'
import type { FaultAction } from '@course-grading/test-fake-upstream'
import { describe, expect, it } from 'vitest'
import { openDeliveries } from './delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('deliver', () => {
  it('sends a grade once, and verifies before and after', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    const delivery = await deliveries.untilState(deliveryId, 'delivered')
    expect(delivery).toMatchObject({ confirmedBy: 'answer', sends: [{ number: 1, outcome: 'delivered', status: 200 }] })
    expect(deliveries.upstreamOf(submissionId)).toMatchObject({
      status: 'ready',
      feedback: '<p>Good work, ääkköset too.</p>',
      timesGraded: 1,
      gradingData: {
        points: '125',
        max_points: '200',
        delivery_id: `${deliveryId}.1`,
        grading_payload: '{"rubric":1}',
      },
    })
    await expect.poll(() => [deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([1, 2])
    expect(await deliveries.eventsOf(deliveryId)).toEqual(['created', 'leased', 'send_started', 'delivered'])
    await expect
      .poll(() =>
        service.database.query(
          'SELECT after_grading_time IS NOT NULL AS verified, after_grader_id FROM delivery WHERE id = $1',
          [deliveryId],
        ),
      )
      .toEqual([{ verified: true, after_grader_id: null }])
    const [used] = await service.database.query(
      'SELECT used_at IS NOT NULL AS used FROM capability WHERE submission_id = $1',
      [submissionId],
    )
    expect(used).toEqual({ used: true })
  })

  it('keeps the maximum and the grader that the verification before the send showed', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId, { maxPoints: 7 })
    const deliveryId = await service.complete(submissionId)
    await deliveries.untilState(deliveryId, 'delivered')
    const [kept] = await service.database.query(
      'SELECT upstream_max_points::integer, before_grader_id FROM delivery WHERE id = $1',
      [deliveryId],
    )
    expect(kept).toEqual({ upstream_max_points: 30, before_grader_id: null })
  })

  it.each([
    [null, '<h3>Points: 12.5 of 20; in A+ 19 of 30</h3>'],
    [0.5, '<h3>Points: 12.5 of 20 given; in A+ 19 of 30, 50 % off for lateness</h3>'],
  ])('tells students what the platform makes of the points, by what was just shown: penalty %s', async (late, text) => {
    const submissionId = service.nextSubmissionId()
    deliveries.upstreamOf(submissionId).latePenaltyApplied = late
    await service.register(submissionId, { maxPoints: 7 })
    const feedbackHtml = pointsHeading({ points: 12.5, maxPoints: 20 }, 'en')
    const deliveryId = await service.complete(submissionId, { feedbackHtml })
    await deliveries.untilState(deliveryId, 'delivered')
    const { feedback, grade } = deliveries.upstreamOf(submissionId)
    expect([feedback, grade]).toEqual([text, 19])
  })

  it('notifies the students of a result once, even if it is sent several times', async () => {
    const submissionId = service.nextSubmissionId()
    const upstream = deliveries.upstreamOf(submissionId)
    deliveries.atGrade(submissionId, { kind: 'reset_after_body' })
    const first = await deliveries.deliveryOf(submissionId)
    await deliveries.untilState(first, 'ambiguous')
    expect(upstream.notified).toBe(false)
    await service.sendAgain(first)
    await deliveries.untilState(first, 'delivered')
    expect([upstream.notified, upstream.timesGraded]).toEqual([true, 1])
    await expect.poll(() => deliveries.verifications(submissionId)).toBe(3)

    // The platform waits for the same grade again, as after staff have sent the submission to grading again.
    upstream.notified = false
    const { delivery } = await service.register(submissionId)
    await deliveries.release(delivery?.id ?? '')
    await deliveries.untilState(delivery?.id ?? '', 'delivered')
    expect([upstream.notified, upstream.timesGraded]).toEqual([false, 2])
  })

  it("sends no feedback that could do harm in a student's page", async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {
      feedbackHtml:
        '<p onclick="a()">See\u0007 <a href="java\u0001script:a()">this</a> or <a href="java&#127;script:a()">that</a><script>a()</script></p>',
    })
    await deliveries.untilState(deliveryId, 'delivered')
    expect(deliveries.upstreamOf(submissionId).feedback).toBe(
      '<p>See <a rel="nofollow noopener noreferrer" target="_blank">this</a> or <a rel="nofollow noopener noreferrer" target="_blank">that</a></p>',
    )
  })

  it.each<[string, FaultAction, string, string]>([
    ['a form error', json({ success: false, errors: ['points: Enter a whole number.'] }), 'refused', 'invalid_grade'],
    ['429', { kind: 'status', status: 429, retryAfterS: 3 }, 'refused', 'rate_limited'],
    ['500', { kind: 'status', status: 500 }, 'ambiguous', 'server_error'],
    ['silence', { kind: 'never_answer' }, 'ambiguous', 'timeout'],
  ])('with %s as the reply, sends nothing more, and records what is known', async (_name, action, state, kind) => {
    const submissionId = service.nextSubmissionId()
    deliveries.atGrade(submissionId, action)
    const deliveryId = await deliveries.deliveryOf(submissionId)
    const status = action.kind === 'status' ? action.status : null
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state,
      kind,
      sends: [{ number: 1, startedAt: expect.any(String), outcome: state, status }],
    })
    expect(deliveries.posts(submissionId)).toBe(1)
    const [sent] = await service.database.query(
      'SELECT phase, outcome, kind, diagnostics FROM delivery_send WHERE delivery_id = $1',
      [deliveryId],
    )
    expect(sent).toMatchObject({
      phase: 'write_begun',
      outcome: state,
      kind,
      diagnostics: { phase: 'write_begun', kind, ...(kind === 'rate_limited' && { retryAfterS: 3 }) },
    })
  })

  it.each<[status: number, FaultAction, string]>([
    [404, json({ detail: 'Not found.' }, 404), 'verification_refused'],
    [302, { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' }, 'redirected'],
  ])(
    'makes the delivery refused if the reply to the verification has status %s, which it shows, and sends nothing',
    async (status, action, kind) => {
      const submissionId = service.nextSubmissionId()
      deliveries.atVerification(submissionId, action)
      const deliveryId = await deliveries.deliveryOf(submissionId)
      expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
        state: 'refused',
        kind,
        sends: [{ number: 1, startedAt: null, outcome: 'refused', status }],
      })
      expect([deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([0, 1])
    },
  )
})

describe('deliver, after a failed verification', () => {
  it.concurrent.each<[string, FaultAction]>([
    ['500', { kind: 'status', status: 500 }],
    ['the detail of another submission', json({ id: 1, status: 'ready' })],
  ])('waits, and delivers with its next lease: %s', async (_name, action) => {
    const submissionId = service.nextSubmissionId()
    deliveries.atVerification(submissionId, action)
    const deliveryId = await deliveries.deliveryOf(submissionId)
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state: 'delivered',
      sends: [{ number: 1 }],
    })
    expect(await deliveries.eventsOf(deliveryId)).toEqual([
      'created',
      'leased',
      'returned',
      'leased',
      'send_started',
      'delivered',
    ])
    expect(deliveries.posts(submissionId)).toBe(1)
  })
})

describe('deliver, after three days', () => {
  it('makes a delivery refused if it was never sent', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    await service.database.query(
      "UPDATE delivery SET failures = 300, failing_since = now() - interval '73 hours' WHERE id = $1",
      [deliveryId],
    )
    deliveries.atVerification(submissionId, { kind: 'status', status: 502 })
    await deliveries.release(deliveryId)
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state: 'refused',
      kind: 'never_sent',
    })
    expect(deliveries.posts(submissionId)).toBe(0)
  })
})

describe('deliver, without a usable capability', () => {
  it.each([
    ['expired', "UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id = $1"],
    [
      'altered',
      'UPDATE capability SET sealed_url = set_byte(sealed_url, length(sealed_url) - 1, get_byte(sealed_url, length(sealed_url) - 1) # 1) WHERE submission_id = $1',
    ],
  ])('makes the delivery refused if the capability is %s, and sends no request', async (_name, change) => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    await service.database.query(change, [submissionId])
    // It becomes pending by a statement, since the product does not release a delivery that cannot be sent.
    await service.database.query("UPDATE delivery SET state = 'pending', not_before = now() WHERE id = $1", [
      deliveryId,
    ])
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state: 'refused',
      kind: 'capability_gone',
    })
    expect([deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([0, 0])
  })

  it.each([
    ['long', 'x'.repeat(2_100_000)],
    ['full of tags', '<p>'.repeat(20_001)],
  ])('makes the delivery refused if the feedback is too %s', async (_how, feedbackHtml) => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, { feedbackHtml })
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state: 'refused',
      kind: 'invalid_result',
    })
    expect(deliveries.verifications(submissionId)).toBe(0)
  })
})

describe('the log of deliveries', () => {
  it("has the delivery's id in each step, and no part of the URL", async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    await deliveries.untilState(deliveryId, 'delivered')
    const logged = () =>
      service.logLines
        .filter((line) => line.includes(deliveryId))
        .map((line) => JSON.parse(line) as { level: string; event?: string })
    // At the level that production logs by default.
    await expect
      .poll(() => logged().map(({ level, event }) => `${level} ${event}`))
      .toEqual(['info delivery_leased', 'info delivery_send_started', 'info delivery_delivered'])
    const all = service.logLines.join('\n')
    const { hash } = deliveries.upstreamOf(submissionId)
    for (const secret of [hash, 'token=', service.upstream.url, '/submissions/']) expect(all).not.toContain(secret)
  })
})

const json = (body: unknown, status = 200): FaultAction => ({
  kind: 'status',
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
