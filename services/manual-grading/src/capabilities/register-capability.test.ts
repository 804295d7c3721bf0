import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

describe('registerCapability', () => {
  it('stores the URL sealed, puts the submission into the queue, and reveals nothing of the URL', async () => {
    const submissionId = service.nextSubmissionId()
    const reply = await registering(submissionId, { autoPoints: 3.5, submitterIds: [201, 203] })
    expect(reply.status).toBe(201)
    const text = await reply.text()
    expect(JSON.parse(text)).toEqual({
      courseId: 11,
      exerciseId: 1103,
      submissionId,
      state: 'stored',
      delivery: null,
      maxPoints: 20,
      submittedAt: '2026-11-01T10:00:00.000Z',
      registeredAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      keyId: 'dev',
      fixture: false,
      replaced: false,
    })
    const url = service.upstream.submissionUrl(submissionId)
    expect(text).not.toContain('token')
    const [stored] = await service.database.query(
      `
      SELECT position($2::bytea IN sealed_url) AS at, expires_at = capability.registered_at + interval '180 days' AS kept, in_queue, auto_points::text AS auto,
        ARRAY(SELECT user_id::int FROM submission_submitter s WHERE s.submission_id = submission.submission_id ORDER BY 1) AS submitters
      FROM capability JOIN submission USING (submission_id) WHERE submission_id = $1`,
      [submissionId, Buffer.from(url.slice(-32))],
    )
    expect(stored).toEqual({ at: 0, kept: true, in_queue: true, auto: '3.5', submitters: [201, 203] })
  })

  it.each([0, 0.07, 1.1, 4.35, 999_999.99])('accepts %f points of automatic checks unchanged', async (autoPoints) => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId, { autoPoints })
    expect(
      await service.database.query('SELECT auto_points::text AS auto FROM submission WHERE submission_id = $1', [
        submissionId,
      ]),
    ).toEqual([{ auto: String(autoPoints) }])
  })

  it('replies 200 and replaces the URL if the submission was registered before, also while a grade is held', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const sealed = () =>
      service.database.query('SELECT sealed_url FROM capability WHERE submission_id = $1', [submissionId])
    const before = await sealed()
    const again = await registering(submissionId)
    expect([again.status, await again.json()]).toMatchObject([200, { replaced: true, delivery: null }])
    expect(await sealed()).not.toEqual(before)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    const held = await registering(submissionId)
    expect([held.status, await held.json()]).toMatchObject([
      200,
      { replaced: true, delivery: { id: deliveryId, state: 'held' } },
    ])
  })

  it('replies 201 after the capability was deleted', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    expect((await service.request('DELETE', `/manual-grading/capabilities/${submissionId}`)).status).toBe(204)
    const reply = await registering(submissionId)
    expect([reply.status, await reply.json()]).toMatchObject([201, { replaced: false, state: 'stored' }])
  })

  it('accepts any form of a date-time, and returns it in UTC', async () => {
    const { submittedAt } = await service.register(service.nextSubmissionId(), {
      submittedAt: '2026-11-20T16:05:47.799437+02:00',
    })
    expect(submittedAt).toBe('2026-11-20T14:05:47.799Z')
  })

  it.each<[string, object, string]>([
    ['an exercise of no course', { exerciseId: 999 }, 'not_found'],
    ['an exercise of another course', { courseId: 13 }, 'not_found'],
    ['a course that is not configured', { courseId: 12 }, 'not_found'],
    ['an exercise that is not graded by hand', { exerciseId: 1101 }, 'not_found'],
  ])('replies 404 for %s', async (_name, change, code) => {
    expect(await verdictOf(await registering(service.nextSubmissionId(), change))).toEqual([404, code])
  })

  it('rejects a submission that is registered under another exercise', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    expect(await verdictOf(await registering(submissionId, { exerciseId: 1104 }))).toEqual([
      400,
      'validation_failed',
      '$.exerciseId conflict',
    ])
  })

  it('rejects while a grade waits to be sent, and while it is unknown whether one arrived', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const id = await service.complete(submissionId)
    expect(await verdictOf(await registering(submissionId))).toEqual([409, 'delivery_pending'])
    await service.putAmbiguous(id)
    expect(await verdictOf(await registering(submissionId))).toEqual([409, 'delivery_ambiguous'])
  })

  it.each<[string, unknown, string]>([
    ['courseId', 0, 'too_small'],
    ['exerciseId', -3, 'too_small'],
    ['submissionId', '3001', 'invalid_type'],
    ['submissionId', 1.5, 'invalid_type'],
    ['maxPoints', -1, 'too_small'],
    ['maxPoints', 1.5, 'invalid_type'],
    ['submitterIds', [], 'too_short'],
    ['submitterIds', [1, 1], 'duplicate'],
    ['submitterIds', Array.from({ length: 51 }, (_, index) => index + 1), 'too_long'],
    ['submittedAt', 'yesterday', 'invalid_format'],
    ['submittedAt', '2026-02-30T00:00:00Z', 'invalid_format'],
    ['submittedAt', '0000-01-01T00:00:00Z', 'invalid_value'],
    ['submittedAt', '1969-12-31T23:59:59Z', 'invalid_value'],
    ['language', '', 'too_short'],
    ['language', 'en_GB', 'invalid_format'],
    ['attempt', 0, 'too_small'],
    ['autoPoints', -1, 'too_small'],
    ['autoPoints', 3.505, 'invalid_value'],
    ['autoPoints', 1e-7, 'invalid_value'],
    ['fixture', 'yes', 'invalid_type'],
    ['callbackUrl', '', 'too_short'],
    ['callbackUrl', `https://x/${'x'.repeat(2048)}`, 'too_long'],
    ['surprise', 1, 'unknown_field'],
  ])('rejects %s with the value %j', async (field, value, issue) => {
    const [status, code, first] = await verdictOf(await registering(service.nextSubmissionId(), { [field]: value }))
    expect([status, code, String(first).split(' ')[1], String(first).startsWith(`$.${field}`)]).toEqual([
      400,
      'validation_failed',
      issue,
      true,
    ])
  })

  it.each(Object.keys(service.registrationOf(3001)))('rejects a request without %s', async (field) => {
    const { [field]: _, ...body } = service.registrationOf(service.nextSubmissionId())
    expect(await verdictOf(await post(body))).toEqual([400, 'validation_failed', `$.${field} required`])
  })

  it.each<[string, (url: string) => string]>([
    ['another submission', (url) => url.replace('/submissions/', '/submissions/1')],
    ['a fragment', (url) => `${url}#x`],
  ])('rejects a callback URL with %s, without repeating any part of the URL', async (_name, changed) => {
    const submissionId = service.nextSubmissionId()
    const callbackUrl = changed(service.upstream.submissionUrl(submissionId))
    const reply = await registering(submissionId, { callbackUrl })
    const text = await reply.clone().text()
    expect(await verdictOf(reply)).toEqual([400, 'callback_not_allowed', '$.callbackUrl invalid_value'])
    const secrets = ['token=', service.upstream.submissionUrl(submissionId).slice(-32)]
    for (const part of [...secrets, '127.0.0.', '/submissions']) expect(text).not.toContain(part)
    expect(service.logLines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
    expect(await service.database.query('SELECT FROM submission WHERE submission_id = $1', [submissionId])).toEqual([])
  })

  it('marks a submission as a fixture if fixtures are enabled', async () => {
    expect((await service.register(service.nextSubmissionId(), { fixture: true })).fixture).toBe(true)
    const without = await service.replica({ FIXTURE_TOOLING: 'disabled' })
    const reply = await fetch(`${without.url}/api/internal/manual-grading/capabilities`, {
      method: 'POST',
      headers: {
        'X-Service-Manual-Grading-Secret': 'dev-manual-grading-secret-0000000000',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(service.registrationOf(service.nextSubmissionId(), { fixture: true })),
    })
    expect(await verdictOf(reply)).toEqual([403, 'fixtures_disabled'])
    await without.stop()
  })
})

const post = (body: unknown): Promise<Response> => service.request('POST', '/manual-grading/capabilities', { body })
const registering = (submissionId: number, change: object = {}): Promise<Response> =>
  post(service.registrationOf(submissionId, change))

interface ErrorBody {
  readonly code: string
  readonly fieldErrors?: readonly { path: string; code: string }[]
}
async function verdictOf(reply: Response): Promise<unknown[]> {
  const { code, fieldErrors = [] } = (await reply.json()) as ErrorBody
  return [reply.status, code, ...fieldErrors.map(({ path, code: issue }) => `${path} ${issue}`)]
}
